import { describe, expect, test } from 'vitest';
import { emptyLine, History, lineOf, played, recordOf, shown, stepped } from '../src/model/line';
import { fromHash, toHash } from '../src/model/link';
import { follow, mainLine, withMoves } from '../src/model/record';

const kGames = ['chess', 'shogi', 'go', 'connect4'];

describe('a line of play', () => {
  const line = { start: '', moves: ['4', '4', '5'], at: 3 };

  test('keeps what followed as a variation when another move is played', () => {
    const other = played(stepped(line, -2), '3');
    expect(other).toMatchObject({ start: '', moves: ['4', '3'], at: 2 });
    expect(follow(other.record!, ['4', '4', '5'])).toBeDefined();
    expect(mainLine(other.record!)).toEqual(['4', '4', '5']);
    expect(follow(recordOf(other), ['4', '3'])).toBeDefined();
  });
  test('of a record shows its main line, and of a problem its start', () => {
    const record = { position: 'x', nodes: [{ children: [1, 2] }, { move: 'a' }, { move: 'b' }] };
    expect(lineOf(record)).toMatchObject({ start: 'x', moves: ['a'], at: 1 });
    expect(lineOf(record, true)).toMatchObject({ start: 'x', moves: [], at: 0 });
    expect(withMoves(record, ['b'])).toBe(record);
    expect(withMoves(record, ['b', 'c']).nodes).toHaveLength(4);
    expect(record.nodes).toHaveLength(3);
  });
  test('keeps what followed when the same move is played', () => {
    expect(played(stepped(line, -2), '4')).toEqual({ ...line, at: 2 });
  });
  test('cannot be stepped out of', () => {
    expect(stepped(line, 5).at).toBe(3);
    expect(stepped(line, -5).at).toBe(0);
    expect(shown(stepped(line, -2))).toEqual(['4']);
  });
});

describe('history', () => {
  test('undoes and redoes changes, and a new change forgets what was undone', () => {
    const history = new History(emptyLine());
    history.change(played(history.present, '1'));
    history.change(played(history.present, '2'));
    history.undo();
    expect(history.present.moves).toEqual(['1']);
    history.redo();
    expect(history.present.moves).toEqual(['1', '2']);
    history.undo();
    history.change(played(history.present, '7'));
    expect(history.canRedo).toBe(false);
    history.undo();
    history.undo();
    expect(history.present.moves).toEqual([]);
    expect(history.canUndo).toBe(false);
  });
  test('skips the lines where the engine would move again at once', () => {
    const history = new History(emptyLine());
    const engines = (line: { moves: string[] }) => line.moves.length % 2 === 1; // it plays second
    for (const move of '1234') history.change(played(history.present, move));
    history.undo(engines);
    expect(history.present.moves).toEqual(['1', '2']);
    history.undo(engines);
    expect(history.present.moves).toEqual([]);
    history.redo(engines);
    expect(history.present.moves).toEqual(['1', '2']);
    const first = new History(emptyLine()); // it plays first: its first move stays
    first.change(played(first.present, '4'));
    first.undo((line) => line.moves.length % 2 === 0);
    expect(first.present.moves).toEqual(['4']);
  });
  test('does not take a step for a change', () => {
    const history = new History({ start: '', moves: ['1', '2'], at: 2 });
    history.step(-1);
    expect(history.canUndo).toBe(false);
    expect(history.present.at).toBe(1);
  });
});

describe('a link', () => {
  test.each([
    ['connect4', { start: '', moves: [], at: 0 }],
    ['connect4', { start: '', moves: ['4', '4'], at: 1 }],
    ['chess', { start: 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', moves: ['e1g1'], at: 1 }],
    ['shogi', { start: '', moves: ['7g7f', 'P*5e', '8h2b+'], at: 3 }],
    ['go', { start: '(;GM[1]SZ[9]AB[aa]C[a & b #?])', moves: ['A1', 'pass'], at: 2 }],
  ] as const)('restores %s', (game, line) => {
    expect(fromHash(toHash(game, line as never), kGames)).toEqual({ game, line });
  });
  test('with nonsense in it is none, or is mended', () => {
    expect(fromHash('#halma?moves=1', kGames)).toBeUndefined();
    expect(fromHash('', kGames)).toBeUndefined();
    expect(fromHash('#connect4?moves=4+4&at=99', kGames)?.line.at).toBe(2);
  });
});
