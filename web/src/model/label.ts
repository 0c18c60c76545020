// The score of a move in a word, and how soon or by how much.
import type { MoveReport } from '../engine/types';
import { t } from './language';

export interface Label {
  kind: 'win' | 'loss' | 'draw';
  word: string;
  count?: string;
}

export function labelOf({ score = 0, verdict }: MoveReport): Label {
  const kind = score > 0 ? 'win' : score < 0 ? 'loss' : 'draw';
  if (verdict === undefined) return { kind, word: `${score > 0 ? '+' : score < 0 ? '−' : ''}${(Math.abs(score) / 100).toFixed(1)}` };
  const [, how, n = ''] = /(in|by) (\d+)/.exec(verdict) ?? [];
  return { kind, word: t(kind), count: how && (how === 'in' ? t('in {n}', { n }) : t('by {n}', { n })) };
}
