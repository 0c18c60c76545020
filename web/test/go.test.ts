import { describe, expect, test } from 'vitest';
import { emptyProblem, fromName, fromSgf, toName, toSgf, window } from '../src/games/go';
import { judge } from '../src/model/judge';
import { edited } from '../src/panels/problem';

const kCorner = '(;FF[4]GM[1]SZ[9]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei]PL[W]MA[ag])';

test('a problem is read from what the engine writes, and written back', () => {
  const problem = fromSgf(kCorner);
  expect(problem.player).toBe(-1);
  expect(problem.signs[6]!.slice(0, 5)).toEqual([1, 1, 1, 1, -1]);
  expect(problem.target).toEqual([[0, 6]]);
  expect(toSgf(problem)).toBe(kCorner);
});

test('what the page does not draw is kept', () => {
  const text = '(;FF[4]GM[1]SZ[9]AB[aa]PL[B]MA[aa]KP[bb]C[live \\] now])';
  expect(toSgf(fromSgf(text))).toBe(text);
});

test('points have names', () => {
  expect(toName([8, 0], 9)).toBe('J9');
  expect(fromName('J9', 9)).toEqual([8, 0]);
  expect(fromName('pass', 9)).toBeUndefined();
});

test('a corner problem on a large board is shown as a corner', () => {
  const view = window(fromSgf('(;SZ[19]AB[ap][bp][cp]AW[ao][bo][co]MA[ap])'));
  expect(view.x[0]).toBe(0);
  expect(view.y[1]).toBe(18);
  expect(view.x[1]).toBeLessThan(12);
});

test('a board need not be square', () => {
  const problem = fromSgf('(;SZ[7:3]AB[aa][ba][ca]AW[gc]PL[B]MA[aa])');
  expect([problem.width, problem.height]).toEqual([7, 3]);
  expect(problem.signs[2]![6]).toBe(-1);
  expect(toSgf(problem)).toContain('SZ[7:3]');
  expect(toName([6, 2], problem.height)).toBe('G1');
  expect(window(problem)).toEqual({ x: [0, 6], y: [0, 2] });
});

describe('a click', () => {
  test('places a stone, the right button one of the other colour, and takes it off again', () => {
    const one = edited(emptyProblem(5), 'black', [1, 1], false);
    expect(one.signs[1]![1]).toBe(1);
    expect(edited(one, 'black', [1, 1], false).signs[1]![1]).toBe(0);
    expect(edited(one, 'black', [2, 1], true).signs[1]![2]).toBe(-1);
  });
  test('chooses a whole block as the target, and drops it', () => {
    const chosen = edited(fromSgf(kCorner), 'target', [3, 8], false);
    expect(chosen.target).toEqual([]); // the block was the target
    expect(edited(chosen, 'target', [3, 8], false).target).toEqual([[3, 8]]);
    expect(edited(chosen, 'target', [8, 0], false).target).toEqual([]); // no stone there
  });
  test('a target that is taken off is none', () => {
    expect(edited(fromSgf(kCorner), 'erase', [0, 6], false).target).toEqual([]);
  });
});

describe('moves against a proof', () => {
  // B2 works after A1; A2 is refuted by B2.
  const nodes = [
    { children: [1, 4] },
    { move: 'B2', children: [2] },
    { move: 'A1', children: [3] },
    { move: 'B1', comment: 'RIGHT' },
    { move: 'A2', children: [5] },
    { move: 'B2' },
  ];
  test.each([
    [[], undefined],
    [['B2'], { ends: false }],
    [['B2', 'A1', 'B1'], { ends: true }],
    [['A2'], { wrong: 0, ends: false }],
    [['A2', 'B2'], { wrong: 0, ends: false }],
    [['C3'], undefined],
  ])('%j', (moves, judged) => {
    expect(judge({ nodes }, moves)).toEqual(judged);
  });
  test('are not judged where nothing works', () => {
    expect(judge({ nodes: [{ children: [1] }, { move: 'A2' }] }, ['A2'])).toBeUndefined();
  });
});
