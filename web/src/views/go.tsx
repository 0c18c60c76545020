import { useEffect, useMemo, useState } from 'preact/hooks';
import { GoBoard } from '../boards/go';
import type { Report, SearchRequest } from '../engine/types';
import { block, colour, emptyProblem, fromName, fromSgf, playMoves, type Problem, type Sign, toName, toSgf, type Vertex } from '../games/go';
import { parseSgf, type SgfNode } from '../games/sgf';
import { save } from '../model/files';
import { shown } from '../model/line';
import { Choice, Panel, SearchButton, Segments } from '../panels/controls';
import type { ViewProps } from './view';

type Tool = 'play' | 'black' | 'white' | 'erase' | 'target' | 'region';

const kTools: readonly (readonly [Tool, string])[] = [
  ['play', 'Play'],
  ['black', 'Black'],
  ['white', 'White'],
  ['erase', 'Erase'],
  ['target', 'Target'],
  ['region', 'Region'],
];

const kToolHelp: Record<Tool, string> = {
  play: 'Click a point to play there. In a solved problem the solver answers.',
  black: 'Click points to place black stones.',
  white: 'Click points to place white stones.',
  erase: 'Click stones to take them off.',
  target: 'Click the stones that are to be captured or saved.',
  region: 'Click points to say where moves may be played. Without any, the solver finds the region.',
};

const kKo = [
  ['all', 'every condition'],
  ['none', 'no ko threats'],
  ['black', 'Black has more threats'],
  ['white', 'White has more threats'],
  ['black-infinite', 'Black has threats for ever'],
  ['white-infinite', 'White has threats for ever'],
  ['black:1', 'Black has one threat'],
  ['white:1', 'White has one threat'],
] as const;

