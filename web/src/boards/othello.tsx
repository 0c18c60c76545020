// Our own board for Othello: an SVG with the score of each move on its square.
import { type Disc, discsOf, kEmpty, nameOf, put, squareOf, withSide } from '../games/othello';
import type { ScoredBoardProps, ScoredGame, ScoredSearch } from '../views/scored';
import { t } from '../model/language';
import { labelOf } from '../model/label';

const kCell = 100;
const kEdge = 44; // for letters and numbers
const kSize = 8 * kCell + 2 * kEdge;

function OthelloBoard({ position, last, moves, scores, best, flipped, onMove }: ScoredBoardProps) {
  const discs = discsOf(position);
  const place = (index: number) => kEdge + (flipped ? 7 - index : index) * kCell;
  const count = (disc: Disc) => discs.filter((one) => one === disc).length;
  return (
    <svg class="othello-board" viewBox={`0 0 ${kSize} ${kSize}`} role="group" aria-label={t('Othello board: {black} black, {white} white', { black: count(1), white: count(2) })}>
      <rect class="othello-frame" width={kSize} height={kSize} rx="22" />
      <rect class="othello-green" x={kEdge} y={kEdge} width={8 * kCell} height={8 * kCell} />
      {Array.from({ length: 9 }, (_, i) => (
        <path key={i} class="othello-line" d={`M${kEdge} ${kEdge + i * kCell}h${8 * kCell}M${kEdge + i * kCell} ${kEdge}v${8 * kCell}`} />
      ))}
      {[...'abcdefgh'].map((letter, i) => (
        <g key={letter} class="othello-name">
          <text x={place(i) + kCell / 2} y={kEdge - 12}>{letter}</text>
          <text x={kEdge / 2} y={place(i) + kCell / 2 + 9}>{i + 1}</text>
        </g>
      ))}
      {discs.map((disc, square) => {
        const name = nameOf(square);
        const [x, y] = [place(square % 8), place(Math.floor(square / 8))];
        const usable = moves.includes(name);
        const score = scores.get(name);
        const label = score && labelOf(score);
        const words = disc === 1 ? t('black') : disc === 2 ? t('white') : (score?.verdict ?? label?.word ?? t('empty'));
        return (
          <g
            key={name}
            class={`othello-square${usable ? ' usable' : ''}`}
            data-square={name}
            role={usable ? 'button' : 'img'}
            tabIndex={usable ? 0 : undefined}
            aria-label={`${name}, ${words}`}
            onClick={() => usable && onMove(name)}
            onKeyDown={(event) => usable && (event.key === 'Enter' || event.key === ' ') && (event.preventDefault(), onMove(name))}
          >
            <rect class="othello-hit" x={x + 3} y={y + 3} width={kCell - 6} height={kCell - 6} rx="8" />
            {disc !== 0 && <circle class={`othello-disc-${disc}`} cx={x + 50} cy={y + 50} r="42" />}
            {last === name && <circle class="othello-last" cx={x + 50} cy={y + 50} r="9" />}
            {label && (
              <g class={`othello-score ${label.kind}${best.has(name) ? ' best' : ''}`}>
                <rect x={x + 9} y={y + 20} width={kCell - 18} height="60" rx="12" />
                <text class={label.word.length > 4 ? 'long' : ''}>
                  <tspan x={x + 50} y={label.count ? y + 45 : y + 58}>{label.word}</tspan>
                  {label.count && <tspan font-size="0"> </tspan>}
                  {label.count && <tspan x={x + 50} y={y + 70}>{label.count}</tspan>}
                </text>
              </g>
            )}
            {usable && !label && disc === 0 && <circle class="othello-dot" cx={x + 50} cy={y + 50} r="11" />}
          </g>
        );
      })}
    </svg>
  );
}

export const othello: ScoredGame = {
  name: 'othello',
  Board: OthelloBoard,
  empty: () => kEmpty,
  places: () => Array.from({ length: 64 }, (_, square) => nameOf(square)),
  put: (position, square, disc) => put(position, squareOf(square), disc),
  withSide,
  // Exact where that takes a moment, an estimate before.
  search: (position): ScoredSearch => {
    const empty = discsOf(position).filter((disc) => disc === 0).length;
    if (empty <= 14) return { task: 'solve', options: { 'all-moves': true } };
    return { task: 'analyze', options: { multipv: 20 }, time: '1s' };
  },
  reply: (position) => othello.search(position),
  help: 'From 14 empty squares on it plays perfectly.',
};
