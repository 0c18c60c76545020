// What a visitor does first, in a real browser against the real engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scene } from './scene.mjs';

const on = scene({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });

test('every game that has a board is offered', async () => {
  const games = await (await fetch(`${on.server.address}api/games`)).json();
  assert.deepEqual(games.map((info) => info.game).sort(), ['chess', 'connect4', 'go', 'othello', 'shogi']);
  await on.show('');
  assert.equal(await on.page.getByRole('navigation', { name: 'Games' }).getByRole('button').count(), games.length);
});

test('the first view is a tsumego, and one click solves it', async () => {
  await on.show('');
  assert.equal(await on.page.locator('.mosaic').count(), 0, 'the table is closed at first');
  await on.inside();
  await on.button('Solve').click();
  await on.verdict(/dead|dies|kill|captured/i);
  await on.page.locator('.chip.good').first().waitFor();
  assert.ok((await on.page.locator('.shudan-paint_1').count()) > 3, 'the region is drawn');
  await on.page.getByText(/[1-9][\d.]*k? probes, /).waitFor();
});

test('every Connect 4 column has its score', async () => {
  await on.show(`#connect4?moves=${[...'323441146172552'].join('+')}`);
  await on.page.waitForFunction(() => document.querySelectorAll('.c4-score').length === 7);
  const labels = await on.page.locator('.c4-column').evaluateAll((all) => all.map((g) => g.getAttribute('aria-label')));
  for (const label of labels) assert.match(label, /^Column \d, (win in \d+|loss in \d+|draw|full)/);
  assert.equal(labels[1], 'Column 2, win in 13');
  assert.equal(labels[2], 'Column 3, draw');
  await on.verdict(/Yellow wins, with disc 13/);
});

test('the table is looked into while Connect 4 is solved', async () => {
  await on.show('#connect4?moves=4+4+4+4+4');
  await on.inside();
  await on.button('Solve this position').click();
  const inside = on.page.getByRole('region', { name: 'Inside the table' });
  await inside.getByText(/[1-9][\d.]*[kM]? probes, [1-9][\d.]*[kM]? hits, [1-9][\d.]*[kM]? stores/).waitFor();
  for (const name of ['Nodes per second', 'Hit rate', 'Filled']) {
    await on.page.waitForFunction(
      (label) => [...document.querySelectorAll('.table-panel .chart')].some((chart) => chart.textContent.includes(label) && Number.parseFloat(chart.querySelector('strong').textContent) > 0),
      name,
    );
  }
  await on.page.keyboard.press('Escape');
  await on.idle();
});

test('perfect play answers a disc', async () => {
  await on.show(`#connect4?moves=${[...'2252576253462244111563365343671351'].join('+')}`);
  await on.radio('It is Yellow').click();
  await on.press('4');
  await on.positionIs(/^2252576253462244111563365343671351\d\d$/);
});

test('discs are played by click and key, undone, redone, and kept in the link', async () => {
  await on.show('#connect4?moves=1+2+1+2+1+2+3+4+5+6');
  await on.page.locator('[data-column="7"]').click();
  await on.positionIs('12121234567');
  await on.press('7');
  await on.positionIs('121212345677');
  await on.button('Undo').click();
  await on.positionIs('12121234567');
  await on.page.keyboard.press('Control+Shift+Z');
  await on.positionIs('121212345677');
  await on.page.keyboard.press('Control+z');
  await on.positionIs('12121234567');
  await on.button('Redo').click();
  await on.positionIs('121212345677');
  await on.button('Back').click();
  await on.positionIs('12121234567');
  await on.page.reload();
  await on.positionIs('12121234567');
  await on.button('Forward').click();
  await on.positionIs('121212345677');
});

test('a copied link restores game, position and place in the line', async () => {
  await on.show('#chess');
  await on.type('1. e4 e5 2. Nf3');
  await on.at('3 of 3');
  await on.button('Back').click();
  await on.at('2 of 3');
  await on.button('Copy link').click();
  await on.button('Copied').waitFor();
  const link = await on.page.evaluate(() => navigator.clipboard.readText());
  await on.show('#go');
  await on.page.goto(link);
  await on.at('2 of 3');
  await on.positionIs(/^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/8\/PPPP1PPP\/RNBQKBNR w /);
});

