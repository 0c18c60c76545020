// A line of play: where it starts, its moves, and how far of it is shown; the record it belongs to; and the history of
// lines for undo.
import type { GameRecord } from '../engine/types';
import { mainLine, withMoves } from './record';

export interface Line {
  start: string; // as the game's notation writes it; '' = the start position
  moves: string[];
  at: number; // moves shown on the board
  record?: GameRecord; // with its comments, headers and other variations
}

export const emptyLine = (start = ''): Line => ({ start, moves: [], at: 0 });

export const shown = (line: Line): string[] => line.moves.slice(0, line.at);

// A record's main line, shown to its end; or, of a problem, nothing but its start.
export function lineOf(record: GameRecord, problem = false): Line {
  const moves = problem ? [] : mainLine(record);
  return { start: record.position ?? '', moves, at: moves.length, record };
}

// Everything that was played, for a file.
export function recordOf(line: Line): GameRecord {
  return withMoves(line.record ?? { ...(line.start ? { position: line.start } : {}), nodes: [{}] }, line.moves);
}

// A move from the shown position. What followed it before stays in the record as a variation.
export function played(line: Line, move: string): Line {
  const at = line.at + 1;
  if (line.moves[line.at] === move) return { ...line, at };
  return withLine(line, [...shown(line), move], at);
}

// The same start with other moves.
export function withLine(line: Line, moves: string[], at = moves.length): Line {
  return { ...line, moves, at, record: withMoves(recordOf(line), moves) };
}

export function stepped(line: Line, by: number): Line {
  return { ...line, at: Math.max(0, Math.min(line.moves.length, line.at + by)) };
}
// Undo and redo over whole lines. Stepping through a line is no change of it, and leaves no trace here.
export class History {
  private past: Line[] = [];
  private future: Line[] = [];

  constructor(public present: Line) {}

  change(line: Line): void {
    this.past.push(this.present);
    if (this.past.length > 500) this.past.shift();
    this.future = [];
    this.present = line;
  }

  step(by: number): void {
    this.present = stepped(this.present, by);
  }

  // `skip` says which lines not to stop at: those where the engine would play at once what was just taken back. If
  // there is nowhere else to stop, nothing changes.
  undo(skip: (line: Line) => boolean = () => false): void {
    const steps = [...this.past].reverse().findIndex((line) => !skip(line)) + 1;
    for (let n = 0; n < steps; ++n) {
      this.future.push(this.present);
      this.present = this.past.pop()!;
    }
  }

  // Redoes as far as undo went back. At the newest line it stops in any case: there the engine may play.
  redo(skip: (line: Line) => boolean = () => false): void {
    do {
      const line = this.future.pop();
      if (!line) return;
      this.past.push(this.present);
      this.present = line;
    } while (skip(this.present));
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }
}
