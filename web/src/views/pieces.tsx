// Chess and shogi: the same view over two boards.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ChessBoard } from '../boards/chess';
import { ShogiBoard } from '../boards/shogi';
import type { MoveReport, SearchRequest } from '../engine/types';
import * as chess from '../games/chess';
import * as shogi from '../games/shogi';
import { t } from '../model/language';
import { emptyLine, shown, withLine } from '../model/line';
import { ending } from '../model/outcome';
import { engineSide } from '../model/settings';
import { forFirst, scoreText, type Scored, share } from '../model/score';
import { Choice, oneOf, Panel, SearchButton } from '../panels/controls';
import { type Draft, draftOf, put } from '../model/draft';
import { type Brush, Editor } from '../panels/editor';
import { EvaluationGraph } from '../panels/graph';
import { Moves } from '../panels/moves';
import { gameOf } from '../games';
import { PlayPanel } from '../panels/play';
import type { ViewProps } from './view';

const kBrushes = ['green', 'blue', 'yellow'] as const;
const kShogiBrushes = ['primary', 'alternative0', 'alternative1'] as const;

export const ChessView = (props: ViewProps) => <PiecesView game="chess" {...props} />;
export const ShogiView = (props: ViewProps) => <PiecesView game="shogi" {...props} />;

function PiecesView(props: ViewProps & { game: 'chess' | 'shogi' }) {
  const { game, info, line, standing, search, searchKey: key, report, settings, inside, change, play, goTo, setSettings, say, backend } = props;
  const [draft, setDraft] = useState<Draft>(); // a position that is being set up
  const [brush, setBrush] = useState<Brush>('move');
  const editing = draft !== undefined;
  const [hovered, setHovered] = useState<string>();
  const drag = useRef<(piece: { role: string; color: string }, event: MouseEvent | TouchEvent) => void>();
  useLayoutEffect(() => setDraft(undefined), [line]);
  const at = useMemo(
    () => (game === 'chess' ? chess.chessAt(line.start, shown(line)) : shogi.shogiAt(line.start, shown(line))),
    [game, line],
  );
  const course = useCourse(props);
  const firstToMove = at?.pos.turn === 'white' || at?.pos.turn === 'sente';
  const { sides } = gameOf(game);
  const [resigned, setResigned] = useState<string>();
  useLayoutEffect(() => setResigned(undefined), [line]);
  const over = standing.current && standing.board?.outcome !== undefined;
  const result = resigned ?? (over ? ending(standing.board, info, sides) : undefined);

  const request = (some: Partial<SearchRequest> = {}): SearchRequest => ({
    game,
    position: line.start,
    moves: shown(line),
    threads: Math.min(settings.threads, backend.threads),
    hash: `${Math.min(settings.hash, backend.hash)}M`,
    ...(settings.seconds > 0 ? { time: `${settings.seconds}s` } : {}),
    options: { multipv: settings.lines },
    ...some,
  });
  const analyse = () => void search.start('analyze', request(), key);

  // Its move, if it plays this side: a level below 20 makes it weaker, and the time stays short.
  const engineMoves =
    !!at && standing.current && !over && line.at === line.moves.length && engineSide(settings) === (firstToMove ? 0 : 1);
  useEffect(() => {
    if (!engineMoves || editing) return;
    const options = { skill: settings.level };
    void search.start('analyze', request({ time: '1s', options }), key).then((answer) => {
      const move = answer?.best?.[0] ?? answer?.pv?.[0];
      if (move) play(move);
    });
  }, [key, engineMoves, editing]);

  // A search that runs goes on with the position that is now shown.
  useEffect(() => {
    if (search.running && search.of !== key && search.task === 'analyze' && !engineMoves && !course.running) analyse();
    else if (search.running && search.of !== key && !engineMoves && !course.running) search.stop();
  }, [key]);

  const lines = linesOf(report);
  const arrows = useMemo(() => {
    if (editing) return [];
    if (hovered) return [{ move: hovered, brush: game === 'chess' ? 'red' : 'primary' }];
    const brushes = game === 'chess' ? kBrushes : kShogiBrushes;
    return lines.slice(0, 3).map((found, index) => ({ move: found.move, brush: brushes[index]! }));
  }, [report, hovered, game, editing]);

  if (!at) return <p class="unreadable">{t('This position cannot be shown here.')}</p>;
  const evaluation: Scored = report ? forFirst(report, firstToMove) : {};
  const write = (moves: string[]) =>
    game === 'chess' ? chess.writeLine(at as chess.ChessAt, moves) : shogi.writeLine(at as shogi.ShogiAt, moves);
  const written =
    game === 'chess'
      ? chess.writeLine(chess.chessAt(line.start, [])!, line.moves)
      : shogi.writeLine(shogi.shogiAt(line.start, [])!, line.moves);
  const board = {
    flipped: settings.flipped,
    locked: engineMoves,
    arrows,
    editing: draft && {
      board: draft.board,
      hands: draft.hands,
      moving: brush === 'move',
      onBoard: (placed: string, hands: string) => setDraft((now) => now && { ...now, board: placed, hands: hands || now.hands }),
      onSquare: (square: string) => brush !== 'move' && setDraft((now) => now && put(game, now, square, brush === 'erase' ? undefined : brush)),
      drag,
    },
    onMove: play,
  };
  return (
    <>
      <div class={`board with-bar ${game}`}>
        <EvaluationBar evaluation={evaluation} flipped={settings.flipped} known={report !== undefined} />
        {game === 'chess' ? <ChessBoard at={at as chess.ChessAt} {...board} /> : <ShogiBoard at={at as shogi.ShogiAt} {...board} />}
      </div>
      <div class="side">
        {editing ? (
          <Editor
            game={game}
            draft={draft}
            brush={brush}
            backend={backend}
            onBrush={setBrush}
            onDraft={setDraft}
            onDrag={(piece, event) => drag.current?.(piece, event)}
            onDone={(start) => (setDraft(undefined), change({ start, moves: [], at: 0 }))}
            onCancel={() => (setDraft(undefined), say(undefined))}
            say={say}
          />
        ) : (
          <Panel title={t('Analysis')} note={result ? t('the game is over') : t('{side} to move', { side: t(sides[firstToMove ? 0 : 1]) })}>
            <SearchButton search={search} label={t('Analyse')} onStart={analyse} />
            {result && <p class="verdict" role="status" data-testid="result">{result}</p>}
            {report?.verdict && <p class="verdict" data-testid="verdict">{report.verdict}</p>}
            <ol class="lines" aria-label={t('Best lines')}>
              {lines.map((found) => (
                <li key={found.move} onMouseEnter={() => setHovered(found.move)} onMouseLeave={() => setHovered(undefined)}>
                  <button class="score" title={t('Play this move')} onClick={() => play(found.move)}>
                    {scoreText(forFirst(found, firstToMove))}
                  </button>
                  <span class="pv">{write(found.pv ?? [found.move]).join(' ')}</span>
                </li>
              ))}
              {lines.length === 0 && <li class="empty">{search.running ? t('Thinking…') : t('The best lines will stand here.')}</li>}
            </ol>
            <div class="fields">
              <Choice label={t('Lines')} value={settings.lines} options={oneOf([1, 2, 3, 5], String)} onChange={(n) => setSettings({ lines: n })} />
              <Choice label={t('Time')} value={settings.seconds} options={oneOf([2, 10, 60, 0], (n) => (n === 0 ? t('no limit') : `${n} s`))} onChange={(n) => setSettings({ seconds: n })} />
              <Choice label={t('Table')} value={Math.min(settings.hash, backend.hash)} options={oneOf([16, 64, 256, 512, 1024].filter((n) => n <= backend.hash), (n) => (n < 1024 ? `${n} MiB` : '1 GiB'))} onChange={(n) => setSettings({ hash: n })} />
              {backend.threads > 1 && (
                <Choice label={t('Threads')} value={Math.min(settings.threads, backend.threads)} options={oneOf(Array.from({ length: backend.threads }, (_, i) => i + 1), String)} onChange={(n) => setSettings({ threads: n })} />
              )}
            </div>
            <div class="actions">
              <button onClick={() => void search.start(game === 'shogi' ? 'solve' : 'analyze', mateRequest(request, game), key)}>{t('Find a mate')}</button>
              <button onClick={() => (search.stop(), setBrush('move'), setDraft(draftOf(game, standing.board?.position ?? line.start)))}>{t('Set up a position')}</button>
            </div>
          </Panel>
        )}
        <PlayPanel
          sides={sides}
          turns
          over={over}
          begun={line.moves.length > 0 || line.start !== ''}
          settings={settings}
          setSettings={setSettings}
          onNew={() => (search.stop(), change(emptyLine()))}
          onResign={(sentence) => (search.stop(), setResigned(sentence))}
        >
          <label class="field wide">
            <span>{t('Level {n}', { n: settings.level })}</span>
            <input type="range" min="0" max="20" value={settings.level} onInput={(event) => setSettings({ level: Number(event.currentTarget.value) })} />
          </label>
        </PlayPanel>
        {inside}
      </div>
      {line.moves.length > 0 && (
        <div class="course">
          <Panel title={t('Game')} note={t('{n} of {m}', { n: line.at, m: line.moves.length })}>
            <EvaluationGraph shares={course.shares} at={line.at} onGo={goTo} />
            <Moves line={line} written={written} onGo={goTo} onLine={(moves, at) => change(withLine(line, moves, at))} />
            <div class="actions">
              {course.running ? <button onClick={course.stop}>{t('Stop')}</button> : <button onClick={course.start}>{t('Evaluate every move')}</button>}
            </div>
          </Panel>
        </div>
      )}
    </>
  );
}

