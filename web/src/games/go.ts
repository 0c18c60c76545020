// A Go problem on the page: stones, target, region, who moves; captures when moves are played on it.
import { makeSgf, parseSgf, SgfError, type SgfNode } from './sgf';

export type Sign = 0 | 1 | -1; // none, Black, White
export type Vertex = [x: number, y: number]; // from the upper left

export interface Problem {
  width: number;
  height: number;
  signs: Sign[][]; // [y][x]
  target: Vertex[];
  region: Vertex[]; // chosen by hand; empty = found by the solver
  stubs: Vertex[];
  player: 1 | -1;
}

export const opposite = (sign: 1 | -1): 1 | -1 => (sign === 1 ? -1 : 1);
export const colour = (sign: 1 | -1): string => (sign === 1 ? 'Black' : 'White');

export function emptyProblem(width = 9, height = width): Problem {
  const signs = Array.from({ length: height }, () => Array<Sign>(width).fill(0));
  return { width, height, signs, target: [], region: [], stubs: [], player: 1 };
}

const letter = (n: number) => String.fromCharCode(97 + n);
export const toSgfPoint = ([x, y]: Vertex): string => letter(x) + letter(y);
const kNames = 'ABCDEFGHJKLMNOPQRST';
export const toName = ([x, y]: Vertex, height: number): string => `${kNames[x]}${height - y}`;

// "C4" as people write it, or "cp" as SGF does; undefined for a pass.
export function fromName(name: string, height: number): Vertex | undefined {
  const human = /^([A-HJ-T])(\d{1,2})$/i.exec(name);
  if (human) return [kNames.indexOf(human[1]!.toUpperCase()), height - Number(human[2])];
  if (/^[a-s]{2}$/.test(name)) return [name.charCodeAt(0) - 97, name.charCodeAt(1) - 97];
  return undefined;
}

function points(values: string[] | undefined, { width, height }: Problem): Vertex[] {
  const out: Vertex[] = [];
  for (const value of values ?? []) {
    const [from, to = from] = value.split(':').map((text) => fromName(text, height));
    if (!from || !to) throw new SgfError(`The SGF has a point "${value}" that is none.`);
    for (let y = from[1]; y <= to[1]; ++y) for (let x = from[0]; x <= to[0]; ++x) out.push([x, y]);
  }
  const outside = out.find(([x, y]) => x >= width || y >= height);
  if (outside) throw new SgfError(`The point ${toSgfPoint(outside)} is off a board of ${width}x${height}.`);
  return out;
}

export function fromSgf(text: string): { problem: Problem; root: SgfNode } {
  const root = parseSgf(text);
  const p = root.properties;
  const [width = 0, height = width] = (p.SZ?.[0] ?? '19').split(':').map(Number);
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= 19)) {
    throw new SgfError(`The board size "${p.SZ?.[0]}" is not possible: a side has 1 to 19 lines ("9", or "9:5").`);
  }
  const problem = emptyProblem(width, height);
  for (const [x, y] of points(p.AB, problem)) problem.signs[y]![x] = 1;
  for (const [x, y] of points(p.AW, problem)) problem.signs[y]![x] = -1;
  problem.target = points(p.MA, problem);
  problem.stubs = points(p.SQ, problem);
  problem.region = points(p.TR, problem);
  const first = root.children[0]?.properties;
  problem.player = p.PL?.[0]?.toUpperCase().startsWith('W') || (!p.PL && first?.W) ? -1 : 1;
  return { problem, root };
}

export function toSgf(problem: Problem): string {
  const stones = (sign: Sign) =>
    problem.signs.flatMap((row, y) => row.flatMap((s, x) => (s === sign ? [toSgfPoint([x, y])] : [])));
  return makeSgf({
    properties: {
      GM: ['1'],
      FF: ['4'],
      SZ: [problem.width === problem.height ? String(problem.width) : `${problem.width}:${problem.height}`],
      AB: stones(1),
      AW: stones(-1),
      PL: [problem.player === 1 ? 'B' : 'W'],
      MA: problem.target.map(toSgfPoint),
      SQ: problem.stubs.map(toSgfPoint),
      TR: problem.region.map(toSgfPoint),
    },
    children: [],
  });
}

function neighbours([x, y]: Vertex, signs: Sign[][]): Vertex[] {
  return ([[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]] as Vertex[]).filter(([a, b]) => signs[b]?.[a] !== undefined);
}

// The stones connected to one, and whether they have a liberty.
export function block(signs: Sign[][], start: Vertex): { stones: Vertex[]; alive: boolean } {
  const sign = signs[start[1]]![start[0]];
  const seen = new Set([start.join()]);
  const stones = [start];
  let alive = false;
  for (const at of stones) {
    for (const next of neighbours(at, signs)) {
      const other = signs[next[1]]![next[0]];
      if (other === 0) alive = true;
      if (other !== sign || seen.has(next.join())) continue;
      seen.add(next.join());
      stones.push(next);
    }
  }
  return { stones, alive };
}

// The stones after a move; undefined where the point is taken or the move is suicide. Ko is the solver's to judge.
export function afterMove(signs: Sign[][], at: Vertex, sign: 1 | -1): Sign[][] | undefined {
  if (signs[at[1]]?.[at[0]] !== 0) return undefined;
  const next = signs.map((row) => [...row]);
  next[at[1]]![at[0]] = sign;
  for (const [x, y] of neighbours(at, signs)) {
    if (next[y]![x] !== -sign) continue;
    const { stones, alive } = block(next, [x, y]);
    if (!alive) for (const [a, b] of stones) next[b]![a] = 0;
  }
  return block(next, at).alive ? next : undefined;
}

export interface Played {
  signs: Sign[][];
  player: 1 | -1;
  last?: Vertex;
  ends: number; // how many of the moves could be played
}

export function playMoves(problem: Problem, moves: string[]): Played {
  let signs = problem.signs;
  let player = problem.player;
  let last: Vertex | undefined;
  let ends = 0;
  for (const move of moves) {
    const at = fromName(move, problem.height);
    const next = at ? afterMove(signs, at, player) : signs;
    if (!next) break;
    signs = next;
    last = at;
    player = opposite(player);
    ++ends;
  }
  return { signs, player, last, ends };
}

// The part of the board worth showing: what has stones on it and a margin, at least 7 points wide.
export function window(problem: Problem): { x: [number, number]; y: [number, number] } {
  const { width, height, signs, target, region } = problem;
  const whole: { x: [number, number]; y: [number, number] } = { x: [0, width - 1], y: [0, height - 1] };
  if (width <= 9 && height <= 9) return whole;
  const marked: Vertex[] = [...target, ...region];
  signs.forEach((row, y) => row.forEach((s, x) => s && marked.push([x, y])));
  if (marked.length === 0) return whole;
  const range = (values: number[], size: number): [number, number] => {
    const low = Math.max(0, Math.min(...values) - 2);
    const high = Math.min(size - 1, Math.max(...values) + 2);
    // An edge that is near is shown: it matters more than any empty point.
    const from = low <= 2 ? 0 : low;
    const to = high >= size - 3 ? size - 1 : high;
    const missing = Math.max(0, 8 - (to - from));
    return from === 0 ? [0, Math.min(size - 1, to + missing)] : [Math.max(0, from - missing), to];
  };
  return { x: range(marked.map(([x]) => x), width), y: range(marked.map(([, y]) => y), height) };
}
