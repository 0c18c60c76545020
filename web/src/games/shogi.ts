// Shogi on the page: rules and notation by shogiops.
import { makeBoardSfen, makeHandsSfen, parseSfen, initialSfen } from 'shogiops/sfen';
import { makeJapaneseMoveOrDrop } from 'shogiops/notation/japanese';
import { makeWesternMoveOrDrop } from 'shogiops/notation/western';
import type { MoveOrDrop } from 'shogiops/types';
import { isDrop, parseUsi } from 'shogiops/util';
import type { Shogi } from 'shogiops/variant/shogi';

const kStart = initialSfen('standard');

export interface ShogiAt {
  pos: Shogi;
  last?: MoveOrDrop;
}

// Tsume problems have one king, so the check of the set-up is not the strict one.
function setUp(start: string): Shogi | undefined {
  return parseSfen('standard', start || kStart, false).unwrap((pos) => pos as Shogi, () => undefined);
}

export function shogiAt(start: string, moves: string[]): ShogiAt | undefined {
  const pos = setUp(start);
  if (!pos) return undefined;
  let last: MoveOrDrop | undefined;
  for (const text of moves) {
    const move = parseUsi(text);
    if (!move || !pos.isLegal(move)) return undefined;
    pos.play(move);
    last = move;
  }
  return { pos, last };
}

export const sfenParts = (pos: Shogi) => ({
  board: makeBoardSfen('standard', pos.board),
  hands: makeHandsSfen('standard', pos.hands),
});

export function writeLine(at: ShogiAt, moves: string[], notation: 'western' | 'japanese'): string[] {
  const write = notation === 'japanese' ? makeJapaneseMoveOrDrop : makeWesternMoveOrDrop;
  const pos = at.pos.clone();
  const out: string[] = [];
  for (const text of moves) {
    const move = parseUsi(text);
    if (!move || !pos.isLegal(move)) break;
    out.push(`${pos.turn === 'sente' ? '☗' : '☖'}${write(pos, move, pos.lastMoveOrDrop?.to) ?? text}`);
    pos.play(move);
  }
  return out;
}

// What an arrow for a move starts from: a square, or a piece in hand.
export function arrow(at: ShogiAt, text: string): { orig: string | { color: string; role: string }; dest: string } | undefined {
  const move = parseUsi(text);
  if (!move) return undefined;
  const dest = text.slice(2, 4);
  if (isDrop(move)) return { orig: { color: at.pos.turn, role: move.role }, dest };
  return { orig: text.slice(0, 2), dest };
}
