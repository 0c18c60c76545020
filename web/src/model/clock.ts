// Two clocks, of which one runs: whose time is up has lost.
import { useEffect, useRef, useState } from 'preact/hooks';

export interface Clock {
  left: readonly [number, number]; // seconds
  fallen?: 0 | 1; // whose time is up
}

const kTick = 100; // ms

// `minutes` for each side, 0 = no clock; `running`: the side whose time passes, none = both stand still. Another `game`
// sets both clocks anew.
export function useClock(minutes: number, running: 0 | 1 | undefined, game: string): Clock {
  const [left, setLeft] = useState<readonly [number, number]>([minutes * 60, minutes * 60]);
  useEffect(() => setLeft([minutes * 60, minutes * 60]), [minutes, game]);
  const fallen = minutes > 0 ? ([0, 1] as const).find((side) => left[side] <= 0) : undefined;
  const last = useRef(0);
  useEffect(() => {
    if (minutes === 0 || running === undefined || fallen !== undefined) return;
    last.current = performance.now();
    const ticks = setInterval(() => {
      const now = performance.now();
      const passed = (now - last.current) / 1000;
      last.current = now;
      setLeft(([first, second]) => (running === 0 ? [first - passed, second] : [first, second - passed]));
    }, kTick);
    return () => clearInterval(ticks);
  }, [minutes, running, fallen]);
  return { left, fallen };
}

export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
