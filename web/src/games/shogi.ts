// Shogi on the page: rules and notation by shogiops.
import { makeBoardSfen, makeHandsSfen, makeSfen, parseSfen, initialSfen } from 'shogiops/sfen';
import { parseCsaHeader, parseCsaMovesOrDrops } from 'shogiops/notation/csa';
import { makeWesternMoveOrDrop } from 'shogiops/notation/western';
import { parseKifHeader, parseKifMovesOrDrops } from 'shogiops/notation/kif';
import type { MoveOrDrop } from 'shogiops/types';
import { isDrop, makeUsi, parseUsi } from 'shogiops/util';
import type { Shogi } from 'shogiops/variant/shogi';
import type { Line } from '../model/line';

export const kStart = initialSfen('standard');

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

export const fullSfen = (pos: Shogi): string => makeSfen(pos);

export function writeLine(at: ShogiAt, moves: string[]): string[] {
  const pos = at.pos.clone();
  const out: string[] = [];
  for (const text of moves) {
    const move = parseUsi(text);
    if (!move || !pos.isLegal(move)) break;
    out.push(`${pos.turn === 'sente' ? '☗' : '☖'}${makeWesternMoveOrDrop(pos, move) ?? text}`);
    pos.play(move);
  }
  return out;
}

export function writeMove(at: ShogiAt, text: string): string {
  const move = parseUsi(text);
  return (move && makeWesternMoveOrDrop(at.pos, move)) || text;
}

// An SFEN with or without moves (as USI writes it), a KIF or CSA record, or moves alone.
export function readShogi(text: string): Line | undefined {
  const words = text.trim().split(/\s+/);
  if (words[0] === 'position') words.shift();
  if (words[0] === 'startpos' || words[0] === 'sfen') words.shift();
  let start = '';
  if (words[0]?.includes('/')) {
    start = words.splice(0, 3).join(' ');
    if (/^\d+$/.test(words[0] ?? '')) start += ` ${words.shift()}`;
  }
  if (words[0] === 'moves') words.shift();
  return checked(start, words) ?? readKif(text) ?? readCsa(text);
}

function checked(start: string, moves: string[]): Line | undefined {
  if (start === kStart) start = '';
  return shogiAt(start, moves) && { start, moves, at: moves.length };
}

function readKif(text: string): Line | undefined {
  const moves = text.split('\n').flatMap((line) => /^\s*\d+\s+(\S+)/.exec(line)?.[1] ?? []);
  if (moves.length === 0 && !/手合割|持駒/.test(text)) return undefined;
  return parseKifHeader(text).unwrap((pos) => checked(makeSfen(pos), parseKifMovesOrDrops(moves).map(makeUsi)), () => undefined);
}

function readCsa(text: string): Line | undefined {
  const moves = text.split(/[\n,]/).filter((line) => /^[+-]\d{4}[A-Z]{2}/.test(line));
  if (moves.length === 0 && !/^(P1|PI)/m.test(text)) return undefined;
  return parseCsaHeader(text).unwrap((pos) => checked(makeSfen(pos), parseCsaMovesOrDrops(pos, moves).map(makeUsi)), () => undefined);
}

export const toUsi = (line: Line): string =>
  `${line.start ? `sfen ${line.start}` : 'startpos'}${line.moves.length > 0 ? ` moves ${line.moves.join(' ')}` : ''}\n`;

// What an arrow for a move starts from: a square, or a piece in hand.
export function arrow(at: ShogiAt, text: string): { orig: string | { color: string; role: string }; dest: string } | undefined {
  const move = parseUsi(text);
  if (!move) return undefined;
  const dest = text.slice(2, 4);
  if (isDrop(move)) return { orig: { color: at.pos.turn, role: move.role }, dest };
  return { orig: text.slice(0, 2), dest };
}
