// A game whose every move has a score on the board: Connect 4 and Othello.
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Backend } from '../engine/backend';
import { gameOf } from '../games';
import type { BoardReport, MoveReport, Report, SearchRequest, Task } from '../engine/types';
import { t } from '../model/language';
import { emptyLine, shown, withLine } from '../model/line';
import { usePlayback } from '../model/playback';
import { ending } from '../model/outcome';
import { levelAt, levelOptions, levelsOf } from '../model/levels';
import { engineSide } from '../model/settings';
import { Panel, SearchButton, Segments } from '../panels/controls';
import { LevelChoice, PlayPanel } from '../panels/play';
import type { ViewProps } from './view';

export interface ScoredBoardProps {
  position: string; // as the engine writes it
  last?: string; // the move that led here
  moves: readonly string[]; // those that a click may play
  scores: ReadonlyMap<string, MoveReport>;
  best: ReadonlySet<string>;
  flipped: boolean;
  onMove: (move: string) => void;
}

export type Disc = 0 | 1 | 2;

export interface ScoredSearch {
  task: Task;
  options: NonNullable<SearchRequest['options']>;
  time?: string;
}

export interface ScoredGame {
  name: string;
  Board: ComponentType<ScoredBoardProps>;
  empty: (like: string) => string; // a board of the same size with nothing on it, as it is set up
  sizes?: { all: readonly string[]; of: (position: string) => string; start: (size: string) => string }; // none: there is one size
  places: (position: string) => string[]; // where a click may put a disc when a board is set up
  put: (position: string, where: string, disc: Disc) => string | undefined;
  withSide?: (position: string, first: boolean) => string; // where the discs do not say who moves
  search: (position: string) => ScoredSearch; // a score for every move
  reply: (position: string) => ScoredSearch; // its own move
  keys?: RegExp; // keys that play the move of the same name
  help: string; // about a game from the usual start
}

export const scored = (game: ScoredGame) => (props: ViewProps) => <ScoredView key={game.name} game={game} {...props} />;

const kTools: readonly Disc[] = [1, 2, 0];
const kUnasked = '10s'; // for scores that nobody asked for
const kThreads = 4; // at most: a score for every move is wanted at once

function ScoredView({ game, info, line, standing, search, searchKey, report, settings, backend, inside, change, play, goTo, setSettings }: ViewProps & { game: ScoredGame }) {
  const { board, current } = standing;
  const { sides } = gameOf(game.name);
  const [draft, setDraft] = useState<string>(); // a board that is being set up
  const [tool, setTool] = useState<Disc>(1);
  const [resigned, setResigned] = useState<string>();
  useEffect(() => (setDraft(undefined), setResigned(undefined)), [line.start, line.moves]);
  const checked = useChecked(backend, game.name, draft);
  const showing = usePlayback(line, goTo);
  const position = board?.position ?? '';
  const over = board?.outcome !== undefined;
  const sideOf = (of: BoardReport) => info.sides.indexOf(of.side);
  const side = board ? sideOf(board) : -1;
  const mover = sides[side];
  const start = game.sizes?.start(game.sizes.of(position)) ?? '';
  const [guessed, setGuessed] = useState<string>(); // the position after a move of the engine's that is not proved
  const ask = ({ task, options, time }: ScoredSearch): Promise<Report | undefined> => {
    const request = { game: game.name, position: line.start, moves: shown(line), hash: `${Math.min(settings.hash, backend.hash)}M`, threads: Math.min(kThreads, backend.threads), time, options };
    return search.start(task, request, searchKey);
  };
  const engineMoves = current && !over && draft === undefined && line.at === line.moves.length && side === engineSide(settings);
  // A side that cannot move passes by itself.
  const passes = current && draft === undefined && line.at === line.moves.length && board?.moves.length === 1 && board.moves[0] === 'pass';
  useEffect(() => {
    if (!current || over || draft !== undefined) return;
    if (passes) return play('pass');
    if (engineMoves) {
      const reply = game.reply(position);
      void ask({ ...reply, options: { ...reply.options, ...levelOptions(levelAt(info, settings.strength)) } }).then((answer) => {
        const move = answer?.best?.[0];
        if (!move) return;
        if (!answer.proved) setGuessed([line.start, ...shown(line), move].join(' '));
        play(move);
      });
    } else if (settings.scores) void ask({ time: kUnasked, ...game.search(position) });
  }, [searchKey, current, settings.scores, engineMoves, passes, draft === undefined]);

  const usable = draft !== undefined ? game.places(draft) : current && !over && !engineMoves ? (board?.moves ?? []) : [];
  const click = (move: string) => (draft !== undefined ? setDraft(game.put(draft, move, tool) ?? draft) : play(move));
  // With the drawing, not after it: a key that is pressed as soon as a column can be seen to be open is not lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName);
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !game.keys?.test(event.key)) return;
      if (usable.includes(event.key)) click(event.key);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  if (!board) return <p class="unreadable" role="status">{t('Waiting for an engine…')}</p>;
  const scores = new Map(report?.moves?.map((move) => [move.move, move]));
  const pv = report?.pv ?? [];
  return (
    <>
      <div class="board">
        <game.Board
          position={draft ?? board.position}
          last={draft === undefined ? shown(line).at(-1) : undefined}
          moves={usable}
          scores={settings.scores && draft === undefined && !over ? scores : new Map()}
          best={new Set(report?.best)}
          flipped={settings.flipped}
          onMove={click}
        />
      </div>
      <div class="side">
        {draft !== undefined ? (
          <Panel title={t('Set up a position')} note={t('click on the board')}>
            <Segments label={t('What a click does')} value={String(tool)} options={kTools.map((disc) => [String(disc), disc ? t(sides[disc - 1]!) : t('Take off')] as const)} onChange={(to) => setTool(Number(to) as Disc)} />
            {game.withSide && (
              <div class="actions">
                <Segments
                  label={t('Who moves')}
                  value={draft.endsWith('X') ? '0' : '1'}
                  options={sides.map((name, index) => [String(index), t('{side} moves', { side: t(name) })] as const)}
                  onChange={(to) => setDraft(game.withSide!(draft, to === '0'))}
                />
              </div>
            )}
            <p class={checked.error ? 'error' : 'fine'} role="status" data-testid="draft">{named(checked.error, sides) ?? (checked.board && (ending(checked.board, info, sides) ?? t('{side} to move', { side: t(sides[sideOf(checked.board)]!) })))}</p>
            <div class="actions">
              <button onClick={() => setDraft(game.empty(draft))}>{t('Clear')}</button>
              <button onClick={() => setDraft(undefined)}>{t('Cancel')}</button>
              <button class="primary" disabled={!checked.board} onClick={() => change(emptyLine(draft === game.empty(draft) ? start : draft))}>{t('Done')}</button>
            </div>
          </Panel>
        ) : (
          <Panel title={t('Perfect play')} note={over || !mover ? undefined : t('{side} to move', { side: t(mover) })}>
            <p class="verdict" data-testid="verdict">{resigned ?? ending(board, info, sides) ?? sentence(mover, report, search.running)}</p>
            {!over && <SearchButton search={search} label={t('Solve this position')} onStart={() => void ask({ time: '120s', ...game.search(position) })} />}
            {guessed === [line.start, ...shown(line)].join(' ') && <p class="fine" role="status" data-testid="guess">{t('The last move is a guess: a proof would have taken longer.')}</p>}
            {pv.length > 0 && !over && (
              <p class="fine">
                {t('Best line')}: <span class="mono">{pv.join(' ')}</span>{' '}
                <button class="link" onClick={() => (change(withLine(line, [...shown(line), ...pv], line.at)), showing.start())}>{t('Show why')}</button>
              </p>
            )}
            <label class="switch">
              <input type="checkbox" checked={settings.scores} onChange={(event) => setSettings({ scores: event.currentTarget.checked })} />
              {t('Score every move')}
            </label>
            <div class="actions">
              {game.sizes && (
                <label class="switch">
                  {t('Board')}
                  <select value={game.sizes.of(position)} onChange={(event) => (search.stop(), change(emptyLine(game.sizes!.start(event.currentTarget.value))))}>
                    {[...new Set([...game.sizes.all, game.sizes.of(position)])].map((size) => <option key={size} value={size}>{size.replace('x', '×')}</option>)}
                  </select>
                </label>
              )}
              <button onClick={() => (search.stop(), setDraft(board.position))}>{t('Set up a position')}</button>
            </div>
          </Panel>
        )}
        <PlayPanel
          sides={sides}
          turns={false}
          over={over}
          begun={line.moves.length > 0 || line.start !== start}
          settings={settings}
          setSettings={setSettings}
          onNew={() => (search.stop(), change(emptyLine(start)))}
          onResign={(words) => (search.stop(), setResigned(words))}
        >
          {levelsOf(info).length > 1 && <div class="fields levels"><LevelChoice info={info} settings={settings} setSettings={setSettings} /></div>}
          {start === '' && <p class="fine">{t(game.help)}</p>}
        </PlayPanel>
        {inside}
      </div>
    </>
  );
}

