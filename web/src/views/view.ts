// What each game's view gets from the page.
import type { ComponentChildren } from 'preact';
import type { Backend } from '../engine/backend';
import type { Report } from '../engine/types';
import type { Line } from '../model/line';
import type { Search } from '../model/search';
import type { Settings } from '../model/settings';

export interface ViewProps {
  line: Line;
  backend: Backend;
  search: Search;
  report?: Report; // of the shown position, or none
  settings: Settings;
  inside: ComponentChildren; // the panel on the table, to stand below the view's own
  change: (line: Line) => void;
  play: (move: string) => void;
  goTo: (at: number) => void;
  setSettings: (settings: Partial<Settings>) => void;
  say: (error: string | undefined) => void;
}
