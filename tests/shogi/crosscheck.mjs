// Compares our legal moves with those of tsshogi (npm, MIT), position by position.
// usage: build/dev/tests/shogi/shogi-positions 20 | node tests/shogi/crosscheck.mjs PATH/TO/node_modules/tsshogi
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const library = process.argv[2];
if (!library) {
  console.error("usage: shogi-positions | node crosscheck.mjs PATH/TO/node_modules/tsshogi");
  process.exit(2);
}
const { Position } = await import(pathToFileURL(resolve(library, "dist/esm/index.mjs")));

const squares = [];
for (const file of "123456789") for (const rank of "abcdefghi") squares.push(file + rank);

// All that could be a move, each asked of the library.
function legalMoves(position) {
  const moves = [];
  const ask = (usi) => {
    const move = position.createMoveByUSI(usi);
    // A move the library reads as another (a promotion it drops, say) is not this one.
    if (move && move.usi === usi && position.isValidMove(move)) moves.push(usi);
  };
  for (const to of squares) {
    for (const kind of "PLNSGBR") ask(`${kind}*${to}`);
    for (const from of squares) {
      if (from === to) continue;
      ask(from + to);
      ask(`${from}${to}+`);
    }
  }
  return moves.sort();
}

let positions = 0;
let moves = 0;
let differences = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const [sfen, list] = line.split("\t");
  const position = Position.newBySFEN(sfen);
  if (!position) {
    console.log(`${sfen}: the library does not read it`);
    ++differences;
    continue;
  }
  const ours = list ? list.trim().split(" ") : [];
  const theirs = legalMoves(position);
  ++positions;
  moves += theirs.length;
  const extra = ours.filter((move) => !theirs.includes(move));
  const missing = theirs.filter((move) => !ours.includes(move));
  if (extra.length || missing.length) {
    ++differences;
    console.log(`${sfen}: ours only [${extra}], theirs only [${missing}]`);
  }
}
console.log(`${positions} positions, ${moves} moves, ${differences} differences`);
process.exit(positions > 0 && differences === 0 ? 0 : 1);
