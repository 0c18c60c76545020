// What each game has beyond its board: sizes, declarations, certificates; examples that are what they say; an app that
// can be installed.
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, test } from 'node:test';
import { execFileSync } from 'node:child_process';
import { program } from './harness.mjs';
import { scene } from './scene.mjs';

const on = scene();
const post = async (path, body) =>
  (await fetch(`${on.server.address}api/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: 'application/json' }, body: JSON.stringify(body) })).json();

describe('Connect 4', () => {
  test('is played and solved on other boards', async () => {
    await on.show('#connect4');
    await on.choice('Board').selectOption('5×4');
    await on.positionIs('5x4:');
    assert.equal(await on.page.locator('.c4-column').count(), 5);
    await on.verdict('A draw, if both play well.');
    await on.page.waitForFunction(() => document.querySelectorAll('.c4-score').length === 5);
    await on.press('5');
    await on.positionIs('5x4:5');
    await on.page.reload();
    await on.positionIs('5x4:5');
    await on.button('Set up a position').click();
    await on.button('Clear').click();
    await on.page.locator('[data-column="2"]').click();
    await on.button('Done').click();
    await on.positionIs('5x4:...../...../...../.X...');
    await on.button('New game').click();
    await on.positionIs('5x4:');
    await on.choice('Board').selectOption('7×6');
    await on.page.waitForFunction(() => document.querySelectorAll('.c4-column').length === 7);
  });

  test('is answered within seconds on the empty board', async () => {
    await on.show('#connect4');
    await on.button('Empty board').click();
    await on.positionIs('');
    await on.radio('It is Yellow').click();
    const asked = on.page.waitForRequest((request) => request.url().endsWith('api/analyze'));
    await on.press('4');
    assert.equal((await asked).postDataJSON().time, '4s');
    await on.positionIs(/^4\d$/);
  });

  test('says who wins by a column before it knows how soon', async () => {
    const start = '2252576253462244111563365343671351';
    const report = { game: 'connect4', position: start, moves: [{ move: '4', verdict: 'win' }, { move: '3', verdict: 'draw' }], verdict: 'score from +1 to +4', nodes: 1, seconds: 1, proved: false, complete: false };
    await on.page.route('**/api/solve', (route) => route.fulfill({ contentType: 'text/event-stream', body: `event: report\ndata: ${JSON.stringify(report)}\n\nevent: done\ndata: ${JSON.stringify({ ...report, verdict: 'win', best: ['4'], proved: true })}\n\n` }));
    await on.show(`#connect4?moves=${[...start].join('+')}`);
    await on.verdict('Red wins. How soon is not known yet.');
    assert.deepEqual(await on.page.locator('.c4-score').allTextContents(), ['draw', 'win']);
    await on.page.unroute('**/api/solve');
  });

  test('has a guess called a guess', async () => {
    const start = '2252576253462244111563365343671351';
    await on.show(`#connect4?moves=${[...start].join('+')}`);
    const report = { game: 'connect4', position: `${start}4`, best: ['4'], nodes: 1, seconds: 4, proved: false, complete: false };
    await on.page.route('**/api/analyze', (route) => route.fulfill({ contentType: 'text/event-stream', body: `event: done\ndata: ${JSON.stringify(report)}\n\n` }));
    await on.radio('It is Yellow').click();
    await on.press('4');
    await on.page.getByTestId('guess').waitFor();
    await on.positionIs(`${start}44`);
    await on.page.unroute('**/api/analyze');
  });
});

describe('a shogi king that has entered', () => {
  const points28 = '+R+R+B+BK4/GGGGSSSS1/9/9/9/9/9/9/4k4 b - 1';

  test('is declared, and that wins', async () => {
    await on.show(`#shogi?position=${encodeURIComponent(points28)}`);
    await on.button('Declare a win (27 points)').click();
    await on.page.getByTestId('result').filter({ hasText: 'Declaration: Sente wins.' }).waitFor();
  });

  test('is declared by the engine, too, and its line says so', async () => {
    await on.show(`#shogi?position=${encodeURIComponent(points28)}`);
    await on.button('Analyse').click();
    await on.verdict('win by declaration');
    await on.page.locator('.lines .pv').getByText('☗declares').click();
    await on.page.getByTestId('result').filter({ hasText: 'Declaration: Sente wins.' }).waitFor();
  });

  test('cannot be declared with a point too little', async () => {
    await on.show(`#shogi?position=${encodeURIComponent(points28.replace('SSSS1', 'SSS2'))}`);
    await on.positionIs(/SSS2/);
    assert.equal(await on.button('Declare a win (27 points)').count(), 0);
  });
});

