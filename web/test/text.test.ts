import { describe, expect, test } from 'vitest';
import { chessAt, readChess, toPgn, writeLine } from '../src/games/chess';
import { readShogi, shogiAt, toKif, writeLine as writeShogi } from '../src/games/shogi';
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
  const header = '手合割：平手\n先手：A\n後手：B\n手数----指手---------消費時間--\n';
  const kif = `${header}   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)   ( 0:01/00:00:01)\n   3 ２二角成(88)\n   4 同　銀(31)   ( 0:02/00:00:03)\n*a comment\n   5 ４五角打\n`;
  test('reads KIF to the end: recaptures, clocks, comments and drops', () => {
    expect(readShogi(kif)?.moves).toEqual(['7g7f', '3c3d', '8h2b+', '3a2b', 'B*4e']);
    expect(readShogi(kif.replace(/\n/g, '\r\n'))?.moves).toHaveLength(5);
    expect(readShogi(`${kif}   6 投了\nまで5手で先手の勝ち\n`)?.moves).toHaveLength(5);
  });
  test('reads the main line of a KIF with variations', () => {
    expect(readShogi(`${kif}\n変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n`)?.moves).toEqual(['7g7f', '3c3d', '8h2b+', '3a2b', 'B*4e']);
  });
  test('a KIF move that is not possible is named, and the game is not cut', () => {
    expect(() => readShogi(`${header}   1 ７六歩(77)\n   2 ５五歩(33)\n`)).toThrow(/Move 2 .*５五歩/);
  });
  test('reads KI2', () => {
    const ki2 = '手合割：平手\n\n▲７六歩  △３四歩  ▲２二角成  △同　銀\n▲４五角 △５二金右 ▲３四角\nまで7手で先手の勝ち\n';
    expect(readShogi(ki2)?.moves).toEqual(['7g7f', '3c3d', '8h2b+', '3a2b', 'B*4e', '6a5b', '4e3d']);
    expect(() => readShogi('▲７六歩 △７六歩')).toThrow(/Move 2/);
  });
  test('reads CSA', () => {
    expect(readShogi('V2.2\nPI\n+\n+7776FU\n-3334FU\n')?.moves).toEqual(['7g7f', '3c3d']);
  });
  test('writes lines and KIF', () => {
    expect(writeShogi(shogiAt('', [])!, ['7g7f', '3c3d'])).toEqual(['☗P-76', '☖P-34']);
    const line = { start: '', moves: ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*4e'], at: 0 };
    expect(toKif(line)).toMatch(/^手合割：平手\n[^]*3 ２二角成\(88\)\n +4 同　銀\(31\)\n +5 ４五角打\n$/);
    expect(readShogi(toKif(line))?.moves).toEqual(line.moves);
    const tsume = { start: '7kl/7p1/6S2/9/9/9/9/9/9 b R2Gr2b2g3s4n3l17p 1', moves: ['G*3b'], at: 0 };
    expect(readShogi(toKif(tsume))).toEqual({ ...tsume, at: 1 });
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
