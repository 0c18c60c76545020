import { describe, expect, test } from 'vitest';
import { afterMove, emptyProblem, fromName, fromSgf, playMoves, toName, toSgf, window } from '../src/games/go';
import { makeSgf, parseSgf } from '../src/games/sgf';
import { examples } from '../src/model/examples';

describe('SGF', () => {
  test('keeps trees, escapes and compressed points', () => {
    const text = '(;GM[1]SZ[5]C[a \\] b \\\\]AB[aa:bb](;B[cc];W[dd])(;B[ee]))';
    const root = parseSgf(text);
    expect(root.properties.C).toEqual(['a ] b \\']);
    expect(root.children.map((child) => child.properties.B)).toEqual([['cc'], ['ee']]);
    expect(parseSgf(makeSgf(root))).toEqual(root);
    expect(fromSgf(text).problem.signs.flat().filter(Boolean)).toHaveLength(4);
  });
  test.each(['', 'hello', '(', '(;AB[aa', '(;AB[aa]', '()'])('"%s" is refused with a sentence', (text) => {
    expect(() => parseSgf(text)).toThrow(/SGF/);
  });
  test.each(['(;SZ[40])', '(;SZ[5]AB[zz])', '(;SZ[5]AB[ff])'])('"%s" is refused as a problem', (text) => {
    expect(() => fromSgf(text)).toThrow();
  });
  test('a problem is written and read back', () => {
    for (const { text } of examples.go) {
      const { problem } = fromSgf(text);
      expect(fromSgf(toSgf(problem)).problem).toEqual(problem);
      expect(problem.target.length).toBeGreaterThan(0);
    }
  });
});

describe('play', () => {
  test('captures, and refuses suicide and taken points', () => {
    const { problem } = fromSgf('(;SZ[5]AB[ab][ba]AW[aa]PL[W])');
    const corner = afterMove(problem.signs.map((row) => [...row]), [2, 2], 1)!;
    expect(corner[2]![2]).toBe(1);
    const taken = fromSgf('(;SZ[5]AB[ab]AW[aa]PL[B])').problem;
    expect(afterMove(taken.signs, [1, 0], 1)![0]![0]).toBe(0);
    expect(afterMove(taken.signs, [0, 0], 1)).toBeUndefined();
    const eye = fromSgf('(;SZ[5]AB[ab][ba][bb]PL[W])').problem;
    expect(afterMove(eye.signs, [0, 0], -1)).toBeUndefined();
  });
  test('alternates, and passes', () => {
    const played = playMoves(emptyProblem(9), ['A1', 'pass', 'B1']);
    expect(played.signs[8]!.slice(0, 2)).toEqual([1, 1]);
    expect(played.player).toBe(-1);
    expect(playMoves(emptyProblem(9), ['A1', 'A1']).ends).toBe(1);
  });
});

test('points have the names that people use', () => {
  expect(toName([8, 0], 9)).toBe('J9');
  expect(fromName('J9', 9)).toEqual([8, 0]);
  expect(fromName('ia', 9)).toEqual([8, 0]);
  expect(fromName('pass', 9)).toBeUndefined();
});

test('a corner problem on a large board is shown as a corner', () => {
  const { problem } = fromSgf('(;SZ[19]AB[ap][bp][cp]AW[ao][bo][co]MA[ap])');
  const view = window(problem);
  expect(view.x[0]).toBe(0);
  expect(view.y[1]).toBe(18);
  expect(view.x[1]).toBeLessThan(12);
});

test('a board need not be square', () => {
  const { problem } = fromSgf('(;SZ[7:3]AB[aa][ba][ca]AW[gc]PL[B]MA[aa])');
  expect([problem.width, problem.height]).toEqual([7, 3]);
  expect(problem.signs[2]![6]).toBe(-1);
  expect(toSgf(problem)).toContain('SZ[7:3]');
  expect(fromSgf(toSgf(problem)).problem).toEqual(problem);
  expect(toName([6, 2], problem.height)).toBe('G1');
  expect(playMoves(problem, ['G2', 'G3']).ends).toBe(2);
  expect(() => fromSgf('(;SZ[7:3]AB[ad])')).toThrow(/7x3/);
  expect(window(problem)).toEqual({ x: [0, 6], y: [0, 2] });
});