test('a certificate is verified, and one that was changed is not', async () => {
  const file = `${tmpdir()}/tesuji-${process.pid}.txt`;
  const packed = `${tmpdir()}/tesuji-${process.pid}.zst`;
  for (const to of [file, packed]) execFileSync(program, ['solve', 'connect4', '2252576253462244111563365343671351', '--certificate', to], { stdio: 'ignore' });
  const verify = async (what = file) => {
    const chooser = on.page.waitForEvent('filechooser');
    await on.button('Verify…').click();
    await (await chooser).setFiles(what);
  };
  const says = (pattern) => on.page.getByTestId('certificate').filter({ hasText: pattern }).waitFor();
  await on.show('#chess');
  await verify();
  await says(/The certificate holds: \d+ states checked\./);
  await says(/Checked by the server, without a search\./);
  await writeFile(file, 'tesuji-certificate 1\ngame connect4\n');
  await verify();
  await says(/^Not proved: /);
  await verify(packed);
  await says(/The certificate holds: \d+ states checked\./);
  await rm(file);
  await rm(packed);
});

test('every example of the solved games is what its name says', async () => {
  const games = await (await fetch(`${on.server.address}api/games`)).json();
  const example = (game, title) => games.find((info) => info.game === game).examples.find((one) => one.title === title).position;
  const solve = (game, title, options) => post('solve', { game, position: example(game, title), options });

  const { moves } = await solve('connect4', 'One column wins', { 'all-moves': true });
  assert.equal(moves.filter(({ score }) => score > 0).length, 1);
  const far = await solve('connect4', 'A long way');
  assert.ok(Number(/\d+/.exec(far.verdict)) >= 8, far.verdict);
  assert.ok(example('connect4', 'Nearly full').length >= 36);
  assert.equal(example('connect4', 'Seven discs: millions of nodes').length, 7);
  assert.equal(example('connect4', 'Empty board'), '');

  assert.ok([...example('othello', 'An endgame')].filter((mark) => mark === '.').length <= 16);
  assert.equal(example('othello', 'An opening').length, 14);

  assert.match((await solve('shogi', 'Mate in five')).verdict, /^mate in 5 plies$/);
  const mateIn = async (mate) => (await post('analyze', { game: 'chess', position: example('chess', 'Mate in three'), mate, nodes: 2_000_000 })).mate;
  assert.equal(await mateIn(3), 3);
  assert.notEqual(await mateIn(2), 2);
  const { records } = await post('read', { game: 'chess', text: example('chess', 'A whole game') });
  const line = [];
  for (let at = records[0].nodes[0].children?.[0]; at !== undefined; at = records[0].nodes[at].children?.[0]) line.push(records[0].nodes[at].move);
  assert.equal((await post('board', { game: 'chess', position: records[0].position ?? '', moves: line })).outcome.reason, 'checkmate');
});

test('the page can be installed as an app', async () => {
  const context = await on.browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(240_000);
  await page.goto(on.server.address);
  await page.locator('html[data-kept]').waitFor();
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A window of a test is not the kind that can install anything; nothing else may be wrong.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), []);
  const { errors, data } = await session.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  for (const { src } of JSON.parse(data).icons) assert.equal((await fetch(new URL(src, on.server.address))).status, 200, src);
  await context.close();
});

test('the table shows the level that it has grown to', async () => {
  await on.show('#chess');
  await on.inside();
  await on.choice('Table').selectOption('16 MiB');
  await on.button('Analyse').click();
  const levels = on.page.getByRole('list', { name: /^Level \d of \d/ });
  await levels.waitFor();
  await on.page.keyboard.press('Escape');
  assert.equal(await levels.getByRole('listitem').count(), 5); // 1, 2, 4, 8 and 16 MiB
  assert.equal(await levels.locator('[aria-current=true]').count(), 1);
});

test('the table says what its figures mean', async () => {
  await on.show('#go');
  await on.inside();
  const terms = await on.page.locator('.meanings dt').allTextContents();
  assert.deepEqual(terms, ['Hit rate', 'Filled', 'Replaced', 'Ages', 'Growth', 'Levels']);
  for (const text of await on.page.locator('.meanings dd').allTextContents()) assert.match(text, /^\w.+\.$/);
});
