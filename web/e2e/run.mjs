// Runs the browser tests: two files at a time, the longest first, in one browser. Each file has a server of its own, for
// some tests look at what the server is doing.
// usage: TESUJI=PROGRAM PAGE=FOLDER node e2e/run.mjs [FILE...]
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { serveBrowser } from './harness.mjs';

const kFiles = ['page', 'setup', 'everyday', 'access', 'games', 'features', 'trainer'];
const names = process.argv.length > 2 ? process.argv.slice(2) : kFiles.map((name) => new URL(`${name}.test.mjs`, import.meta.url).pathname);

const browser = await serveBrowser();
process.env.BROWSER = browser.wsEndpoint();
const results = run({ files: names, concurrency: 2 });
results.on('test:fail', () => (process.exitCode = 1));
const report = results.pipe(new spec());
report.pipe(process.stdout);
report.on('end', async () => {
  await browser.close();
  process.exit();
});
