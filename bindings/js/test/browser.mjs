// Serves the installed package to chromium and waits for what the checks say there. usage: browser.mjs FOLDER
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';

const folder = process.argv[2];
const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const page = `<!doctype html><title>tesuji</title>
<script type="importmap">{"imports":{"tesuji":"/node_modules/tesuji/index.js"}}</script>
<script type="module">
const say = (wrong) => fetch('/done', { method: 'POST', body: JSON.stringify(wrong) });
addEventListener('unhandledrejection', (event) => say(['unhandled: ' + event.reason]));
import('/checks.mjs').then(({ run }) => run()).then(say, (error) => say([String(error)]));
</script>`;

let tell;
const told = new Promise((resolve) => (tell = resolve));
const server = createServer(async (request, response) => {
  if (request.url === '/done') {
    let text = '';
    for await (const part of request) text += part;
    response.end();
    return tell(JSON.parse(text));
  }
  try {
    const path = normalize(new URL(request.url, 'http://x').pathname);
    const body = path === '/' ? page : await readFile(join(folder, path));
    response.writeHead(200, { 'Content-Type': types[path === '/' ? '.html' : extname(path)] ?? 'application/octet-stream' });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const profile = await mkdtemp(join(tmpdir(), 'tesuji-js-'));
const browser = spawn('chromium', ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/`], { stdio: 'ignore' });
browser.on('error', (error) => tell([`chromium did not start: ${error.message}`]));
const wrong = await told;
browser.kill();
await new Promise((resolve) => (browser.exitCode === null && browser.signalCode === null ? browser.once('exit', resolve) : resolve()));
server.close();
server.closeAllConnections?.();
await rm(profile, { recursive: true, force: true, maxRetries: 5 });
for (const each of wrong) console.error(`in chromium: ${each}`);
process.exit(wrong.length === 0 ? 0 : 1);
