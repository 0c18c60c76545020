// A position as the part of the address behind '#', so that a link restores it: no server sees it.
import type { GameName } from '../engine/types';
import type { Line } from './line';

export function toHash(game: GameName, line: Line): string {
  const fields = new URLSearchParams();
  if (line.start) fields.set('position', line.start);
  if (line.moves.length > 0) fields.set('moves', line.moves.join(' '));
  if (line.at !== line.moves.length) fields.set('at', String(line.at));
  const rest = fields.toString();
  return `#${game}${rest ? `?${rest}` : ''}`;
}

// `names`: the games that there are.
export function fromHash(hash: string, names: readonly GameName[]): { game: GameName; line: Line } | undefined {
  const [name, rest = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const game = names.find((known) => known === name);
  if (!game) return undefined;
  const fields = new URLSearchParams(rest);
  const moves = (fields.get('moves') ?? '').split(' ').filter(Boolean);
  const at = Number(fields.get('at') ?? moves.length);
  const valid = Number.isInteger(at) && at >= 0 && at <= moves.length;
  return { game, line: { start: fields.get('position') ?? '', moves, at: valid ? at : moves.length } };
}
