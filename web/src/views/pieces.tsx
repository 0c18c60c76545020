// Chess and shogi: analysis, a report on the game, play, problems of mate.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ChessBoard } from '../boards/chess';
import { ShogiBoard } from '../boards/shogi';
import type { MoveReport, SearchRequest } from '../engine/types';
import { gameOf } from '../games';
import { type Pieces, piecesAt, writeMoves } from '../games/pieces';
import { kDeclaration, mayDeclare } from '../games/shogi';
import { useClock } from '../model/clock';
import { useCourse } from '../model/course';
import { type Draft, draftOf, put } from '../model/draft';
import { t } from '../model/language';
import { emptyLine, shown, withLine } from '../model/line';
import { ending } from '../model/outcome';
import { forFirst, mateCount, scoreText, type Scored, share } from '../model/score';
import { levelAt, levelOptions } from '../model/levels';
import { engineSide } from '../model/settings';
import { Choice, oneOf, Panel, SearchButton } from '../panels/controls';
import { type Brush, Editor } from '../panels/editor';
import { GamePanel } from '../panels/game';
import { Lines } from '../panels/lines';
import { LevelAndClock, PlayPanel } from '../panels/play';
import { TsumePanel } from '../panels/tsume';
import type { ViewProps } from './view';

const kBrushes = { chess: ['green', 'blue', 'yellow'], shogi: ['primary', 'alternative0', 'alternative1'] } as const;
const kDrawish = 30; // centipawns: an engine that is not better than this takes a draw

export const ChessView = (props: ViewProps) => <PiecesView game="chess" {...props} />;
export const ShogiView = (props: ViewProps) => <PiecesView game="shogi" {...props} />;

