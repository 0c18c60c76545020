import { describe, expect, test } from 'vitest';
import { chessAt, writeLine } from '../src/games/chess';
import * as connect4 from '../src/games/connect4';
import * as othello from '../src/games/othello';
import { mayDeclare, shogiAt, writeLine as writeShogi } from '../src/games/shogi';
import { labelOf } from '../src/model/label';

test('Connect 4: columns and drawn boards are the same board', () => {
  const grid = connect4.gridOf('4453');
  expect(connect4.textOf(grid)).toBe('......./......./......./......./...O.../..OXX..');
  expect(connect4.gridOf(connect4.textOf(grid))).toEqual(grid);
  expect(connect4.discs(grid)).toBe(4);
  expect(connect4.gridOf('')).toEqual(connect4.gridOf(connect4.emptyOf('')));
});

test('Connect 4: discs are put on columns and taken off while there is room', () => {
  const one = connect4.put('', 3, 1)!;
  expect(one).toMatch(/\/\.\.\.X\.\.\.$/);
  expect(connect4.put(one, 3, 0)).toBe(connect4.emptyOf(''));
  expect(connect4.put(connect4.emptyOf(''), 3, 0)).toBeUndefined();
  expect(connect4.put('444444', 3, 1)).toBeUndefined();
});

test('Connect 4: a board of another size keeps it', () => {
  const grid = connect4.gridOf('9x6:19');
  expect([grid.length, grid[0]!.length, grid[0]![0], grid[8]![0]]).toEqual([9, 6, 1, 2]);
  expect(connect4.textOf(grid)).toMatch(/^9x6:.*\/X\.{7}O$/);
  expect(connect4.gridOf(connect4.textOf(grid))).toEqual(grid);
  expect(connect4.sizeOf('5x4:1')).toBe('5x4');
  expect(connect4.gridOf('5x4:')).toEqual(connect4.gridOf(connect4.emptyOf('5x4:1')));
});

test.each([['1212121', [0, 0], [0, 3]], ['1223334444', undefined, undefined]])('Connect 4: four in a row in %s', (moves, first, last) => {
  const four = connect4.findFour(connect4.gridOf(moves));
  expect(four?.[0]).toEqual(first);
  expect(four?.at(-1)).toEqual(last);
});

test('Othello: squares have names, and discs are put on them', () => {
  for (const name of ['a1', 'h1', 'd4', 'h8']) expect(othello.nameOf(othello.squareOf(name))).toBe(name);
  expect(othello.discsOf('').filter(Boolean)).toHaveLength(4);
  const one = othello.put(othello.kEmpty, othello.squareOf('b1'), 2)!;
  expect(one.startsWith('.O.')).toBe(true);
  expect(othello.put(one, 1, 2)).toBeUndefined();
  expect(othello.withSide(one, false)).toMatch(/ O$/);
});

test('a score is a word, and a number', () => {
  expect(labelOf({ move: '4', score: 3, verdict: 'win in 5' })).toEqual({ kind: 'win', word: 'win', count: 'in 5' });
  expect(labelOf({ move: 'a1', score: -6, verdict: 'loss by 6' })).toEqual({ kind: 'loss', word: 'loss', count: 'by 6' });
  expect(labelOf({ move: 'a1', score: 0, verdict: 'draw' })).toMatchObject({ kind: 'draw', word: 'draw' });
  expect(labelOf({ move: '4', verdict: 'loss' })).toMatchObject({ kind: 'loss', word: 'loss' });
  expect(labelOf({ move: 'a1', score: -250 })).toEqual({ kind: 'loss', word: '−2.5' });
});

test('moves are written as people write them', () => {
  expect(writeLine(chessAt('', [])!, ['e2e4', 'e7e5', 'g1f3'])).toEqual(['1. e4', 'e5', '2. Nf3']);
  expect(writeLine(chessAt('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', [])!, ['e1g1'])).toEqual(['1. O-O']);
  expect(writeShogi(shogiAt('', [])!, ['7g7f', '3c3d'], 'western')[0]).toMatch(/^☗P/);
  expect(writeShogi(shogiAt('', [])!, ['7g7f', '3c3d', '8h2b+', '3a2b'], 'japanese')).toEqual(['☗７六歩', '☖３四歩', '☗２二角成', '☖同　銀']);
});

describe('Shogi: an entered king', () => {
  const declares = (sfen: string) => mayDeclare(shogiAt(sfen, [])!);
  const camp = '+R+R+B+BK4/GGGGSSSS1/9/9/9/9/9/9/4k4';
  test('is declared by Sente with 28 points', () => {
    expect(declares(`${camp} b - 1`)).toBe(true);
    expect(declares(`${camp.replace('SSSS1', 'SSS2')} b - 1`)).toBe(false);
    expect(declares(`${camp.replace('SSSS1', 'SSS2')} b P 1`)).toBe(true);
  });
  test('is declared by Gote with 27', () => {
    const below = '4K4/9/9/9/9/9/9/1ssssgggg/4k+b+b+r+r';
    expect(declares(`${below.replace('1ssss', '2sss')} w - 1`)).toBe(true);
    expect(declares(`${below.replace('1ssss', '3ss')} w - 1`)).toBe(false);
    expect(declares(`${below} b - 1`)).toBe(false); // Sente's king is at home
  });
  test('needs ten more pieces in the camp, and no check', () => {
    expect(declares('+R+R+B+BK4/GGGGS4/9/9/9/9/9/9/4k4 b 9P 1')).toBe(false); // nine
    expect(declares(`${camp.replace('K4', 'K1r2')} b - 1`)).toBe(false);
  });
});
