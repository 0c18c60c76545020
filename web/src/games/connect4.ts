// A Connect 4 board on the page, read from the engine's notation: the columns played ("4453"), or the board drawn in
// rows from the top ("…/..XO...", X moved first). Sizes other than 7x6 stand before it: "5x4:4453".

export type Disc = 0 | 1 | 2; // none, the first side, the second
export type Grid = Disc[][]; // [column][row], row 0 at the bottom

export const kSizes = ['7x6', '4x4', '5x4', '5x5', '6x4', '6x5', '6x6', '7x5', '7x7', '8x7'] as const;
const kUsual = '7x6';
const kColumns = '123456789abcdefghijklmnopqrstuvwxyz'; // as the engine names them

export const nameOf = (column: number): string => kColumns[column]!;

export function sizeOf(text: string): string {
  return /^(\d+x\d+):/.exec(text)?.[1] ?? kUsual;
}

// A board with nothing on it: '' for the usual size.
export const startOf = (size: string): string => (size === kUsual ? '' : `${size}:`);

// The same, drawn.
export function emptyOf(text: string): string {
  const [columns, rows] = sizeOf(text).split('x').map(Number);
  return startOf(sizeOf(text)) + Array(rows).fill('.'.repeat(columns!)).join('/');
}

export function gridOf(text: string): Grid {
  const board = text.slice(text.indexOf(':') + 1);
  const drawn = board.includes('/');
  const rows = (drawn ? board : emptyOf(text).replace(/^.*:/, '')).split('/');
  const grid = Array.from({ length: rows[0]!.length }, (_, column) => rows.map((row) => '.XO'.indexOf(row[column]!) as Disc).reverse());
  if (drawn) return grid;
  [...board].forEach((name, index) => {
    const cells = grid[kColumns.indexOf(name)]!;
    cells[cells.indexOf(0)] = index % 2 === 0 ? 1 : 2;
  });
  return grid;
}

export function textOf(grid: Grid): string {
  const size = `${grid.length}x${grid[0]!.length}`;
  return startOf(size) + grid[0]!.map((_, row) => grid.map((column) => '.XO'[column[row]!]).join('')).reverse().join('/');
}

// A disc on top of a column, or the top one off it (none = 0); undefined where there is no room, or nothing to take.
export function put(text: string, column: number, disc: Disc): string | undefined {
  const grid = gridOf(text);
  const cells = grid[column]!;
  const empty = cells.indexOf(0);
  const row = disc ? empty : (empty < 0 ? cells.length : empty) - 1;
  if (row < 0) return undefined;
  cells[row] = disc;
  return textOf(grid);
}

export const discs = (grid: Grid): number => grid.flat().filter((disc) => disc !== 0).length;

// The four in a row, to be marked.
export function findFour(grid: Grid): [number, number][] | undefined {
  for (const [column, cells] of grid.entries()) {
    for (const [row, disc] of cells.entries()) {
      if (!disc) continue;
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]] as const) {
        const four = [0, 1, 2, 3].map((i): [number, number] => [column + i * dx, row + i * dy]);
        if (four.every(([x, y]) => grid[x]?.[y] === disc)) return four;
      }
    }
  }
  return undefined;
}
