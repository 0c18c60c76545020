// Life and death: solve a problem, play it out against the solver, step through the proof.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { GoBoard } from '../boards/go';
import type { GameRecord, Report, SearchRequest } from '../engine/types';
import { colour, fromName, fromSgf, type Problem, toName, toSgf, type Vertex } from '../games/go';
import { t } from '../model/language';
import { shown, withLine } from '../model/line';
import { usePlayback } from '../model/playback';
import { follow, mainLine } from '../model/record';
import { save } from '../model/files';
import { Panel, SearchButton } from '../panels/controls';
import { edited, type GoTool, ProblemPanel } from '../panels/problem';
import { judge, works } from '../model/judge';
import { SolutionTree } from '../panels/tree';
import type { ViewProps } from './view';

export function GoView({ line, standing, search, searchKey, report, settings, inside, backend, change, play, goTo, setSettings, say, solved }: ViewProps) {
  const [tool, setTool] = useState<GoTool>('play');
  const { answering } = settings;
  const problem = useMemo(() => fromSgf(standing.board?.position ?? line.start), [standing.board, line.start]); // as it stands now
  const start = useMemo(() => fromSgf(line.start), [line.start]);
  const rootKey = JSON.stringify(['go', line.start, [], settings.ko]);
  const request = (some: Partial<SearchRequest> = {}): SearchRequest => ({
    game: 'go',
    position: line.start,
    moves: shown(line),
    hash: `${Math.min(settings.hash, backend.hash)}M`,
    threads: Math.min(settings.threads, backend.threads),
    time: '60s',
    options: { ko: settings.ko, 'all-moves': true, 'show-tree': line.at === 0 },
    ...some,
  });
  // A solution that nobody asked for stays hidden, so that a wrong move can be tried again.
  const [revealed, reveal] = useState<string>();
  const [hint, setHint] = useState(0);
  useEffect(() => setHint(0), [line.start]);
  const open = revealed === line.start;
  const solve = () => {
    reveal(line.start);
    void search.start('solve', request(), searchKey);
  };
  const solveStart = () => void search.start('solve', request({ moves: [], options: { ...request().options, 'show-tree': true } }), rootKey);
  useEffect(() => {
    if (search.running && search.of !== searchKey && search.of !== rootKey) search.stop();
  }, [searchKey]);

  const proof = useProof({ report: search.of === rootKey ? search.report : undefined, start: line.start, backend });
  const node = proof && follow(proof.record, shown(line));
  const judged = proof && judge(proof.record, shown(line));
  useEffect(() => {
    if (judged?.wrong !== undefined) solved(false);
    else if (judged?.ends) solved(true);
  }, [judged?.wrong, judged?.ends]);

  // The solver's answer to the last move, from the proof.
  const reply = proof && node !== undefined ? proof.record.nodes[proof.record.nodes[node]!.children?.[0] ?? -1]?.move : undefined;
  useEffect(() => {
    if (!reply || !answering || line.at !== line.moves.length || line.at % 2 === 0) return;
    const later = setTimeout(() => play(reply), 350);
    return () => clearTimeout(later);
  }, [reply, line, answering]);

  const showing = usePlayback(line, goTo);
  const showWhy = (wrong: number) => {
    const moves = line.moves.slice(0, wrong + 1);
    change(withLine(line, [...moves, ...mainLine(proof!.record, follow(proof!.record, moves)!)], wrong + 1));
    showing.start();
  };
  const edit = (next: Problem) => change({ start: toSgf(next), moves: [], at: 0 });
  const onPoint = (vertex: Vertex, other: boolean) => {
    say(undefined);
    if (tool !== 'play') return edit(edited(start, tool, vertex, other));
    if (other) return edit(edited(problem, problem.player === 1 ? 'white' : 'black', vertex, false));
    const move = toName(vertex, problem.height);
    const playIt = () => {
      showing.stop();
      play(move);
      // To say whether the move is right, the problem has to be solved.
      if (!proof && line.at === 0) solveStart();
    };
    if (standing.board?.moves.includes(move)) return playIt();
    // The engine says why the move is illegal; or that it is legal, if the list of moves has not arrived yet.
    backend.board('go', line.start, [...shown(line), move]).then(playIt, (error: Error) => say(error.message));
  };

  const all = report?.best ?? [];
  const others = (report?.moves ?? []).flatMap(({ move }) => (all.includes(move) ? [] : [move]));
  const best = open || hint > 1 ? all : [];
  const wrong = open ? others : [];
  const pv = open ? (report?.pv ?? []) : [];
  const ofStart = search.of === rootKey ? search.report : proof?.report;
  const askHint = () => {
    if (!report && line.at === 0) solveStart();
    setHint(hint + 1);
  };
  return (
    <>
      <div class="board">
        <GoBoard
          problem={problem}
          last={shown(line).at(-1)}
          target={report?.target ?? ofStart?.target ?? []}
          region={report?.region ?? []}
          open={report?.open ?? false}
          best={best}
          wrong={wrong}
          hints={hint === 1 && all[0] ? [all[0], ...others.slice(0, 2)].sort() : []}
          flipped={settings.flipped}
          onPoint={onPoint}
        />
      </div>
      <div class="side">
        <Panel title={t('Life and death')} note={t('{side} to move', { side: t(colour(problem.player)) })}>
          <SearchButton search={search} label={t('Solve')} onStart={solve} />
          {judged ? (
            <div class={`judged ${judged.wrong === undefined ? 'right' : 'wrong'}`} role="status" data-testid="judged">
              {judged.wrong === undefined ? (
                <p>{judged.ends ? t('Correct: {result}', { result: result(start, ofStart, true) }) : t('Correct. Go on.')}</p>
              ) : (
                <p>
                  {t('Wrong: {result}', { result: result(start, ofStart, false) })}{' '}
                  <button class="link" onClick={() => showWhy(judged.wrong!)}>{t('Show why')}</button>{' '}
                  <button class="link" onClick={() => (showing.stop(), change(withLine(line, line.moves.slice(0, judged.wrong))))}>{t('Try again')}</button>
                </p>
              )}
            </div>
          ) : (
            <p class="verdict" data-testid="verdict">{open || line.at > 0 ? sentence(report, search.running, line.at > 0) : task(start, ofStart)}</p>
          )}
          {!open && (
            <p class="actions">
              <button onClick={askHint} disabled={hint > 1}>{hint === 0 ? t('Hint') : t('Another hint')}</button>
              {hint === 1 && <span class="fine" role="status">{all.length > 0 ? t('One of the marked points works.') : t('Looking…')}</span>}
            </p>
          )}
          {report && !report.proved && !search.running && <p class="fine">{t('Not proved: the search ended before it was certain.')}</p>}
          {report?.proved && !report.complete && <p class="fine">{t('Proved, but not every move was tried.')}</p>}
          {koSentences(report).map((words) => <p class="fine" key={words} data-testid="ko">{words}</p>)}
          {report?.remarks?.map((remark) => <p class="fine" key={remark}>{remark}</p>)}
          {best.length > 0 && (
            <p>
              {best.length === 1 ? t('The move') : t('The moves')}:{' '}
              {best.map((move) => (
                <button key={move} class="chip good" onClick={() => play(move)}>{move}</button>
              ))}
            </p>
          )}
          {pv.length > 1 && (
            <p class="fine">
              {t('Line of play')}: <span class="mono">{pv.join(' ')}</span>{' '}
              <button class="link" onClick={() => change(withLine(line, [...shown(line), ...pv], line.at))}>{t('step through it')}</button>
            </p>
          )}
        </Panel>
        <ProblemPanel problem={start} tool={tool} settings={settings} setTool={setTool} setSettings={setSettings} onProblem={edit} />
        {open && proof && node !== undefined && (
          <Panel title={t('Proof')} note={proof.record.nodes[node]!.comment}>
            <div class="variations" role="group" aria-label={t('Moves of the proof')}>
              {(proof.record.nodes[node]!.children ?? []).map((child) => {
                const { move = 'pass' } = proof.record.nodes[child]!;
                return (
                  <button key={move} class={`chip ${works(proof.record, child) || best.includes(move) ? 'good' : 'bad'}`} onClick={() => play(move)}>
                    {move}
                  </button>
                );
              })}
              {!proof.record.nodes[node]!.children && <p class="fine">{t('The line is decided here.')}</p>}
            </div>
            <details>
              <summary>{t('All variations')}</summary>
              <SolutionTree record={proof.record} shown={shown(line)} onGo={(moves) => change(withLine(line, moves))} />
            </details>
            <div class="actions">
              <button disabled={line.at === 0} onClick={() => goTo(Math.max(0, line.at - 1))}>{t('Back')}</button>
              <button onClick={() => save({ name: 'proof.sgf', text: proof.text })}>{t('Save as SGF')}</button>
              <label class="switch"><input type="checkbox" checked={answering} onChange={(event) => setSettings({ answering: event.currentTarget.checked })} />{t('Answer my moves')}</label>
            </div>
          </Panel>
        )}
        {inside}
      </div>
    </>
  );
}

