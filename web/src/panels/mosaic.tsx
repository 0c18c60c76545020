// The table as a thousand cells, one for each thousandth of it. They fill in a scattered order, as a hash fills a
// table; what happens in it flashes up. How many cells flash is counted; which ones, is drawn by lot.
import { useEffect, useRef } from 'preact/hooks';
import type { Sample } from '../model/samples';

const kColumns = 50;
const kRows = 20;
const kFade = 900; // ms
const kFlashes = 36; // for each sample, if every probe hit, or every store replaced something

type Kind = 'new' | 'hit' | 'replaced';
interface Flash {
  place: number;
  kind: Kind;
  born: number;
}

export function Mosaic({ fill, sample }: { fill: number; sample?: Sample }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const filled = useRef(0);
  const flashes = useRef<Flash[]>([]);
  const order = useRef(scattered(kColumns * kRows));

  useEffect(() => {
    const now = performance.now();
    const target = Math.round(fill * kColumns * kRows);
    const flash = (place: number, kind: Kind) => flashes.current.push({ place, kind, born: now });
    for (let index = filled.current; index < target; ++index) flash(order.current[index]!, 'new');
    filled.current = target;
    const draw = (share: number, kind: Kind) => {
      for (let n = Math.round(share * kFlashes); n > 0 && target > 0; --n) flash(order.current[Math.floor(Math.random() * target)]!, kind);
    };
    if (sample && sample.nodeRate > 0) {
      draw(sample.hitRate, 'hit');
      draw(sample.storeRate > 0 ? Math.min(1, sample.replaceRate / sample.storeRate) : 0, 'replaced');
    }
    return paint(canvas.current!, order.current, filled.current, flashes);
  }, [fill, sample]);

  return <canvas ref={canvas} class="mosaic" role="img" aria-label={`The table is ${(fill * 100).toFixed(1)}% full`} />;
}

// Draws until nothing glows any more; what it returns ends it.
function paint(canvas: HTMLCanvasElement, order: number[], filled: number, flashes: { current: Flash[] }): () => void {
  const context = canvas.getContext('2d')!;
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const colours: Record<Kind, string> = { new: colour('--cell-new'), hit: colour('--tone-hits'), replaced: colour('--tone-replace') };
  const [empty, full] = [colour('--cell-empty'), colour('--cell')];
  const scale = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const cell = width / kColumns;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  canvas.width = width * scale;
  canvas.height = cell * kRows * scale;
  const square = (place: number, margin: number) => {
    context.beginPath();
    context.roundRect((place % kColumns) * cell + margin, Math.floor(place / kColumns) * cell + margin, cell - 2 * margin, cell - 2 * margin, 1.6);
    context.fill();
  };
  let frame = 0;
  const draw = () => {
    const now = performance.now();
    flashes.current = still ? [] : flashes.current.filter(({ born }) => now - born < kFade);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, cell * kRows);
    order.forEach((place, index) => {
      context.fillStyle = index < filled ? full : empty;
      square(place, 0.7);
    });
    for (const { place, kind, born } of flashes.current) {
      context.globalAlpha = (1 - (now - born) / kFade) ** 1.5;
      context.fillStyle = colours[kind];
      square(place, kind === 'new' ? 0 : 0.7);
    }
    context.globalAlpha = 1;
    if (flashes.current.length > 0) frame = requestAnimationFrame(draw);
  };
  draw();
  return () => cancelAnimationFrame(frame);
}

// The same shuffle every time (a linear congruential generator), so that the picture does not jump.
function scattered(count: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  let state = 12345;
  for (let left = count; left > 1; --left) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const other = Math.floor((state / 2147483648) * left);
    [order[left - 1], order[other]] = [order[other]!, order[left - 1]!];
  }
  return order;
}
