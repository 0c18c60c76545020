// The moves of a game with its comments and variations; the list follows the shown move.
import { useEffect, useRef } from 'preact/hooks';
import type { GameRecord } from '../engine/types';
import { t } from '../model/language';
import type { Line } from '../model/line';
import { follow, mainLine } from '../model/record';

interface Props {
  line: Line;
  written: string[]; // the moves of the line as people write them
  marks: readonly (string | undefined)[]; // "?", "??" by move
  better: readonly (string | undefined)[]; // the move that should have been played
  write: (at: number, move: string) => string; // a move in the position before move number `at`
  onGo: (at: number) => void;
  onLine: (moves: string[], at: number) => void; // another variation
}

export function Moves({ line, written, marks, better, write, onGo, onLine }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current=true]');
    const box = list.current;
    // Not scrollIntoView, which would move the page as well.
    if (current && box) box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2;
  }, [line.at, line.moves]);
  const { record } = line;
  return (
    <div class="moves" role="group" aria-label={t('Moves')} ref={list}>
      {record?.nodes[0]!.comment && <p class="comment">{record.nodes[0]!.comment}</p>}
      {written.map((move, index) => (
        <MoveEntry key={index} line={line} index={index} text={move} mark={marks[index]} better={better[index]} write={write} onGo={onGo} onLine={onLine} />
      ))}
    </div>
  );
}

interface EntryProps extends Pick<Props, 'line' | 'write' | 'onGo' | 'onLine'> {
  index: number;
  text: string;
  mark?: string;
  better?: string;
}

function MoveEntry({ line, index, text, mark, better, write, onGo, onLine }: EntryProps) {
  const { record } = line;
  const node = record && follow(record, line.moves.slice(0, index + 1));
  const { comment, marks = [] } = (node !== undefined && record?.nodes[node]) || {};
  const others = record ? alternatives(record, line.moves, index) : [];
  return (
    <>
      <button aria-current={index + 1 === line.at} class={mark && { '?!': 'doubtful', '?': 'mistake', '??': 'blunder' }[mark]} onClick={() => onGo(index + 1)}>
        {text}
        {marks.filter((one) => !one.startsWith('$')).join('')}
        {mark}
      </button>
      {better && <span class="better">{t('better: {move}', { move: better })}</span>}
      {comment && <p class="comment">{comment}</p>}
      {others.map((moves) => (
        <button key={moves[index]} class="variation" title={t('Another variation')} onClick={() => onLine(moves, index + 1)}>
          ({write(index, moves[index]!)})
        </button>
      ))}
    </>
  );
}

// The lines that leave this one with another move at `index`.
function alternatives(record: GameRecord, moves: readonly string[], index: number): string[][] {
  const before = moves.slice(0, index);
  const parent = follow(record, before);
  if (parent === undefined) return [];
  return (record.nodes[parent]!.children ?? []).flatMap((child) => {
    const { move } = record.nodes[child]!;
    return move === undefined || move === moves[index] ? [] : [[...before, move, ...mainLine(record, child)]];
  });
}
