// Named strengths of the engine's play. What they are worth the engine says: its option "elo" has a range, and the names
// are spread over it.
import type { GameInfo, OptionValue } from '../engine/types';

const kNames = ['Beginner', 'Casual', 'Club', 'Strong club', 'Expert'] as const;
const kFull = 'Full strength';

export interface Level {
  name: string;
  elo?: number; // none: as strong as it can
}

export function levelsOf(info: GameInfo): Level[] {
  const range = info.options?.find(({ name }) => name === 'elo');
  if (range?.min === undefined || range.max === undefined) return [{ name: kFull }];
  const { min, max } = range;
  const elo = (index: number) => (index === 0 ? min : Math.round((min + ((max - min) * index) / kNames.length) / 50) * 50);
  return [...kNames.map((name, index) => ({ name, elo: elo(index) })), { name: kFull }];
}

// What the engine itself says of these figures.
export const aboutLevels = (info: GameInfo): string | undefined => info.options?.find(({ name }) => name === 'elo')?.help;

// The level at this place, or the strongest.
export const levelAt = (info: GameInfo, at: number): Level => levelsOf(info)[at] ?? { name: kFull };

export const levelOptions = ({ elo }: Level): Record<string, OptionValue> => (elo === undefined ? {} : { 'limit-strength': true, elo });
