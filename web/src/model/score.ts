// Scores and quantities as people read them.
import type { MoveReport, Report } from '../engine/types';

export type Scored = Pick<MoveReport | Report, 'score' | 'mate'>;

// From the mover's view to the first side's (White, Black at shogi).
export function forFirst(scored: Scored, firstToMove: boolean): Scored {
  const sign = firstToMove ? 1 : -1;
  // No moves to mate: the game is won by the rules (a declaration), which the score says.
  return {
    score: scored.score === undefined ? undefined : sign * scored.score,
    mate: scored.mate ? sign * scored.mate : undefined,
  };
}

// Mates are counted in the mating side's moves; in shogi in plies, as everybody does there.
export const mateCount = (mate: number, plies: boolean): number => (!plies ? Math.abs(mate) : mate > 0 ? 2 * mate - 1 : -2 * mate);

const kWon = 30_000; // no evaluation is as large

// "+0.42", "-1.30", "#5", "-#3"
export function scoreText({ score, mate }: Scored, plies = false): string {
  if (mate !== undefined) return `${mate < 0 ? '−' : ''}#${mateCount(mate, plies)}`;
  if (score === undefined) return '–';
  if (Math.abs(score) >= kWon) return score < 0 ? '−∞' : '+∞';
  const value = Math.abs(score) / 100;
  return `${score < 0 ? '−' : '+'}${value.toFixed(value < 10 ? 2 : 1)}`;
}

// The first side's share of the evaluation bar, 0 to 1. A logistic curve: two pawns are about three quarters.
export function share({ score, mate }: Scored, unit = 185): number {
  if (mate !== undefined) return mate < 0 ? 0.02 : 0.98;
  return 1 / (1 + Math.exp(-(score ?? 0) / unit));
}

const suffixes = ['', 'k', 'M', 'G', 'T'];

export function countText(value: number): string {
  let power = 0;
  while (value >= 1000 && power < suffixes.length - 1) {
    value /= 1000;
    ++power;
  }
  return `${value >= 100 || power === 0 ? Math.round(value) : value.toFixed(1)}${suffixes[power]}`;
}

export function bytesText(bytes: number): string {
  let power = 0;
  while (bytes >= 1024 && power < 4) {
    bytes /= 1024;
    ++power;
  }
  return `${Math.round(bytes * 10) / 10} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}`;
}

export function secondsText(seconds: number): string {
  if (seconds >= 60) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return seconds >= 1 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds * 1000)} ms`;
}
