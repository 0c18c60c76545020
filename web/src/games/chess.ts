// Chess on the page: rules and notation by chessops.
import { Chess, castlingSide, normalizeMove } from 'chessops/chess';
import { INITIAL_FEN, makeFen, parseFen } from 'chessops/fen';
import { makePgn, parsePgn, startingPosition, defaultGame, ChildNode, type PgnNodeData } from 'chessops/pgn';
import { makeSanAndPlay, makeSan, parseSan } from 'chessops/san';
import { isNormal, type Move } from 'chessops/types';
import { makeUci, parseUci, makeSquare, kingCastlesTo } from 'chessops/util';
import type { Line } from '../model/line';

export const kStart = INITIAL_FEN;

export interface ChessAt {
  pos: Chess;
  last?: [string, string];
}

function setUp(start: string): Chess | undefined {
  return parseFen(start || kStart).unwrap(
    (setup) => Chess.fromSetup(setup).unwrap((pos) => pos, () => undefined),
    () => undefined,
  );
}

// The position after some moves; undefined where the page cannot read it (the engine says why).
export function chessAt(start: string, moves: string[]): ChessAt | undefined {
  const pos = setUp(start);
  if (!pos) return undefined;
  let last: [string, string] | undefined;
  for (const text of moves) {
    const move = parseUci(text);
    if (!move || !pos.isLegal(move)) return undefined;
    last = isNormal(move) ? [makeSquare(move.from), makeSquare(kingTarget(pos, move))] : undefined;
    pos.play(move);
  }
  return { pos, last };
}

// Castling written as king takes rook goes, for the eye, to where the king lands.
function kingTarget(pos: Chess, move: Move): number {
  const side = castlingSide(pos, move);
  return side ? kingCastlesTo(pos.turn, side) : move.to;
}

// As engines write it: castling is the king's two steps.
export function uci(pos: Chess, move: Move): string {
  const normal = normalizeMove(pos, move);
  const side = castlingSide(pos, normal);
  if (side && isNormal(normal)) return makeUci({ from: normal.from, to: kingCastlesTo(pos.turn, side) });
  return makeUci(normal);
}

// A line of engine moves as people write them, numbered: "12. Nf3 d5 13. e3".
export function writeLine(at: ChessAt, moves: string[]): string[] {
  const pos = at.pos.clone();
  const out: string[] = [];
  for (const text of moves) {
    const move = parseUci(text);
    if (!move || !pos.isLegal(move)) break;
    const number = pos.turn === 'white' ? `${pos.fullmoves}. ` : out.length === 0 ? `${pos.fullmoves}… ` : '';
    out.push(number + makeSanAndPlay(pos, move));
  }
  return out;
}

export function writeMove(at: ChessAt, text: string): string {
  const move = parseUci(text);
  return move && at.pos.isLegal(move) ? makeSan(at.pos, move) : text;
}

// A FEN, a PGN, or moves in either notation. Undefined where it is none of these.
export function readChess(text: string): Line | undefined {
  const trimmed = text.trim();
  if (setUp(trimmed)) return { start: trimmed === kStart ? '' : trimmed, moves: [], at: 0 };
  const words = trimmed.split(/\s+/).filter((word) => !/^\d+\.+$/.test(word));
  const plain = readMoves('', words.map((word) => word.replace(/^\d+\.+/, '')));
  if (plain) return plain;
  if (!/^\s*(\[|1\.)/.test(text)) return undefined;
  const game = parsePgn(text)[0];
  if (!game) return undefined;
  const start = startingPosition(game.headers).unwrap((pos) => makeFen(pos.toSetup()), () => undefined);
  if (start === undefined) return undefined;
  const sans = [...game.moves.mainline()].map((node) => node.san);
  return sans.length > 0 || game.headers.has('FEN') ? readMoves(start === kStart ? '' : start, sans) : undefined;
}

function readMoves(start: string, words: string[]): Line | undefined {
  const pos = setUp(start);
  if (!pos || words.length === 0) return undefined;
  const moves: string[] = [];
  for (const word of words) {
    if (/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)) break;
    const move = parseUci(word) ?? parseSan(pos, word);
    if (!move || !pos.isLegal(move)) return undefined;
    moves.push(uci(pos, move));
    pos.play(move);
  }
  return { start, moves, at: moves.length };
}

export function toPgn(line: Line): string {
  const game = defaultGame<PgnNodeData>();
  if (line.start) {
    game.headers.set('FEN', line.start);
    game.headers.set('SetUp', '1');
  }
  const pos = setUp(line.start);
  let node = game.moves as { children: ChildNode<PgnNodeData>[] };
  for (const text of line.moves) {
    const move = parseUci(text);
    if (!pos || !move) break;
    const child = new ChildNode<PgnNodeData>({ san: makeSanAndPlay(pos, move) });
    node.children.push(child);
    node = child;
  }
  return makePgn(game);
}
