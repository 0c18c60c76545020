// Pictures of the page for the README, from the real page and the real engines.
// usage: TESUJI=PROGRAM node e2e/pictures.mjs FOLDER [NAME...]
import { openPage, startBrowser, startServer } from './harness.mjs';

const folder = process.argv[2] ?? '../docs/images';
const server = await startServer();
const browser = await startBrowser();

const wanted = process.argv.slice(3); // all, if none is named

async function picture(name, hash, options, action) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const page = await openPage(browser, `${server.address}${hash}`, [], { viewport: { width: 1180, height: 1075 }, ...options });
  await page.locator('.board').waitFor();
  await page.getByRole('button', { name: 'Inside the table' }).click();
  await action(page);
  await page.waitForTimeout(700);
  await page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 86 });
  await page.close();
}

try {
  await picture('go', '#go', {}, async (page) => {
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.locator('.chip.good').first().waitFor();
  });
  await picture('connect4', '#connect4', {}, (page) => page.locator('.c4-score').first().waitFor());
  // A small table, so that there is something to see inside of it.
  const analyse = async (page) => {
    await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption('16 MiB');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.waitForTimeout(8000);
  };
  await picture('chess', `#chess?position=${encodeURIComponent('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1')}`, { colorScheme: 'dark' }, analyse);
  await picture('shogi', '#shogi?moves=7g7f+3c3d+2g2f+8c8d+2f2e+8d8e+6i7h+4a3b', {}, analyse);
} finally {
  await browser.close();
  await server.stop();
}
