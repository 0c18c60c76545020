// What drives visitors away, each as a visitor would meet it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goPoint } from './boards.mjs';
import { scene } from './scene.mjs';

const on = scene();
const paste = (text) => on.paste(text);

test('a KIF game is complete, whatever stands in it', async () => {
  await on.show('#shogi');
  const kif = '手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 ４五角打\n';
  await paste(`${kif}\n変化：2手\n   2 ８四歩(83)\n`);
  await on.at('5 of 5');
  await paste(kif.replace('５ ４五角打', '5 ４五角打').replace('同　銀(31)', '同　銀(41)'));
  await on.alert(/4.*同　銀\(41\)/);
  await on.at('5 of 5');
});

test('a KI2 game is read', async () => {
  await on.show('#shogi');
  await paste('手合割：平手\n\n▲７六歩 △３四歩 ▲２二角成 △同　銀\n▲４五角\n');
  await on.at('5 of 5');
});

test('undo against the engine takes back both moves', async () => {
  const start = '2252576253462244111563365343671351';
  await on.show(`#connect4?moves=${[...start].join('+')}`);
  await on.radio('It is Yellow').click();
  await on.press('4');
  await on.positionIs(new RegExp(`^${start}\\d\\d$`));
  await on.button('Undo').click();
  await on.positionIs(start);
  await on.button('Redo').click();
  await on.positionIs(new RegExp(`^${start}\\d\\d$`));

  await on.show('#chess');
  await on.radio('It is Black').click();
  await on.type('e2e4');
  await on.at('2 of 2');
  await on.button('Undo').click();
  await on.positionIs(/^rnbqkbnr\/pppppppp\/8\/8\/8\/8\/PPPPPPPP\/RNBQKBNR w/);
});

test('the board turns to your side, results are said in words, and a new game begins', async () => {
  await on.show('#chess');
  await on.type('1. e4 e5 2. Qh5 Ke7 3. Qxe5#');
  await on.page.getByTestId('result').filter({ hasText: 'Checkmate: White wins.' }).waitFor();
  await on.button('New game').click();
  await on.positionIs(/^rnbqkbnr\/pppppppp\/8/);
  await on.radio('It is White').click();
  await on.page.locator('.cg-wrap.orientation-black').waitFor();
  await on.at('1 of 1'); // it begins
  await on.button('Resign').click();
  await on.page.getByTestId('result').filter({ hasText: 'Black resigns: White wins.' }).waitFor();
});

describe('a tsumego', () => {
  const judged = (pattern) => on.page.getByTestId('judged').filter({ hasText: pattern }).waitFor();

  test('says that a move is wrong, shows why, and lets you try again', async () => {
    await on.show('#go');
    await goPoint(on.page, 'A2'); // without asking for the solution first
    await judged(/^Wrong: Black lives\./);
    await on.button('Show why').click();
    await on.page.waitForFunction(() => /moves=A2\+B2/.test(location.hash));
    await on.button('Try again').click();
    await on.positionIs(/PL\[W\]/);
    await on.page.waitForFunction(() => !location.hash.includes('moves='));
  });

  test('says that a move is right, to the end', async () => {
    await on.show('#go');
    await on.button('Solve').click();
    await on.verdict(/dead/);
    await goPoint(on.page, 'B2');
    await judged(/^Correct/);
    await on.page.waitForFunction(() => /moves=B2\+[A-T]\d/.test(location.hash)); // Black answers
    await goPoint(on.page, 'B1');
    await judged(/^Correct: Black dies\./);
  });

  test('is undone move and answer together', async () => {
    await on.show('#go');
    await goPoint(on.page, 'A2');
    await on.page.waitForFunction(() => /moves=A2\+B2/.test(location.hash));
    await on.button('Undo').click();
    await on.page.waitForFunction(() => !location.hash.includes('moves='));
  });

  test('may be drawn on a board that is not square', async () => {
    await on.show('#go');
    await paste('. . X O . . .\n# X X O . . .\nO O O O . . .\n');
    await on.positionIs(/SZ\[7:3\]/);
    assert.equal(await on.page.locator('.shudan-vertex').count(), 21);
    await on.button('Solve').click();
    await on.verdict(/black (group|is)/i);
  });

  test('is played with the keyboard alone', async () => {
    await on.show('#go');
    await on.page.getByRole('group', { name: /^Go board/ }).focus();
    await on.page.keyboard.press('ArrowDown'); // the middle, E5
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await on.page.keyboard.press(key);
    await on.page.getByText('B2, empty').waitFor({ state: 'attached' });
    await on.page.keyboard.press('Enter');
    await on.page.waitForFunction(() => /moves=B2/.test(location.hash));
  });
});

test('chess and shogi are played with the keyboard alone', async () => {
  const keys = async (...all) => {
    for (const key of all) await on.page.keyboard.press(key);
  };
  const times = (n, key) => Array(n).fill(key);
  const said = (text) => on.page.getByText(text, { exact: true }).waitFor({ state: 'attached' });
  await on.show(`#chess?position=${encodeURIComponent('7k/P7/8/8/8/8/8/K7 w - - 0 1')}`);
  await on.positionIs(/^7k\/P7/);
  await on.page.getByRole('group', { name: /^Chess board/ }).focus();
  await keys('ArrowUp', ...times(4, 'ArrowLeft'), ...times(3, 'ArrowUp')); // it begins in the middle, on e4
  await said('a7, white pawn');
  await keys('Enter', 'ArrowUp', 'Enter');
  await on.page.getByRole('dialog', { name: 'Promote to' }).waitFor();
  await keys('Enter'); // the queen has the focus
  await on.positionIs(/^Q6k/);

  await on.show(`#shogi?position=${encodeURIComponent('4k4/9/9/2P6/9/9/9/9/4K4 b G 1')}`);
  await on.positionIs(/^4k4/);
  const board = on.page.getByRole('group', { name: /^Shogi board/ });
  await board.focus();
  await keys('ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft');
  await said('7d, sente pawn');
  await keys('Enter', 'ArrowUp', 'Shift+Enter');
  await on.positionIs(/^4k4\/9\/2\+P6/);
  await on.show(`#shogi?position=${encodeURIComponent('4k4/9/9/2P6/9/9/9/9/4K4 b G 1')}`);
  await on.positionIs(/^4k4/);
  await board.focus();
  await keys('g', 'ArrowUp', ...times(3, 'ArrowUp'), 'Enter'); // a gold, on 5b
  await on.positionIs(/^4k4\/4G4/);
});

