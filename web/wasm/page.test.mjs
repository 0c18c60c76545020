// The page without a server: the engines run in the browser, on one thread where the host is any, on several where it
// isolates the page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, test } from 'node:test';
import { program } from '../e2e/harness.mjs';
import { scene } from '../e2e/scene.mjs';
import { startHost } from './host.mjs';

// A problem is solved after the network has gone.
async function solvesOffline(on) {
  const context = await on.browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(240_000);
  await page.goto(`${on.server.address}#go`);
  await page.locator('html[data-kept]').waitFor();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.locator('.chip.good').first().waitFor();
  await context.close();
}

for (const isolated of process.env.THREADS ? [false, true] : [false]) {
  describe(isolated ? 'isolated, with threads' : 'on any host, one thread', () => {
    const on = scene({ start: () => startHost({ isolated }) });

    test('it says where the engines run', async () => {
      await on.page.getByText('in this browser').waitFor();
      assert.equal(await on.page.evaluate(() => crossOriginIsolated), isolated);
      assert.equal(await on.page.getByRole('navigation', { name: 'Games' }).getByRole('button').count(), 5);
    });

    test('the tsumego is solved', async () => {
      await on.show('');
      await on.button('Solve').click();
      await on.verdict(/dead|dies|kill|captured/i);
      await on.page.locator('.chip.good').first().waitFor();
    });

    test('every Connect 4 column has its score', async () => {
      await on.show(`#connect4?moves=${[...'323441146172552'].join('+')}`);
      await on.page.waitForFunction(() => document.querySelectorAll('.c4-score').length === 7);
      await on.verdict(/Yellow wins, with disc 13/);
    });

    for (const game of ['chess', 'shogi']) {
      test(`${game} is analysed, stopped at once, and analysed again`, async () => {
        await on.show(`#${game}`);
        await on.choice('Time').selectOption('no limit');
        // Where there is one core, there is nothing to choose.
        const several = isolated && (await on.page.evaluate(() => navigator.hardwareConcurrency)) > 1;
        assert.equal(await on.choice('Threads').count(), several ? 1 : 0);
        if (several) await on.choice('Threads').selectOption('2');
        for (let times = 0; times < 2; ++times) {
          await on.button('Analyse').click();
          await on.page.waitForFunction(() => document.querySelectorAll('.lines .score').length >= 2);
          await on.button('Stop').click();
          await on.button('Analyse').waitFor();
        }
        // The next search, of another kind, has its worker at once.
        await on.button('Find a mate').click();
        await on.page.getByTestId('verdict').or(on.page.getByText(/depth \d/)).first().waitFor();
        await on.page.keyboard.press('Escape');
      });
    }

    test('a certificate is checked in this browser', async () => {
      const file = `${tmpdir()}/tesuji-wasm-${process.pid}.txt`;
      execFileSync(program, ['solve', 'connect4', '2252576253462244111563365343671351', '--certificate', file], { stdio: 'ignore' });
      await on.show('#go');
      const chooser = on.page.waitForEvent('filechooser');
      await on.button('Verify…').click();
      await (await chooser).setFiles(file);
      const found = on.page.getByTestId('certificate');
      await found.filter({ hasText: /The certificate holds: \d+ states checked\./ }).filter({ hasText: 'Checked in this browser' }).waitFor();
      await rm(file);
    });

    test('without a network, the page and its engines are still there', async () => {
      await solvesOffline(on);
    });

    // The worker of the page, asked without the page: the module with threads says what the native program says.
    test('signatures on one thread are the native ones, and two threads find the same answers', { skip: !isolated }, async () => {
      await on.show('');
      const there = await on.page.evaluate(async () => {
        const name = (await (await fetch('assets.json')).json()).find((file) => file.includes('/worker-'));
        const worker = new Worker(new URL(name, document.baseURI), { type: 'module' });
        const answers = new Map();
        const ready = new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => {
            if (data.failed) reject(new Error(data.failed));
            if (data.ready) resolve();
            if (data.json) answers.get(data.id)(JSON.parse(data.json));
          };
        });
        const wanted = new SharedArrayBuffer(4);
        worker.postMessage({ folder: new URL('wasm/', document.baseURI).href, threads: 2, wanted });
        await ready;
        const search = (task, request) =>
          new Promise((resolve) => {
            const id = answers.size + 1;
            answers.set(id, resolve);
            Atomics.store(new Int32Array(wanted), 0, id);
            worker.postMessage({ id, call: 'search', texts: [task, JSON.stringify(request)] });
          });
        const signatures = {};
        for (const game of ['chess', 'shogi', 'connect4', 'go', 'othello']) signatures[game] = (await search('bench', { game, hash: '64M', threads: 1 })).nodes;
        const connect4 = await search('solve', { game: 'connect4', position: '323441146172552', threads: 2 });
        const chess = await search('analyze', { game: 'chess', depth: 8, threads: 2 });
        worker.terminate();
        return { signatures, verdict: connect4.verdict, depth: chess.depth };
      });
      const native = (game) => JSON.parse(execFileSync(program, ['bench', game, '--hash', '64M', '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })).nodes;
      for (const [game, nodes] of Object.entries(there.signatures)) assert.equal(nodes, native(game), game);
      assert.equal(there.verdict, 'win in 13');
      assert.equal(there.depth, 8);
    });

    test('a bad position is explained', async () => {
      await on.show('#chess');
      await on.type('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1');
      await on.alert(/\w+ \w+ \w+/);
    });

    test('tables larger than a browser gives are not offered', async () => {
      await on.show('#chess');
      const sizes = await on.choice('Table').locator('option').allTextContents();
      assert.deepEqual(sizes, ['16 MiB', '64 MiB', '256 MiB', '512 MiB', '1 GiB']);
      await on.choice('Table').selectOption('1 GiB');
      await on.choice('Time').selectOption('2 s');
      await on.button('Analyse').click();
      await on.page.getByText('1 GiB', { exact: true }).last().waitFor();
      await on.button('Analyse').waitFor();
    });
  });
}

describe('beside a server', () => {
  const on = scene();

  test('the engines in this browser are there for who chooses them', async () => {
    await on.show('');
    await on.choice('Where the engines run').selectOption('in this browser');
    await on.button('Solve').click();
    await on.verdict(/dead|dies|kill|captured/i);
    assert.equal((await on.health()).served, 0, 'nothing was asked of the server');
    await on.choice('Where the engines run').selectOption('on the server');
    await on.show(`#connect4?moves=${[...'323441146172552'].join('+')}`);
    await on.verdict(/Yellow wins/);
    assert.ok((await on.health()).served > 0);
  });

  test('they take over when there is no network', async () => {
    await solvesOffline(on);
  });
});
