// The words of the page in the visitor's language. English is written where it is used; messages/ has a file for each
// other language, from the English text to its own.
import { ja } from '../messages/ja';
import { zh } from '../messages/zh';

export const kLanguages = { en: 'English', ja: '日本語', zh: '中文' } as const;
export type Language = keyof typeof kLanguages;

const kMessages: Record<Language, Record<string, string>> = { en: {}, ja, zh };
let spoken: Language = 'en';

export const preferred = (languages: readonly string[]): Language =>
  languages.map((name) => name.slice(0, 2) as Language).find((name) => name in kLanguages) ?? 'en';

export function speak(language: Language): void {
  spoken = language;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

// "{n} of {m}" with values in the places of the names.
export function t(text: string, values: Record<string, string | number> = {}): string {
  const said = kMessages[spoken][text] ?? text;
  return said.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
