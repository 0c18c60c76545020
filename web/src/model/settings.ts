// What the user chose, kept in this browser.
import { useCallback, useState } from 'preact/hooks';

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  engines: 'server' | 'browser';
  lines: number;
  seconds: number; // 0 = until stopped
  threads: number;
  hash: number; // MiB
  opponent: 'none' | 'first' | 'second'; // which side the engine plays
  level: number; // 0..20
  scores: boolean; // Connect 4: score every position
  ko: string;
  answering: boolean; // Go: the solver answers moves in a solved problem
  flipped: boolean;
  inside: boolean; // the panel on the table is open
}

const kStandard: Settings = {
  theme: 'auto',
  engines: 'server',
  lines: 3,
  seconds: 10,
  threads: 1,
  hash: 64,
  opponent: 'none',
  level: 10,
  scores: true,
  ko: 'all',
  answering: true,
  flipped: false,
  inside: false,
};

const kName = 'tesuji-settings';
const kKept = ['theme', 'engines', 'lines', 'seconds', 'threads', 'hash', 'level', 'scores', 'inside'] as const;

function load(): Settings {
  try {
    return { ...kStandard, ...(JSON.parse(localStorage.getItem(kName) ?? '{}') as Partial<Settings>) };
  } catch {
    return kStandard; // a browser that keeps nothing
  }
}

export function useSettings(): [Settings, (some: Partial<Settings>) => void] {
  const [settings, set] = useState(load);
  const change = useCallback((some: Partial<Settings>) => {
    set((now) => {
      const next = { ...now, ...some };
      try {
        localStorage.setItem(kName, JSON.stringify(Object.fromEntries(kKept.map((key) => [key, next[key]]))));
      } catch {
        // Not kept, then.
      }
      return next;
    });
  }, []);
  return [settings, change];
}
