// A number and its course over a search.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Sample } from '../model/samples';

interface Props {
  samples: Sample[];
  value: (sample: Sample) => number;
  tone: string; // the name of a colour of the style sheet
  label: string;
  text: string;
  most?: number; // of the scale
}

const kHeight = 52;

export function Chart({ samples, value, tone, label, text, most }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  useLayoutEffect(() => {
    const colour = getComputedStyle(element.current!).getPropertyValue(tone).trim();
    const fade = (u: uPlot) => {
      const gradient = u.ctx.createLinearGradient(0, u.bbox.top, 0, u.bbox.top + u.bbox.height);
      gradient.addColorStop(0, `${colour}66`);
      gradient.addColorStop(1, `${colour}05`);
      return gradient;
    };
    // The newest point, where the eye looks.
    const head = (u: uPlot) => {
      const [xs, ys] = u.data;
      const last = xs.length - 1;
      if (last < 1) return;
      const x = u.valToPos(xs[last]!, 'x', true);
      const y = u.valToPos(ys![last]!, 'y', true);
      u.ctx.save();
      u.ctx.fillStyle = colour;
      u.ctx.beginPath();
      u.ctx.arc(x, y, 2.6 * uPlot.pxRatio, 0, 2 * Math.PI);
      u.ctx.fill();
      u.ctx.restore();
    };
    plot.current = new uPlot(
      {
        width: element.current!.clientWidth,
        height: kHeight,
        padding: [5, 5, 1, 1],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false }, y: { range: (_, __, high) => [0, most ?? Math.max(1, high * 1.08)] } },
        axes: [{ show: false }, { show: false }],
        series: [{}, { stroke: colour, width: 1.6, fill: fade, points: { show: false }, paths: uPlot.paths.spline!() }],
        hooks: { draw: [head] },
      },
      [[0], [0]],
      element.current!,
    );
    const observer = new ResizeObserver(() => plot.current?.setSize({ width: element.current!.clientWidth, height: kHeight }));
    observer.observe(element.current!);
    return () => (observer.disconnect(), plot.current?.destroy());
  }, [tone]);
  const newest = samples.at(-1)?.seconds;
  useEffect(() => {
    plot.current?.setData([samples.map((s) => s.seconds), samples.map(value)]);
  }, [newest, samples.length]);
  return (
    <figure class="chart" style={`--tone: var(${tone})`}>
      <figcaption>
        <span>{label}</span>
        <strong>{text}</strong>
      </figcaption>
      <div ref={element} role="img" aria-label={`${label}: ${text}`} />
    </figure>
  );
}
