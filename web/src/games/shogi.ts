// Shogi on the page: rules and notation by shogiops.
import { makeBoardSfen, makeHandsSfen, parseSfen, initialSfen } from 'shogiops/sfen';
import { makeJapaneseMoveOrDrop } from 'shogiops/notation/japanese';
import { makeWesternMoveOrDrop } from 'shogiops/notation/western';
import type { MoveOrDrop } from 'shogiops/types';
import { isDrop, parseUsi, squareRank } from 'shogiops/util';
import type { Shogi } from 'shogiops/variant/shogi';
import { t } from '../model/language';

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
    if (text === kDeclaration) return [...out, `${pos.turn === 'sente' ? '☗' : '☖'}${t('declares')}`];
    const move = parseUsi(text);
    if (!move || !pos.isLegal(move)) break;
    out.push(`${pos.turn === 'sente' ? '☗' : '☖'}${write(pos, move, pos.lastMoveOrDrop?.to) ?? text}`);
    pos.play(move);
  }
  return out;
}

// The declaration of an entered king, as engines write it; the board stays as it is.
export const kDeclaration = 'win';

// May the side to move declare (27 points)? Its king and ten more of its pieces stand in the enemy camp, it is not in
// check, and these pieces and those in hand are worth 28 points for Sente, 27 for Gote: 5 for a rook or bishop, 1 for
// any other. The engine has the last word.
export function mayDeclare({ pos }: ShogiAt): boolean {
  const side = pos.turn;
  const king = pos.kingsOf(side).first();
  const camp = side === 'sente' ? [0, 1, 2] : [6, 7, 8];
  const inCamp = (square: number) => camp.includes(squareRank(square));
  if (king === undefined || !inCamp(king) || pos.isCheck(side)) return false;
  const worth = (role: string) => (/^(rook|bishop|dragon|horse)$/.test(role) ? 5 : 1);
  const entered = [...pos.board.color(side)].filter((square) => square !== king && inCamp(square));
  const onBoard = entered.reduce((sum, square) => sum + worth(pos.board.getRole(square)!), 0);
  const inHand = [...pos.hands.color(side)].reduce((sum, [role, count]) => sum + count * worth(role), 0);
  return entered.length >= 10 && onBoard + inHand >= (side === 'sente' ? 28 : 27);
}

// What an arrow for a move starts from: a square, or a piece in hand.
export function arrow(at: ShogiAt, text: string): { orig: string | { color: string; role: string }; dest: string } | undefined {
  const move = parseUsi(text);
  if (!move) return undefined;
  const dest = text.slice(2, 4);
  if (isDrop(move)) return { orig: { color: at.pos.turn, role: move.role }, dest };
  return { orig: text.slice(0, 2), dest };
}
