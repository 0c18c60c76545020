// The engines as WebAssembly say what the native program says: the same node signatures, the same answers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const program = process.env.TESUJI ?? '../build/dev/src/app/tesuji';
const native = (...words) => JSON.parse(execFileSync(program, [...words, '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));

// What emscripten writes for node expects CommonJS around it.
globalThis.require = createRequire(import.meta.url);
globalThis.__dirname = new URL('.', import.meta.url).pathname;
const folder = new URL('../../build/page/wasm/', import.meta.url);
const { default: create } = await import(new URL('tesuji-wasm.js', folder));
const heard = [];
const engines = await create({ wasmBinary: await readFile(new URL('tesuji-wasm.wasm', folder)), hear: (json) => heard.push(JSON.parse(json)) });
const call = (name, ...texts) => JSON.parse(engines.ccall(`tesuji_${name}`, 'string', texts.map(() => 'string'), texts));
const search = (task, request) => call('search', task, JSON.stringify(request));

const kCorner = '(;GM[1]FF[4]SZ[9]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei]PL[W]MA[ag])';

test('all games are in the module', () => {
  assert.deepEqual(call('games').map((info) => info.game), ['chess', 'connect4', 'go', 'othello', 'shogi']);
});

for (const game of ['chess', 'shogi', 'connect4', 'go', 'othello']) {
  test(`${game} has the native node signature`, () => {
    // Tables of the same size: Connect 4's search meets the table's replacements.
    assert.equal(search('bench', { game, hash: '64M' }).nodes, native('bench', game, '--hash', '64M').nodes);
  });
}

test('a Connect 4 position has the same score in every column', () => {
  const position = '323441146172552';
  const scores = (report) => report.moves.map(({ move, score, verdict }) => [move, score, verdict]).sort();
  const here = search('solve', { game: 'connect4', position, options: { 'all-moves': true } });
  assert.equal(here.verdict, 'win in 13');
  assert.deepEqual(scores(here), scores(native('solve', 'connect4', position, '--all-moves')));
});

test('a tsumego has the same verdict and the same move', () => {
  const position = kCorner;
  const here = search('solve', { game: 'go', position });
  const there = native('solve', 'go', position);
  assert.equal(here.verdict, there.verdict);
  assert.deepEqual(here.best, there.best);
  assert.equal(here.nodes, there.nodes);
});

test('a shogi mate is the same', () => {
  const position = '7kl/7p1/6S2/9/9/9/9/9/9 b R2Gr2b2g3s4n3l17p 1';
  const here = search('solve', { game: 'shogi', position });
  assert.equal(here.mate, 3);
  assert.deepEqual(here.pv, native('solve', 'shogi', position).pv);
});

test('reports come while it searches', () => {
  heard.length = 0;
  const last = search('analyze', { game: 'chess', depth: 6 });
  assert.ok(heard.length >= 3);
  assert.equal(last.depth, 6);
});

test('errors are sentences', () => {
  assert.match(call('board', JSON.stringify({ game: 'chess', position: 'x' })).error, /\w+ \w+ \w+/);
  assert.match(call('board', '{').error, /no JSON/);
  assert.match(call('board', JSON.stringify({ game: 'halma' })).error, /halma/);
});

test('a table that is too large is refused in a sentence, and the next search goes on', () => {
  for (const hash of ['2G', '8G', '1T']) {
    assert.match(search('analyze', { game: 'chess', depth: 1, hash }).error, /at most 1 GiB/);
  }
  // Two tables of the largest size stand side by side. For a third, those of the other games go. (A part of
  // each is kept for mates.)
  for (const game of ['chess', 'shogi', 'othello']) assert.ok(search('analyze', { game, depth: 1, hash: '1G' }).table.bytes > 2 ** 29, game);
  assert.equal(search('analyze', { game: 'chess', depth: 3, hash: '16M' }).depth, 3);
});
