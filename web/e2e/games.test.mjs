// What each game brings to the page, and what the engine's readers bring to all of them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scene } from './scene.mjs';

const on = scene();
const paste = (text) => on.paste(text);
const saved = () => on.saved(on.button('Save'));

describe('Othello', () => {
  const kEnd = '..XXXXXOXOOOXX.OXOOXXOOX.OXOXOXXXOXXOXXXOOXXOXOXXXXXOOOOX.OOOO.. X';
  const square = (name) => on.page.locator(`.othello-square.usable[data-square="${name}"]`);

  test('is played by clicks, undone, and kept in the link', async () => {
    await on.show('#othello');
    await square('f5').click();
    await on.positionIs(/ O$/);
    await square('d6').click();
    await on.positionIs(/ X$/);
    await on.page.reload();
    await on.button('Back').click();
    await on.positionIs(/ O$/);
    await on.button('Undo').and(on.page.locator(':disabled')).waitFor();
  });

  test('an endgame is solved for every move, and the line is played out', async () => {
    await on.show(`#othello?position=${encodeURIComponent(kEnd)}`);
    await on.verdict(/Black wins by 16 discs/);
    await on.page.locator('.othello-score.best').first().waitFor();
    const usable = await on.page.locator('.othello-square.usable').count();
    await on.page.waitForFunction((all) => document.querySelectorAll('.othello-score').length === all, usable);
    await on.button('Show why').click();
    await on.page.waitForFunction(() => !location.hash.includes('at=') && location.hash.includes('moves='));
    await on.verdict(/\d+ discs to \d+: (Black|White) wins|draw/);
  });

  test('before that, moves have an estimate, and it says that nothing is proved', async () => {
    await on.show('#othello?moves=f5+d6+c3');
    await on.page.locator('.othello-score').first().waitFor();
    await on.verdict(/^Not proved/);
  });

  test('it plays a side', async () => {
    await on.show(`#othello?position=${encodeURIComponent(kEnd)}`);
    await on.radio('It is White').click();
    await on.page.locator('.othello-square.usable').first().click();
    await on.page.waitForFunction(() => /moves=\w+\+\w+/.test(location.hash));
  });

  test('a board is set up by hand', async () => {
    await on.show('#othello');
    await on.button('Set up a position').click();
    await on.button('Clear').click();
    await square('a1').click();
    await on.radio('White').click();
    await square('b1').click();
    await on.radio('White moves').click();
    const draft = (text) => on.page.getByTestId('draft').filter({ hasText: text }).waitFor();
    await draft('White to move');
    await on.radio('Black moves').click();
    await draft('Black to move');
    await on.button('Done').click();
    await on.positionIs(/^XO\.{62} X$/);
    await square('c1').click();
    await on.verdict(/3 discs to 0: Black wins/);
  });

  test('a game is pasted as moves and saved', async () => {
    await on.show('#othello');
    await on.type('f5 d6 c3');
    await on.page.waitForFunction(() => /moves=f5\+d6\+c3/.test(location.hash));
    assert.deepEqual(await saved(), { name: 'game.txt', text: 'f5d6c3\n' });
  });
});

describe('records', () => {
  const kGame = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 {a start} e5 (1... c5 2. Nf3 d6) 2. Nf3 *\n\n[White "Cleo"]\n\n1. d4 d5 *\n';

  test('keep comments and variations, on the page and in the file', async () => {
    await on.show('#chess');
    await paste(kGame);
    await on.at('3 of 3');
    await on.page.getByText('a start').waitFor();
    await on.page.getByRole('button', { name: '(1… c5)' }).click();
    await on.at('2 of 4');
    const { name, text } = await saved();
    assert.equal(name, 'game.pgn');
    assert.match(text, /\[White "Ann"\]/);
    assert.match(text, /\{a start\}/);
    assert.match(text, /\(1\.\.\. c5 2\. Nf3 d6\)/);
  });

  test('of a file with several games are chosen one by one', async () => {
    await on.show('#chess');
    await paste(kGame);
    await on.at('3 of 3');
    await on.page.getByRole('region', { name: 'Collection' }).getByRole('button', { name: 'Next' }).click();
    await on.at('2 of 2');
    await on.positionIs(/^rnbqkbnr\/ppp1pppp\/8\/3p4\/3P4/);
  });

  for (const [format, name, content] of [
    ['KIF', 'game.kif', /２二角成\(88\)/],
    ['KI2', 'game.ki2', /▲２二角成/],
    ['CSA', 'game.csa', /\+8822UM/],
    ['JKF', 'game.jkf', /"moves"/],
    ['USI', 'game.usi', /7g7f 3c3d 8h2b\+/],
  ]) {
    test(`of shogi are saved as ${format} and read back`, async () => {
      await on.show('#shogi');
      await on.type('7g7f 3c3d 8h2b+ 3a2b');
      await on.at('4 of 4');
      await on.choice('Save as').selectOption(format);
      const file = await saved();
      assert.equal(file.name, name);
      assert.match(file.text, content);
      await on.show('#shogi');
      if (format === 'USI') await on.type(file.text.trim());
      else await paste(file.text);
      await on.at('4 of 4');
    });
  }

  test('in which a move is impossible are refused with the move', async () => {
    await on.show('#shogi');
    await paste('手合割：平手\n   1 ７六歩(77)\n   2 ５五角打\n');
    await on.alert(/５五角打/);
  });
});