test('what is typed stays while the engine answers for the position before', async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await on.page.route('**/api/board', (route) => held.then(() => route.continue()));
  await on.show('#chess');
  await on.field().fill('1. e4');
  const answered = on.page.waitForResponse('**/api/board');
  release();
  await answered;
  await on.page.unroute('**/api/board');
  await on.button('Set').waitFor();
  assert.equal(await on.field().inputValue(), '1. e4');
  await on.field().press('Enter');
  await on.at('1 of 1');
});

test('every Go example is what its name says', async () => {
  for (const [name, verdict] of [
    ['Six in the corner', /Black is dead: White plays B2\./],
    ['L group: dead as it stands', /is dead, even if Black plays first/],
    ['Alive already', /is alive, even if White plays first/],
  ]) {
    await on.show('#go');
    await on.button(name).click();
    await on.button('Solve').click();
    await on.verdict(verdict);
  }
});

test('the back button stays on the site', async () => {
  await on.page.goto(`${on.server.address}#go`);
  await on.page.reload();
  await on.button('Solve').waitFor();
  await on.page.getByRole('navigation', { name: 'Games' }).getByRole('button', { name: /^Chess/ }).click();
  await on.button('Mate in three').click();
  await on.positionIs(/3KP3/);
  await on.page.goBack();
  await on.positionIs(/^rnbqkbnr/);
  await on.page.goBack();
  await on.button('Solve').waitFor();
  await on.page.goForward();
  await on.positionIs(/^rnbqkbnr/);
});

test('a load leaves nothing in the console, and asks for nothing that is not there', async () => {
  const problems = [];
  const page = await on.browser.newPage();
  page.setDefaultTimeout(240_000);
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('response', (response) => response.status() >= 400 && problems.push(`${response.status()} ${response.url()}`));
  await page.goto(on.server.address);
  await page.getByText('on the server').first().waitFor();
  await page.locator('html[data-kept]').waitFor();
  assert.deepEqual(problems, []);
  await page.close();
});

test('the page is there without a network', async () => {
  const context = await on.browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(240_000);
  await page.goto(`${on.server.address}#chess`);
  await page.locator('cg-board piece.king.white').waitFor();
  await page.locator('html[data-kept]').waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.locator('cg-board piece.king.white').waitFor();
  await page.getByRole('alert').filter({ hasText: 'No engine answers' }).waitFor();
  await context.close();
});

describe('in the window', () => {
  const boards = { connect4: '.c4', othello: '.othello-board', go: '.shudan-goban', chess: 'cg-board', shogi: '.sg-wrap' };
  for (const [width, height] of [[1280, 720], [1920, 1080], [390, 844]]) {
    for (const [game, selector] of Object.entries(boards)) {
      test(`${game} has its board and its main button on the first screen of ${width}x${height}`, async () => {
        await on.page.setViewportSize({ width, height });
        await on.show(`#${game}`);
        const all = selector === '.sg-wrap' ? [selector, 'sg-board', 'sg-hand-wrap.hand-top', 'sg-hand-wrap.hand-bottom'] : [selector];
        for (const part of [...all, '.side button.primary']) {
          const box = await on.page.locator(part).first().boundingBox();
          assert.ok(box.y >= 0 && box.y + box.height <= height, `${part}: ${box.y} to ${box.y + box.height}`);
          assert.ok(box.x >= 0 && box.x + box.width <= width, `${part}: ${box.x} to ${box.x + box.width}`);
          assert.ok(box.width > 60, `${part} is ${box.width} wide`);
        }
        await on.page.setViewportSize({ width: 1180, height: 900 });
      });
    }
  }

  test('the letters and numbers of a chess board stand at their files and ranks', async () => {
    for (const width of [390, 1180]) {
      await on.page.setViewportSize({ width, height: 844 });
      await on.show('#chess');
      const board = await on.page.locator('cg-board').boundingBox();
      const places = await on.page.locator('.cg-wrap coord').evaluateAll((all) =>
        all.map((coord) => {
          const range = document.createRange();
          range.selectNodeContents(coord);
          const { x, y, width: w, height: h } = range.getBoundingClientRect();
          return [coord.textContent, x, y, x + w, y + h];
        }),
      );
      assert.equal(places.length, 16);
      for (const [text, left, top, right, bottom] of places) {
        assert.ok(left >= board.x && right <= board.x + board.width && top >= board.y && bottom <= board.y + board.height, `${text} is on the board`);
        const square = board.width / 8;
        if (/[a-h]/.test(text)) assert.equal(Math.floor((left - board.x) / square), text.charCodeAt(0) - 97, `${text} at ${width}`);
        else assert.equal(Math.floor((top - board.y) / square), 8 - Number(text), `${text} at ${width}`);
      }
    }
    await on.page.setViewportSize({ width: 1180, height: 900 });
  });
});
