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
  let last: [number, number] | undefined;
  for (const column of columns) {
    const row = grid[column]?.indexOf(0) ?? -1;
    if (row < 0) return undefined;
    grid[column]![row] = mover(grid);
    last = [column, row];
  }
  return seen(grid, last);
}

// A board as it stands, whoever put the discs there.
export function seen(grid: Grid, last?: [number, number]): Placed {
  return { grid, toMove: mover(grid), last, four: findFour(grid), full: !grid.flat().includes(0) };
}

export const discs = (grid: Grid, side: Disc): number => grid.flat().filter((disc) => disc === side).length;

// The first side moves on an even number of discs.
const mover = (grid: Grid): 1 | 2 => ((discs(grid, 1) + discs(grid, 2)) % 2 === 0 ? 1 : 2);

// A disc on top of a column, or the top one off it (none = 0); undefined where there is no room, or nothing to take.
export function changed(grid: Grid, column: number, disc: Disc): Placed | undefined {
  const empty = grid[column]!.indexOf(0);
  const row = disc ? empty : (empty < 0 ? kRows : empty) - 1;
  if (row < 0) return undefined;
  const next = grid.map((column) => [...column]);
  next[column]![row] = disc;
  return seen(next, disc ? [column, row] : undefined);
}

// Why no game can have come to this board, in a sentence.
export function fault({ grid, toMove }: Placed): string | undefined {
  const [red, yellow] = [discs(grid, 1), discs(grid, 2)];
  if (red !== yellow && red !== yellow + 1) {
    return `${red} red and ${yellow} yellow cannot be: Red begins, so there are as many of both, or one more of Red's.`;
  }
  if (!findFour(grid, toMove)) return undefined;
  return toMove === 1 ? 'Red has four in a row, and Yellow has moved after that.' : 'Yellow has four in a row, and Red has moved after that.';
}

// The board as the engine's notation draws it: rows from the top.
export function draw(grid: Grid): string {
  const rows = Array.from({ length: kRows }, (_, fromTop) => grid.map((column) => '.XO'[column[kRows - 1 - fromTop]!]).join(''));
  return rows.join('/');
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

function findFour(grid: Grid, side?: Disc): [number, number][] | undefined {
  for (let column = 0; column < kColumns; ++column) {
    for (let row = 0; row < kRows; ++row) {
      const disc = grid[column]![row];
      if (!disc || (side && disc !== side)) continue;
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]] as const) {
        const cells = [0, 1, 2, 3].map((i): [number, number] => [column + i * dx, row + i * dy]);
        if (cells.every(([x, y]) => grid[x]?.[y] === disc)) return cells;
      }
    }
  }
  return undefined;
}
