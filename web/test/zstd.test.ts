// Zstandard files as the command zstd writes them.
import { expect, test } from 'vitest';
import { decompress } from '../src/model/zstd';

// Compressed by `zstd -19`: prefix codes, state machines and matches are all in it.
const kText = [
  'KLUv/QRoBRQA1tY0F5Cp0AYABn84OVlEdycrJW1umRLrXxyUNwArACoAC8Nojs09ZEGfelRJjLlDE1X0YseCISFg0DypuHocDgaE8SKCgYVxHp9BHAIKBoWD',
  'MIcBgaEAIH2dFiesvbXV3rurn2ZEcoZO0gunxLh0ZCn19c7D96SszD+VSGZi53E4IAh2bbz7jBtFbpoY3s7KtjN/T/18VlOpjyeuOGKiR8ZbKd8amUwtupg8',
  'UwG3+hQzpLLbdSb83eszVaKSkyhUs5oxKlV9fiwWqTJBRCun7lBVkVMfC4EJqPFYW2XZM5GQwEApyXYhBAhKdrfUBu7lqtEXJKQoVIRFE0quad0KZ4A4hSVF',
  'jF6ZfzXarml/SaccV4Urd5MmeE3gK5XgfmSFR/RdcUdwHNmNTcuGOtJTIn9Gn9I9ok3/fm5JAl2iPcmOeffobSrVv4bcoPgAQwceEWgczqU7oML4PzdbY/JV',
  'niIbMME5geLRAPk15t3m0+LW7cwlUODc7L9CGMaPuvTEzxwpLAIOEqCEJa8i03nqdQTkG72eUN28U0pHBJkiq0/gbdXeT8pRVeIeSI6nZpzNIoxio6/GK5c3',
  'Yk8b1KMx4DHEMkb7/CY2To7GjtGiRhtec6ebjeydXilHhjoFu3ZgwdCOJNSANGVhPWxQA2qICrW3UHjQI/Q3nePEqIzhrQJPvEQC7yM58GnJBRDBW++JwE9Z',
  'LpLZSP8LSPJo4RCXnIptLoALDkt3YBUDHxTwXmDRCylD8g8vn/pPXDTAUyqyy5XacQ6vppWezjLDdTYFrv/a8INMGcz25ewXlKTgETH+JVFGt+koXSmRWiAf',
  'mh3yZ7vukZ15z3LTgN9NKbyIKvDeS7M=',
].join('');

const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const unpacked = (data: Uint8Array) => new TextDecoder().decode(decompress(data));

// The text that was compressed.
function original(): string {
  const words = ['state', 'black', 'white', 'wins', 'draw', 'proof', 'claim', 'move', 'pass', 'ko'];
  let seed = 7;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  let text = '';
  for (let i = 0; text.length < 2400; ++i) text += `${words[random() % 10]} ${random() % 97}${i % 7 ? ' ' : '\n'}`;
  return text.slice(0, 2400);
}

test('a compressed text is read', () => {
  expect(unpacked(bytes(kText))).toBe(original());
});

test('frames follow one another, and some are skipped', () => {
  const skipped = Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2);
  const run = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 5, (5 << 3) | 3, 0, 0, 97); // five times "a"
  const raw = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 2, (2 << 3) | 1, 0, 0, 98, 99);
  expect(unpacked(Uint8Array.of(...run, ...skipped, ...raw))).toBe('aaaaabc');
});

test('a file that is cut off or changed is refused, or reads as something', () => {
  const whole = bytes(kText);
  for (let size = 1; size < whole.length - 4; size += 7) expect(() => decompress(whole.slice(0, size)), `${size} bytes`).toThrow(/zstd file/);
  for (let at = 0; at < whole.length; ++at) {
    const changed = whole.slice();
    changed[at] = changed[at]! ^ 0x55;
    try {
      decompress(changed);
    } catch (error) {
      expect((error as Error).message).toMatch(/^This zstd file /);
    }
  }
});
