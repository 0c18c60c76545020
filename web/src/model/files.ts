// Files and links out of the page and into it.
import { t } from './language';

export function save(file: { name: string; text: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([file.text], { type: 'text/plain;charset=utf-8' }));
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const kZstd = [0x28, 0xb5, 0x2f, 0xfd]; // its first bytes

// Certificates may be compressed. Not every browser can undo that.
async function uncompressed(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const start = new Uint8Array(bytes.slice(0, 4));
  if (!kZstd.every((byte, index) => start[index] === byte)) return bytes;
  let stream: DecompressionStream;
  try {
    stream = new DecompressionStream('zstd' as CompressionFormat);
  } catch {
    throw new Error(t('This browser cannot read zstd. Decompress the file first: zstd -d FILE'));
  }
  return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
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
