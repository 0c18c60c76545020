// Pictures of the page for the README and the guide, from the real page and the real engines.
// usage: TESUJI=PROGRAM node e2e/pictures.mjs FOLDER [NAME...]
import { openPage, startBrowser, startServer } from './harness.mjs';

const folder = process.argv[2] ?? '../docs/images';
const server = await startServer();
const browser = await startBrowser();

const wanted = process.argv.slice(3); // all, if none is named

async function picture(name, hash, options, action) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const page = await openPage(browser, `${server.address}${hash}`, [], { viewport: { width: 1180, height: 900 }, reducedMotion: 'reduce', ...options });
  await page.locator('.board').waitFor();
  await action(page);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 66 });
  await page.close();
}

const inside = (page) => page.getByRole('button', { name: 'Inside the table' }).click();
// A small table, so that there is something to see inside of it.
const analyse = async (page) => {
  await inside(page);
  await page.getByRole('combobox', { name: 'Table', exact: true }).selectOption('16 MiB');
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.getByRole('button', { name: 'Analyse' }).waitFor();
};

try {
  await picture('go', '#go', {}, async (page) => {
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.locator('.chip.good').first().waitFor();
    await page.getByText('All variations').click();
  });
  await picture('connect4', '#connect4', {}, async (page) => {
    await page.locator('.c4-score').first().waitFor();
    await inside(page);
  });
  await picture('othello', '#othello?moves=f5+d6+c3+d3+c4+f4+f6', { colorScheme: 'dark' }, (page) => page.locator('.othello-score').nth(3).waitFor());
  await picture('chess', `#chess?position=${encodeURIComponent('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1')}`, { colorScheme: 'dark' }, analyse);
  await picture('report', '#chess', {}, async (page) => {
    await page.getByRole('button', { name: 'A whole game' }).click();
    await page.getByRole('button', { name: 'Report on the game' }).click();
    await page.getByRole('img', { name: /34 of 34 positions/ }).waitFor();
  });
  await picture('shogi', '#shogi?moves=7g7f+3c3d+2g2f+8c8d+2f2e+8d8e+6i7h+4a3b', {}, analyse);
  await picture('phone', '#go', { viewport: { width: 390, height: 844 } }, async (page) => {
    await page.locator('.shudan-vertex[data-x="0"][data-y="7"]').click(); // A2, which is wrong
    await page.getByTestId('judged').filter({ hasText: 'Wrong' }).waitFor();
  });
} finally {
  await browser.close();
  await server.stop();
}
