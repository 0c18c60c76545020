import type { Backend } from '../engine/backend';
import type { GameInfo, GameName } from '../engine/types';
import { gameOf } from '../games';
import { kLanguages, type Language, t } from '../model/language';
import type { Settings } from '../model/settings';

interface Props {
  game: GameName;
  catalogue: GameInfo[];
  onGame: (game: GameName) => void;
  settings: Settings;
  setSettings: (some: Partial<Settings>) => void;
  server?: Backend;
  browser?: Backend;
  backend?: Backend;
}

// "Go: life and death" is only "Go" where there is little room.
function Name({ title }: { title: string }) {
  const [short] = title.split(/[:：]/);
  return short === title ? <>{title}</> : (
    <>
      <span class="long">{title}</span>
      <span class="short">{short}</span>
    </>
  );
}

const kThemes = { auto: 'light', light: 'dark', dark: 'auto' } as const;
const kThemeSigns = { auto: '◐', light: '☀', dark: '☾' } as const;

export function Header({ game, catalogue, onGame, settings, setSettings, server, browser, backend }: Props) {
  const colours = t('Colours: {theme}', { theme: t(settings.theme) });
  return (
    <header>
      <a class="brand" href="#go" aria-label="Tesuji">
        <img src="./icon.svg" alt="" width="30" height="30" />
        <span>Tesuji</span>
      </a>
      <nav aria-label={t('Games')}>
        {catalogue.map(({ game: name, title }) => (
          <button key={name} aria-current={name === game ? 'page' : undefined} onClick={() => onGame(name)}>
            <Name title={t(title)} /> {gameOf(name).note && <small>{t(gameOf(name).note!)}</small>}
          </button>
        ))}
      </nav>
      <div class="where">
        {server && browser ? (
          <select aria-label={t('Where the engines run')} value={backend?.name} onChange={(event) => setSettings({ engines: event.currentTarget.value as Settings['engines'] })}>
            <option value="server">{t('on the server')}</option>
            <option value="browser">{t('in this browser')}</option>
          </select>
        ) : (
          backend && <span class="badge">{backend.name === 'server' ? t('on the server') : t('in this browser')}</span>
        )}
        <select aria-label={t('Language')} value={settings.language} onChange={(event) => setSettings({ language: event.currentTarget.value as Language })}>
          {Object.entries(kLanguages).map(([name, title]) => (
            <option key={name} value={name}>{title}</option>
          ))}
        </select>
        <button class="quiet" title={colours} aria-label={colours} onClick={() => setSettings({ theme: kThemes[settings.theme] })}>
          {kThemeSigns[settings.theme]}
        </button>
      </div>
    </header>
  );
}
