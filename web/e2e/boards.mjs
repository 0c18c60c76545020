// Where to click on the boards.

async function clickCell(page, selector, across, down, x, y) {
  const box = await page.locator(selector).boundingBox();
  await page.mouse.click(box.x + ((x + 0.5) * box.width) / across, box.y + ((y + 0.5) * box.height) / down);
}

// "e2", White below.
export const chessSquare = (page, name) => clickCell(page, 'cg-board', 8, 8, name.charCodeAt(0) - 97, 8 - Number(name[1]));

// "7g": files count from the right, ranks from above.
export const shogiSquare = (page, name) => clickCell(page, 'sg-board', 9, 9, 9 - Number(name[0]), name.charCodeAt(1) - 97);

// "C4", on a board of nine lines.
export const goPoint = (page, name) =>
  page.locator(`.shudan-vertex[data-x="${'ABCDEFGHJ'.indexOf(name[0])}"][data-y="${9 - Number(name.slice(1))}"]`).click();
