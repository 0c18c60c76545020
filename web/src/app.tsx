import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Backend } from './engine/backend';
import { BrowserBackend } from './engine/browser';
import { kNoEngine, LaterBackend } from './engine/later';
import { ServerBackend } from './engine/server';
import type { GameName } from './engine/types';
import { examples } from './model/examples';
import * as files from './model/files';
import { History, emptyLine, type Line, played, shown } from './model/line';
import { fromHash, gameNames, toHash } from './model/link';
import { keepForOffline } from './model/offline';
import { useSearch } from './model/search';
import { useSettings } from './model/settings';
import { useTheme } from './model/theme';
import { firstToMove, readable, readText, startOf, toFile } from './model/text';
import { Header } from './panels/header';
import { PositionBar } from './panels/position';
import { TablePanel } from './panels/table';
import { Connect4View } from './views/connect4';
import { GoView } from './views/go';
import { PiecesView } from './views/pieces';

// What a visitor sees first of each game: the first example, so that there is something to solve at once.
function firstLine(game: GameName): Line {
  const text = examples[game][0]!.text;
  if (game === 'go') return emptyLine(text);
  if (game === 'connect4') return { start: '', moves: [...text], at: text.length };
  return emptyLine(startOf[game]);
}

type Histories = Record<GameName, History>;
interface Restored {
  game?: GameName;
  problem?: string;
}

// Takes over what the address holds. A game's bare name leaves its line as it is.
function restore(histories: Histories): Restored {
  const found = fromHash(location.hash);
  if (!found) return {};
  const { game } = found;
  const line = { ...found.line, start: found.line.start || startOf[game] };
  if (!readable(game, line)) return { game, problem: 'The link holds a position that cannot be read.' };
  if (location.hash.includes('?') && toHash(game, histories[game].present) !== location.hash) histories[game] = new History(line);
  return { game };
}

function useBackends(wanted: 'server' | 'browser') {
  const [server, setServer] = useState<Backend | null>();
  const [browser, setBrowser] = useState<Backend | null>();
  const later = useRef<LaterBackend>();
  if (!later.current) {
    const servers: Promise<Backend | undefined> = ServerBackend.find();
    const modules = BrowserBackend.find();
    const browsers: Promise<Backend | undefined> = modules;
    void servers.then((found) => setServer(found ?? null));
    void modules.then((found) => (setBrowser(found ?? null), keepForOffline(found?.modules ?? [])));
    later.current = new LaterBackend(wanted === 'browser' ? browsers.then((found) => found ?? servers) : servers.then((found) => found ?? browsers));
  }
  const looking = server === undefined || browser === undefined;
  const found = (wanted === 'browser' ? (browser ?? server) : (server ?? (looking ? undefined : browser))) ?? undefined;
  return { server, browser, found, looking, backend: found ?? later.current };
}

