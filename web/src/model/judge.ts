// Right or wrong: the moves of a line against a proof.
import type { GameRecord } from '../engine/types';

// Does a line of the proof from here end in success?
export function works(record: GameRecord, node: number): boolean {
  const { comment = '', children = [] } = record.nodes[node]!;
  return comment.includes('RIGHT') || children.some((child) => works(record, child));
}

// Of the moves by the side to play first: which is the first that throws the result away (its index), and has the line
// come to an end? Nothing, if there is no such move yet, if no move works, or if the proof does not know the moves.
export function judge(proof: GameRecord, moves: readonly string[]): { wrong?: number; ends: boolean } | undefined {
  if (moves.length === 0 || !works(proof, 0)) return undefined;
  let node = 0;
  for (const [index, move] of moves.entries()) {
    const next = proof.nodes[node]!.children?.find((child) => proof.nodes[child]!.move === move);
    if (next === undefined) return undefined;
    node = next;
    if (index % 2 === 0 && !works(proof, node)) return { wrong: index, ends: !proof.nodes[node]!.children };
  }
  return { ends: !proof.nodes[node]!.children };
}
