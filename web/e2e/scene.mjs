// One server, one browser and one page for a file of tests, and the words the tests are written in.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { openPage, startBrowser, startServer } from './harness.mjs';

// `start`: what serves the page, by default the real server; resolves with { address, stop }.
export function scene({ start = startServer, context = {} } = {}) {
  const stage = {};
  const errors = [];
  before(async () => {
    stage.server = await start();
    stage.browser = await startBrowser();
    stage.page = await openPage(stage.browser, stage.server.address, errors, context);
  });
  after(async () => {
    await stage.browser?.close();
    assert.equal(await stage.server?.stop(), 0, 'the server ends by itself');
    assert.deepEqual(errors, []);
  });

  // Another position in the same page, as a link opened in it does.
  let visits = 0; // an address of its own for each, or the browser would only follow the part behind '#'
  stage.show = async (hash) => {
    await stage.page.goto(`${stage.server.address}?${++visits}${hash}`);
    await stage.button(/^(Solve|Analyse)/).first().waitFor();
  };
  stage.button = (name) => stage.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  stage.radio = (name) => stage.page.getByRole('radio', { name, exact: true });
  stage.choice = (name) => stage.page.getByRole('combobox', { name, exact: true });
  stage.field = () => stage.page.getByRole('textbox', { name: /^Position/ });
  stage.type = async (text) => {
    await stage.field().fill(text);
    await stage.field().press('Enter');
  };
  // Pasted into the field. Not by the clipboard: all files of tests have the same.
  stage.paste = (text) =>
    stage.field().evaluate((field, all) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', all);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  // The position that is shown, not one that was only typed: then there is nothing to set.
  stage.positionIs = (wanted) =>
    stage.page.waitForFunction(
      ([source, flags]) =>
        document.querySelector('.position form button').disabled &&
        new RegExp(source, flags).test(document.querySelector('.position input').value),
      wanted instanceof RegExp ? [wanted.source, wanted.flags] : [`^${wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, ''],
    );
  stage.verdict = (pattern) => stage.page.getByTestId('verdict').filter({ hasText: pattern }).waitFor();
  stage.alert = (pattern) => stage.page.getByRole('alert').filter({ hasText: pattern }).waitFor();
  // A key that drops a disc, once the column is open: before that the page does not listen.
  stage.press = async (column) => {
    await stage.page.locator(`.c4-column:not(.c4-closed)[data-column="${column}"]`).waitFor();
    await stage.page.keyboard.press(column);
  };
  stage.health = async () => (await fetch(`${stage.server.address}api/health`)).json();
  // The search has ended on the server, too, once the page has hung up.
  stage.idle = async () => {
    while ((await stage.health()).searching > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  // What the page gives to be saved when a button is pressed.
  stage.saved = async (button) => {
    const download = stage.page.waitForEvent('download');
    await button.click();
    const file = await download;
    const parts = [];
    for await (const part of await file.createReadStream()) parts.push(part); // the browser may be another process's
    return { name: file.suggestedFilename(), text: Buffer.concat(parts).toString('utf8') };
  };
  // "Inside the table" is closed at first.
  stage.inside = async () => {
    const fold = stage.button('Inside the table');
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  };
  stage.at = (text) => stage.page.getByRole('region', { name: 'Game', exact: true }).getByText(text, { exact: true }).waitFor(); // "3 of 33"
  return stage;
}
