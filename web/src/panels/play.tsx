// Playing against the engine: which side it has, a new game, giving up.
import type { ComponentChildren } from 'preact';
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
    onResign(`${loser} resigns: ${winner} wins.`);
  };
  return (
    <Panel title="Play against it">
      <Segments
        label="Which side it plays"
        value={opponent}
        options={[['none', 'Nobody'], ['first', `It is ${sides[0]}`], ['second', `It is ${sides[1]}`]]}
        onChange={(to) => setSettings({ opponent: to, ...(turns && to !== 'none' ? { flipped: to === 'first' } : {}) })}
      />
      {children}
      <div class="actions">
        <button disabled={!begun} onClick={onNew}>New game</button>
        <button disabled={opponent === 'none' || over} onClick={resign}>Resign</button>
      </div>
    </Panel>
  );
}
