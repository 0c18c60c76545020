// Certificates compressed with Zstandard, which browsers cannot undo by themselves.
import { Decompress } from 'fzstd';

const kMaxBytes = 2 ** 29; // a small file may say that it is many gigabytes of the same letter
const kPiece = 64 << 10;

export function decompress(data: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((piece) => {
    size += piece.length;
    if (size > kMaxBytes) throw new RangeError('This zstd file is too large.');
    pieces.push(piece);
  });
  try {
    for (let at = 0; at < data.length; at += kPiece) stream.push(data.subarray(at, at + kPiece), at + kPiece >= data.length);
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith('This zstd file')) throw error;
    throw new Error(`This zstd file is damaged: ${(error as Error).message}.`);
  }
  const whole = new Uint8Array(size);
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.length;
  }
  return whole;
}
