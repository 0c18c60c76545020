import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Backend } from './engine/backend';
import { BrowserBackend } from './engine/browser';
import { kNoEngine, LaterBackend } from './engine/later';
import { ServerBackend } from './engine/server';
import type { GameInfo, GameName } from './engine/types';
import { gameNames, gameOf } from './games';
import { useCatalogue } from './model/catalogue';
import { type Collection, useProgress } from './model/collection';
import * as files from './model/files';
import { speak, t } from './model/language';
import { emptyLine, History, type Line, lineOf, played, recordOf, shown } from './model/line';
import { fromHash, toHash } from './model/link';
import { keepForOffline } from './model/offline';
import { useStanding } from './model/position';
import { useSearch } from './model/search';
import { engineSide, useSettings } from './model/settings';
import { useTheme } from './model/theme';
import { CollectionPanel } from './panels/collection';
import { Header } from './panels/header';
import { type Checked, PositionBar } from './panels/position';
import { TablePanel } from './panels/table';

const kCertificate = 'tesuji-certificate '; // how one begins

type Histories = Record<GameName, History>;
interface Restored {
  game?: GameName;
  fromLink?: boolean; // the address holds a position, not only a game's name
}

// Takes over what the address holds. A game's bare name leaves its line as it is.
function restore(histories: Histories): Restored {
  const found = fromHash(location.hash, gameNames);
  if (!found) return {};
  const { game, line } = found;
  const fromLink = location.hash.includes('?');
  if (fromLink && toHash(game, histories[game]!.present) !== location.hash) histories[game] = new History(line);
  return { game, fromLink };
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
  speak(settings.language);
  const backends = useBackends(settings.engines);
  const catalogue = useCatalogue(backends.backend);
  useTheme(settings.theme);
  if (catalogue && catalogue.length > 0) return <Page catalogue={catalogue} backends={backends} settings={settings} setSettings={setSettings} />;
  return <p class="unreadable" role={backends.found || backends.looking ? 'status' : 'alert'}>{backends.found || backends.looking ? t('Looking for an engine…') : t(kNoEngine)}</p>;
}

interface PageProps {
  catalogue: GameInfo[];
  backends: ReturnType<typeof useBackends>;
  settings: ReturnType<typeof useSettings>[0];
  setSettings: ReturnType<typeof useSettings>[1];
}

