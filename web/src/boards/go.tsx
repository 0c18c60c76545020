import { Goban, type Marker } from '@sabaki/shudan';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import '@sabaki/shudan/css/goban.css';
import { fromName, toName, type Played, type Problem, type Vertex, window as cut } from '../games/go';

interface Props {
  problem: Problem;
  played: Played;
  region: string[]; // as the solver used it
  best: string[];
  wrong: string[];
  flipped: boolean;
  onPoint: (vertex: Vertex) => void;
}

type Grid<T> = T[][];

function grid<T>(size: number, value: T): Grid<T> {
  return Array.from({ length: size }, () => Array<T>(size).fill(value));
}

export function GoBoard({ problem, played, region, best, wrong, flipped, onPoint }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);

  const { size } = problem;
  // Seen from the other side of the table, every point is turned by 180 degrees.
  const turn = ([x, y]: Vertex): Vertex => (flipped ? [size - 1 - x, size - 1 - y] : [x, y]);
  const set = <T,>(map: Grid<T>, vertex: Vertex | undefined, value: T) => {
    if (!vertex) return;
    const [x, y] = turn(vertex);
    if (map[y]) map[y]![x] = value;
  };
  const signs = grid<0 | 1 | -1>(size, 0);
  played.signs.forEach((row, y) => row.forEach((sign, x) => set(signs, [x, y], sign)));
  const markers = grid<Marker | null>(size, null);
  for (const vertex of problem.target) set(markers, vertex, { type: 'cross' });
  for (const vertex of problem.region) set(markers, vertex, { type: 'triangle' });
  if (played.last) set(markers, played.last, { type: 'circle' });
  const ghosts = grid<{ sign: 0 | 1 | -1; type?: 'good' | 'bad'; faint?: boolean } | null>(size, null);
  for (const name of wrong) set(ghosts, fromName(name, size), { sign: played.player, type: 'bad', faint: true });
  for (const name of best) set(ghosts, fromName(name, size), { sign: played.player, type: 'good' });
  const paint = grid<0 | 1 | -1>(size, 0);
  for (const name of region) set(paint, fromName(name, size), 1);

  const view = cut(problem);
  const range = (pair: [number, number]): [number, number] => (flipped ? [size - 1 - pair[1], size - 1 - pair[0]] : pair);
  const rangeX = range(view.x);
  const rangeY = range(view.y);
  const across = Math.max(rangeX[1] - rangeX[0], rangeY[1] - rangeY[0]) + 1;
  const vertexSize = Math.floor((width - 4) / (across + 2.3));
  return (
    <div ref={element} class="go-board" role="group" aria-label="Go board">
      {width > 0 && (
        <Goban
          vertexSize={vertexSize}
          rangeX={rangeX}
          rangeY={rangeY}
          showCoordinates
          coordX={(x) => toName(turn([x, 0]), size).replace(/\d+/, '')}
          coordY={(y) => String(size - turn([0, y])[1])}
          fuzzyStonePlacement
          animateStonePlacement
          signMap={signs}
          markerMap={markers}
          ghostStoneMap={ghosts}
          paintMap={paint}
          onVertexClick={(_: MouseEvent, vertex: Vertex) => onPoint(turn(vertex))}
        />
      )}
    </div>
  );
}
