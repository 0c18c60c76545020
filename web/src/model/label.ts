// The score of a move in a word, and how soon or by how much.
import type { MoveReport } from '../engine/types';
import { t } from './language';

export interface Label {
  kind: 'win' | 'loss' | 'draw';
  word: string;
  count?: string;
}

// A verdict alone ("win") says who wins before the search knows how soon.
export function labelOf({ move, score, verdict }: MoveReport): Label {
  if (score === undefined) return labelOf({ move, verdict, score: verdict === 'win' ? 1 : verdict === 'loss' ? -1 : 0 });
  const kind = score > 0 ? 'win' : score < 0 ? 'loss' : 'draw';
  if (verdict === undefined) return { kind, word: `${score > 0 ? '+' : score < 0 ? '−' : ''}${(Math.abs(score) / 100).toFixed(1)}` };
  const [, how, n = ''] = /(in|by) (\d+)/.exec(verdict) ?? [];
  return { kind, word: t(kind), count: how && (how === 'in' ? t('in {n}', { n }) : t('by {n}', { n })) };
}
