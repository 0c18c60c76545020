// Tsume: mate problems of shogi, with "right" and "wrong" after each move. The defender answers by itself.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../model/language';
import { shown, withLine } from '../model/line';
import { judgeTsume, type TsumeAnswer } from '../model/tsume';
import type { ViewProps } from '../views/view';
import { Panel } from './controls';

interface Props extends Pick<ViewProps, 'line' | 'backend' | 'change' | 'play' | 'solved'> {
  on: boolean;
  onToggle: () => void;
}

export function TsumePanel({ line, backend, change, play, solved, on, onToggle }: Props) {
  const [answer, setAnswer] = useState<{ of: string; is: TsumeAnswer }>();
  const moves = shown(line);
  const key = JSON.stringify([line.start, moves]);
  const attacked = moves.length % 2 === 1; // the attacker moves first
  useEffect(() => {
    if (!on || !attacked) return;
    const controller = new AbortController();
    judgeTsume(backend, 'shogi', line.start, moves, controller.signal).then(
      (is) => is && setAnswer({ of: key, is }),
      () => setAnswer(undefined),
    );
    return () => controller.abort();
  }, [on, key, backend]);
  const judged = answer?.of === key ? answer.is : undefined;
  useEffect(() => {
    if (!judged) return;
    if (judged.mated || !judged.right) solved(judged.right);
    if (!judged.right || !judged.reply || line.at !== line.moves.length) return;
    const later = setTimeout(() => play(judged.reply!), 350);
    return () => clearTimeout(later);
  }, [judged]);
  return (
    <Panel title={t('Tsume')} note={on ? t('give check until it is mate') : undefined}>
      <label class="switch">
        <input type="checkbox" checked={on} onChange={onToggle} />
        {t('Solve the position as a mate problem')}
      </label>
      {on && (
        <div class={`judged ${judged && !judged.right ? 'wrong' : 'right'}`} role="status" data-testid="judged">
          <p>
            {words(judged, attacked)}
            {judged && !judged.right && (
              <>
                {' '}
                {judged.reply && <button class="link" onClick={() => play(judged.reply!)}>{t('Show why')}</button>}{' '}
                <button class="link" onClick={() => change(withLine(line, moves.slice(0, -1)))}>{t('Try again')}</button>
              </>
            )}
          </p>
        </div>
      )}
    </Panel>
  );
}

function words(judged: TsumeAnswer | undefined, attacked: boolean): string {
  if (!attacked) return t('Your move.');
  if (!judged) return t('Looking whether this works…');
  if (!judged.right) return t('Wrong: the king gets away.');
  return judged.mated ? t('Correct: it is mate.') : t('Correct. Go on.');
}
