import { expect, test } from 'vitest';
import { changed, draw, emptyGrid, fault, place, seen } from '../src/games/connect4';

test('discs fall on each other, and sides alternate', () => {
  const placed = place('', ['4', '4', '1'])!;
  expect(placed.grid[3]!.slice(0, 3)).toEqual([1, 2, 0]);
  expect(placed.grid[0]![0]).toBe(1);
  expect(placed.toMove).toBe(2);
  expect(placed.last).toEqual([0, 0]);
});

test.each([
  ['a row', '1122334', 4],
  ['a column', '1212121', 4],
  ['a rising diagonal', '12233434454', 4],
])('finds four in %s', (_, moves, count) => {
  const placed = place('', [...moves])!;
  expect(placed.four).toHaveLength(count);
});

test('reads a drawn board', () => {
  const placed = place('......./......./......./......./...O.../...X...', ['4'])!;
  expect(placed.grid[3]!.slice(0, 3)).toEqual([1, 2, 1]);
});

test('takes no move into a full column, and no nonsense', () => {
  expect(place('', [...'4444444'])).toBeUndefined();
  expect(place('hello', [])).toBeUndefined();
  expect(place('', ['9'])).toBeUndefined();
});

test('a board is drawn as it is read', () => {
  const { grid } = place('', [...'4453'])!;
  expect(draw(grid)).toBe('......./......./......./......./...O.../..OXX..');
  expect(place(draw(grid), [])).toEqual({ ...place('', [...'4453']), last: undefined });
});

test('discs are put on top of a column and taken off it, and nowhere else', () => {
  const put = changed(place('', ['4'])!.grid, 3, 1)!;
  expect(put.grid[3]!.slice(0, 3)).toEqual([1, 1, 0]);
  expect(changed(put.grid, 3, 0)!.grid[3]!.slice(0, 3)).toEqual([1, 0, 0]);
  expect(changed(emptyGrid(), 0, 0)).toBeUndefined();
  const full = place('', [...'444444'])!.grid;
  expect(changed(full, 3, 2)).toBeUndefined();
  expect(changed(full, 3, 0)!.grid[3]).toEqual([1, 2, 1, 2, 1, 0]);
});

test.each([
  ['......./......./......./......./......./X.X....', /2 red and 0 yellow cannot be/],
  ['......./......./......./......./......./O......', /0 red and 1 yellow cannot be/],
  ['......./......./......./......./OOOO.../XXXX...', /Red has four .* Yellow has moved/],
  ['......./......./......./..X..../XX.X.../OOOO...', undefined],
  ['......./......./......./X....../XX.X.../OOOO..X', /Yellow has four .* Red has moved/],
  ['......./......./......./......./...O.../...X...', undefined],
])('%s is refused in a sentence, if no game leads there', (board, wanted) => {
  const sentence = fault(place(board, [])!);
  if (wanted) expect(sentence).toMatch(wanted);
  else expect(sentence).toBeUndefined();
});

test('an empty board is the first side\'s', () => {
  expect(seen(emptyGrid())).toMatchObject({ toMove: 1, full: false, four: undefined });
});
