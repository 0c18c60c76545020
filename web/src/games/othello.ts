// An Othello board on the page, read from the engine's notation: the 64 squares from a1, row by row, then who moves.

export type Disc = 0 | 1 | 2; // none, black, white

export const kStart = `${'.'.repeat(27)}OX${'.'.repeat(6)}XO${'.'.repeat(27)} X`;
export const kEmpty = `${'.'.repeat(64)} X`;

export const discsOf = (text: string): Disc[] => [...(text || kStart).slice(0, 64)].map((mark) => '.XO'.indexOf(mark) as Disc);
export const nameOf = (square: number): string => `${'abcdefgh'[square % 8]}${Math.floor(square / 8) + 1}`;
export const squareOf = (name: string): number => 'abcdefgh'.indexOf(name[0]!) + 8 * (Number(name[1]) - 1);

export function put(text: string, square: number, disc: Disc): string | undefined {
  if (discsOf(text)[square] === disc) return undefined;
  const marks = [...text];
  marks[square] = '.XO'[disc]!;
  return marks.join('');
}

export const withSide = (text: string, first: boolean): string => `${text.slice(0, 64)} ${first ? 'X' : 'O'}`;
