import type { Backend } from '../engine/backend';
import type { GameName } from '../engine/types';
import type { Settings } from '../model/settings';

const kTitles: readonly (readonly [GameName, string, string])[] = [
  ['go', 'Go', 'life and death'],
  ['connect4', 'Connect 4', 'solved'],
  ['chess', 'Chess', 'analysis'],
  ['shogi', 'Shogi', 'analysis, mate'],
];

interface Props {
  game: GameName;
  games: GameName[];
  onGame: (game: GameName) => void;
  settings: Settings;
  setSettings: (some: Partial<Settings>) => void;
  server?: Backend;
  browser?: Backend;
  backend?: Backend;
}

const kThemes = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const kThemeSigns = { auto: '◐', light: '☀', dark: '☾' } as const;

export function Header({ game, games, onGame, settings, setSettings, server, browser, backend }: Props) {
  return (
    <header>
      <a class="brand" href="#go" aria-label="Tesuji">
        <img src="./icon.svg" alt="" width="30" height="30" />
        <span>Tesuji</span>
      </a>
      <nav aria-label="Games">
        {kTitles.filter(([name]) => games.includes(name)).map(([name, title, note]) => (
          <button key={name} aria-current={name === game ? 'page' : undefined} onClick={() => onGame(name)}>
            {title} <small>{note}</small>
          </button>
        ))}
      </nav>
      <div class="where">
        {server && browser ? (
          <select aria-label="Where the engines run" value={backend?.name} onChange={(event) => setSettings({ engines: event.currentTarget.value as Settings['engines'] })}>
            <option value="server">on the server</option>
            <option value="browser">in this browser</option>
          </select>
        ) : (
          backend && <span class="badge">{backend.name === 'server' ? 'on the server' : 'in this browser'}</span>
        )}
        <button class="quiet" title={`Colours: ${settings.theme}`} aria-label={`Colours: ${settings.theme}`} onClick={() => setSettings({ theme: kThemes[settings.theme] })}>
          {kThemeSigns[settings.theme]}
        </button>
      </div>
    </header>
  );
}
