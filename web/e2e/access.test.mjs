// Accessible in light and dark: axe finds nothing, in any game, with the panels open that are closed at first.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { scene } from './scene.mjs';

const on = scene();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function findings(rules) {
  const { violations } = await on.page.evaluate((only) => globalThis.axe.run(document, only ? { runOnly: only } : {}), rules);
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, any }) => `${id}: ${help}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`));
}

// In both modes, of which only the colours differ; colours do not fade from one to the other.
async function clean() {
  await on.page.evaluate(axe);
  for (const [colorScheme, rules] of [['light', undefined], ['dark', ['color-contrast']]]) {
    await on.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await on.page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    assert.deepEqual(await findings(rules), [], colorScheme);
  }
}

const until = {
  go: async () => {
    await on.button('Solve').click();
    await on.page.locator('.chip.good').first().waitFor();
    await on.page.getByText('All variations').click();
  },
  connect4: () => on.page.locator('.c4-score').first().waitFor(),
  othello: () => on.page.locator('.othello-score').first().waitFor(),
  chess: async () => {
    await on.type('1. e4 e5 2. Qh5 Ke7 3. Qxe5#');
    await on.at('5 of 5');
    await on.button('Report on the game').click();
    await on.page.getByRole('img', { name: 'Evaluation over the game: 6 of 6 positions' }).waitFor();
  },
  shogi: async () => {
    await on.button('Mate in five').click();
    await on.positionIs(/^7kl/);
    await on.button('Find a mate').click();
    await on.verdict(/mate in 5 plies/i);
    await on.page.getByLabel('Solve the position as a mate problem').check();
  },
};

for (const [game, ready] of Object.entries(until)) {
  test(`axe finds nothing in ${game}`, async () => {
    await on.show(`#${game}`);
    await on.inside();
    await ready();
    await clean();
  });
}

for (const game of ['connect4', 'othello', 'chess', 'shogi']) {
  test(`axe finds nothing while a position of ${game} is set up`, async () => {
    await on.show(`#${game}`);
    await on.button('Set up a position').click();
    await clean();
  });
}
