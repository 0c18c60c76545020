// The engine's best lines. A move in them is previewed when the mouse or the keyboard is on it, and played by a click.
import type { MoveReport } from '../engine/types';
import { t } from '../model/language';
import { forFirst, scoreText } from '../model/score';

interface Props {
  lines: MoveReport[];
  firstToMove: boolean;
  plies: boolean; // mates are counted in plies
  running: boolean;
  write: (moves: string[]) => string[];
  onPreview: (moves: string[]) => void; // none = back to the position
  onPlay: (moves: string[]) => void;
}

export function Lines({ lines, firstToMove, plies, running, write, onPreview, onPlay }: Props) {
  return (
    <ol class="lines" aria-label={t('Best lines')} onMouseLeave={() => onPreview([])}>
      {lines.map((found) => {
        const moves = found.pv ?? [found.move];
        return (
          <li key={found.move}>
            <button class="score" title={t('Play this move')} onClick={() => onPlay([found.move])}>
              {scoreText(forFirst(found, firstToMove), plies)}
            </button>
            <span class="pv">
              {write(moves).map((text, index) => (
                <button
                  key={index}
                  onMouseEnter={() => onPreview(moves.slice(0, index + 1))}
                  onFocus={() => onPreview(moves.slice(0, index + 1))}
                  onBlur={() => onPreview([])}
                  onClick={() => (onPreview([]), onPlay(moves.slice(0, index + 1)))}
                >
                  {text}
                </button>
              ))}
            </span>
          </li>
        );
      })}
      {lines.length === 0 && <li class="empty">{running ? t('Thinking…') : t('The best lines will stand here.')}</li>}
    </ol>
  );
}