function PiecesView(props: ViewProps & { game: Pieces }) {
  const { game, info, line, standing, search, searchKey: key, report, settings, inside, change, play, goTo, setSettings, say, backend } = props;
  const { sides } = gameOf(game);
  const [draft, setDraft] = useState<Draft>(); // a position that is being set up
  const [brush, setBrush] = useState<Brush>('move');
  const [preview, setPreview] = useState<string[]>([]); // moves of a line that the mouse is on
  const [agreed, setAgreed] = useState<string>(); // a result that the board does not show: given up, a draw, no time left
  const [tsume, setTsume] = useState(false);
  const drag = useRef<(piece: { role: string; color: string }, event: MouseEvent | TouchEvent) => void>();
  const editing = draft !== undefined;
  useLayoutEffect(() => (setDraft(undefined), setAgreed(undefined), setPreview([])), [line]);
  const at = useMemo(() => piecesAt(game, line.start, shown(line)), [game, line]);
  const ahead = useMemo(() => (preview.length > 0 ? piecesAt(game, line.start, [...shown(line), ...preview]) : undefined), [preview]);
  const course = useCourse(backend, info, line);
  const firstToMove = at?.firstToMove ?? true;
  const over = standing.current && standing.board?.outcome !== undefined;
  const ended = over || agreed !== undefined;
  const playing = settings.opponent !== 'none' && !ended && !editing;
  const clock = useClock(settings.minutes, playing && line.moves.length > 0 ? (firstToMove ? 0 : 1) : undefined, line.start + (line.moves[0] ?? ''));
  useEffect(() => {
    if (clock.fallen === undefined || !playing) return;
    search.stop();
    setSettings({ opponent: 'none' });
    setAgreed(t("{loser}'s time is up: {winner} wins.", { loser: t(sides[clock.fallen]), winner: t(sides[1 - clock.fallen]!) }));
  }, [clock.fallen]);
  const result = agreed ?? (over ? ending(standing.board, info, sides) : undefined);

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

  // Only the engine knows for certain whether a declaration holds.
  const declare = () =>
    void backend.board(game, line.start, [...shown(line), kDeclaration]).then(
      (after) => (search.stop(), setSettings({ opponent: 'none' }), setAgreed(ending(after, info, sides))),
      (error: Error) => say(error.message),
    );
  const playOrDeclare = (move: string) => (move === kDeclaration ? declare() : play(move));

  // Its move, if it plays this side: a level below the last makes it weaker, and the time stays short.
  const side = firstToMove ? 0 : 1;
  const engineMoves = !!at && standing.current && !ended && line.at === line.moves.length && engineSide(settings) === side;
  const lastScore = useRef<number>(); // from the engine's side
  useEffect(() => {
    if (!engineMoves || editing) return;
    const time = settings.minutes > 0 ? `${Math.max(50, Math.min(1000, clock.left[side] * 25)).toFixed(0)}ms` : '1s';
    void search.start('analyze', request({ time, options: levelOptions(levelAt(info, settings.strength)) }), key).then((answer) => {
      lastScore.current = answer?.score;
      const move = answer?.best?.[0] ?? answer?.pv?.[0];
      if (move) playOrDeclare(move);
    });
  }, [key, engineMoves, editing]);
  const offerDraw = () => {
    if ((lastScore.current ?? 0) > kDrawish) return say(t('The engine declines: it thinks that it is better.'));
    search.stop();
    setSettings({ opponent: 'none' });
    setAgreed(t('A draw by agreement.'));
  };

  // A search that runs goes on with the position that is now shown.
  useEffect(() => {
    if (!search.running || search.of === key || engineMoves || course.running) return;
    if (search.task === 'analyze') analyse();
    else search.stop();
  }, [key]);

  const lines = linesOf(report);
  const arrows = useMemo(() => {
    if (editing || tsume) return [];
    return lines.slice(0, 3).map((found, index) => ({ move: found.move, brush: kBrushes[game][index]! }));
  }, [report, game, editing, tsume]);

  if (!at) return <p class="unreadable">{t('This position cannot be shown here.')}</p>;
  const plies = game === 'shogi';
  const evaluation: Scored = report ? forFirst(report, firstToMove) : {};
  const write = (moves: string[]) => writeMoves(at, moves, settings.notation);
  const start = piecesAt(game, line.start, [])!;
  const board = {
    flipped: settings.flipped,
    locked: engineMoves || ended || ahead !== undefined,
    arrows: ahead ? [] : arrows,
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
  const { chess, shogi } = ahead ?? at;
  return (
    <>
      <div class={`board with-bar ${game}`}>
        <EvaluationBar evaluation={evaluation} plies={plies} flipped={settings.flipped} known={report !== undefined && !tsume} />
        {chess && <ChessBoard at={chess} {...board} />}
        {shogi && <ShogiBoard key={settings.notation} at={shogi} pieces={settings.pieces} notation={settings.notation} {...board} />}
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
            onDone={(from) => (setDraft(undefined), change(emptyLine(from)))}
            onCancel={() => (setDraft(undefined), say(undefined))}
            say={say}
          />
        ) : (
          <Panel title={t('Analysis')} note={result ? t('the game is over') : t('{side} to move', { side: t(sides[side]) })}>
            <SearchButton search={search} label={t('Analyse')} onStart={analyse} />
            {result && <p class="verdict" role="status" data-testid="result">{result}</p>}
            {report?.verdict && !tsume && <p class="verdict" data-testid="verdict">{report.verdict}</p>}
            {report?.verdict && !report.proved && !search.running && <p class="fine">{t('Not proved: the search ended before it was certain.')}</p>}
            {!tsume && (
              <Lines
                lines={lines}
                firstToMove={firstToMove}
                plies={plies}
                running={search.running}
                write={write}
                onPreview={setPreview}
                onPlay={(moves) => (moves[0] === kDeclaration ? declare() : change(withLine(line, [...shown(line), ...moves.filter((move) => move !== kDeclaration)])))}
              />
            )}
            <div class="fields">
              <Choice label={t('Lines')} value={settings.lines} options={oneOf([1, 2, 3, 5], String)} onChange={(n) => setSettings({ lines: n })} />
              <Choice label={t('Time')} value={settings.seconds} options={oneOf([2, 10, 60, 0], (n) => (n === 0 ? t('no limit') : `${n} s`))} onChange={(n) => setSettings({ seconds: n })} />
              <Choice label={t('Table')} value={Math.min(settings.hash, backend.hash)} options={oneOf([16, 64, 256, 512, 1024].filter((n) => n <= backend.hash), (n) => (n < 1024 ? `${n} MiB` : '1 GiB'))} onChange={(n) => setSettings({ hash: n })} />
              {backend.threads > 1 && (
                <Choice label={t('Threads')} value={Math.min(settings.threads, backend.threads)} options={oneOf(Array.from({ length: backend.threads }, (_, i) => i + 1), String)} onChange={(n) => setSettings({ threads: n })} />
              )}
              {game === 'shogi' && (
                <>
                  <Choice label={t('Notation')} value={settings.notation} options={[['western', t('Western')], ['japanese', t('Japanese')]]} onChange={(notation) => setSettings({ notation })} />
                  <Choice label={t('Pieces')} value={settings.pieces} options={[['traditional', t('traditional')], ['international', t('international')]]} onChange={(pieces) => setSettings({ pieces })} />
                </>
              )}
            </div>
            <div class="actions">
              <button onClick={() => void search.start(game === 'shogi' ? 'solve' : 'analyze', mateRequest(request, game), key)}>{t('Find a mate')}</button>
              {at.shogi && !ended && mayDeclare(at.shogi) && <button onClick={declare}>{t('Declare a win (27 points)')}</button>}
              <button onClick={() => (search.stop(), setBrush('move'), setDraft(draftOf(game, standing.board?.position ?? line.start)))}>{t('Set up a position')}</button>
            </div>
          </Panel>
        )}
        {line.moves.length > 0 && (
          <GamePanel
            line={line}
            sides={sides}
            firstBegins={start.firstToMove}
            course={course}
            written={writeMoves(start, line.moves, settings.notation)}
            write={(before, move) => writeMoves(piecesAt(game, line.start, line.moves.slice(0, before))!, [move], settings.notation)[0] ?? move}
            goTo={goTo}
            change={change}
          />
        )}
        {game === 'shogi' && <TsumePanel {...props} on={tsume} onToggle={() => (search.stop(), setTsume(!tsume))} />}
        <PlayPanel
          sides={sides}
          turns
          over={ended}
          begun={line.moves.length > 0 || line.start !== ''}
          settings={settings}
          setSettings={setSettings}
          onNew={() => (search.stop(), change(emptyLine()))}
          onResign={(sentence) => (search.stop(), setAgreed(sentence))}
          onDraw={offerDraw}
          clock={clock}
        >
          <LevelAndClock info={info} settings={settings} setSettings={setSettings} />
        </PlayPanel>
        {inside}
      </div>
    </>
  );
}