export function App() {
  const [settings, setSettings] = useSettings();
  const { server, browser, found, looking, backend } = useBackends(settings.engines);
  const histories = useRef<Histories>();
  histories.current ??= Object.fromEntries(gameNames.map((name) => [name, new History(firstLine(name))])) as Histories;
  const opened = useRef<Restored>();
  opened.current ??= restore(histories.current);
  const [game, setGame] = useState<GameName>(opened.current.game ?? 'go');
  const [, redraw] = useState(0);
  const [error, say] = useState(opened.current.problem);
  const search = useSearch(backend);
  const [games, setGames] = useState<GameName[]>(gameNames);
  useEffect(() => {
    // An engine may have been built with fewer games than the page knows.
    void found?.games().then((all) => setGames(gameNames.filter((name) => all.some((info) => info.game === name))));
  }, [found]);
  useEffect(() => {
    if (games.length > 0 && !games.includes(game)) setGame(games[0]!);
  }, [games, game]);
  const history = histories.current[game];
  const line = history.present;

  const act = useCallback((action: () => void) => {
    action();
    redraw((n) => n + 1);
  }, []);
  const change = useCallback((next: Line) => act(() => history.change(next)), [history, act]);
  const play = useCallback((move: string) => act(() => history.change(played(history.present, move))), [history, act]);
  const goTo = useCallback((at: number) => act(() => history.step(at - history.present.at)), [history, act]);

  // In step with the drawing, not after it: else a link opened in between would be lost.
  useLayoutEffect(() => {
    const follow = () => {
      const { game: to, problem } = restore(histories.current!);
      if (!to) return;
      say(problem);
      setGame(to);
      redraw((n) => n + 1);
    };
    // Back and forward: the address of a game that stands as it began has its name alone, so the entry says more.
    const goBack = ({ state }: PopStateEvent) => {
      const { game: to, line: at } = (state ?? {}) as { game?: GameName; line?: Line };
      if (!to || !at) return;
      if (toHash(to, histories.current![to].present) !== toHash(to, at)) histories.current![to] = new History(at);
      say(undefined);
      setGame(to);
      redraw((n) => n + 1);
    };
    addEventListener('hashchange', follow);
    addEventListener('popstate', goBack);
    return () => (removeEventListener('hashchange', follow), removeEventListener('popstate', goBack));
  }, []);

  // The address always restores what is shown. Another game or another position is an entry in the browser's history,
  // so that its back button leads there; moves and steps are not.
  const entry = useRef(false);
  useLayoutEffect(() => {
    const hash = toHash(game, line);
    window.history[entry.current && location.hash !== hash ? 'pushState' : 'replaceState']({ game, line }, '', hash);
    entry.current = false;
    document.title = `Tesuji · ${{ connect4: 'Connect 4', go: 'Go', chess: 'Chess', shogi: 'Shogi' }[game]}`;
  }, [game, line]);

  const theme = useTheme(settings.theme);

  const choose = (to: GameName) => {
    if (to === game) return;
    search.clear();
    say(undefined);
    setSettings({ opponent: 'none', flipped: false });
    entry.current = true;
    setGame(to);
  };
  const load = async (text: string) => {
    try {
      const next = await readText(game, text, backend);
      if (!readable(game, next)) throw new Error('The engine reads this position, but the page cannot show it.');
      search.clear();
      say(undefined);
      entry.current = true;
      change(next);
    } catch (problem) {
      say(problem instanceof Error ? problem.message : String(problem));
    }
  };
  // Against the engine, undo takes back its move and the one before it.
  const enginesTurn = (at: Line) =>
    at.at === at.moves.length &&
    (game === 'go' ? settings.answering && at.moves.length % 2 === 1 : settings.opponent === (firstToMove(game, at) ? 'first' : 'second'));
  const undo = () => act(() => history.undo(enginesTurn));
  const redo = () => act(() => history.redo(enginesTurn));
  const step = (by: number) => act(() => history.step(by));
  const flip = () => setSettings({ flipped: !settings.flipped });

  // Before the next key can come: a handler of an earlier drawing would act on what it saw then.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      const command = event.ctrlKey || event.metaKey;
      if (command && event.key.toLowerCase() === 'z') (event.shiftKey ? redo() : undo());
      else if (command || event.altKey) return;
      else if (event.key === 'ArrowLeft') step(-1);
      else if (event.key === 'ArrowRight') step(1);
      else if (event.key === 'Home') step(-100000);
      else if (event.key === 'End') step(100000);
      else if (event.key === 'f') flip();
      else if (event.key === 'Escape') search.stop();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  // A report belongs to the position it was asked for, and is not shown on another.
  const keys = useMemo(
    () => [
      JSON.stringify([line.start, shown(line)]),
      JSON.stringify([line.start, shown(line), settings.ko]),
      JSON.stringify({ game: 'connect4', position: line.start, moves: shown(line), options: { 'all-moves': true } }),
    ],
    [line, settings.ko],
  );
  const report = search.of !== undefined && keys.includes(search.of) ? search.report : undefined;
  const inside = <TablePanel key={theme} samples={search.samples} running={search.running} open={settings.inside} onToggle={() => setSettings({ inside: !settings.inside })} />;
  const view = { inside, line, backend, search, report, settings, change, play, goTo, setSettings, say };
  return (
    <>
      <Header game={game} games={games} onGame={choose} settings={settings} setSettings={setSettings} server={server ?? undefined} browser={browser ?? undefined} backend={found} />
      <main class={`stage ${game}`}>
        {game === 'connect4' && <Connect4View {...view} />}
        {game === 'go' && <GoView {...view} />}
        {(game === 'chess' || game === 'shogi') && <PiecesView key={game} game={game} {...view} />}
        <div class="below">
          <PositionBar
            game={game}
            history={history}
            error={error ?? search.error ?? (found || looking ? undefined : kNoEngine)}
            onText={(text) => void load(text)}
            onOpen={async () => {
              const text = await files.open();
              if (text !== undefined) await load(text);
            }}
            onSave={() => files.save(toFile(game, line))}
            onLink={() => files.copy(location.href)}
            onUndo={undo}
            onRedo={redo}
            onStep={step}
            onFlip={flip}
          />
        </div>
      </main>
    </>
  );
}
