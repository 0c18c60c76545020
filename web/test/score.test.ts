import { expect, test } from 'vitest';
import { Samples } from '../src/model/samples';
import { bytesText, countText, forFirst, scoreText, secondsText, share } from '../src/model/score';

test('scores read as a player writes them', () => {
  expect(scoreText({ score: 42 })).toBe('+0.42');
  expect(scoreText({ score: -1234 })).toBe('−12.3');
  expect(scoreText({ mate: 3 })).toBe('#3');
  expect(scoreText({ score: -30000, mate: -2 })).toBe('−#2');
  expect(scoreText({})).toBe('–');
});

test('scores turn with the side to move', () => {
  expect(forFirst({ score: 50, mate: 2 }, false)).toEqual({ score: -50, mate: -2 });
  expect(forFirst({ score: 50 }, true)).toEqual({ score: 50, mate: undefined });
});

test('the bar is even at zero, monotone, and never quite full', () => {
  expect(share({ score: 0 })).toBe(0.5);
  const shares = [-2000, -200, -20, 20, 200, 2000].map((score) => share({ score }));
  expect([...shares].sort((a, b) => a - b)).toEqual(shares);
  expect(share({ mate: -1 })).toBeGreaterThan(0);
  expect(share({ mate: 1 })).toBeLessThan(1);
});

test('quantities are short', () => {
  expect(countText(999)).toBe('999');
  expect(countText(1_234_567)).toBe('1.2M');
  expect(bytesText(64 << 20)).toBe('64 MiB');
  expect(secondsText(0.0123)).toBe('12 ms');
  expect(secondsText(75)).toBe('1 min 15 s');
});

test('samples are rates between two looks at the counters', () => {
  const table = (probes: number, hits: number) => ({ bytes: 1, probes, hits, hit_rate: 0, stores: probes, replacements: 0, fill: 500 });
  const samples = new Samples();
  samples.add(table(0, 0), { nodes: 0, seconds: 0 }, 1000);
  samples.add(table(1000, 250), { nodes: 2000, seconds: 1 }, 2000);
  expect(samples.list).toEqual([{ seconds: 1, nodeRate: 2000, hitRate: 0.25, fill: 0.5, bytes: 1, storeRate: 1000, replaceRate: 0 }]);
  samples.add(table(1500, 500), undefined, 2050); // too soon
  expect(samples.list).toHaveLength(1);
  samples.add(table(3000, 1250), undefined, 3000); // no report in between: nodes go with the probes
  expect(samples.list[1]).toMatchObject({ nodeRate: 4000, hitRate: 0.5 });
  samples.add(table(100, 10), undefined, 4000); // the counters were reset
  expect(samples.list[2]).toMatchObject({ nodeRate: 200, hitRate: 0.1 });
  expect(samples.meanNodeRate).toBe(2000);
});