interface Proof {
  of: string; // the problem
  text: string; // SGF
  record: GameRecord;
  report: Report;
}

// The proof of the problem as it starts, also when moves have been played on it since.
function useProof({ report, start, backend }: { report?: Report; start: string; backend: ViewProps['backend'] }): Proof | undefined {
  const [proof, setProof] = useState<Proof>();
  const text = report?.tree;
  useEffect(() => {
    if (!text || !report) return;
    backend.read('go', text).then(({ records }) => setProof({ of: start, text, record: records[0]!, report }), () => setProof(undefined));
  }, [text]);
  return proof?.of === start ? proof : undefined;
}

// What a right or a wrong move comes to, for the group in question.
function result({ signs, height, player, target }: Problem, report: Report | undefined, works: boolean): string {
  const at = target[0] ?? (report?.target?.[0] ? fromName(report.target[0], height) : undefined);
  const sign = at && signs[at[1]]![at[0]];
  if (!sign) return works ? t('it works.') : t('it does not work.');
  const side = t(colour(sign));
  return works === (sign === player) ? t('{side} lives.', { side }) : t('{side} dies.', { side });
}

// What is asked: to kill, or to live.
function task({ signs, target, player }: Problem, report: Report | undefined): string {
  const at = target[0];
  const sign = at ? signs[at[1]]![at[0]] : 0;
  const side = t(colour(player));
  if (!sign) return report?.target ? t('Find the move.') : t('{side} to play. Which stones are meant, the solver finds out.', { side });
  return sign === player ? t('{side} to play and live.', { side }) : t('{side} to play and kill.', { side });
}

function sentence(report: Report | undefined, running: boolean, moved: boolean): string {
  if (report?.verdict) return report.verdict.charAt(0).toUpperCase() + report.verdict.slice(1);
  if (running) return moved ? t('Looking whether this works…') : t('Looking for a proof…');
  return t('Not solved yet.');
}

// A ko, said so that one knows what to do about it.
function koSentences(report: Report | undefined): string[] {
  return (report?.fates ?? []).flatMap(({ first, ko }) => {
    if (!ko) return [];
    const named = (name: string) => t(name.charAt(0).toUpperCase() + name.slice(1));
    const values = { first: named(first), taker: named(ko.takes_first), side: named(ko.needs_threats), n: ko.threats ?? 0 };
    if (ko.threats === undefined) return [t('If {first} plays first, it is a ko that {taker} takes first; more ko threats than are counted do not help {side}.', values)];
    return [t('If {first} plays first, it is a ko that {taker} takes first: {side} must win {n} more ko threats.', values)];
  });
}
