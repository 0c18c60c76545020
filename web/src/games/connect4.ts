// The rules of Connect 4, as far as the page needs them: where a disc falls, and when four are in a row.

export const kColumns = 7;
export const kRows = 6;

export type Disc = 0 | 1 | 2; // none, the first side, the second
export type Grid = Disc[][]; // [column][row], row 0 at the bottom

export interface Placed {
  grid: Grid;
  toMove: 1 | 2;
  last?: [column: number, row: number];
  four?: [number, number][]; // the winning discs
  full: boolean;
}

// Reads the columns played ("4453"), a drawn board, rows from the top ("…/..XO...", X moved first), or nothing.
export function place(start: string, moves: string[]): Placed | undefined {
  const grid = drawn(start) ?? (/^[1-7]*$/.test(start) ? emptyGrid() : undefined);
  if (!grid) return undefined;
  const columns = (/^[1-7]*$/.test(start) ? [...start] : []).concat(moves).map((name) => Number(name) - 1);
  let count = grid.flat().filter((disc) => disc !== 0).length;
  let last: [number, number] | undefined;
  for (const column of columns) {
    const row = grid[column]?.indexOf(0) ?? -1;
    if (row < 0) return undefined;
    grid[column]![row] = count++ % 2 === 0 ? 1 : 2;
    last = [column, row];
  }
  return { grid, toMove: count % 2 === 0 ? 1 : 2, last, four: findFour(grid), full: count === kColumns * kRows };
}

export const emptyGrid = (): Grid => Array.from({ length: kColumns }, () => Array<Disc>(kRows).fill(0));

function drawn(text: string): Grid | undefined {
  const rows = text.trim().split(/[/|\n]+/);
  if (rows.length !== kRows || rows.some((row) => !/^[.XO]{7}$/i.test(row))) return undefined;
  const grid = emptyGrid();
  rows.forEach((row, fromTop) =>
    [...row.toUpperCase()].forEach((mark, column) => {
      grid[column]![kRows - 1 - fromTop] = mark === 'X' ? 1 : mark === 'O' ? 2 : 0;
    }),
  );
  return grid;
}

function findFour(grid: Grid): [number, number][] | undefined {
  for (let column = 0; column < kColumns; ++column) {
    for (let row = 0; row < kRows; ++row) {
      const disc = grid[column]![row];
      if (!disc) continue;
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]] as const) {
        const cells = [0, 1, 2, 3].map((i): [number, number] => [column + i * dx, row + i * dy]);
        if (cells.every(([x, y]) => grid[x]?.[y] === disc)) return cells;
      }
    }
  }
  return undefined;
}
