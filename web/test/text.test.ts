import { describe, expect, test } from 'vitest';
import { chessAt, readChess, toPgn, writeLine } from '../src/games/chess';
import { readShogi, shogiAt, toUsi, writeLine as writeShogi } from '../src/games/shogi';
import { examples } from '../src/model/examples';
import { positionText, readable, toFile } from '../src/model/text';

describe('chess', () => {
  test('reads FEN, PGN and moves', () => {
    expect(readChess('8/8/8/8/8/4k3/4p3/4K3 w - - 0 1')).toMatchObject({ moves: [] });
    expect(readChess('1. e4 e5 2. Nf3')?.moves).toEqual(['e2e4', 'e7e5', 'g1f3']);
    expect(readChess('e2e4 e7e5')?.moves).toEqual(['e2e4', 'e7e5']);
    const pgn = '[Event "x"]\n[Result "1-0"]\n\n1. e4 {best} e5 2. Bc4 (2. f4 exf4) Nc6 3. Qh5 Nf6?? 4. Qxf7# 1-0';
    expect(readChess(pgn)?.moves.at(-1)).toBe('h5f7');
    expect(readChess('nonsense')).toBeUndefined();
    expect(readChess('1. e5')).toBeUndefined();
  });
  test('castling goes in and out as the king moves', () => {
    const line = readChess('1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O')!;
    expect(line.moves.at(-1)).toBe('e1g1');
    const at = chessAt('', line.moves)!;
    expect(at.last).toEqual(['e1', 'g1']);
    expect(toPgn(line)).toContain('4. O-O');
    expect(readChess(toPgn(line))?.moves).toEqual(line.moves);
  });
  test('lines are numbered, and end where they are no longer legal', () => {
    expect(writeLine(chessAt('', ['e2e4'])!, ['e7e5', 'g1f3', 'a1a8'])).toEqual(['1… e5', '2. Nf3']);
  });
});

describe('shogi', () => {
  test('reads SFEN and moves', () => {
    expect(readShogi('startpos moves 7g7f 3c3d')?.moves).toEqual(['7g7f', '3c3d']);
    expect(readShogi('7g7f 3c3d')?.moves).toEqual(['7g7f', '3c3d']);
    const tsume = '7kl/7p1/6S2/9/9/9/9/9/9 b R2Gr2b2g3s4n3l17p 1';
    expect(readShogi(tsume)).toEqual({ start: tsume, moves: [], at: 0 });
    expect(readShogi(`sfen ${tsume} moves G*3b`)?.moves).toEqual(['G*3b']);
    expect(readShogi('nonsense')).toBeUndefined();
  });
  test('reads KIF', () => {
    const kif = '手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n';
    expect(readShogi(kif)?.moves).toEqual(['7g7f', '3c3d', '8h2b+']);
  });
  test('reads CSA', () => {
    expect(readShogi('V2.2\nPI\n+\n+7776FU\n-3334FU\n')?.moves).toEqual(['7g7f', '3c3d']);
  });
  test('writes lines and USI', () => {
    expect(writeShogi(shogiAt('', [])!, ['7g7f', '3c3d'])).toEqual(['☗P-76', '☖P-34']);
    expect(toUsi({ start: '', moves: ['7g7f'], at: 0 })).toBe('startpos moves 7g7f\n');
  });
});

test('every example can be shown, and goes round through its text', () => {
  for (const { text } of examples.connect4) expect(readable('connect4', { start: '', moves: [...text], at: 0 })).toBe(true);
  for (const { text } of examples.chess) if (text) expect(readChess(text), text).toBeDefined();
  for (const { text } of examples.shogi) if (text) expect(readShogi(text), text).toBeDefined();
  for (const { text } of examples.go) expect(readable('go', { start: text, moves: [], at: 0 })).toBe(true);
});

test('files hold the line', () => {
  const line = { start: '', moves: ['4', '4'], at: 1 };
  expect(positionText('connect4', line)).toBe('4');
  expect(toFile('connect4', line).text).toBe('44\n');
  const drawn = { start: '......./......./......./......./......./...X...', moves: ['4'], at: 1 };
  expect(positionText('connect4', drawn)).toBe('......./......./......./......./...O.../...X...');
  const go = { start: examples.go[0]!.text, moves: ['B1', 'pass'], at: 0 };
  expect(toFile('go', go).text).toContain(';W[bi];B[]');
});
