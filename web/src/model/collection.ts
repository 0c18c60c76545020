// The games or problems of one file, and which of the problems were solved: this browser remembers that.
import { useState } from 'preact/hooks';
import type { GameRecord } from '../engine/types';
import { keep, kept } from './storage';

export interface Collection {
  records: GameRecord[];
  at: number;
}

export type Progress = Record<string, 'right' | 'wrong'>; // by position

const kName = 'tesuji-progress';

// A short name for a position.
export function fingerprint(text: string): string {
  let hash = 0;
  for (const char of text) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) | 0;
  return (hash >>> 0).toString(36);
}

export function useProgress(): [Progress, (position: string, right: boolean) => void] {
  const [progress, set] = useState<Progress>(() => kept<Progress>(kName) ?? {});
  const note = (position: string, right: boolean) =>
    set((now) => {
      const name = fingerprint(position);
      if (now[name] === 'right' || now[name] === (right ? 'right' : 'wrong')) return now;
      const next: Progress = { ...now, [name]: right ? 'right' : 'wrong' };
      keep(kName, next);
      return next;
    });
  return [progress, note];
}