export function GoView({ line, search, report, settings, inside, backend, change, play, goTo, setSettings, say }: ViewProps) {
  const [tool, setTool] = useState<Tool>('play');
  const { answering } = settings;
  const [tree, setTree] = useState<{ of: string; text: string; root: SgfNode }>();
  const problem = useMemo(() => fromSgf(line.start).problem, [line.start]);
  const played = useMemo(() => playMoves(problem, shown(line)), [problem, line]);
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
  const key = JSON.stringify([line.start, shown(line), settings.ko]);
  const rootKey = JSON.stringify([line.start, [], settings.ko]);
  const solve = () => {
    if (problem.target.length === 0) return say('Mark the stones in question first: choose Target, then click one of them.');
    void search.start('solve', request(), key);
  };

  // The tree is of the problem as it starts, also if moves have been played on it since.
  const found = search.of === rootKey ? search.report?.tree : undefined;
  useEffect(() => {
    if (!found) return;
    try {
      setTree({ of: line.start, text: found, root: parseSgf(found) });
    } catch {
      setTree(undefined);
    }
  }, [found]);
  useEffect(() => {
    if (search.running && search.of !== key && search.of !== rootKey) search.stop();
  }, [key]);

  const root = tree && tree.of === line.start ? tree.root : undefined;
  const node = root && follow(root, shown(line), problem.height);
  const judged = root && judge(root, shown(line), problem.height);

  // The solver's answer to the last move, from the proof.
  useEffect(() => {
    const reply = node?.children[0];
    if (!reply || !answering || line.at !== line.moves.length || line.at % 2 === 0) return;
    const later = setTimeout(() => play(moveOf(reply, problem.height)), 350);
    return () => clearTimeout(later);
  }, [node, line, answering]);

  // "Show why": the refutation, move by move.
  const [showing, setShowing] = useState(false);
  useEffect(() => {
    if (!showing) return;
    if (line.at >= line.moves.length) return setShowing(false);
    const later = setTimeout(() => goTo(line.at + 1), 600);
    return () => clearTimeout(later);
  }, [showing, line]);
  const showWhy = (wrong: number) => {
    const moves = line.moves.slice(0, wrong + 1);
    for (let next = follow(root!, moves, problem.height)?.children[0]; next; next = next.children[0]) moves.push(moveOf(next, problem.height));
    change({ ...line, moves, at: wrong + 1 });
    setShowing(true);
  };
  const onPoint = (vertex: Vertex) => {
    say(undefined);
    if (tool !== 'play') return change({ start: toSgf(edited(problem, tool, vertex)), moves: [], at: 0 });
    const move = toName(vertex, problem.height);
    if (playMoves(problem, [...shown(line), move]).ends !== line.at + 1) return say('No stone can be played there.');
    setShowing(false);
    play(move);
    // To say whether the move is right, the problem has to be solved.
    if (!root && line.at === 0 && problem.target.length > 0) {
      void search.start('solve', request({ moves: [], options: { ...request().options, 'show-tree': true } }), rootKey);
    }
  };

  const verdicts = report?.moves ?? [];
  const best = report?.best ?? [];
  const wrong = verdicts.filter((move) => !best.includes(move.move)).map((move) => move.move);
  const pv = report?.pv ?? [];
  return (
    <>
      <div class="board">
        <GoBoard
          problem={problem}
          played={played}
          region={report?.region ?? []}
          best={best}
          wrong={wrong}
          flipped={settings.flipped}
          onPoint={onPoint}
        />
      </div>
      <div class="side">
        <Panel title="Life and death" note={`${colour(played.player)} to move`}>
          <SearchButton search={search} label="Solve" onStart={solve} />
          {judged ? (
            <div class={`judged ${judged.wrong === undefined ? 'right' : 'wrong'}`} role="status" data-testid="judged">
              {judged.wrong === undefined ? (
                <p>{judged.ends ? `Correct: ${outcome(problem, true)}` : 'Correct. Go on.'}</p>
              ) : (
                <p>
                  Wrong: {outcome(problem, false)} <button class="link" onClick={() => showWhy(judged.wrong!)}>Show why</button>{' '}
                  <button class="link" onClick={() => (setShowing(false), change({ ...line, moves: line.moves.slice(0, judged.wrong), at: judged.wrong! }))}>Try again</button>
                </p>
              )}
            </div>
          ) : (
            <p class="verdict" data-testid="verdict">{sentence(report, search.running, line.at > 0)}</p>
          )}
          {report?.remarks?.map((remark) => <p class="fine" key={remark}>{remark}</p>)}
          {best.length > 0 && (
            <p>
              {best.length === 1 ? 'The move: ' : 'The moves: '}
              {best.map((move) => (
                <button key={move} class="chip good" onClick={() => play(move)}>{move}</button>
              ))}
            </p>
          )}
          {pv.length > 1 && (
            <p class="fine">
              Line of play: <span class="mono">{pv.join(' ')}</span>{' '}
              <button class="link" onClick={() => change({ ...line, moves: [...shown(line), ...pv], at: line.at })}>step through it</button>
            </p>
          )}
        </Panel>
        <Panel title="The problem">
          <Segments label="What a click does" value={tool} options={kTools} onChange={setTool} />
          <p class="fine">{kToolHelp[tool]}</p>
          <div class="fields">
            <Choice
              label="To move"
              value={problem.player === 1 ? 'black' : 'white'}
              options={[['black', 'Black'], ['white', 'White']]}
              onChange={(to) => change({ start: toSgf({ ...problem, player: to === 'black' ? 1 : -1 }), moves: [], at: 0 })}
            />
            <Choice label="Ko" value={settings.ko} options={kKo} onChange={(ko) => setSettings({ ko })} />
            <Choice
              label="Board"
              value={`${problem.width}×${problem.height}`}
              options={[...new Set(['7×7', '9×9', '13×13', '19×19', `${problem.width}×${problem.height}`])].map((text) => [text, text] as const)}
              onChange={(text) => change({ start: toSgf(emptyProblem(...(text.split('×').map(Number) as [number, number]))), moves: [], at: 0 })}
            />
          </div>
        </Panel>
        {node && (
          <Panel title="Proof" note={node.properties.C?.[0]}>
            <div class="variations" role="group" aria-label="Moves of the proof">
              {node.children.map((child) => {
                const move = moveOf(child, problem.height);
                return (
                  <button key={move} class={`chip ${right(child) || best.includes(move) ? 'good' : 'bad'}`} onClick={() => play(move)}>
                    {move} {child.properties.C?.[0] ? <small>{child.properties.C[0].split('\n')[0]}</small> : null}
                  </button>
                );
              })}
              {node.children.length === 0 && <p class="fine">The line is decided here.</p>}
            </div>
            <div class="actions">
              <button disabled={line.at === 0} onClick={() => goTo(Math.max(0, line.at - 1))}>Back</button>
              <button onClick={() => save({ name: 'proof.sgf', text: tree!.text })}>Save as SGF</button>
              <label class="switch"><input type="checkbox" checked={answering} onChange={(event) => setSettings({ answering: event.currentTarget.checked })} />Answer my moves</label>
            </div>
          </Panel>
        )}
        {inside}
      </div>
    </>
  );
}

