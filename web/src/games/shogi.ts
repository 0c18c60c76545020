// Shogi on the page: rules and notation by shogiops.
import { makeBoardSfen, makeHandsSfen, makeSfen, parseSfen, initialSfen } from 'shogiops/sfen';
import { parseCsaHeader, parseCsaMovesOrDrops } from 'shogiops/notation/csa';
import { makeWesternMoveOrDrop } from 'shogiops/notation/western';
import { makeJapaneseMoveOrDrop } from 'shogiops/notation/japanese';
import { makeKifHeader, makeKifMoveOrDrop, parseKifHeader, parseKifMoveOrDrop } from 'shogiops/notation/kif';
import type { MoveOrDrop } from 'shogiops/types';
import { isDrop, makeUsi, parsePieceName, parseUsi } from 'shogiops/util';
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

// An SFEN with or without moves (as USI writes it), a KIF, KI2 or CSA record, or moves alone. Undefined for anything
// else; a record with a move that cannot be read throws, and says which: half a game is worse than none.
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
  return checked(start, words) ?? readCsa(text) ?? readJapanese(text);
}

function checked(start: string, moves: string[]): Line | undefined {
  if (start === kStart) start = '';
  return shogiAt(start, moves) && { start, moves, at: moves.length };
}

const kEnds = /^(投了|中断|千日手|持将棋|詰み?|切れ負け|反則勝ち|反則負け|入玉勝ち|不戦敗|不戦勝|封じ手)/;
const kKifMove = /^\s*(\d+)[\s　]+(.*)$/;
const kKi2Side = /[▲△▼▽☗☖]/;

// KIF has a numbered move on each line, KI2 has several behind ▲ and △. The main line ends where the first variation
// (変化) begins.
function readJapanese(text: string): Line | undefined {
  const all = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const variation = all.findIndex((line) => /^\s*変化[:：]/.test(line));
  const lines = (variation < 0 ? all : all.slice(0, variation)).filter((line) => !/^\s*[*#&]/.test(line));
  const numbered = lines.flatMap((line) => kKifMove.exec(line)?.[2] ?? []);
  const sided = numbered.length > 0 ? [] : lines.filter((line) => new RegExp(`^\\s*${kKi2Side.source}`).test(line)).flatMap((line) => line.split(kKi2Side).slice(1));
  if (numbered.length + sided.length === 0 && !/手合割|持駒/.test(text)) return undefined;
  const header = lines.filter((line) => !kKifMove.test(line) && !kKi2Side.test(line)).join('\n');
  const pos = parseKifHeader(header).unwrap((found) => found as Shogi, () => undefined);
  if (!pos) throw new Error('The record starts from a position that cannot be read.');
  const start = makeSfen(pos);
  const moves: string[] = [];
  for (const [index, entry] of [...numbered, ...sided].entries()) {
    const word = ki2(entry.replace(/\(\s*\d+:.*$/, ''));
    if (kEnds.test(word)) break;
    const move = numbered.length > 0 ? parseKifMoveOrDrop(word, pos.lastMoveOrDrop?.to) : findKi2(pos, word);
    if (!move || !pos.isLegal(move)) throw new Error(`Move ${index + 1} of the record, "${entry.trim()}", is not possible there.`);
    moves.push(makeUsi(move));
    pos.play(move);
  }
  return checked(start, moves);
}

const ki2 = (text: string) => text.replace(/[\s　]/g, '').replace('竜', '龍').replace('王', '玉').replace('仝', '同').replace('生', '不成');

// KI2 names where a piece goes, and where it comes from only if two could go there: whatever is written alike is meant.
function findKi2(pos: Shogi, word: string): MoveOrDrop | undefined {
  const wanted = ki2(word);
  const bare = (text: string) => text.replace(/[右左上直寄引打]/g, '');
  const legal = legalMoves(pos).map((move) => [move, ki2(makeJapaneseMoveOrDrop(pos, move) ?? '')] as const);
  const same = legal.find(([, text]) => text === wanted);
  if (same) return same[0];
  // Some write more than they have to: "５八金右" where one gold can go, or no 不成.
  const near = legal.filter(([, text]) => bare(text) === bare(wanted) || text === `${wanted}不成`);
  return near.length === 1 ? near[0]![0] : undefined;
}

function legalMoves(pos: Shogi): MoveOrDrop[] {
  const out: MoveOrDrop[] = [];
  for (const [from, dests] of pos.allMoveDests()) {
    for (const to of dests) {
      for (const promotion of [false, true]) if (pos.isLegal({ from, to, promotion })) out.push({ from, to, promotion });
    }
  }
  for (const [piece, dests] of pos.allDropDests()) {
    const role = parsePieceName(piece).role;
    for (const to of dests) out.push({ role, to });
  }
  return out;
}

function readCsa(text: string): Line | undefined {
  const moves = text.split(/[\n,]/).filter((line) => /^[+-]\d{4}[A-Z]{2}/.test(line));
  if (moves.length === 0 && !/^(P1|PI)/m.test(text)) return undefined;
  return parseCsaHeader(text).unwrap((pos) => checked(makeSfen(pos), parseCsaMovesOrDrops(pos, moves).map(makeUsi)), () => undefined);
}

// A KIF record, which every Japanese program reads.
export function toKif(line: Line): string {
  const pos = setUp(line.start)!;
  const lines = [makeKifHeader(pos), '手数----指手---------消費時間--'];
  for (const [index, text] of line.moves.entries()) {
    const move = parseUsi(text)!;
    lines.push(`${String(index + 1).padStart(4)} ${makeKifMoveOrDrop(pos, move)}`);
    pos.play(move);
  }
  if (pos.isCheckmate()) lines.push(`${String(line.moves.length + 1).padStart(4)} 詰み`);
  return `${lines.join('\n')}\n`;
}

// What an arrow for a move starts from: a square, or a piece in hand.
export function arrow(at: ShogiAt, text: string): { orig: string | { color: string; role: string }; dest: string } | undefined {
  const move = parseUsi(text);
  if (!move) return undefined;
  const dest = text.slice(2, 4);
  if (isDrop(move)) return { orig: { color: at.pos.turn, role: move.role }, dest };
  return { orig: text.slice(0, 2), dest };
}
