// Our own board for Connect 4: an SVG with the score of each column above it.
import { discs, emptyOf, findFour, gridOf, kSizes, nameOf, put, sizeOf, startOf } from '../games/connect4';
import type { ScoredBoardProps, ScoredGame } from '../views/scored';
import { t } from '../model/language';
import { labelOf, type Label } from '../model/label';

const kCell = 100;
const kScores = 66; // the height above the frame
const kReplyTime = '4s';

function Connect4Board({ position, last, moves, scores, best, flipped, onMove }: ScoredBoardProps) {
  const grid = gridOf(position);
  const [columns, rows] = [grid.length, grid[0]!.length];
  const toMove = discs(grid) % 2 === 0 ? 1 : 2;
  const lastColumn = last === undefined ? -1 : grid.findIndex((_, column) => nameOf(column) === last);
  const lastRow = lastColumn < 0 ? -1 : grid[lastColumn]!.reduce<number>((top, disc, row) => (disc ? row : top), -1);
  const x = (column: number) => (flipped ? columns - 1 - column : column) * kCell;
  const y = (row: number) => kScores + (rows - 1 - row) * kCell;
  const winning = new Set(findFour(grid)?.map((cell) => cell.join()));
  return (
    <svg class={`c4 c4-move-${toMove}`} style={`--shape:${columns / (rows + kScores / kCell)}`} viewBox={`0 0 ${columns * kCell} ${rows * kCell + kScores}`} role="group" aria-label={t('Connect 4 board')}>
      <defs>
        <mask id="c4-holes">
          <rect x="0" y={kScores} width={columns * kCell} height={rows * kCell} rx="26" fill="#fff" />
          {Array.from({ length: columns * rows }, (_, i) => (
            <circle key={i} cx={(i % columns) * kCell + 50} cy={kScores + Math.floor(i / columns) * kCell + 50} r="39" fill="#000" />
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
      <rect x="0" y={kScores} width={columns * kCell} height={rows * kCell} rx="26" fill="var(--c4-behind)" />
      {grid.flatMap((cells, column) =>
        cells.map((disc, row) => {
          if (!disc) return null;
          const falls = column === lastColumn && row === lastRow;
          return (
            <g key={`${column},${row}`} class={falls ? 'c4-falls' : ''} style={falls ? `--drop:${(rows - row) * kCell}px` : ''}>
              <circle cx={x(column) + 50} cy={y(row) + 50} r="42" fill={`url(#c4-${disc === 1 ? 'first' : 'second'})`} />
              {winning.has(`${column},${row}`) && <circle class="c4-win" cx={x(column) + 50} cy={y(row) + 50} r="27" />}
            </g>
          );
        }),
      )}
      <rect class="c4-front" x="0" y={kScores} width={columns * kCell} height={rows * kCell} rx="26" fill="url(#c4-frame)" mask="url(#c4-holes)" />
      {grid.map((cells, column) => {
        const move = nameOf(column);
        const score = scores.get(move);
        const full = !cells.includes(0);
        const words = full ? t('full') : (score?.verdict ?? '');
        const usable = moves.includes(move);
        return (
          <g
            key={column}
            class={`c4-column${usable ? '' : ' c4-closed'}`}
            role="button"
            tabIndex={usable ? 0 : -1}
            aria-disabled={!usable}
            aria-label={`${t('Column {n}', { n: move })}${words ? `, ${words}` : ''}`}
            data-column={move}
            onClick={() => usable && onMove(move)}
            onKeyDown={(event) => usable && (event.key === 'Enter' || event.key === ' ') && (event.preventDefault(), onMove(move))}
          >
            <rect class="c4-hover" x={x(column) + 4} y={kScores + 4} width={kCell - 8} height={rows * kCell - 8} rx="22" />
            <rect class="c4-hit" x={x(column)} y="0" width={kCell} height={rows * kCell + kScores} />
            {score && <ScoreLabel x={x(column)} label={labelOf(score)} best={best.has(move)} />}
            {!score && usable && <text class="c4-number" x={x(column) + 50} y="44">{move}</text>}
          </g>
        );
      })}
    </svg>
  );
}

function ScoreLabel({ x, label, best }: { x: number; label: Label; best: boolean }) {
  return (
    <g class={`c4-score c4-${label.kind}${best ? ' c4-best' : ''}`}>
      <rect x={x + 8} y="4" width={kCell - 16} height={kScores - 14} rx="14" />
      <text>
        <tspan class="c4-word" x={x + 50} y={label.count ? 26 : 37}>{label.word}</tspan>
        {label.count && <tspan font-size="0"> </tspan>}
        {label.count && <tspan class="c4-count" x={x + 50} y="48">{label.count}</tspan>}
      </text>
    </g>
  );
}

export const connect4: ScoredGame = {
  name: 'connect4',
  Board: Connect4Board,
  empty: emptyOf,
  sizes: { all: kSizes, of: sizeOf, start: startOf },
  // In a drawn board every column can be clicked; what a click does is said by the tool.
  places: (position) => gridOf(position).map((_, column) => nameOf(column)),
  put: (position, column, disc) => put(position, gridOf(position).findIndex((_, at) => nameOf(at) === column), disc),
  search: () => ({ task: 'solve', options: { 'all-moves': true } }),
  // Early in a game a proof may take long: then the move is the best guess of a few seconds, and the page says so.
  reply: () => ({ task: 'analyze', options: {}, time: kReplyTime }),
  keys: /^[1-9]$/,
  help: 'Red begins, and wins from the empty board by the middle column only.',
};