// What a right or a wrong move comes to, for the group in question.
function outcome({ target, signs, player }: Problem, works: boolean): string {
  const sign = target[0] && signs[target[0][1]]![target[0][0]];
  if (!sign) return works ? 'it works.' : 'it does not work.';
  return `${colour(sign)} ${works === (sign === player) ? 'lives' : 'dies'}.`;
}

function sentence(report: Report | undefined, running: boolean, moved: boolean): string {
  if (report?.verdict) return report.verdict.charAt(0).toUpperCase() + report.verdict.slice(1);
  if (running) return moved ? 'Looking whether this works…' : 'Looking for a proof…';
  return 'Not solved yet.';
}

function edited(problem: Problem, tool: Tool, at: Vertex): Problem {
  const signs = problem.signs.map((row) => [...row]);
  const put = (sign: Sign) => {
    signs[at[1]]![at[0]] = signs[at[1]]![at[0]] === sign ? 0 : sign;
  };
  const toggled = (list: Vertex[], points: Vertex[]) => {
    const has = list.some(([x, y]) => x === at[0] && y === at[1]);
    const rest = list.filter(([x, y]) => !points.some(([a, b]) => a === x && b === y));
    return has ? rest : [...rest, ...points.slice(0, 1)];
  };
  if (tool === 'black') put(1);
  if (tool === 'white') put(-1);
  if (tool === 'erase') put(0);
  const target = tool === 'target' && signs[at[1]]![at[0]] !== 0 ? toggled(problem.target, block(signs, at).stones) : problem.target;
  const region = tool === 'region' ? toggled(problem.region, [at]) : problem.region;
  return { ...problem, signs, target: target.filter(([x, y]) => signs[y]![x] !== 0), region };
}

const moveOf = (node: SgfNode, size: number): string => {
  const text = node.properties.B?.[0] ?? node.properties.W?.[0] ?? '';
  const at = fromName(text, size);
  return at ? toName(at, size) : 'pass';
};
const right = (node: SgfNode): boolean => node.properties.TE !== undefined || /RIGHT/.test(node.properties.C?.[0] ?? '');

// The node of the tree that the moves lead to, if they stay in it.
function follow(root: SgfNode, moves: string[], height: number): SgfNode | undefined {
  let node: SgfNode | undefined = root;
  for (const move of moves) node = node?.children.find((child) => moveOf(child, height) === move);
  return node;
}

const works = (node: SgfNode): boolean => right(node) || node.children.some(works);

// Of the moves by the side to play first: which is the first that throws the result away (its index), and has the line
// come to an end? Nothing, if there is no such move yet, if no move works, or if the proof does not know the moves.
export function judge(root: SgfNode, moves: string[], height: number): { wrong?: number; ends: boolean } | undefined {
  if (moves.length === 0 || !works(root)) return undefined;
  let node = root;
  for (const [index, move] of moves.entries()) {
    const next = node.children.find((child) => moveOf(child, height) === move);
    if (!next) return undefined;
    if (index % 2 === 0 && !works(next)) return { wrong: index, ends: next.children.length === 0 };
    node = next;
  }
  return { ends: node.children.length === 0 };
}
