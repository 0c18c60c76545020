// What the user chose, kept in this browser.
import { useCallback, useState } from 'preact/hooks';
import { type Language, preferred } from './language';
import { keep, kept } from './storage';

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  language: Language;
  engines: 'server' | 'browser';
  lines: number;
  seconds: number; // 0 = until stopped
  threads: number;
  hash: number; // MiB
  opponent: 'none' | 'first' | 'second'; // which side the engine plays
  strength: number; // which of the engine's levels, the weakest first
  scores: boolean; // Connect 4: score every position
  ko: string;
  answering: boolean; // Go: the solver answers moves in a solved problem
  flipped: boolean;
  minutes: number; // on each side's clock; 0 = none
  notation: 'western' | 'japanese'; // of shogi moves
  pieces: 'traditional' | 'international'; // of shogi
  inside: boolean; // the panel on the table is open
}

const kDefaults: Settings = {
  theme: 'auto',
  language: 'en',
  engines: 'server',
  lines: 3,
  seconds: 10,
  threads: 1,
  hash: 64,
  opponent: 'none',
  strength: 2,
  scores: true,
  ko: 'all',
  answering: true,
  flipped: false,
  minutes: 0,
  notation: 'western',
  pieces: 'traditional',
  inside: false,
};

const kName = 'tesuji-settings';
const kKept = ['theme', 'language', 'engines', 'lines', 'seconds', 'threads', 'hash', 'strength', 'scores', 'inside', 'minutes', 'notation', 'pieces'] as const;

// The side that the engine plays, as an index into a game's sides; negative = none.
export const engineSide = ({ opponent }: Settings): number => ({ none: -2, first: 0, second: 1 })[opponent];

export function useSettings(): [Settings, (some: Partial<Settings>) => void] {
  const [settings, set] = useState<Settings>(() => ({ ...kDefaults, language: preferred(navigator.languages), ...kept<Partial<Settings>>(kName) }));
  const change = useCallback((some: Partial<Settings>) => {
    set((now) => {
      const next = { ...now, ...some };
      keep(kName, Object.fromEntries(kKept.map((key) => [key, next[key]])));
      return next;
    });
  }, []);
  return [settings, change];
}
