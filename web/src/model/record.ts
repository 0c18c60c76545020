// Game records as trees of moves. They are never changed in place: lines in the history share them.
import type { GameRecord } from '../engine/types';

const childOf = (record: GameRecord, node: number, move: string): number | undefined =>
  record.nodes[node]!.children?.find((child) => record.nodes[child]!.move === move);

// The node that moves from the start lead to, if they are in the record.
export function follow(record: GameRecord, moves: readonly string[]): number | undefined {
  let node: number | undefined = 0;
  for (const move of moves) node = node === undefined ? undefined : childOf(record, node, move);
  return node;
}

// The first continuation at every turn.
export function mainLine(record: GameRecord, from = 0): string[] {
  const moves: string[] = [];
  for (let node = record.nodes[from]!.children?.[0]; node !== undefined; node = record.nodes[node]!.children?.[0]) {
    moves.push(record.nodes[node]!.move!);
  }
  return moves;
}

// The record with these moves in it, as a variation where they leave it.
export function withMoves(record: GameRecord, moves: readonly string[]): GameRecord {
  if (follow(record, moves) !== undefined) return record;
  const nodes = record.nodes.map((node) => ({ ...node }));
  let at = 0;
  for (const move of moves) {
    const known = nodes[at]!.children?.find((child) => nodes[child]!.move === move);
    if (known === undefined) {
      nodes[at]!.children = [...(nodes[at]!.children ?? []), nodes.length];
      nodes.push({ move });
    }
    at = known ?? nodes.length - 1;
  }
  return { ...record, nodes };
}

export const header = (record: GameRecord | undefined, name: string): string | undefined =>
  record?.headers?.find(([key]) => key === name)?.[1];
