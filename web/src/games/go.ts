// A Go problem on the page, read from the engine's notation: the first node of an SGF tree. The engine plays the moves
// and takes the stones; the page only draws and edits.

export type Sign = 0 | 1 | -1; // none, Black, White
export type Vertex = [x: number, y: number]; // from the upper left

export interface Problem {
  width: number;
  height: number;
  signs: Sign[][]; // [y][x]
  target: Vertex[];
  region: Vertex[]; // chosen by hand; empty = found by the solver
  stubs: Vertex[]; // holes in the wall
  player: 1 | -1;
  rest: string; // properties that the page does not draw, as they were: marks, words, the ko point
}

export const opposite = (sign: 1 | -1): 1 | -1 => (sign === 1 ? -1 : 1);
export const colour = (sign: 1 | -1): string => (sign === 1 ? 'Black' : 'White');

export function emptyProblem(width = 9, height = width): Problem {
  const signs = Array.from({ length: height }, () => Array<Sign>(width).fill(0));
  return { width, height, signs, target: [], region: [], stubs: [], player: 1, rest: '' };
}

const letter = (n: number) => String.fromCharCode(97 + n);
const toSgfPoint = ([x, y]: Vertex): string => letter(x) + letter(y);
const fromSgfPoint = (name: string): Vertex => [name.charCodeAt(0) - 97, name.charCodeAt(1) - 97];
const kNames = 'ABCDEFGHJKLMNOPQRST';
export const toName = ([x, y]: Vertex, height: number): string => `${kNames[x]}${height - y}`;

// "C4"; undefined for a pass.
export function fromName(name: string, height: number): Vertex | undefined {
  const found = /^([A-HJ-T])(\d{1,2})$/.exec(name);
  return found ? [kNames.indexOf(found[1]!), height - Number(found[2])] : undefined;
}

// Of a text that the engine wrote.
export function fromSgf(text: string): Problem {
  const properties: Record<string, string[]> = {};
  let rest = '';
  for (const [whole, name, values] of text.matchAll(/([A-Z]+)((?:\[(?:[^\]\\]|\\.)*\])+)/gs)) {
    if (!/^(FF|GM|SZ|AB|AW|PL|MA|SQ|TR)$/.test(name!)) rest += whole;
    else properties[name!] = [...values!.matchAll(/\[([^\]]*)\]/g)].map(([, value]) => value!);
  }
  const [width = 19, height = width] = (properties.SZ?.[0] ?? '19').split(':').map(Number);
  const problem = { ...emptyProblem(width, height), rest };
  const points = (name: string) => (properties[name] ?? []).map(fromSgfPoint);
  for (const [x, y] of points('AB')) problem.signs[y]![x] = 1;
  for (const [x, y] of points('AW')) problem.signs[y]![x] = -1;
  problem.target = points('MA');
  problem.stubs = points('SQ');
  problem.region = points('TR');
  problem.player = properties.PL?.[0] === 'W' ? -1 : 1;
  return problem;
}

// As the engine writes it.
export function toSgf(problem: Problem): string {
  const stones = (sign: Sign) => problem.signs.flatMap((row, y) => row.flatMap((s, x) => (s === sign ? [[x, y] as Vertex] : [])));
  const property = (name: string, points: Vertex[]) => (points.length > 0 ? name + points.map((point) => `[${toSgfPoint(point)}]`).join('') : '');
  const size = problem.width === problem.height ? String(problem.width) : `${problem.width}:${problem.height}`;
  const setup = property('AB', stones(1)) + property('AW', stones(-1));
  const marks = property('MA', problem.target) + property('SQ', problem.stubs) + property('TR', problem.region);
  return `(;FF[4]GM[1]SZ[${size}]${setup}PL[${problem.player === 1 ? 'B' : 'W'}]${marks}${problem.rest})`;
}

// The stones connected to one.
export function block(signs: Sign[][], start: Vertex): Vertex[] {
  const seen = new Set([start.join()]);
  const stones = [start];
  for (const [x, y] of stones) {
    for (const [a, b] of [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]] as Vertex[]) {
      if (signs[b]?.[a] !== signs[start[1]]![start[0]] || seen.has(`${a},${b}`)) continue;
      seen.add(`${a},${b}`);
      stones.push([a, b]);
    }
  }
  return stones;
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
