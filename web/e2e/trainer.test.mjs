// Learning and playing: the Go trainer, the report on a game, clocks, tsume, notations.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goPoint, shogiSquare } from './boards.mjs';
import { scene } from './scene.mjs';

const on = scene();
const paste = (text) => on.paste(text);
const judged = (pattern) => on.page.getByTestId('judged').filter({ hasText: pattern }).waitFor();

describe('the Go trainer', () => {
  const kCorner = '(;GM[1]FF[4]SZ[9]AB[ag][bg][cg][dg][dh][di]AW[af][bf][cf][df][ef][eg][eh][ei]PL[W]MA[ag]GN[One])';
  const kOther = '(;GM[1]FF[4]SZ[9]AB[ah][bh][ch][dh][di]AW[ag][bg][cg][dg][eg][eh][ei]PL[W]MA[ah]GN[Two])';

  test('does not show the solution before it is asked for', async () => {
    await on.show('#go');
    await on.verdict('White to play and kill.');
    await goPoint(on.page, 'A2');
    await judged(/^Wrong: Black lives\./);
    await on.button('Try again').click();
    await on.page.waitForFunction(() => !location.hash.includes('moves='));
    await on.verdict('White to play and kill.');
    assert.equal(await on.page.locator('.chip.good').count(), 0);
    assert.equal(await on.page.locator('.shudan-ghost_-1').count(), 0);
  });

  test('takes a move that is clicked before the engine has sent the legal moves', async () => {
    let release;
    const released = new Promise((resolve) => (release = resolve));
    await on.page.route('**/api/board', async (route) => (await released, route.continue()));
    await on.show('#go');
    await goPoint(on.page, 'A2');
    release();
    await judged(/^Wrong: Black lives\./);
    await on.page.unroute('**/api/board');
  });

  test('gives hints, the second one being the move', async () => {
    await on.show('#go');
    await on.button('Hint').click();
    await on.page.getByText('One of the marked points works.').waitFor();
    assert.ok((await on.page.locator('.shudan-marker_label').count()) >= 2);
    await on.button('Another hint').click();
    await on.page.locator('.chip.good').first().waitFor();
  });

  test('shows the solution as a tree that is clicked through', async () => {
    await on.show('#go');
    await on.button('Solve').click();
    await on.page.getByText('All variations').click();
    const tree = on.page.getByRole('group', { name: 'Solution' });
    await tree.locator('.good button').first().waitFor();
    await tree.locator('.bad button').nth(1).click();
    await on.page.waitForFunction(() => /moves=\w+\+\w+/.test(location.hash));
  });

  test('goes through a collection and remembers what was solved', async () => {
    await on.show('#go');
    await paste(`${kCorner}\n${kOther}\n`);
    const collection = on.page.getByRole('region', { name: 'Collection' });
    await collection.getByText('1 of 2', { exact: true }).waitFor();
    await goPoint(on.page, 'B2');
    await judged(/^Correct/);
    await on.page.waitForFunction(() => /moves=B2\+\w+/.test(location.hash)); // Black answers
    await goPoint(on.page, 'B1');
    await judged(/^Correct: Black dies/);
    await collection.getByTestId('progress').filter({ hasText: '1 of 2 solved' }).waitFor();
    await collection.getByRole('button', { name: 'Next' }).click();
    await on.positionIs(/AB\[ah\]/);
    await goPoint(on.page, 'J9');
    await on.page.getByRole('button', { name: 'Undo' }).click();
    await on.show('#go');
    await paste(`${kCorner}\n${kOther}\n`);
    await collection.getByRole('button', { name: '1, solved' }).waitFor();
  });

  test('places the other colour with the right button, and clears the board', async () => {
    await on.show('#go');
    await on.button('Clear').click();
    await on.positionIs(/SZ\[9\]PL\[B\]/);
    await on.radio('Black').click();
    await goPoint(on.page, 'C3');
    await on.positionIs(/AB\[cg\]/);
    await goPoint(on.page, 'D3', { button: 'right' });
    await on.positionIs(/AB\[cg\]AW\[dg\]/);
  });

  test('finds the target of a diagram by itself, and marks it', async () => {
    await on.show('#go');
    // Nobody says which stones are meant.
    await paste('$$W\n$$ -------------------\n$$ | . X . X O . . .\n$$ | X . X X O . . .\n$$ | O X X O O . . .\n$$ | O O O O . . . .\n$$ | . . . . . . . .\n');
    await on.positionIs(/SZ\[19\]/);
    await on.button('Solve').click();
    await on.page.locator('.shudan-marker_cross').first().waitFor();
    await on.page.getByTestId('verdict').filter({ hasNotText: 'Looking' }).filter({ hasNotText: 'Not solved' }).waitFor();
  });
});