function mateRequest(request: (some?: Partial<SearchRequest>) => SearchRequest, game: 'chess' | 'shogi'): SearchRequest {
  return game === 'shogi' ? request({ time: '30s', options: {} }) : request({ mate: 8, time: '30s', options: {} });
}

function linesOf(report: { moves?: MoveReport[]; pv?: string[]; best?: string[]; score?: number; mate?: number } | undefined): MoveReport[] {
  if (!report) return [];
  if (report.moves && report.moves.length > 0) return report.moves;
  const move = report.pv?.[0] ?? report.best?.[0];
  return move ? [{ move, pv: report.pv, score: report.score, mate: report.mate }] : [];
}

// Short enough for the bar, whose colours tell the sign.
function barText({ score, mate }: Scored): string {
  if (mate !== undefined) return `#${Math.abs(mate)}`;
  const value = Math.abs(score ?? 0) / 100;
  return value.toFixed(value < 10 ? 1 : 0);
}

function EvaluationBar({ evaluation, flipped, known }: { evaluation: Scored; flipped: boolean; known: boolean }) {
  const first = known ? share(evaluation) : 0.5;
  return (
    <div class={`evaluation${flipped ? ' flipped' : ''}`} role="meter" aria-label={t('Evaluation')} aria-valuenow={Math.round(first * 100)} aria-valuemin={0} aria-valuemax={100} aria-valuetext={known ? scoreText(evaluation) : t('not known')}>
      <div class="evaluation-first" style={{ height: `${first * 100}%` }} />
      {known && <span class={first >= 0.5 ? 'low' : 'high'}>{barText(evaluation)}</span>}
    </div>
  );
}

