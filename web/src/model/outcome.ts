// How a game ended, in words.
import type { BoardReport, GameInfo } from '../engine/types';
import { t } from './language';

export function ending(board: BoardReport | undefined, info: GameInfo, sides: readonly [string, string]): string | undefined {
  if (!board?.outcome) return undefined;
  const { winner, reason } = board.outcome;
  const why = t(reason);
  const how = why.charAt(0).toUpperCase() + why.slice(1);
  if (winner === undefined) return t('{how}: a draw.', { how });
  return t('{how}: {side} wins.', { how, side: t(sides[info.sides.indexOf(winner)] ?? winner) });
}