function mateRequest(request: (some?: Partial<SearchRequest>) => SearchRequest, game: Pieces): SearchRequest {
  return game === 'shogi' ? request({ time: '30s', options: {} }) : request({ mate: 8, time: '30s', options: {} });
}

function linesOf(report: { moves?: MoveReport[]; pv?: string[]; best?: string[]; score?: number; mate?: number } | undefined): MoveReport[] {
  if (!report) return [];
  if (report.moves && report.moves.length > 0) return report.moves;
  const move = report.pv?.[0] ?? report.best?.[0];
  return move ? [{ move, pv: report.pv, score: report.score, mate: report.mate }] : [];
}

// Short enough for the bar, whose colours tell the sign.
function barText({ score, mate }: Scored, plies: boolean): string {
  if (mate !== undefined) return `#${mateCount(mate, plies)}`;
  const value = Math.abs(score ?? 0) / 100;
  return value.toFixed(value < 10 ? 1 : 0);
}

function EvaluationBar({ evaluation, plies, flipped, known }: { evaluation: Scored; plies: boolean; flipped: boolean; known: boolean }) {
  const first = known ? share(evaluation) : 0.5;
  return (
    <div class={`evaluation${flipped ? ' flipped' : ''}`} role="meter" aria-label={t('Evaluation')} aria-valuenow={Math.round(first * 100)} aria-valuemin={0} aria-valuemax={100} aria-valuetext={known ? scoreText(evaluation, plies) : t('not known')}>
      <div class="evaluation-first" style={{ height: `${first * 100}%` }} />
      {known && <span class={first >= 0.5 ? 'low' : 'high'}>{barText(evaluation, plies)}</span>}
    </div>
  );
}
