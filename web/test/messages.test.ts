// Every word of the page has a translation, and every translation has a use.
import { afterEach, describe, expect, test } from 'vitest';
import { ja } from '../src/messages/ja';
import { zh } from '../src/messages/zh';
import { preferred, speak, t } from '../src/model/language';

const files = import.meta.glob<string>('../src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const source = Object.entries(files).flatMap(([name, text]) => (name.includes('messages') ? [] : [text])).join('\n');
const used = [...source.matchAll(/\bt\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)")/g)].map(([, single, double]) => (single ?? double)!.replace(/\\'/g, "'"));
const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

describe.each([['Japanese', ja], ['Chinese', zh]])('%s', (_, messages) => {
  test('has every message', () => {
    expect(used.length).toBeGreaterThan(150);
    expect([...new Set(used)].filter((text) => !(text in messages))).toEqual([]);
  });
  test('keeps the places for values', () => {
    for (const [text, said] of Object.entries(messages)) expect(places(said), text).toEqual(places(text));
  });
});

describe('a message', () => {
  afterEach(() => speak('en'));
  test('is in the language that is spoken, with its values', () => {
    expect(t('{n} of {m}', { n: 2, m: 3 })).toBe('2 of 3');
    speak('ja');
    expect(t('{side} to move', { side: t('Black') })).toBe('黒の番');
    expect(t('whatever an engine says')).toBe('whatever an engine says');
  });
  test('language is the first of the visitor’s that there is', () => {
    expect(preferred(['fr-FR', 'zh-TW', 'en'])).toBe('zh');
    expect(preferred(['fr'])).toBe('en');
  });
});
