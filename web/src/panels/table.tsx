// Inside the table: what the transposition table does while a search runs.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { bytesText, countText } from '../model/score';
import type { Sample, Samples } from '../model/samples';

interface ChartProps {
  samples: Sample[];
  value: (sample: Sample) => number;
  tone: string; // the name of a colour of the style sheet
  label: string;
  text: string;
  most?: number; // of the scale
}

function Chart({ samples, value, tone, label, text, most }: ChartProps) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  useLayoutEffect(() => {
    const style = getComputedStyle(element.current!);
    const colour = style.getPropertyValue(tone).trim();
    const height = 46;
    plot.current = new uPlot(
      {
        width: element.current!.clientWidth,
        height,
        padding: [4, 0, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false }, y: { range: (_, __, high) => [0, most ?? Math.max(1, high * 1.08)] } },
        axes: [{ show: false }, { show: false }],
        series: [{}, { stroke: colour, width: 1.75, fill: `${colour}2b`, points: { show: false } }],
      },
      [[0], [0]],
      element.current!,
    );
    const observer = new ResizeObserver(() => plot.current?.setSize({ width: element.current!.clientWidth, height }));
    observer.observe(element.current!);
    return () => (observer.disconnect(), plot.current?.destroy());
  }, [tone]);
  const newest = samples.at(-1)?.seconds;
  useEffect(() => {
    plot.current?.setData([samples.map((s) => s.seconds), samples.map(value)]);
  }, [newest, samples.length]);
  return (
    <figure class="chart">
      <figcaption>
        <span>{label}</span>
        <strong>{text}</strong>
      </figcaption>
      <div ref={element} role="img" aria-label={`${label}: ${text}`} />
    </figure>
  );
}

const kColumns = 50;
const kRows = 20;

// A thousand cells, one for each thousandth of the table. They light up in a scattered order, as a hash fills a
// table; those lit last glow.
function Mosaic({ fill, rate }: { fill: number; rate: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const born = useRef<number[]>([]);
  const order = useRef(scattered(kColumns * kRows));
  useEffect(() => {
    const target = Math.round(fill * kColumns * kRows);
    const now = performance.now();
    if (target < born.current.length) born.current.length = target;
    while (born.current.length < target) born.current.push(now);
    const context = canvas.current!.getContext('2d')!;
    const style = getComputedStyle(canvas.current!);
    const [cold, warm, hot] = ['--cell-empty', '--cell', '--cell-new'].map((name) => style.getPropertyValue(name).trim()) as [string, string, string];
    const scale = devicePixelRatio || 1;
    const width = canvas.current!.clientWidth;
    const cell = width / kColumns;
    canvas.current!.width = width * scale;
    canvas.current!.height = cell * kRows * scale;
    let frame = 0;
    const draw = () => {
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.clearRect(0, 0, width, cell * kRows);
      const time = performance.now();
      let glowing = false;
      order.current.forEach((place, index) => {
        const x = (place % kColumns) * cell;
        const y = Math.floor(place / kColumns) * cell;
        const lit = born.current[index];
        const age = lit === undefined ? Infinity : (time - lit) / 900;
        context.fillStyle = lit === undefined ? cold : warm;
        context.fillRect(x + 0.5, y + 0.5, cell - 1, cell - 1);
        if (age < 1) {
          glowing = true;
          context.globalAlpha = 1 - age;
          context.fillStyle = hot;
          context.fillRect(x, y, cell, cell);
          context.globalAlpha = 1;
        }
      });
      if (glowing) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [fill, rate]);
  return <canvas ref={canvas} class="mosaic" role="img" aria-label={`The table is ${(fill * 100).toFixed(1)}% full`} />;
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

export function TablePanel({ samples, running }: { samples: Samples; running: boolean }) {
  const { list, table } = samples;
  const last = list.at(-1);
  const mean = (value: (s: Sample) => number) => (list.length > 0 ? list.reduce((sum, s) => sum + value(s), 0) / list.length : 0);
  const shown = (value: (s: Sample) => number) => (running ? (last ? value(last) : 0) : mean(value));
  const hitRate = table && table.probes > 0 ? table.hits / table.probes : 0;
  return (
    <section class="panel table-panel" aria-label="Inside the table">
      <h2>
        Inside the table
        <small>{table ? bytesText(table.bytes) : 'no search yet'}</small>
      </h2>
      <Mosaic fill={(table?.fill ?? 0) / 1000} rate={list.length} />
      <div class="charts">
        <Chart samples={list} tone="--tone-nodes" label={running ? 'Nodes per second' : 'Nodes per second, mean'} value={(s) => s.nodeRate} text={countText(running ? shown((s) => s.nodeRate) : samples.meanNodeRate)} />
        <Chart samples={list} tone="--tone-hits" label="Hit rate" value={(s) => s.hitRate} most={1} text={`${(hitRate * 100).toFixed(1)}%`} />
        <Chart samples={list} tone="--tone-fill" label="Filled" value={(s) => s.fill} most={1} text={`${((table?.fill ?? 0) / 10).toFixed(1)}%`} />
        <Chart samples={list} tone="--tone-replace" label="Replaced per second" value={(s) => s.replaceRate} text={countText(shown((s) => s.replaceRate))} />
      </div>
      {table && (
        <p class="fine">
          {countText(table.probes)} probes, {countText(table.hits)} hits, {countText(table.stores)} stores, {countText(table.replacements)} of them over another entry.
        </p>
      )}
    </section>
  );
}
