// Pictures of every game at three sizes, light and dark, to be looked at one by one: of the page in front of the server,
// or, with --static, of the same files on a static host, where the engines run in the browser.
// usage: TESUJI=PROGRAM node e2e/screens.mjs FOLDER [--static] [GAME...]
import { mkdir } from 'node:fs/promises';
import { startHost } from '../wasm/host.mjs';
import { openPage, startBrowser, startServer } from './harness.mjs';

const [folder, ...rest] = process.argv.slice(2);
const isStatic = rest.includes('--static');
const wanted = rest.filter((word) => !word.startsWith('--'));
const kSizes = { desktop: [1920, 1080], laptop: [1280, 720], phone: [390, 844] };

const button = (page, name) => page.getByRole('button', { name, exact: true });
const analysed = async (page) => {
  await button(page, 'Analyse').click();
  await page.locator('.lines .score').nth(2).waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Analyse').waitFor();
};
// Each with something on its board, and something said about it.
const kGames = {
  go: ['#go', async (page) => {
    await button(page, 'Solve').click();
    await page.locator('.chip.good').first().waitFor();
    await button(page, 'Solve').waitFor();
  }],
  connect4: [`#connect4?moves=${[...'323441146172552'].join('+')}`, (page) => page.getByText(/wins, with disc/).waitFor()],
  othello: ['#othello?moves=f5+d6+c3+d3+c4+f4+f6', (page) => page.locator('.othello-score').nth(3).waitFor()],
  chess: [`#chess?position=${encodeURIComponent('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1')}`, analysed],
  shogi: ['#shogi?moves=7g7f+3c3d+2g2f+8c8d+2f2e+8d8e+6i7h+4a3b+2e2d+2c2d+2h2d', analysed],
};

await mkdir(folder, { recursive: true });
const server = await (isStatic ? startHost({ isolated: true }) : startServer());
const browser = await startBrowser();
const errors = [];
try {
  for (const [game, [hash, ready]] of Object.entries(kGames)) {
    if (wanted.length > 0 && !wanted.includes(game)) continue;
    for (const [size, [width, height]] of Object.entries(kSizes)) {
      const page = await openPage(browser, `${server.address}${hash}`, errors, { viewport: { width, height }, reducedMotion: 'reduce', colorScheme: 'light' });
      await ready(page);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
        await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: `${folder}/${game}-${size}-${colorScheme}.png` });
      }
      await page.close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
for (const error of errors) console.error(error);
process.exitCode = errors.length > 0 ? 1 : 0;
