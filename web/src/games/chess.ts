// Chess on the page: rules and notation by chessops.
import { Chess, castlingSide, normalizeMove } from 'chessops/chess';
import { INITIAL_FEN, parseFen } from 'chessops/fen';
import { makeSanAndPlay } from 'chessops/san';
import { isNormal, type Move } from 'chessops/types';
import { makeUci, parseUci, makeSquare, kingCastlesTo } from 'chessops/util';

const kStart = INITIAL_FEN;

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