// The evaluation of every position of the line, one short search after the other.
function useCourse({ line, backend, search, game }: ViewProps & { game: 'chess' | 'shogi' }) {
  const [shares, setShares] = useState<(number | undefined)[]>([]);
  const [controller, setController] = useState<AbortController>();
  const key = JSON.stringify([line.start, line.moves]);
  useEffect(() => {
    controller?.abort();
    setController(undefined);
    setShares([]);
  }, [key]);
  const start = () => {
    search.stop();
    const mine = new AbortController();
    setController(mine);
    void (async () => {
      const found: (number | undefined)[] = [];
      for (let at = 0; at <= line.moves.length && !mine.signal.aborted; ++at) {
        try {
          const moves = line.moves.slice(0, at);
          await backend.search('analyze', { game, position: line.start, moves, time: '300ms' }, (event) => {
            if (event.kind !== 'done') return;
            const pos = game === 'chess' ? chess.chessAt(line.start, moves)?.pos : shogi.shogiAt(line.start, moves)?.pos;
            const first = pos?.turn === 'white' || pos?.turn === 'sente';
            found[at] = pos?.isCheckmate() ? (first ? 0 : 1) : share(forFirst(event.report, first));
          }, mine.signal);
        } catch {
          found[at] = undefined;
        }
        if (!mine.signal.aborted) setShares([...found]);
      }
      setController((now) => (now === mine ? undefined : now));
    })();
  };
  const padded = Array.from({ length: line.moves.length + 1 }, (_, index) => shares[index]);
  return { shares: padded, running: controller !== undefined, start, stop: () => (controller?.abort(), setController(undefined)) };
}
