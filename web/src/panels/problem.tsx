// The problem and its editor: stones, target, search area, who moves, ko.
import { block, emptyProblem, type Problem, type Sign, type Vertex } from '../games/go';
import { t } from '../model/language';
import type { Settings } from '../model/settings';
import { Choice, Panel, Segments } from './controls';

export type GoTool = 'play' | 'black' | 'white' | 'erase' | 'target' | 'region';

const kTools: readonly (readonly [GoTool, string])[] = [
  ['play', 'Play'],
  ['black', 'Black'],
  ['white', 'White'],
  ['erase', 'Erase'],
  ['target', 'Target'],
  ['region', 'Region'],
];

const kToolHelp: Record<GoTool, string> = {
  play: 'Click a point to play there: the solver says whether it is right, and answers.',
  black: 'Click points to place black stones; the right button places white ones.',
  white: 'Click points to place white stones; the right button places black ones.',
  erase: 'Click stones to take them off.',
  target: 'Click the stones that are to be captured or saved. Without any, the solver finds them.',
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

interface Props {
  problem: Problem; // as it starts
  tool: GoTool;
  settings: Settings;
  setTool: (tool: GoTool) => void;
  setSettings: (some: Partial<Settings>) => void;
  onProblem: (problem: Problem) => void;
}

export function ProblemPanel({ problem, tool, settings, setTool, setSettings, onProblem }: Props) {
  const size = `${problem.width}×${problem.height}`;
  const sizes = [...new Set(['7×7', '9×9', '13×13', '19×19', size])];
  const asSize = (text: string) => text.split('×').map(Number) as [number, number];
  return (
    <Panel title={t('The problem')}>
      <Segments label={t('What a click does')} value={tool} options={kTools.map(([name, text]) => [name, t(text)] as const)} onChange={setTool} />
      <p class="fine">{t(kToolHelp[tool])}</p>
      <div class="fields">
        <Choice
          label={t('To move')}
          value={problem.player}
          options={[[1, t('Black')], [-1, t('White')]]}
          onChange={(player) => onProblem({ ...problem, player: player as 1 | -1 })}
        />
        <Choice label={t('Ko')} value={settings.ko} options={kKo.map(([name, text]) => [name as string, t(text)] as const)} onChange={(ko) => setSettings({ ko })} />
        <Choice label={t('Board')} value={size} options={sizes.map((text) => [text, text] as const)} onChange={(text) => onProblem(emptyProblem(...asSize(text)))} />
        <button onClick={() => onProblem(emptyProblem(problem.width, problem.height))}>{t('Clear')}</button>
      </div>
    </Panel>
  );
}

// The problem after a click with a tool; `other`: with the right button, which places the other colour.
export function edited(problem: Problem, tool: GoTool, at: Vertex, other: boolean): Problem {
  const [x, y] = at;
  const signs = problem.signs.map((row) => [...row]);
  const put = (sign: Sign) => {
    signs[y]![x] = signs[y]![x] === sign ? 0 : sign;
  };
  const same = ([a, b]: Vertex) => a === x && b === y;
  const toggled = (list: Vertex[], points: Vertex[]) => {
    const rest = list.filter(([a, b]) => !points.some(([c, d]) => a === c && b === d));
    return rest.length < list.length ? rest : [...rest, at];
  };
  if (tool === 'black') put(other ? -1 : 1);
  if (tool === 'white') put(other ? 1 : -1);
  if (tool === 'erase') put(0);
  const target = tool === 'target' && signs[y]![x] !== 0 ? toggled(problem.target, block(signs, at)) : problem.target;
  const region = tool === 'region' ? (problem.region.some(same) ? problem.region.filter((point) => !same(point)) : [...problem.region, at]) : problem.region;
  return { ...problem, signs, target: target.filter(([a, b]) => signs[b]![a] !== 0), region };
}
