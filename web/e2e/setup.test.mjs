// Positions made by hand: the boards, the editors, files.
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { chessDrag, chessSquare, goPoint, shogiDrag, shogiSquare } from './boards.mjs';
import { scene } from './scene.mjs';

const on = scene();

test('a chess pawn is moved, and promoted to what is chosen', async () => {
  await on.show(`#chess?position=${encodeURIComponent('7k/P7/8/8/8/8/8/K7 w - - 0 1')}`);
  await chessSquare(on.page, 'a7');
  await chessSquare(on.page, 'a8');
  const dialog = on.page.getByRole('dialog', { name: 'Promote to' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await on.positionIs(/^7k\/P7/);
  await chessSquare(on.page, 'a7');
  await chessSquare(on.page, 'a8');
  await dialog.getByRole('button', { name: 'knight' }).click();
  await on.positionIs(/^N6k/);
});

const draftIs = (pattern) => on.page.getByTestId('draft').filter({ hasText: pattern }).waitFor();

test('a chess position is set up by hand, kings too, and is checked only when it is done', async () => {
  await on.show('#chess');
  await on.button('Set up a position').click();
  await on.button('Kings only').click();
  await draftIs(/^4k3\/8\/8\/8\/8\/8\/8\/4K3 w/);
  await on.radio('white queen').click();
  await chessSquare(on.page, 'd1');
  await draftIs(/3QK3/);
  await on.button('Erase').click();
  await chessSquare(on.page, 'e8'); // no king for a while
  await draftIs(/^8\/8/);
  await on.button('Done').click();
  await on.alert(/king/);
  await on.positionIs(/^rnbqkbnr/);
  await on.radio('black king').click();
  await chessSquare(on.page, 'a8');
  await draftIs(/^k7\/8/);
  await on.radio('black moves').click();
  await on.button('Done').click();
  await on.button('Analyse').waitFor();
  await on.positionIs(/^k7\/8\/8\/8\/8\/8\/8\/3QK3 b - -/);
});

test('chess pieces are dragged on, off and around', async () => {
  await on.show('#chess');
  await on.button('Set up a position').click();
  await on.button('Kings only').click();
  await draftIs(/^4k3/);
  await chessDrag(on.page, 'e8', 'g8'); // a king, which castling must not take for itself
  await draftIs(/^6k1/);
  await chessDrag(on.page, on.radio('white rook'), 'h1');
  await draftIs(/4K2R/);
  await chessDrag(on.page, on.radio('black pawn'), 'c4');
  await draftIs(/2p5/);
  await chessDrag(on.page, 'c4', undefined);
  await draftIs(/^6k1\/8\/8\/8\/8\/8\/8\/4K2R w/);
  await on.button('Cancel').click();
  await on.positionIs(/^rnbqkbnr/);
});

test('castling rights and en passant are set', async () => {
  await on.show(`#chess?position=${encodeURIComponent('r3k2r/8/8/3pP3/8/8/8/R3K2R w - - 0 1')}`);
  await on.button('Set up a position').click();
  await on.page.getByLabel('White O-O', { exact: true }).check();
  await on.page.getByLabel('Black O-O-O', { exact: true }).check();
  await on.choice('En passant').selectOption('d6');
  await draftIs(/ w Kq d6 /);
  await chessDrag(on.page, 'a8', 'b8'); // the right goes with the rook
  await draftIs(/ w K d6 /);
  await on.button('Done').click();
  await on.positionIs(/ w K d6 /);
});

test('shogi: a piece is promoted or not, and dropped from the hand', async () => {
  await on.show(`#shogi?position=${encodeURIComponent('4k4/9/9/2P6/9/9/9/9/4K4 b G 1')}`);
  await shogiSquare(on.page, '7d');
  await shogiSquare(on.page, '7c');
  await on.page.locator('sg-promotion-choices piece.tokin').click();
  await on.positionIs(/^4k4\/9\/2\+P6\/9/);
  await on.button('Undo').click();
  await shogiSquare(on.page, '7d');
  await shogiSquare(on.page, '7c');
  await on.page.locator('sg-promotion-choices piece.pawn').click();
  await on.positionIs(/^4k4\/9\/2P6\/9/);
  await on.button('Undo').click();
  await on.positionIs(/ b G/);
  await on.page.locator('sg-hand piece.gold.sente').click();
  await shogiSquare(on.page, '5b');
  await on.positionIs(/^4k4\/4G4\/.* w - 2$/);
});

test('a shogi position is set up by hand, with pieces in hand', async () => {
  await on.show('#shogi');
  await on.button('Set up a position').click();
  await on.button('Kings only').click();
  await draftIs(/^4k4\/9\/9\/9\/9\/9\/9\/9\/4K4 b - 1$/);
  await on.radio('gote dragon').click();
  await shogiSquare(on.page, '1b');
  await draftIs(/^4k4\/8\+r/);
  const hand = on.page.getByRole('group', { name: 'Hand of sente' });
  await hand.getByRole('button', { name: 'one more gold for sente' }).click();
  await draftIs(/ b G 1$/);
  await hand.getByRole('button', { name: 'one more gold for sente' }).click();
  await draftIs(/ b 2G 1$/);
  await hand.getByRole('button', { name: 'one gold less for sente' }).click();
  await draftIs(/ b G 1$/);
  await on.radio('gote moves').click();
  await draftIs(/ w G 1$/);
  await on.button('Move').click();
  await shogiDrag(on.page, '5i', '4h'); // a king
  await draftIs(/5K3\/9 w G 1$/);
  await shogiDrag(on.page, on.radio('gote pawn'), '5c');
  await draftIs(/\/4p4\//);
  await shogiDrag(on.page, '5c', undefined);
  await draftIs(/^4k4\/8\+r\/9\/9/);
  await on.button('Done').click();
  await on.positionIs(/^4k4\/8\+r.* w G 1$/);
});

test('a Connect 4 board is set up by hand, and impossible ones are refused', async () => {
  await on.show('#connect4');
  await on.button('Set up a position').click();
  await on.button('Clear').click();
  const draft = (pattern) => on.page.getByTestId('draft').filter({ hasText: pattern }).waitFor();
  const column = (n) => on.page.locator(`[data-column="${n}"]`);
  await draft('Red to move');
  await column(4).click();
  await draft('Yellow to move');
  await on.press('4'); // another red one, on top of it
  await draft(/2 Red and 0 Yellow cannot be: Red begins/);
  assert.ok(await on.button('Done').isDisabled());
  await on.radio('Take off').click();
  await column(4).click();
  await on.radio('Yellow').click();
  for (const n of [4, 3, 3]) await column(n).click();
  await draft(/1 Red and 3 Yellow cannot be/);
  await on.radio('Red').click();
  for (const n of [2, 2]) await column(n).click();
  await draft('Red to move');
  await on.button('Done').click();
  await on.positionIs('......./......./......./......./.XOO.../.XOX...');

  // From a position of the game: who has won must have moved last.
  await on.show(`#connect4?moves=${[...'1212123'].join('+')}`);
  await on.button('Set up a position').click();
  await on.radio('Red').click();
  await column(1).click();
  await draft(/5 Red and 3 Yellow cannot be/);
  await on.radio('Yellow').click();
  await column(7).click();
  await draft('Four in a row: Red wins.');
  await column(7).click();
  await draft('Red has four, and Yellow has moved after that');
  await on.button('Cancel').click();
  await on.positionIs('1212123');
  await on.button('Undo').and(on.page.locator(':disabled')).waitFor();
});

test('a Connect 4 board set up by hand is solved, played on and undone', async () => {
  await on.show(`#connect4?moves=${[...'2252576253462244111563365343671351'].join('+')}`);
  await on.button('Set up a position').click();
  await on.radio('Take off').click();
  await on.page.locator('[data-column="1"]').click();
  await on.button('Done').click();
  await on.verdict(/wins|loses|draw/i);
  await on.positionIs(/^[.XO]{7}(\/[.XO]{7}){5}$/);
  const before = await on.field().inputValue();
  await on.page.locator('[data-column="4"]').click();
  await on.page.waitForFunction((old) => document.querySelector('.position input').value !== old, before);
  await on.page.reload();
  await on.button('Back').click();
  await on.positionIs(before);
});

test('a Go problem is set up by hand, and solved', async () => {
  await on.show('#go');
  await on.choice('Board').selectOption('9×9');
  await on.positionIs(/SZ\[9\]PL\[B\]/);
  await on.button('Solve').click();
  await on.alert(/stones/);
  await on.radio('Black').click();
  for (const point of ['A2', 'B2', 'C2', 'D2', 'D1']) await goPoint(on.page, point);
  await on.radio('White').click();
  for (const point of ['A3', 'B3', 'C3', 'D3', 'E3', 'E2', 'E1', 'J9']) await goPoint(on.page, point);
  await on.radio('Erase').click();
  await goPoint(on.page, 'J9');
  await on.radio('Target').click();
  await goPoint(on.page, 'B2');
  await on.choice('To move').selectOption('White');
  await on.positionIs(/AB\[ah\]\[bh\]\[ch\]\[dh\]\[di\]AW\[ag\]\[bg\]\[cg\]\[dg\]\[eg\]\[eh\]\[ei\]PL\[W\]MA\[/);
  await on.button('Solve').click();
  await on.verdict(/dead|dies|kill|captured/i);
  const works = on.page.locator('p .chip.good');
  await works.first().waitFor(); // the verdict is told before the moves are tried
  assert.deepEqual(await works.allTextContents(), ['B1']);

  await on.radio('Region').click();
  await goPoint(on.page, 'A1');
  await on.positionIs(/TR\[ai\]/);
});

test('the ko condition that is chosen goes to the solver', async () => {
  await on.show('#go');
  await on.choice('Ko').selectOption('Black has more threats');
  const asked = on.page.waitForRequest((request) => request.url().endsWith('api/solve'));
  await on.button('Solve').click();
  assert.equal((await asked).postDataJSON().options.ko, 'black');
  await on.verdict(/Black/);
});

test('the solver answers a wrong move that is played on the board', async () => {
  await on.show('#go');
  await on.button('Solve').click();
  const wrong = on.page.getByRole('group', { name: 'Moves of the proof' }).locator('.chip.bad').first();
  const move = (await wrong.textContent()).trim().split(/\s/)[0];
  await goPoint(on.page, move);
  await on.page.waitForFunction((first) => new RegExp(`moves=${first}\\+[A-T]\\d`).test(location.hash), move);
  await on.positionIs(/PL\[W\]/); // White's turn again
});

test('a proof is clicked through, wrong first moves and their refutations too', async () => {
  await on.show('#go');
  await on.button('Solve').click();
  const proof = on.page.getByRole('group', { name: 'Moves of the proof' });
  await proof.getByRole('button').first().waitFor();
  await on.page.getByLabel('Answer my moves').uncheck();
  const wrong = proof.locator('.chip.bad').first();
  const move = (await wrong.textContent()).trim().split(/\s/)[0];
  await wrong.click();
  await on.positionIs(/PL\[B\]/);
  const refutation = proof.locator('.chip').first();
  await refutation.waitFor();
  assert.notEqual((await refutation.textContent()).trim(), '', `${move} is answered`);
  await refutation.click();
  await on.positionIs(/PL\[W\]/);
  const panel = on.page.getByRole('region', { name: 'Proof' });
  await panel.getByRole('button', { name: 'Back' }).click();
  await panel.getByRole('button', { name: 'Back' }).click();
  await proof.locator('.chip.good').first().click();
  await on.positionIs(/PL\[B\]/);

  const { text } = await on.saved(panel.getByRole('button', { name: 'Save as SGF' }));
  assert.match(text, /^\(;.*MA\[/s);
  assert.ok(text.split('(').length > 5, 'the tree is in it');
});

test('files are saved and opened again', async () => {
  for (const [game, typed, name, content, position] of [
    ['chess', '1. e4 c5 2. Nf3', 'game.pgn', /1\. e4 c5 2\. Nf3/, /^rnbqkbnr\/pp1ppppp\/8\/2p5\/4P3\/5N2/],
    ['shogi', '7g7f 3c3d 8h2b+ 3a2b', 'game.kif', /4 同　銀\(31\)/, /^lnsgkg1nl\/1r5s1/],
    ['connect4', '4453', 'game.txt', /^4453$/m, /^4453$/],
    ['go', '(;GM[1]FF[4]SZ[9]AB[cc]AW[gg]PL[W]MA[cc])', 'problem.sgf', /AB\[cc\]/, /AB\[cc\]AW\[gg\]/],
  ]) {
    await on.show(`#${game}`);
    await on.type(typed);
    await on.positionIs(position);
    const saved = await on.saved(on.button('Save'));
    assert.equal(saved.name, name);
    assert.match(saved.text, content);
    await on.show(`#${game}?position=`);
    const chooser = on.page.waitForEvent('filechooser');
    await on.button('Open…').click();
    const file = `${tmpdir()}/tesuji-${process.pid}-${name}`;
    await writeFile(file, saved.text);
    await (await chooser).setFiles(file);
    await on.positionIs(position);
    await rm(file);
  }
});

test('a KIF record in Shift-JIS is opened', async () => {
  await on.show('#shogi');
  // "手合割：平手" and two moves, as Japanese programs save them.
  const kif = Buffer.concat([
    Buffer.from([0x8e, 0xe8, 0x8d, 0x87, 0x8a, 0x84, 0x81, 0x46, 0x95, 0xbd, 0x8e, 0xe8, 0x0a]), // 手合割：平手
    Buffer.from('   1 '), Buffer.from([0x82, 0x56, 0x98, 0x5a, 0x95, 0xe0]), Buffer.from('(77)\n'), // ７六歩
    Buffer.from('   2 '), Buffer.from([0x82, 0x52, 0x8e, 0x6c, 0x95, 0xe0]), Buffer.from('(33)\n'), // ３四歩
  ]);
  const file = `${tmpdir()}/tesuji-${process.pid}.kif`;
  await writeFile(file, kif);
  const chooser = on.page.waitForEvent('filechooser');
  await on.button('Open…').click();
  await (await chooser).setFiles(file);
  await on.at('2 of 2');
  await on.positionIs(/^lnsgkgsnl\/1r5b1\/pppppp1pp\/6p2\/9\/2P6\//);
  await rm(file);
});
