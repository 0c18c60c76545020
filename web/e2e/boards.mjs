// Where to click on the boards.

async function cell(page, selector, across, down, x, y) {
  // A click by coordinates does not scroll by itself.
  await page.locator(selector).evaluate((board) => board.scrollIntoView({ block: 'nearest' }));
  const box = await page.locator(selector).boundingBox();
  return [box.x + ((x + 0.5) * box.width) / across, box.y + ((y + 0.5) * box.height) / down];
}

async function clickCell(page, ...where) {
  await page.mouse.click(...(await cell(page, ...where)));
}

// From a square, or from a button, to a square, or off the board.
async function drag(page, from, to, place) {
  const end = to ? await place(to) : [5, 200];
  const start = typeof from === 'string' ? await place(from) : await from.boundingBox().then((box) => [box.x + box.width / 2, box.y + box.height / 2]);
  await page.mouse.move(...start);
  await page.mouse.down();
  await page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, { steps: 4 });
  await page.mouse.move(...end, { steps: 4 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))); // it follows the mouse frame by frame
  await page.mouse.up();
}

const chessCell = (name) => [8, 8, name.charCodeAt(0) - 97, 8 - Number(name[1])];
const shogiCell = (name) => [9, 9, 9 - Number(name[0]), name.charCodeAt(1) - 97];
export const chessDrag = (page, from, to) => drag(page, from, to, (name) => cell(page, 'cg-board', ...chessCell(name)));
export const shogiDrag = (page, from, to) => drag(page, from, to, (name) => cell(page, 'sg-board', ...shogiCell(name)));

// "e2", White below.
export const chessSquare = (page, name) => clickCell(page, 'cg-board', ...chessCell(name));

// "7g": files count from the right, ranks from above.
export const shogiSquare = (page, name) => clickCell(page, 'sg-board', ...shogiCell(name));

// "C4", on a board of nine lines.
export const goPoint = (page, name, how) =>
  page.locator(`.shudan-vertex[data-x="${'ABCDEFGHJ'.indexOf(name[0])}"][data-y="${9 - Number(name.slice(1))}"]`).click(how);
