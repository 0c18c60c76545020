// Our own board for Connect 4: an SVG with the score of each column above it.
import { kColumns, kRows, type Placed } from '../games/connect4';
import type { MoveReport } from '../engine/types';

interface Props {
  placed: Placed;
  scores?: Map<number, MoveReport>;
  best?: Set<number>;
  flipped: boolean; // mirrored left to right: the game is the same
  open: (column: number) => boolean; // may it be clicked?
  onDrop: (column: number) => void;
}

const kCell = 100;
const kScores = 66; // the height above the frame

export function Connect4Board({ placed, scores, best, flipped, open, onDrop }: Props) {
  const over = placed.full || placed.four !== undefined;
  const x = (column: number) => (flipped ? kColumns - 1 - column : column) * kCell;
  const y = (row: number) => kScores + (kRows - 1 - row) * kCell;
  const winning = new Set(placed.four?.map((cell) => cell.join()));
  return (
    <svg class={`c4 c4-move-${placed.toMove}`} viewBox={`0 0 ${kColumns * kCell} ${kRows * kCell + kScores}`} role="group" aria-label="Connect 4 board">
      <defs>
        <mask id="c4-holes">
          <rect x="0" y={kScores} width={kColumns * kCell} height={kRows * kCell} rx="26" fill="#fff" />
          {Array.from({ length: kColumns * kRows }, (_, i) => (
            <circle key={i} cx={(i % kColumns) * kCell + 50} cy={kScores + Math.floor(i / kColumns) * kCell + 50} r="39" fill="#000" />
          ))}
        </mask>
        <radialGradient id="c4-first" cx=".36" cy=".3" r=".85">
          <stop offset="0" stop-color="var(--c4-first-light)" />
          <stop offset="1" stop-color="var(--c4-first)" />
        </radialGradient>
        <radialGradient id="c4-second" cx=".36" cy=".3" r=".85">
          <stop offset="0" stop-color="var(--c4-second-light)" />
          <stop offset="1" stop-color="var(--c4-second)" />
        </radialGradient>
        <linearGradient id="c4-frame" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="var(--c4-frame-light)" />
          <stop offset="1" stop-color="var(--c4-frame)" />
        </linearGradient>
      </defs>
      <rect x="0" y={kScores} width={kColumns * kCell} height={kRows * kCell} rx="26" fill="var(--c4-behind)" />
      {placed.grid.flatMap((discs, column) =>
        discs.map((disc, row) => {
          if (!disc) return null;
          const last = placed.last?.[0] === column && placed.last[1] === row;
          return (
            <g key={`${column},${row}`} class={last ? 'c4-falls' : ''} style={last ? `--drop:${(kRows - row) * kCell}px` : ''}>
              <circle cx={x(column) + 50} cy={y(row) + 50} r="42" fill={`url(#c4-${disc === 1 ? 'first' : 'second'})`} />
              {winning.has(`${column},${row}`) && <circle class="c4-win" cx={x(column) + 50} cy={y(row) + 50} r="27" />}
            </g>
          );
        }),
      )}
      <rect class="c4-front" x="0" y={kScores} width={kColumns * kCell} height={kRows * kCell} rx="26" fill="url(#c4-frame)" mask="url(#c4-holes)" />
      {Array.from({ length: kColumns }, (_, column) => {
        const score = scores?.get(column);
        const full = placed.grid[column]![kRows - 1] !== 0;
        const words = full ? 'full' : (score?.verdict ?? '');
        const usable = open(column);
        return (
          <g
            key={column}
            class={`c4-column${usable ? '' : ' c4-closed'}`}
            role="button"
            tabIndex={usable ? 0 : -1}
            aria-disabled={!usable}
            aria-label={`Column ${column + 1}${words ? `, ${words}` : ''}`}
            data-column={column + 1}
            onClick={() => usable && onDrop(column)}
            onKeyDown={(event) => usable && (event.key === 'Enter' || event.key === ' ') && (event.preventDefault(), onDrop(column))}
          >
            <rect class="c4-hover" x={x(column) + 4} y={kScores + 4} width={kCell - 8} height={kRows * kCell - 8} rx="22" />
            <rect class="c4-hit" x={x(column)} y="0" width={kCell} height={kRows * kCell + kScores} />
            {score && <ScoreLabel x={x(column)} score={score} best={best?.has(column) ?? false} />}
            {!score && !full && !over && <text class="c4-number" x={x(column) + 50} y="44">{column + 1}</text>}
          </g>
        );
      })}
    </svg>
  );
}

function ScoreLabel({ x, score, best }: { x: number; score: MoveReport; best: boolean }) {
  const value = score.score ?? 0;
  const kind = value > 0 ? 'win' : value < 0 ? 'loss' : 'draw';
  const count = /in (\d+)/.exec(score.verdict ?? '')?.[1];
  return (
    <g class={`c4-score c4-${kind}${best ? ' c4-best' : ''}`}>
      <rect x={x + 8} y="4" width={kCell - 16} height={kScores - 14} rx="14" />
      <text class="c4-word" x={x + 50} y={count ? 26 : 37}>{kind}</text>
      {count && <text class="c4-count" x={x + 50} y="48">in {count}</text>}
    </g>
  );
}
