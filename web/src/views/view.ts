// What each game's view gets from the page.
import type { ComponentChildren } from 'preact';
import type { Backend } from '../engine/backend';
import type { GameInfo, Report } from '../engine/types';
import type { Line } from '../model/line';
import type { Standing } from '../model/position';
import type { Search } from '../model/search';
import type { Settings } from '../model/settings';

export interface ViewProps {
  info: GameInfo; // what the engine says of the game
  line: Line;
  standing: Standing; // the shown position as the engine sees it
  backend: Backend;
  search: Search;
  searchKey: string; // names the shown position to the search
  report?: Report; // of the shown position, or none
  settings: Settings;
  inside: ComponentChildren; // the panel on the table, to stand below the view's own
  change: (line: Line) => void;
  play: (move: string) => void;
  goTo: (at: number) => void;
  setSettings: (settings: Partial<Settings>) => void;
  say: (error: string | undefined) => void;
  solved: (right: boolean) => void; // a problem of a collection was solved, or not
}
