// The games of the page: a line for each, with its board. Everything else the page learns from the engine.
import type { ComponentType } from 'preact';
import { connect4 } from './boards/connect4';
import { othello } from './boards/othello';
import { GoView } from './views/go';
import { ChessView, ShogiView } from './views/pieces';
import { scored } from './views/scored';
import type { ViewProps } from './views/view';

export interface PageGame {
  name: string; // as the engine names it
  note?: string; // what it is good for, in a word or two; none if its title says so
  sides: readonly [string, string]; // as people call them, the one that begins first
  problems?: boolean; // its records are problems: they open at their start
  View: ComponentType<ViewProps>;
}

export const games: readonly PageGame[] = [
  { name: 'go', sides: ['Black', 'White'], problems: true, View: GoView },
  { name: 'connect4', note: 'solved', sides: ['Red', 'Yellow'], View: scored(connect4) },
  { name: 'othello', note: 'exact endgames', sides: ['Black', 'White'], View: scored(othello) },
  { name: 'chess', note: 'analysis', sides: ['White', 'Black'], View: ChessView },
  { name: 'shogi', note: 'analysis, mate', sides: ['Sente', 'Gote'], View: ShogiView },
];

export const gameNames: readonly string[] = games.map((game) => game.name);
export const gameOf = (name: string): PageGame => games.find((game) => game.name === name)!;
