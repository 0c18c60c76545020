// A whole game, evaluated position by position with one short search each.
import { useEffect, useState } from 'preact/hooks';
import type { Backend } from '../engine/backend';
import type { BoardReport, GameInfo, Report } from '../engine/types';
import type { Line } from './line';
import { forFirst, share } from './score';

export interface Evaluated {
  share: number; // of the first side
  best?: string; // the move that the engine would have played
}

export interface Course {
  positions: (Evaluated | undefined)[]; // one for each position of the line
  running: boolean;
  start: () => void;
  stop: () => void;
}

// A position that is over is worth its result.
function evaluated(report: Report | undefined, board: BoardReport, info: GameInfo): Evaluated {
  const first = board.side === info.sides[0];
  if (board.outcome) return { share: board.outcome.winner === undefined ? 0.5 : board.outcome.winner === info.sides[0] ? 1 : 0 };
  return { share: report ? share(forFirst(report, first)) : 0.5, best: report?.best?.[0] ?? report?.pv?.[0] };
}

export function useCourse(backend: Backend, info: GameInfo, line: Line): Course {
  const [found, setFound] = useState<(Evaluated | undefined)[]>([]);
  const [controller, setController] = useState<AbortController>();
  const key = JSON.stringify([line.start, line.moves]);
  useEffect(() => {
    controller?.abort();
    setController(undefined);
    setFound([]);
  }, [key]);
  const one = async (moves: string[], signal: AbortSignal): Promise<Evaluated | undefined> => {
    const board = await backend.board(info.game, line.start, moves);
    let report: Report | undefined;
    const request = { game: info.game, position: line.start, moves, time: '300ms' };
    if (!board.outcome) await backend.search('analyze', request, (event) => (event.kind === 'done' ? (report = event.report) : undefined), signal);
    return board.outcome || report ? evaluated(report, board, info) : undefined;
  };
  const run = async (mine: AbortController) => {
    const all: (Evaluated | undefined)[] = [];
    for (let at = 0; at <= line.moves.length && !mine.signal.aborted; ++at) {
      all[at] = await one(line.moves.slice(0, at), mine.signal).catch(() => undefined); // a gap in the graph
      if (!mine.signal.aborted) setFound([...all]);
    }
    setController((now) => (now === mine ? undefined : now));
  };
  const start = () => {
    const mine = new AbortController();
    setController(mine);
    void run(mine);
  };
  const positions = Array.from({ length: line.moves.length + 1 }, (_, index) => found[index]);
  return { positions, running: controller !== undefined, start, stop: () => (controller?.abort(), setController(undefined)) };
}
