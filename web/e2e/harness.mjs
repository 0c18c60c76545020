// A real server with the real page, and Debian's chromium in front of it.
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';

export const program = process.env.TESUJI ?? '../build/dev/src/app/tesuji';
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export async function startServer(...options) {
  const server = spawn(program, ['serve', '--port', '0', '--page', process.env.PAGE ?? '../build/page', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (bytes) => {
      text += bytes;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    server.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      server.on('exit', (code) => resolve(code));
      server.kill('SIGTERM');
    });
  return { address, stop };
}

// As root, as in a container, chromium runs only without its sandbox; it sees nothing but our own page.
const launching = { executablePath: browserPath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };

// A browser for several processes: they find its address in BROWSER.
export const serveBrowser = () => chromium.launchServer(launching);

export async function startBrowser() {
  const shared = process.env.BROWSER;
  return shared ? chromium.connect(shared) : chromium.launch(launching);
}

// A page that notes every error in `errors`.
export async function openPage(browser, address, errors, options = {}) {
  // Without a service worker: it would keep the whole page anew on each of hundreds of loads. Tests of it ask for it.
  const page = await browser.newPage({ viewport: { width: 1180, height: 900 }, serviceWorkers: 'block', ...options });
  page.setDefaultTimeout(240_000); // a machine may be slow; nothing here is waited for that does not come
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A refused position is answered with status 400, and the browser says so.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text());
  });
  await page.goto(address);
  return page;
}
