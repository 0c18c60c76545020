// Files and links out of the page and into it.
export function save(file: { name: string; text: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([file.text], { type: 'text/plain;charset=utf-8' }));
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}

// Asks for a file; shogi records may be Shift-JIS.
export function open(extensions: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = [...extensions, '.fen', '.epd', '.sfen', '.txt'].join();
    input.onchange = async () => resolve(input.files?.[0] && decode(await input.files[0].arrayBuffer()));
    input.oncancel = () => resolve(undefined);
    input.click();
  });
}

export function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift-jis').decode(bytes);
  }
}

// Browsers give the clipboard to pages of this machine and of https only.
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
