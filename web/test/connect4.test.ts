import { expect, test } from 'vitest';
import { place } from '../src/games/connect4';

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
