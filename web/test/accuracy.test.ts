import { expect, test } from 'vitest';
import { cost, markOf, sideReports } from '../src/model/accuracy';
import type { GameInfo } from '../src/engine/types';
import { clockText } from '../src/model/clock';
import { levelAt, levelOptions, levelsOf } from '../src/model/levels';
import { mateCount, scoreText } from '../src/model/score';

test('a move costs what its side loses by it', () => {
  expect(cost([0.5, 0.2], 0, true)).toBeCloseTo(0.3);
  expect(cost([0.5, 0.2], 0, false)).toBe(0);
  expect(cost([0.5, undefined], 0, true)).toBeUndefined();
  expect([0.05, 0.1, 0.2, 0.3, undefined].map(markOf)).toEqual([undefined, '?!', '?', '??', undefined]);
});

test('a report counts each side by itself, whoever began', () => {
  const shares = [0.5, 0.5, 0.95, 0.95, 0.95]; // the second move of the game is a blunder
  const [first, second] = sideReports(shares, 4, true);
  expect(first).toEqual({ accuracy: 100, counts: { '?!': 0, '?': 0, '??': 0 } });
  expect(second.counts['??']).toBe(1);
  expect(second.accuracy).toBeCloseTo((100 * (Math.exp(-1.8) + 1)) / 2);
  expect(sideReports(shares, 4, false)[0].accuracy).toBe(100); // the same move is now the first side's gain
  expect(sideReports([], 0, true)[0].accuracy).toBeUndefined();
});

test('mates are counted in moves, in shogi in plies', () => {
  expect([mateCount(3, false), mateCount(-3, false), mateCount(3, true), mateCount(-3, true)]).toEqual([3, 3, 5, 6]);
  expect(scoreText({ mate: 3 }, true)).toBe('#5');
  expect(scoreText({ mate: -2 })).toBe('−#2');
});

test('clocks', () => {
  expect([600, 59.2, 0, -3].map(clockText)).toEqual(['10:00', '1:00', '0:00', '0:00']);
});

test('levels are spread over the range that the engine names', () => {
  const info = (options: GameInfo['options']): GameInfo => ({ game: 'x', title: '', position_help: '', sides: ['a', 'b'], examples: [], records: [], options });
  const ranged = info([{ name: 'elo', min: 640, max: 2000, help: '' }]);
  expect(levelsOf(ranged).map(({ elo }) => elo)).toEqual([640, 900, 1200, 1450, 1750, undefined]);
  expect(levelOptions(levelAt(ranged, 1))).toEqual({ 'limit-strength': true, elo: 900 });
  expect(levelOptions(levelAt(ranged, 9))).toEqual({});
  expect(levelsOf(info(undefined))).toHaveLength(1);
});