function Page({ catalogue, backends, settings, setSettings }: PageProps) {
  const { server, browser, found, looking, backend } = backends;
  // What a visitor sees first of each game: the first example, so that there is something to solve at once.
  const firstLine = (name: GameName) => emptyLine(catalogue.find((info) => info.game === name)?.examples[0]?.position);
  const histories = useRef<Histories>();
  histories.current ??= Object.fromEntries(gameNames.map((name) => [name, new History(firstLine(name))]));
  const opened = useRef<Restored>();
  opened.current ??= restore(histories.current);
  const [chosen, setGame] = useState<GameName>(opened.current.game ?? gameNames[0]!);
  const info = catalogue.find(({ game }) => game === chosen) ?? catalogue[0]!; // an engine may have fewer games
  const { game } = info;
  const page = gameOf(game);
  const [, redraw] = useState(0);
  const [error, say] = useState<string>();
  const [collections, setCollections] = useState<Record<GameName, Collection>>({});
  const [checked, setChecked] = useState<Checked>();
  const [progress, noteProgress] = useProgress();
  const search = useSearch(backend);
  const history = histories.current[game]!;
  const line = history.present;
  const linked = useRef(opened.current.fromLink ? game : undefined); // whose position came from the address, unchecked yet

  const act = useCallback((action: () => void) => {
    action();
    redraw((n) => n + 1);
  }, []);
  const standing = useStanding(backend, game, line, (problem) => {
    if (linked.current !== game) return say(problem.message);
    linked.current = undefined;
    act(() => (histories.current![game] = new History(firstLine(game))));
    say(t('The link holds a position that cannot be read: {problem}', { problem: problem.message }));
  });
  const change = useCallback((next: Line) => act(() => history.change(next)), [history, act]);
  const play = useCallback((move: string) => act(() => history.change(played(history.present, move))), [history, act]);
  const goTo = useCallback((at: number) => act(() => history.step(at - history.present.at)), [history, act]);

  // In step with the drawing, not after it: else a link opened in between would be lost.
  useLayoutEffect(() => {
    const follow = () => {
      const { game: to, fromLink } = restore(histories.current!);
      if (!to) return;
      linked.current = fromLink ? to : undefined;
      say(undefined);
      setGame(to);
      redraw((n) => n + 1);
    };
    // Back and forward: the address of a game that stands as it began has its name alone, so the entry says more.
    const goBack = ({ state }: PopStateEvent) => {
      const { game: to, line: at } = (state ?? {}) as { game?: GameName; line?: Line };
      if (!to || !at) return;
      if (toHash(to, histories.current![to]!.present) !== toHash(to, at)) histories.current![to] = new History(at);
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
    const state = { game, line: { start: line.start, moves: line.moves, at: line.at } };
    window.history[entry.current && location.hash !== hash ? 'pushState' : 'replaceState'](state, '', hash);
    entry.current = false;
    document.title = `Tesuji · ${info.title}`;
  }, [game, line]);

  const choose = (to: GameName) => {
    if (to === game) return;
    search.clear();
    say(undefined);
    setSettings({ opponent: 'none', flipped: false });
    entry.current = true;
    setGame(to);
  };
  const open = (next: Line) => {
    search.clear();
    say(undefined);
    setChecked(undefined);
    entry.current = true;
    change(next);
    document.querySelector('.board')?.scrollIntoView({ block: 'nearest' }); // it was chosen further down
  };
  // Here rather than on the server, where there is a choice: then nobody else has to be trusted.
  const verify = async (certificate: string) => {
    try {
      const checker = browser ?? backend;
      setChecked({ ...(await checker.verify(certificate)), where: checker.name });
      say(undefined);
    } catch (problem) {
      say(problem instanceof Error ? problem.message : String(problem));
    }
  };
  const load = async (text: string) => {
    if (text.startsWith(kCertificate)) return verify(text);
    try {
      const { records } = await backend.read(game, text);
      setCollections((now) => ({ ...now, [game]: { records, at: 0 } }));
      open(lineOf(records[0]!, page.problems));
    } catch (problem) {
      say(problem instanceof Error ? problem.message : String(problem));
    }
  };
  const openFile = async (extensions: string[], use: (text: string) => Promise<void>) => {
    try {
      const text = await files.open(extensions);
      if (text !== undefined) await use(text);
    } catch (problem) {
      say(problem instanceof Error ? problem.message : String(problem));
    }
  };
  const save = async (format: GameInfo['records'][number]) => {
    try {
      files.save({ name: `${page.problems ? 'problem' : 'game'}${format.extensions[0]}`, text: await backend.write(game, format.name, recordOf(line)) });
    } catch (problem) {
      say(problem instanceof Error ? problem.message : String(problem));
    }
  };
  const collection = collections[game];
  const goInCollection = (at: number) => {
    setCollections((now) => ({ ...now, [game]: { ...collection!, at } }));
    open(lineOf(collection!.records[at]!, page.problems));
  };

  // Against the engine, undo takes back its move and the one before it. Sides take turns, so the shown position tells
  // whose turn it was in those before it.
  const side = standing.board ? info.sides.indexOf(standing.board.side) : -1;
  const enginesTurn = (at: Line) =>
    at.at === at.moves.length &&
    at.start === line.start &&
    (page.problems ? settings.answering && at.moves.length % 2 === 1 : (side + Math.abs(line.at - at.at)) % 2 === engineSide(settings));
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
  const searchKey = JSON.stringify([game, line.start, shown(line), ...(page.problems ? [settings.ko] : [])]);
  const report = search.of === searchKey ? search.report : undefined;
  const inside = (
    <>
      {collection && collection.records.length > 1 && <CollectionPanel collection={collection} progress={progress} onGo={goInCollection} />}
      <TablePanel key={settings.theme} samples={search.samples} running={search.running} open={settings.inside} grows={found?.name !== 'browser'} onToggle={() => setSettings({ inside: !settings.inside })} />
    </>
  );
  const solved = (right: boolean) => noteProgress(line.start, right);
  const view = { info, inside, line, standing, backend, search, searchKey, report, settings, change, play, goTo, setSettings, say, solved };
  return (
    <>
      <Header game={game} catalogue={catalogue} onGame={choose} settings={settings} setSettings={setSettings} server={server ?? undefined} browser={browser ?? undefined} backend={found} />
      <main class={`stage ${game}`}>
        <h1 class="visually-hidden">Tesuji: {t(info.title)}</h1>
        <page.View key={game} {...view} />
        <div class="below">
          <PositionBar
            info={info}
            history={history}
            text={standing.board?.position ?? line.start}
            error={error ?? search.error ?? (found || looking ? undefined : t(kNoEngine))}
            onText={(text) => void load(text)}
            onOpen={() => void openFile([...info.records.flatMap(({ extensions }) => extensions), '.fen', '.epd', '.sfen', '.txt'], load)}
            onVerify={() => void openFile(['.txt', '.zst', '.certificate'], verify)}
            checked={checked}
            onSave={(format) => void save(format)}
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
