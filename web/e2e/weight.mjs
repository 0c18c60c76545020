// How heavy the page is, and how soon there is a board: new contexts, without service worker or cache.
// usage: TESUJI=PROGRAM [PAGE=FOLDER] node e2e/weight.mjs [LOADS]
import { startBrowser, startServer } from './harness.mjs';

const loads = Number(process.argv[2] ?? 5);
const kBoards = { go: '.shudan-goban', connect4: '.c4', othello: '.othello-board', chess: 'cg-board', shogi: 'sg-board' };

const server = await startServer();
const browser = await startBrowser();
for (const [game, selector] of Object.entries(kBoards)) {
  const times = [];
  let bytes = 0;
  for (let load = 0; load < loads; ++load) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    // In every frame: milliseconds from the start of the navigation until the board is in the page.
    await page.addInitScript((board) => {
      const look = () => (document.querySelector(board) ? (globalThis.boardAt = performance.now()) : requestAnimationFrame(look));
      look();
    }, selector);
    await page.goto(`${server.address}#${game}`, { waitUntil: 'networkidle' });
    times.push(await page.waitForFunction(() => globalThis.boardAt).then((at) => at.jsonValue()));
    await context.close();
  }
  console.log(`${game}: ${times.map(Math.round).sort((a, b) => a - b).join(', ')} ms; ${bytes} bytes`);
}
await browser.close();
await server.stop();