for (const [game, start, text] of [
  ['chess', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', /\d+\. /],
  ['shogi', 'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1', /[☗☖]/],
]) {
  test(`${game} is analysed and stopped`, async () => {
    await on.show(`#${game}?position=${encodeURIComponent(start)}`);
    await on.inside();
    await on.choice('Time').selectOption('no limit');
    await on.button('Analyse').click();
    await on.page.waitForFunction(() => document.querySelectorAll('.lines .score').length >= 2);
    assert.match(await on.page.locator('.lines .pv').first().textContent(), text);
    assert.match(await on.page.locator('.lines .score').first().textContent(), /[+−#]/);
    assert.notEqual(await on.page.getByRole('meter', { name: 'Evaluation' }).getAttribute('aria-valuetext'), 'not known');
    await on.page.waitForFunction(() => Number.parseFloat(document.querySelector('.table-panel .chart strong').textContent) > 0);
    assert.ok((await on.page.locator(game === 'chess' ? '.cg-shapes line' : '.sg-shapes line').count()) >= 2, 'the best moves are arrows');
    await on.page.keyboard.press('Escape');
    await on.button('Analyse').waitFor();
    await on.idle();
  });
}

for (const [what, hash, start] of [
  ['a tsumego', '#go?position=(;GM[1]FF[4]SZ[9]AB[cc][cd][dc][ec][fd]AW[aa][ab][ac][ad][ae][af][bf][cf][df][ef][ff][gf][hf][ha][hb][hc][hd][he]PL[W]MA[cc])', 'Solve'],
  ['a shogi mate', '#shogi?position=4k4/9/4p4/9/9/9/9/9/4K4 b RB2S4N4L17Prb4g2s 1', 'Find a mate'],
  ['a chess mate', '#chess', 'Find a mate'],
]) {
  test(`${what} that takes long shows how far it is, and is stopped`, async () => {
    await on.show(encodeURI(hash));
    await on.button(start).click();
    await on.page.getByRole('status').filter({ hasText: /[1-9][\d.]*[kM]? nodes · \d+\.\d s/ }).first().waitFor();
    assert.equal((await on.health()).searching, 1);
    await on.button('Stop').click();
    await on.idle();
  });
}

test('a mate is found, in shogi and in chess', async () => {
  await on.show('#shogi');
  await on.button('Mate in five').click();
  await on.positionIs(/^7kl/);
  await on.button('Find a mate').click();
  await on.verdict(/mate in 5 plies/i);
  assert.match(await on.page.locator('.lines .pv').first().textContent(), /☗G\*32/);
  await on.button('Start').click();
  await on.positionIs(/^lnsgkgsnl/);
  await on.button('Find a mate').click();
  await on.verdict(/no mate/i);
  await on.show('#chess');
  await on.button('Mate in three').click();
  await on.positionIs(/3KP3/);
  await on.button('Find a mate').click();
  await on.verdict(/mate in 3/i);
});

test('a bad position is explained in every game, and the board stays', async () => {
  for (const [hash, text, message] of [
    ['#chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1', /\w+ \w+ \w+/],
    ['#shogi', 'lnsgkgsnl/9/ppppppppp/9/9/9 b - 1', /\w+ \w+ \w+/],
    ['#go', '(;GM[1]SZ[9]AB[aa', /closing/],
    ['#connect4', '4444444', /\w+ \w+ \w+/],
  ]) {
    await on.show(hash);
    const before = await on.field().inputValue();
    await on.type(text);
    await on.alert(message);
    await on.page.reload();
    await on.positionIs(before);
  }
});

test('a game is stepped through with the keys, flipped, and evaluated as a graph', async () => {
  await on.show('#chess');
  await on.button('A whole game').click();
  await on.at('33 of 33');
  await on.page.keyboard.press('Home');
  await on.at('0 of 33');
  await on.page.keyboard.press('ArrowRight');
  await on.at('1 of 33');
  await on.positionIs(/4P3/);
  await on.page.keyboard.press('End');
  await on.at('33 of 33');
  await on.page.keyboard.press('f');
  await on.page.locator('.cg-wrap.orientation-black').waitFor();
  await on.page.keyboard.press('f');
  await on.page.locator('.cg-wrap.orientation-white').waitFor();

  await on.type('1. e4 e5 2. Qh5 Ke7 3. Qxe5#');
  await on.at('5 of 5');
  await on.button('Report on the game').click();
  const graph = on.page.getByRole('img', { name: 'Evaluation over the game: 6 of 6 positions' });
  await graph.waitFor();
  const box = await graph.boundingBox();
  await on.page.mouse.click(box.x + box.width * 0.41, box.y + box.height / 2);
  await on.at('2 of 5');
});

test('the evaluation of a game is stopped half-way', async () => {
  await on.show('#chess');
  await on.button('A whole game').click();
  await on.at('33 of 33');
  await on.button('Report on the game').click();
  const graph = on.page.getByRole('img', { name: /Evaluation over the game: [1-9]\d* of 34 positions/ });
  await graph.waitFor();
  await on.button('Stop').click();
  await on.button('Report on the game').waitFor();
  await on.idle();
  assert.doesNotMatch(await graph.getAttribute('aria-label'), /34 of 34/);
});

test('every board is flipped', async () => {
  const first = (selector) => on.page.locator(selector).first().boundingBox();
  for (const [game, here] of [['connect4', '[data-column="1"]'], ['othello', '[data-square="a1"]'], ['go', '.shudan-sign_-1'], ['shogi', 'sg-board piece.king.sente']]) {
    await on.show(`#${game}`);
    const before = await first(here);
    await on.button('Flip').click();
    await on.page.waitForFunction(
      ([selector, x, y]) => {
        const box = document.querySelector(selector).getBoundingClientRect();
        return Math.abs(box.x - x) + Math.abs(box.y - y) > 50;
      },
      [here, before.x, before.y],
    );
  }
});

test('a record of several lines is pasted', async () => {
  await on.show('#chess');
  await on.paste('[Event "x"]\n[Result "*"]\n\n1. d4 d5\n2. c4 *\n');
  await on.at('3 of 3');
});

test('it plays the other side at the level that is set', async () => {
  const games = await (await fetch(`${on.server.address}api/games`)).json();
  for (const [game, side, move] of [['chess', 'It is Black', 'e2e4'], ['shogi', 'It is Gote', '7g7f']]) {
    await on.show(`#${game}`);
    const { min } = games.find((info) => info.game === game).options.find(({ name }) => name === 'elo');
    await on.choice('Level').selectOption(`Beginner, about ${min} Elo`); // the engine names the figure
    const asked = on.page.waitForRequest((request) => request.url().endsWith('api/analyze'));
    await on.radio(side).click();
    await on.type(move);
    await on.at('2 of 2');
    assert.deepEqual((await asked).postDataJSON().options, { 'limit-strength': true, elo: min });
  }
});

test('colours follow the system, or what was chosen', async () => {
  const shown = (theme) =>
    on.page.waitForFunction(
      (dark) => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)[0]) < 80 === dark,
      theme === 'dark',
    );
  await on.show('');
  await on.page.emulateMedia({ colorScheme: 'light' });
  await shown('light');
  await on.page.emulateMedia({ colorScheme: 'dark' });
  await shown('dark');
  await on.button('Colours: auto').click();
  await on.button('Colours: light').waitFor();
  await shown('light');
  await on.page.emulateMedia({ colorScheme: 'light' });
  await on.button('Colours: light').click();
  await on.page.reload(); // the choice is kept
  await on.button('Colours: dark').waitFor();
  await shown('dark');
  await on.button('Colours: dark').click();
});

test('everything that can be pressed has a name, and nothing runs over on a phone', async () => {
  await on.page.setViewportSize({ width: 390, height: 800 });
  for (const game of ['connect4', 'go', 'othello', 'chess', 'shogi']) {
    await on.show(`#${game}`);
    if (game !== 'go') await on.button('Set up a position').click();
    const wide = await on.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${game} is ${wide} wide`);
    const nameless = await on.page.evaluate(() =>
      [...document.querySelectorAll('button, [role=button], input, select')]
        .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))
        .map((e) => e.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(nameless, []);
  }
  await on.page.setViewportSize({ width: 1180, height: 900 });
});
