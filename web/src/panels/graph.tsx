// The evaluation over a game; a click goes to the move.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { t } from '../model/language';

interface Props {
  shares: (number | undefined)[]; // of the first side, 0 to 1, one for each position of the line
  at: number;
  onGo: (at: number) => void;
}

export function EvaluationGraph({ shares, at, onGo }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>();
  const go = useRef(onGo);
  go.current = onGo;
  useLayoutEffect(() => {
    const style = getComputedStyle(element.current!);
    const height = 96;
    plot.current = new uPlot(
      {
        width: element.current!.clientWidth,
        height,
        padding: [4, 4, 4, 4],
        legend: { show: false },
        cursor: { drag: { x: false, y: false }, y: false, points: { size: 7 } },
        scales: { x: { time: false }, y: { range: [0, 1] } },
        axes: [{ show: false }, { show: false }],
        series: [
          {},
          { stroke: style.getPropertyValue('--accent').trim(), width: 2, fill: style.getPropertyValue('--graph-fill').trim(), points: { show: false } },
        ],
        hooks: {
          draw: [
            (u) => {
              const { ctx, bbox } = u;
              ctx.save(); // uPlot remembers what it set
              ctx.strokeStyle = style.getPropertyValue('--rule').trim();
              ctx.beginPath();
              ctx.moveTo(bbox.left, bbox.top + bbox.height / 2);
              ctx.lineTo(bbox.left + bbox.width, bbox.top + bbox.height / 2);
              const x = Math.round(u.valToPos(Number(element.current?.dataset.at ?? 0), 'x', true));
              ctx.moveTo(x, bbox.top);
              ctx.lineTo(x, bbox.top + bbox.height);
              ctx.stroke();
              ctx.restore();
            },
          ],
        },
      },
      [[0], [0.5]],
      element.current!,
    );
    plot.current.over.addEventListener('click', () => {
      const index = plot.current?.cursor.idx;
      if (index !== null && index !== undefined) go.current(index);
    });
    const observer = new ResizeObserver(() => plot.current?.setSize({ width: element.current!.clientWidth, height }));
    observer.observe(element.current!);
    return () => (observer.disconnect(), plot.current?.destroy());
  }, []);
  useEffect(() => {
    plot.current?.setData([shares.map((_, i) => i), shares.map((s) => s ?? null)]);
  }, [shares, at]);
  const known = shares.filter((share) => share !== undefined).length;
  return <div ref={element} class="graph" data-at={at} role="img" aria-label={t('Evaluation over the game: {n} of {m} positions', { n: known, m: shares.length })} />;
}
