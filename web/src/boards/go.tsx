import { Goban, type Marker } from '@sabaki/shudan';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import '@sabaki/shudan/css/goban.css';
import { fromName, toName, type Problem, type Vertex, window as cut } from '../games/go';
import { t } from '../model/language';

interface Props {
  problem: Problem; // as it stands
  last?: string; // the move that led here
  target: string[]; // as the solver found it
  region: string[];
  open: boolean; // the region is an assumption
  best: string[];
  wrong: string[];
  hints: string[];
  flipped: boolean;
  onPoint: (vertex: Vertex, other: boolean) => void; // `other`: with the right button
}

type Grid<T> = T[][];

const kSteps: Record<string, Vertex> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function GoBoard({ problem, last, target, region, open, best, wrong, hints, flipped, onPoint }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<[width: number, height: number]>([0, 0]);
  const [cursor, setCursor] = useState<Vertex>(); // where the keyboard is, as shown (after turning)
  useLayoutEffect(() => {
    // As wide as the column, as high as the window below the header.
    const measure = () => {
      const frame = element.current;
      if (frame) setRoom([Math.min(860, frame.clientWidth), innerHeight - frame.getBoundingClientRect().top - scrollY - 16]);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element.current!);
    addEventListener('resize', measure);
    return () => (observer.disconnect(), removeEventListener('resize', measure));
  }, []);

  const { width, height } = problem;
  const grid = <T,>(value: T): Grid<T> => Array.from({ length: height }, () => Array<T>(width).fill(value));
  // Seen from the other side of the table, every point is turned by 180 degrees.
  const turn = ([x, y]: Vertex): Vertex => (flipped ? [width - 1 - x, height - 1 - y] : [x, y]);
  const set = <T,>(map: Grid<T>, vertex: Vertex | undefined, value: T) => {
    if (!vertex) return;
    const [x, y] = turn(vertex);
    if (map[y]) map[y]![x] = value;
  };
  const signs = grid<0 | 1 | -1>(0);
  problem.signs.forEach((row, y) => row.forEach((sign, x) => set(signs, [x, y], sign)));
  const markers = grid<Marker | null>(null);
  for (const name of target) set(markers, fromName(name, height), { type: 'cross' });
  for (const vertex of problem.target) set(markers, vertex, { type: 'cross' });
  for (const vertex of problem.region) set(markers, vertex, { type: 'triangle' });
  for (const vertex of problem.stubs) set(markers, vertex, { type: 'square' });
  for (const name of hints) set(markers, fromName(name, height), { type: 'label', label: '?' });
  if (last) set(markers, fromName(last, height), { type: 'circle' });
  const ghosts = grid<{ sign: 0 | 1 | -1; type?: 'good' | 'bad'; faint?: boolean } | null>(null);
  for (const name of wrong) set(ghosts, fromName(name, height), { sign: problem.player, type: 'bad', faint: true });
  for (const name of best) set(ghosts, fromName(name, height), { sign: problem.player, type: 'good' });
  const paint = grid<0 | 1 | -1>(0);
  for (const name of region) set(paint, fromName(name, height), 1);

  const view = cut(problem);
  const range = (pair: [number, number], size: number): [number, number] => (flipped ? [size - 1 - pair[1], size - 1 - pair[0]] : pair);
  const rangeX = range(view.x, width);
  const rangeY = range(view.y, height);
  const fits = (pixels: number, [from, to]: [number, number]) => Math.floor((pixels - 4) / (to - from + 1 + 2.3));
  const vertexSize = Math.max(12, Math.min(fits(room[0], rangeX), Math.max(fits(room[1], rangeY), 18)));

  const move = (key: string): boolean => {
    const step = kSteps[key];
    if (!step) return false;
    const from: Vertex = cursor ?? [Math.round((rangeX[0] + rangeX[1]) / 2), Math.round((rangeY[0] + rangeY[1]) / 2)];
    const to: Vertex = cursor ? [from[0] + step[0], from[1] + step[1]] : from;
    setCursor([Math.max(rangeX[0], Math.min(rangeX[1], to[0])), Math.max(rangeY[0], Math.min(rangeY[1], to[1]))]);
    return true;
  };
  const said = () => {
    if (!cursor) return '';
    const sign = signs[cursor[1]]?.[cursor[0]];
    return `${toName(turn(cursor), height)}, ${sign === 1 ? t('black') : sign === -1 ? t('white') : t('empty')}`;
  };
  return (
    <div
      ref={element}
      class={`go-board${open ? ' open' : ''}`}
      onContextMenu={(event) => {
        const point = (event.target as Element).closest<HTMLElement>('.shudan-vertex');
        if (!point) return;
        event.preventDefault();
        onPoint(turn([Number(point.dataset.x), Number(point.dataset.y)]), true);
      }}
      role="group"
      aria-label={t('Go board: arrow keys choose a point, Enter plays there')}
      tabIndex={0}
      onBlur={() => setCursor(undefined)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if ((event.key === 'Enter' || event.key === ' ') && cursor) onPoint(turn(cursor), event.shiftKey);
        else if (!move(event.key)) return;
        event.preventDefault();
        event.stopPropagation(); // elsewhere the arrows step through the line
      }}
    >
      {room[0] > 0 && (
        <Goban
          vertexSize={vertexSize}
          rangeX={rangeX}
          rangeY={rangeY}
          showCoordinates
          coordX={(x) => toName(turn([x, 0]), height).replace(/\d+/, '')}
          coordY={(y) => String(height - turn([0, y])[1])}
          fuzzyStonePlacement
          animateStonePlacement
          signMap={signs}
          markerMap={markers}
          ghostStoneMap={ghosts}
          paintMap={paint}
          selectedVertices={cursor ? [cursor] : []}
          onVertexClick={(event: MouseEvent, vertex: Vertex) => event.button !== 2 && onPoint(turn(vertex), false)}
        />
      )}
      <span class="visually-hidden" aria-live="polite">{said()}</span>
    </div>
  );
}
