// What the engines say of their games: titles, notations, examples, record formats. Kept in this browser, so that the
// page is complete at once on the next visit, and without a network.
import { useEffect, useState } from 'preact/hooks';
import type { Backend } from '../engine/backend';
import type { GameInfo } from '../engine/types';
import { gameNames } from '../games';
import { keep, kept } from './storage';

const kName = 'tesuji-games';

// In the order of the page; undefined until an engine has answered for the first time. A game without a board on the
// page is left out, and so is one that this engine was built without.
export function useCatalogue(backend: Backend): GameInfo[] | undefined {
  const [all, setAll] = useState<GameInfo[] | undefined>(() => kept<GameInfo[]>(kName));
  useEffect(() => {
    backend.games().then(
      (found) => {
        const games = gameNames.flatMap((name) => found.find((info) => info.game === name) ?? []);
        keep(kName, games);
        setAll(games);
      },
      () => {}, // said elsewhere
    );
  }, [backend]);
  return all;
}
