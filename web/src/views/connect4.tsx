import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Connect4Board } from '../boards/connect4';
import { changed, type Disc, discs, draw, emptyGrid, fault, type Placed, place, seen } from '../games/connect4';
import { emptyLine, shown } from '../model/line';
import { Panel, SearchButton, Segments } from '../panels/controls';
import { PlayPanel } from '../panels/play';
import type { ViewProps } from './view';

const kSides = { 1: 'Red', 2: 'Yellow' } as const;
const kTools = [['1', 'Red'], ['2', 'Yellow'], ['0', 'Take off']] as const;

export function Connect4View({ line, search, report, settings, inside, change, play, setSettings }: ViewProps) {
  const standing = useMemo(() => place(line.start, shown(line)), [line]);
  const [draft, setDraft] = useState<Placed>(); // a board that is being set up
  const [tool, setTool] = useState<(typeof kTools)[number][0]>('1');
  const [resigned, setResigned] = useState<string>();
  useLayoutEffect(() => (setDraft(undefined), setResigned(undefined)), [line]);
  const placed = draft ?? standing;
  const over = !placed || placed.full || placed.four !== undefined;
  const request = () => ({ game: 'connect4' as const, position: line.start, moves: shown(line), options: { 'all-moves': true } });
  const key = JSON.stringify(request());
  const engineSide = settings.opponent === 'first' ? 1 : settings.opponent === 'second' ? 2 : 0;
  const engineMoves = !over && !draft && placed?.toMove === engineSide && line.at === line.moves.length;

  // Early positions take long from scratch; these are asked for, the rest is scored at once.
  const quick = placed !== undefined && discs(placed.grid, 1) + discs(placed.grid, 2) >= 12;
  useEffect(() => {
    if (over || draft) return;
    if (engineMoves) {
      void search.start('solve', request(), key).then((answer) => answer?.best?.[0] && play(answer.best[0]));
    } else if (settings.scores && quick) {
      void search.start('solve', request(), key);
    }
  }, [key, settings.scores, engineMoves, draft === undefined]);

  const after = (column: number) => draft && changed(draft.grid, column, Number(tool) as Disc);
  const open = (column: number) => (draft ? after(column) !== undefined : !over && !engineMoves && placed.grid[column]!.includes(0));
  const click = (column: number) => (draft ? setDraft(after(column)) : play(String(column + 1)));
  // Before the next key can come: a handler of an earlier drawing would act on what it saw then.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName);
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !/^[1-7]$/.test(event.key)) return;
      const column = Number(event.key) - 1;
      if (open(column)) click(column);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  if (!placed) return <p class="unreadable">This board cannot be shown here.</p>;
  const scores = new Map(report?.moves?.map((move) => [Number(move.move) - 1, move]));
  const best = new Set(report?.best?.map((move) => Number(move) - 1));
  const mover = kSides[placed.toMove];
  const winner = placed.four ? kSides[placed.toMove === 1 ? 2 : 1] : undefined;
  const wrong = draft && fault(draft);
  return (
    <>
      <div class="board">
        <Connect4Board
          placed={placed}
          scores={settings.scores && !draft ? scores : undefined}
          best={best}
          flipped={settings.flipped}
          open={open}
          onDrop={click}
        />
      </div>
      <div class="side">
        {draft ? (
          <Panel title="Set up a position" note="click columns">
            <Segments label="What a click does" value={tool} options={kTools} onChange={setTool} />
            <p class={wrong ? 'error' : 'fine'} role="status" data-testid="draft">
              {wrong ?? `${discs(draft.grid, 1)} red, ${discs(draft.grid, 2)} yellow: ${winner ? `${winner} has won` : draft.full ? 'a draw' : `${mover} to move`}.`}
            </p>
            <div class="actions">
              <button onClick={() => setDraft(seen(emptyGrid()))}>Clear</button>
              <button onClick={() => setDraft(undefined)}>Cancel</button>
              <button class="primary" disabled={wrong !== undefined} onClick={() => change(emptyLine(draft.grid.flat().some(Boolean) ? draw(draft.grid) : ''))}>
                Done
              </button>
            </div>
          </Panel>
        ) : (
          <Panel title="Perfect play" note={over ? undefined : `${mover} to move`}>
            <p class="verdict" data-testid="verdict">
              {resigned ? resigned : winner ? `${winner} wins: four in a row.` : placed.full ? 'A draw: the board is full.' : sentence(mover, report?.verdict, report?.exact)}
            </p>
            {!over && <SearchButton search={search} label="Solve this position" onStart={() => void search.start('solve', request(), key)} />}
            {report?.pv && report.pv.length > 0 && !over && (
              <p class="fine">
                Best line: <span class="mono">{report.pv.join(' ')}</span>
              </p>
            )}
            <label class="switch">
              <input type="checkbox" checked={settings.scores} onChange={(event) => setSettings({ scores: event.currentTarget.checked })} />
              Score every column
            </label>
            <div class="actions">
              <button onClick={() => (search.stop(), setDraft(seen(placed.grid)))}>Set up a position</button>
            </div>
          </Panel>
        )}
        <PlayPanel
          sides={['Red', 'Yellow']}
          turns={false}
          over={over}
          begun={line.moves.length > 0 || line.start !== ''}
          settings={settings}
          setSettings={setSettings}
          onNew={() => (search.stop(), change(emptyLine()))}
          onResign={(sentence) => (search.stop(), setResigned(sentence))}
        >
          <p class="fine">It never errs. Red begins, and wins from the empty board by the middle column only.</p>
        </PlayPanel>
        {inside}
      </div>
    </>
  );
}

function sentence(mover: string, verdict: string | undefined, exact: boolean | undefined): string {
  if (!verdict) return 'Not solved yet.';
  const win = /^win in (\d+)/.exec(verdict);
  if (win) return `${mover} wins, with its ${ordinal(Number(win[1]))} disc from here.`;
  const loss = /^loss in (\d+)/.exec(verdict);
  if (loss) return `${mover} loses: the other side wins with its ${ordinal(Number(loss[1]))} disc from here.`;
  if (verdict === 'draw') return 'A draw, if both play well.';
  return exact ? verdict : `So far: ${verdict}.`;
}

function ordinal(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return n === 1 ? 'next' : `${n}${ending}`;
}
