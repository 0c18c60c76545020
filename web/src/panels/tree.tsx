// A solution as a tree: every variation, right and wrong ones told apart. A click goes there.
import type { GameRecord } from '../engine/types';
import { t } from '../model/language';
import { works } from '../model/judge';

interface Props {
  record: GameRecord;
  shown: readonly string[]; // the moves that led to the shown position
  onGo: (moves: string[]) => void;
}

export function SolutionTree({ record, shown, onGo }: Props) {
  return (
    <div class="tree" role="group" aria-label={t('Solution')}>
      <Branches record={record} node={0} path={[]} shown={shown} onGo={onGo} />
    </div>
  );
}

function Branches({ record, node, path, shown, onGo }: Props & { node: number; path: string[] }) {
  const children = record.nodes[node]!.children ?? [];
  if (children.length === 0) return null;
  return (
    <ul>
      {children.map((child) => (
        <Branch key={child} record={record} node={child} path={path} shown={shown} onGo={onGo} />
      ))}
    </ul>
  );
}

// Moves without a choice stand in one row; only branches nest.
function Branch({ record, node, path, shown, onGo }: Props & { node: number; path: string[] }) {
  const row = [node];
  for (let next = record.nodes[node]!.children; next?.length === 1; next = record.nodes[next[0]!]!.children) row.push(next[0]!);
  const paths = row.map((_, index) => [...path, ...row.slice(0, index + 1).map((one) => record.nodes[one]!.move!)]);
  const here = (moves: string[]) => moves.length === shown.length && moves.every((move, index) => move === shown[index]);
  return (
    <li>
      <span class={works(record, node) ? 'good' : 'bad'}>
        {row.map((one, index) => (
          <button key={one} aria-current={here(paths[index]!)} onClick={() => onGo(paths[index]!)}>{record.nodes[one]!.move}</button>
        ))}
        <small>{works(record, node) ? t('works') : t('fails')}</small>
      </span>
      <Branches record={record} node={row.at(-1)!} path={paths.at(-1)!} shown={shown} onGo={onGo} />
    </li>
  );
}
