// Lines of play as text, in and out, for each game. What the page cannot read, the engine is asked about: it knows
// more notations, and says what is wrong.
import { makeFen } from 'chessops/fen';
import type { Backend } from '../engine/backend';
import type { GameName } from '../engine/types';
import { chessAt, kStart as kChessStart, readChess, toPgn } from '../games/chess';
import { draw, place } from '../games/connect4';
import { emptyProblem, fromSgf, playMoves, toSgf, toSgfPoint, fromName } from '../games/go';
import { fullSfen, kStart as kShogiStart, readShogi, shogiAt, toKif } from '../games/shogi';
import { makeSgf } from '../games/sgf';
import { type Line, shown } from './line';

export const startOf: Record<GameName, string> = {
  connect4: '',
  go: toSgf(emptyProblem(9)),
  chess: '',
  shogi: '',
};

// Can the page show it?
export function readable(game: GameName, line: Line): boolean {
  try {
    if (game === 'connect4') return place(line.start, line.moves) !== undefined;
    if (game === 'chess') return chessAt(line.start, line.moves) !== undefined;
    if (game === 'shogi') return shogiAt(line.start, line.moves) !== undefined;
    const { problem } = fromSgf(line.start);
    return playMoves(problem, line.moves).ends === line.moves.length;
  } catch {
    return false;
  }
}

// Does the side that began the game move now? (White at chess, Black at Go, Sente at shogi, Red at Connect 4.)
export function firstToMove(game: GameName, line: Line): boolean {
  if (game === 'connect4') return place(line.start, shown(line))?.toMove === 1;
  if (game === 'chess') return chessAt(line.start, shown(line))?.pos.turn === 'white';
  if (game === 'shogi') return shogiAt(line.start, shown(line))?.pos.turn === 'sente';
  return playMoves(fromSgf(line.start).problem, shown(line)).player === 1;
}

// The shown position in the game's usual notation.
export function positionText(game: GameName, line: Line): string {
  if (game === 'connect4') {
    if (/^[1-7]*$/.test(line.start)) return line.start + shown(line).join('');
    const placed = place(line.start, shown(line));
    return placed ? draw(placed.grid) : line.start;
  }
  if (game === 'chess') {
    const at = chessAt(line.start, shown(line));
    return at ? makeFen(at.pos.toSetup()) : line.start;
  }
  if (game === 'shogi') {
    const at = shogiAt(line.start, shown(line));
    return at ? fullSfen(at.pos) : line.start;
  }
  const { problem } = fromSgf(line.start);
  const played = playMoves(problem, shown(line));
  return toSgf({ ...problem, signs: played.signs, player: played.player });
}

function readLocally(game: GameName, text: string): Line | undefined {
  const trimmed = text.trim();
  if (game === 'connect4') {
    const digits = trimmed.replace(/\s+/g, '');
    if (!/^[1-7]*$/.test(digits)) return undefined;
    return { start: '', moves: [...digits], at: digits.length };
  }
  if (trimmed === '' || trimmed === 'startpos') return { start: startOf[game], moves: [], at: 0 };
  if (game === 'chess') return readChess(text);
  if (game === 'shogi') return readShogi(text);
  if (!trimmed.includes('(;')) return undefined;
  const { problem } = fromSgf(trimmed);
  return { start: toSgf(problem), moves: [], at: 0 };
}

export async function readText(game: GameName, text: string, backend: Backend): Promise<Line> {
  const line = readLocally(game, text);
  if (line) {
    if (backend.name !== 'none') await backend.board(game, line.start, line.moves);
    return line;
  }
  const board = await backend.board(game, text.trim());
  return { start: board.position, moves: [], at: 0 };
}

export interface SavedFile {
  name: string;
  text: string;
}

export function toFile(game: GameName, line: Line): SavedFile {
  if (game === 'chess') return { name: 'game.pgn', text: toPgn(line) };
  if (game === 'shogi') return { name: 'game.kif', text: toKif(line) };
  if (game === 'connect4') return { name: 'game.txt', text: `${positionText(game, { ...line, at: line.moves.length })}\n` };
  const { problem, root } = fromSgf(line.start);
  let player = problem.player;
  let last = root;
  last.children = [];
  for (const move of line.moves) {
    const at = fromName(move, problem.height);
    const node = { properties: { [player === 1 ? 'B' : 'W']: [at ? toSgfPoint(at) : ''] }, children: [] };
    last.children.push(node);
    last = node;
    player = player === 1 ? -1 : 1;
  }
  return { name: 'problem.sgf', text: `${makeSgf(root)}\n` };
}

export const notationName: Record<GameName, string> = {
  connect4: 'Columns played, or a drawn board',
  go: 'SGF, or a drawn board',
  chess: 'FEN, PGN or moves',
  shogi: 'SFEN, KIF, KI2, CSA or moves',
};

export const starts = { chess: kChessStart, shogi: kShogiStart };
