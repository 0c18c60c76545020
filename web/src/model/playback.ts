// Plays the rest of a line move by move, for the eye.
import { useEffect, useState } from 'preact/hooks';
import type { Line } from './line';

const kPause = 600; // ms

export function usePlayback(line: Line, goTo: (at: number) => void): { start: () => void; stop: () => void } {
  const [running, setRunning] = useState(false);
  useEffect(() => {
    if (!running) return;
    if (line.at >= line.moves.length) return setRunning(false);
    const later = setTimeout(() => goTo(line.at + 1), kPause);
    return () => clearTimeout(later);
  }, [running, line]);
  return { start: () => setRunning(true), stop: () => setRunning(false) };
}
