// Playing against the engine: which side it has, a new game, giving up.
import type { ComponentChildren } from 'preact';
import { t } from '../model/language';
import type { Settings } from '../model/settings';
import { Panel, Segments } from './controls';

interface Props {
  sides: readonly [string, string]; // who begins, and the other one
  turns: boolean; // the board turns to the side that you play
  over: boolean;
  begun: boolean;
  settings: Settings;
  setSettings: (some: Partial<Settings>) => void;
  onNew: () => void;
  onResign: (sentence: string) => void;
  children?: ComponentChildren;
}

export function PlayPanel({ sides, turns, over, begun, settings, setSettings, onNew, onResign, children }: Props) {
  const { opponent } = settings;
  const resign = () => {
    const [winner, loser] = opponent === 'first' ? sides : [sides[1], sides[0]];
    setSettings({ opponent: 'none' });
    onResign(t('{loser} resigns: {winner} wins.', { loser: t(loser), winner: t(winner) }));
  };
  return (
    <Panel title={t('Play against it')}>
      <Segments
        label={t('Which side it plays')}
        value={opponent}
        options={[['none', t('Nobody')], ['first', t('It is {side}', { side: t(sides[0]) })], ['second', t('It is {side}', { side: t(sides[1]) })]]}
        onChange={(to) => setSettings({ opponent: to, ...(turns && to !== 'none' ? { flipped: to === 'first' } : {}) })}
      />
      {children}
      <div class="actions">
        <button disabled={!begun} onClick={onNew}>{t('New game')}</button>
        <button disabled={opponent === 'none' || over} onClick={resign}>{t('Resign')}</button>
      </div>
    </Panel>
  );
}