// What the engine says of a board that is being set up: how it stands, or why it cannot be.
function useChecked(backend: Backend, game: string, draft: string | undefined): { board?: BoardReport; error?: string } {
  const [known, setKnown] = useState<{ of: string; board?: BoardReport; error?: string }>();
  useEffect(() => {
    if (draft === undefined) return;
    backend.board(game, draft).then(
      (board) => setKnown({ of: draft, board }),
      (error: Error) => setKnown({ of: draft, error: error.message }),
    );
  }, [draft]);
  return known && known.of === draft ? known : {};
}

// The engine calls the sides X and O where they have no other names.
const named = (text: string | undefined, sides: readonly [string, string]): string | undefined =>
  text?.replace(/\bX\b/g, t(sides[0])).replace(/\bO\b/g, t(sides[1]));

// While it runs: a column that wins is enough to know who does.
function sentence(mover: string | undefined, report: Report | undefined, running: boolean): string {
  if (running && !report?.proved) {
    const won = report?.moves?.some(({ verdict }) => verdict?.startsWith('win'));
    return won && mover ? t('{side} wins. How soon is not known yet.', { side: t(mover) }) : t('Looking for a proof…');
  }
  if (!report || !mover) return t('Not solved yet.');
  const side = t(mover);
  const [, how, n = ''] = /(in|by) (\d+)/.exec(report.verdict ?? '') ?? [];
  const win = (report.score ?? 0) > 0;
  if (!report.proved) return report.score === undefined ? t('Not solved yet.') : t('Not proved. An estimate for {side}: {score}', { side, score: (report.score / 100).toFixed(1) });
  if (report.verdict === 'draw') return t('A draw, if both play well.');
  if (report.verdict === 'win') return t('{side} wins. How soon is not known yet.', { side });
  if (report.verdict === 'loss') return t('{side} loses. How soon is not known yet.', { side });
  if (how === 'in' && n === '1') return win ? t('{side} wins with its next disc.', { side }) : t("{side} loses: the other side's next disc wins.", { side });
  if (how === 'in') return win ? t('{side} wins, with disc {n} from here.', { side, n }) : t('{side} loses: the other side wins with disc {n} from here.', { side, n });
  if (how === 'by') return win ? t('{side} wins by {n} discs.', { side, n }) : t('{side} loses by {n} discs.', { side, n });
  return report.verdict ?? t('Not solved yet.');
}
