// Tsume: is a move the right one? It is if every answer to it is mated.
import type { Backend } from '../engine/backend';
import type { GameName, Report } from '../engine/types';

export interface TsumeAnswer {
  right: boolean;
  mated: boolean; // the move ends it
  reply?: string; // the answer that holds out longest, or the one that escapes
}

const kNodes = 200_000; // for each answer

async function solve(backend: Backend, game: GameName, position: string, moves: string[], signal: AbortSignal): Promise<Report | undefined> {
  let report: Report | undefined;
  await backend.search('solve', { game, position, moves, nodes: kNodes }, (event) => (event.kind === 'done' ? (report = event.report) : undefined), signal);
  return report;
}

// `moves` end with the move that is judged. Undefined where the signal came first.
export async function judgeTsume(backend: Backend, game: GameName, position: string, moves: string[], signal: AbortSignal): Promise<TsumeAnswer | undefined> {
  const board = await backend.board(game, position, moves);
  if (board.outcome) return { right: board.outcome.winner !== undefined && board.outcome.winner !== board.side, mated: true };
  let longest = -1;
  let reply: string | undefined;
  for (const answer of board.moves) {
    const report = await solve(backend, game, position, [...moves, answer], signal);
    if (signal.aborted) return undefined;
    if (!report?.mate || report.mate < 0) return { right: false, mated: false, reply: answer };
    if (report.mate > longest) [longest, reply] = [report.mate, answer];
  }
  return { right: true, mated: false, reply };
}
