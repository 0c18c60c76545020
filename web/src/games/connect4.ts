// A Connect 4 board on the page, read from the engine's notation: the columns played ("4453"), or the board drawn in
// rows from the top ("…/..XO...", X moved first).

export type Disc = 0 | 1 | 2; // none, the first side, the second
export type Grid = Disc[][]; // [column][row], row 0 at the bottom

export const kEmpty = Array(6).fill('.......').join('/');

export function gridOf(text: string): Grid {
  const rows = /^\d*$/.test(text) ? kEmpty.split('/') : text.split('/');
  const grid = Array.from({ length: rows[0]!.length }, (_, column) => rows.map((row) => '.XO'.indexOf(row[column]!) as Disc).reverse());
  if (!/^\d+$/.test(text)) return grid;
  [...text].forEach((name, index) => {
    const cells = grid[Number(name) - 1]!;
    cells[cells.indexOf(0)] = index % 2 === 0 ? 1 : 2;
  });
  return grid;
}

export function textOf(grid: Grid): string {
  return grid[0]!.map((_, row) => grid.map((column) => '.XO'[column[row]!]).join('')).reverse().join('/');
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
