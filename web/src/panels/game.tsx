// The game: its moves beside the board, and a report on how it was played.
import type { Course } from '../model/course';
import { cost, markOf, type SideReport, sideReports } from '../model/accuracy';
import { t } from '../model/language';
import { type Line, withLine } from '../model/line';
import { header } from '../model/record';
import { Panel } from './controls';
import { EvaluationGraph } from './graph';
import { Moves } from './moves';

interface Props {
  line: Line;
  sides: readonly [string, string];
  firstBegins: boolean;
  course: Course;
  written: string[];
  write: (at: number, move: string) => string; // a move in the position before move number `at`
  goTo: (at: number) => void;
  change: (line: Line) => void;
}

const kNames = [['White', '先手', 'Sente'], ['Black', '後手', 'Gote']] as const;

export function GamePanel({ line, sides, firstBegins, course, written, write, goTo, change }: Props) {
  const shares = course.positions.map((position) => position?.share);
  const known = shares.filter((share) => share !== undefined).length;
  const marks = written.map((_, index) => markOf(cost(shares, index, (index % 2 === 0) === firstBegins)));
  const better = marks.map((mark, index) => {
    const best = course.positions[index]?.best;
    return mark && best && best !== line.moves[index] ? write(index, best) : undefined;
  });
  const reports = sideReports(shares, line.moves.length, firstBegins);
  const named = (side: 0 | 1) => kNames[side].flatMap((name) => header(line.record, name) ?? [])[0] ?? t(sides[side]);
  return (
    <Panel title={t('Game')} note={t('{n} of {m}', { n: line.at, m: line.moves.length })}>
      <Moves line={line} written={written} marks={marks} better={better} write={write} onGo={goTo} onLine={(moves, at) => change(withLine(line, moves, at))} />
      {known > 0 && (
        <>
          <EvaluationGraph shares={shares} at={line.at} onGo={goTo} />
          <table class="report" data-testid="report">
            <tbody>
              {reports.map((report, side) => (
                <ReportRow key={side} name={named(side as 0 | 1)} report={report} />
              ))}
            </tbody>
          </table>
        </>
      )}
      <div class="actions">
        {course.running ? <button onClick={course.stop}>{t('Stop')}</button> : <button onClick={course.start}>{t('Report on the game')}</button>}
        {course.running && <progress aria-label={t('Positions evaluated')} max={line.moves.length + 1} value={known} />}
      </div>
    </Panel>
  );
}

function ReportRow({ name, report: { accuracy, counts } }: { name: string; report: SideReport }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{accuracy === undefined ? '–' : t('accuracy {n}%', { n: accuracy.toFixed(0) })}</td>
      {Object.entries(counts).map(([mark, count]) => (
        <td key={mark}>{count} {mark}</td>
      ))}
    </tr>
  );
}