describe('a report on a game', () => {
  test('marks the bad moves, counts them, and names a better one', async () => {
    await on.show('#chess');
    await on.type('1. e4 e5 2. Qh5 Ke7 3. Qxe5#');
    await on.at('5 of 5');
    await on.button('Report on the game').click();
    await on.page.getByRole('img', { name: 'Evaluation over the game: 6 of 6 positions' }).waitFor();
    const moves = on.page.getByRole('group', { name: 'Moves' });
    await moves.locator('.blunder').filter({ hasText: 'Ke7??' }).waitFor();
    await moves.getByText(/^better: /).first().waitFor();
    const rows = await on.page.getByTestId('report').locator('tr').allTextContents();
    assert.match(rows[0], /^White.*accuracy \d+%/);
    assert.match(rows[1], /^Black.*1 \?\?/);
  });

  test('a line of the engine is previewed and stepped into', async () => {
    await on.show('#chess');
    await on.choice('Time').selectOption('2 s');
    await on.button('Analyse').click();
    await on.page.locator('.lines .pv button').nth(1).waitFor();
    await on.page.keyboard.press('Escape');
    await on.button('Analyse').waitFor();
    await on.page.locator('.lines .pv button').nth(1).hover();
    await on.page.waitForFunction(() => document.querySelectorAll('cg-board square.last-move').length === 2);
    await on.page.locator('.lines .pv button').nth(1).click();
    await on.at('2 of 2');
  });
});

describe('playing', () => {
  test('has a clock, and a draw is taken by an engine that is not better', async () => {
    await on.show('#chess');
    await on.choice('Clock').selectOption('3 min');
    await on.choice('Level').selectOption({ index: 0 });
    await on.page.getByRole('timer').getByText('3:00').first().waitFor();
    await on.radio('It is Black').click();
    await on.type('4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1'); // it is far behind
    await on.positionIs(/^4k3/);
    await on.type('4k3/8/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQ - 0 1');
    await on.at('1 of 1');
    await on.button('Offer a draw').click();
    await on.page.getByTestId('result').filter({ hasText: 'A draw by agreement.' }).waitFor();
    await on.choice('Clock').selectOption('none');
  });
});

describe('shogi', () => {
  test('moves are written in Japanese, and pieces have letters', async () => {
    await on.show('#shogi?moves=7g7f+3c3d+8h2b%2B+3a2b');
    await on.choice('Notation').selectOption('Japanese');
    await on.page.getByRole('group', { name: 'Moves' }).getByText('☖同　銀').waitFor();
    await on.choice('Notation').selectOption('Western');
    await on.page.getByRole('group', { name: 'Moves' }).getByText(/☗P/).first().waitFor();
    await on.choice('Pieces').selectOption('international');
    await on.page.waitForFunction(() => document.getElementById('shogi-pieces').textContent.includes(encodeURIComponent('>+R<')));
    await on.choice('Pieces').selectOption('traditional');
  });

  test('a tsume problem says right and wrong', async () => {
    await on.show('#shogi');
    await on.button('Mate in five').click();
    await on.positionIs(/^7kl/);
    await on.page.getByLabel('Solve the position as a mate problem').check();
    await judged('Your move.');
    const drop = async (square) => {
      await on.page.locator('sg-hand piece.gold.sente').click();
      await shogiSquare(on.page, square);
    };
    await drop('3a'); // nothing guards it
    await judged(/^Wrong: the king gets away\./);
    await on.button('Try again').click();
    await judged('Your move.');
    await drop('3b');
    await judged(/^(Correct|Your move)/);
    await on.at('2 of 2'); // the defender answers
  });

  test('mates are counted in plies everywhere', async () => {
    await on.show('#shogi');
    await on.button('Mate in five').click();
    await on.positionIs(/^7kl/);
    await on.button('Find a mate').click();
    await on.verdict(/mate in 5 plies/i);
    assert.equal(await on.page.locator('.lines .score').first().textContent(), '#5');
  });
});
