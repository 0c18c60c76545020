// Playing against the engine: which side it has, how strong it is, a clock, a new game, a draw, giving up.
import type { ComponentChildren } from 'preact';
import { t } from '../model/language';
import { type Clock, clockText } from '../model/clock';
import type { GameInfo } from '../engine/types';
import { aboutLevels, levelsOf } from '../model/levels';
import type { Settings } from '../model/settings';
import { Choice, Panel, Segments } from './controls';

interface Props {
  sides: readonly [string, string]; // who begins, and the other one
  turns: boolean; // the board turns to the side that you play
  over: boolean;
  begun: boolean;
  settings: Settings;
  setSettings: (some: Partial<Settings>) => void;
  onNew: () => void;
  onResign: (sentence: string) => void;
  onDraw?: () => void; // none: this game has no draw by agreement
  clock?: Clock;
  children?: ComponentChildren;
}

export function PlayPanel({ sides, turns, over, begun, settings, setSettings, onNew, onResign, onDraw, clock, children }: Props) {
  const { opponent } = settings;
  const playing = opponent !== 'none' && !over;
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
      {clock && settings.minutes > 0 && (
        <p class="clocks" role="timer" aria-label={t('Clocks')}>
          {sides.map((side, index) => (
            <span key={side}>{t(side)} <b>{clockText(clock.left[index]!)}</b></span>
          ))}
        </p>
      )}
      <div class="actions">
        <button disabled={!begun} onClick={onNew}>{t('New game')}</button>
        <button disabled={!playing} onClick={resign}>{t('Resign')}</button>
        {onDraw && <button disabled={!playing} onClick={onDraw}>{t('Offer a draw')}</button>}
      </div>
    </Panel>
  );
}

type LevelProps = Pick<Props, 'settings' | 'setSettings'> & { info: GameInfo };

// How strong it plays.
export function LevelChoice({ info, settings, setSettings }: LevelProps) {
  const levels = levelsOf(info).map(({ name, elo }, index) => [index, elo ? t('{name}, about {elo} Elo', { name: t(name), elo }) : t(name)] as const);
  return <Choice label={t('Level')} value={Math.min(settings.strength, levels.length - 1)} options={levels} onChange={(strength) => setSettings({ strength })} />;
}

// How strong it plays, and how much time there is.
export function LevelAndClock({ info, settings, setSettings }: LevelProps) {
  return (
    <div class="fields levels" title={aboutLevels(info)}>
      <LevelChoice info={info} settings={settings} setSettings={setSettings} />
      <Choice label={t('Clock')} value={settings.minutes} options={[0, 3, 10, 30].map((n) => [n, n === 0 ? t('none') : t('{n} min', { n })] as const)} onChange={(minutes) => setSettings({ minutes })} />
    </div>
  );
}
