// Files and links out of the page and into it.
import { decompress } from './zstd';

export function save(file: { name: string; text: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([file.text], { type: 'text/plain;charset=utf-8' }));
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // a browser may read it only after the click
}

const kZstd = [0x28, 0xb5, 0x2f, 0xfd]; // its first bytes

// Certificates may be compressed, and most browsers cannot undo that by themselves.
function uncompressed(bytes: ArrayBuffer): ArrayBuffer {
  const start = new Uint8Array(bytes.slice(0, 4));
  if (!kZstd.every((byte, index) => start[index] === byte)) return bytes;
  return decompress(new Uint8Array(bytes)).buffer as ArrayBuffer;
}

// Asks for a file; shogi records may be Shift-JIS.
export function open(extensions: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = extensions.join();
    input.onchange = async () => {
      const file = input.files?.[0];
      resolve(file && file.arrayBuffer().then(uncompressed).then(decode));
    };
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
