// What a visitor does, in a real browser against the real engines.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openPage, startBrowser, startServer } from './harness.mjs';

const server = await startServer();
const served = (await (await fetch(`${server.address}api/games`)).json()).map((info) => info.game);
const searches = async (game) => {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const response = await fetch(`${server.address}api/analyze`, { method: 'POST', headers, body: JSON.stringify({ game, depth: 1 }) });
  return response.ok;
};
const shogiSearches = served.includes('shogi') && (await searches('shogi'));
let browser, page;
const errors = [];

// A build may have fewer games than the page knows, or the rules of one without its engine.
const needs = (game) => ({ skip: served.includes(game) && (game !== 'shogi' || shogiSearches) ? false : `${game} is not in this build` });

before(async () => {
  browser = await startBrowser();
  page = await openPage(browser, server.address, errors);
});
after(async () => {
  await browser?.close();
  assert.equal(await server.stop(), 0, 'the server ends by itself');
  assert.deepEqual(errors, []);
});

// Another position in the same page, as a link opened in it does.
const show = async (hash) => {
  await page.goto(`${server.address}${hash}`);
  await page.reload();
  await page.getByRole('button', { name: /^(Solve|Analyse)/ }).first().waitFor();
};
const position = () => page.getByRole('textbox', { name: /^Position/ });
const button = (name) => page.getByRole('button', { name, exact: true });
const verdict = async (pattern) => {
  await page.getByTestId('verdict').filter({ hasText: pattern }).waitFor();
};
const positionIs = (text) => page.waitForFunction((wanted) => document.querySelector('.position input').value === wanted, text);

test('the first view is a tsumego, and one click solves it', needs('go'), async () => {
  await show('');
  await button('Solve').click();
  await verdict(/dead|dies|kill|captured/i);
  await page.locator('.chip.good').first().waitFor();
});

test('every Connect 4 column has its score', async () => {
  await show(`#connect4?moves=${[...'323441146172552'].join('+')}`);
  await page.waitForFunction(() => document.querySelectorAll('.c4-score').length === 7);
  const labels = await page.locator('.c4-column').evaluateAll((all) => all.map((g) => g.getAttribute('aria-label')));
  for (const label of labels) assert.match(label, /^Column \d, (win in \d+|loss in \d+|draw|full)/);
  assert.equal(labels[1], 'Column 2, win in 13');
  assert.equal(labels[2], 'Column 3, draw');
  await verdict(/Yellow wins, with its 13th disc/);
});

test('discs are played by click and key, undone, redone, and kept in the link', async () => {
  await show('#connect4?moves=1+2+1+2+1+2+3+4+5+6');
  await page.locator('[data-column="7"]').click();
  await positionIs('12121234567');
  await page.keyboard.press('7');
  await positionIs('121212345677');
  await button('Undo').click();
  await positionIs('12121234567');
  await button('Redo').click();
  await positionIs('121212345677');
  await button('Back').click();
  await positionIs('12121234567');
  await page.reload();
  await positionIs('12121234567');
  await button('Forward').click();
  await positionIs('121212345677');
});

for (const [game, start, text] of [
  ['chess', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1', /\d+\. /],
  ['shogi', 'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1', /[☗☖]/],
]) {
  test(`${game} is analysed and stopped`, needs(game), async () => {
    await show(`#${game}?position=${encodeURIComponent(start)}`);
    await page.getByLabel('Time').selectOption('no limit');
    await button('Analyse').click();
    await page.waitForFunction(() => document.querySelectorAll('.lines .score').length >= 2);
    assert.match(await page.locator('.lines .pv').first().textContent(), text);
    assert.match(await page.locator('.lines .score').first().textContent(), /[+−#]/);
    assert.notEqual(await page.getByRole('meter', { name: 'Evaluation' }).getAttribute('aria-valuetext'), 'not known');
    await page.waitForFunction(() => Number.parseFloat(document.querySelector('.table-panel .chart strong').textContent) > 0);
    await button('Stop').click();
    await button('Analyse').waitFor();
    const searching = async () => (await (await fetch(`${server.address}api/health`)).json()).searching;
    for (let tries = 0; (await searching()) > 0; ++tries) {
      assert.ok(tries < 200, 'the search stops when the page hangs up');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
}

test('a bad FEN is explained, and the board stays', async () => {
  await show('#chess');
  await position().fill('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1');
  await position().press('Enter');
  await page.getByRole('alert').filter({ hasText: /\w+ \w+ \w+/ }).waitFor();
  assert.equal(await page.locator('cg-board piece').count(), 32);
});

test('a game is stepped through with the keys', async () => {
  await show('#chess');
  await button('A whole game').click();
  await page.getByText('33 of 33').waitFor();
  await page.keyboard.press('Home');
  await page.getByText('0 of 33').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByText('1 of 33').waitFor();
  assert.match(await position().inputValue(), /4P3/);
});

test('it plays the other side', async () => {
  await show('#chess');
  await page.getByRole('radio', { name: 'It is Black' }).click();
  await position().fill('e2e4');
  await position().press('Enter');
  await page.getByText('2 of 2').waitFor();
});

test('everything that can be pressed has a name, and nothing runs over on a phone', async () => {
  await show('');
  const games = page.getByRole('navigation', { name: 'Games' }).getByRole('button');
  for (let game = 0; game < (await games.count()); ++game) {
    await page.setViewportSize({ width: 390, height: 800 });
    await games.nth(game).click();
    await page.locator('.board').waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `game ${game} is ${wide} wide`);
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll('button, [role=button], input, select')]
        .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))
        .map((e) => e.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(nameless, []);
  }
});
