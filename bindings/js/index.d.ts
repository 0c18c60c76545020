/** The engines of Tesuji in a worker: WebAssembly, for Node and browsers. */

export interface Limits {
  /** Seconds, or a text such as "200ms". */
  time?: number | string;
  nodes?: number | string;
  depth?: number;
  mate?: number;
}

export interface Request extends Limits {
  position?: string;
  /** Played from the position. */
  moves?: string[];
  /** The table's maximum size, for example "64M". */
  hash?: string | number;
  /** The game's own options, by the names of the command line. */
  options?: Record<string, string | number | boolean>;
  /** Stops the search: its promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

export interface Move {
  move: string;
  score?: number;
  mate?: number;
  verdict?: string;
  pv?: string[];
}

/** The fields of `tesuji --json`; what only one game reports stands beside them. */
export interface Report {
  version: number;
  game: string;
  position: string;
  side?: string;
  verdict?: string;
  score?: number;
  mate?: number;
  bound?: 'lower' | 'upper';
  odds?: [number, number, number];
  best?: string[];
  pv?: string[];
  moves?: Move[];
  depth?: number;
  selective_depth?: number;
  nodes: number;
  seconds: number;
  proved: boolean;
  complete: boolean;
  remarks?: string[];
  [more: string]: unknown;
}

export interface Board {
  position: string;
  side: string;
  moves: string[];
  outcome?: { reason: string; winner?: string };
  drawing: string;
}

export interface Game {
  game: string;
  title: string;
  position_help: string;
  options: { name: string; kind: string; default: string; help: string; choices?: string[]; min?: number; max?: number }[];
  examples: { title: string; position: string }[];
  records: { name: string; extensions: string[] }[];
}

/** What the engine has to say against a request: one line, the same as on the command line. */
export class TesujiError extends Error {}

/** One worker with one engine a game; its tables stay from search to search. One search runs at a time, others wait. */
export class Session {
  games(): Promise<Game[]>;
  board(game: string, request?: Pick<Request, 'position' | 'moves' | 'options'>): Promise<Board>;
  /** A proved answer. */
  solve(game: string, request?: Request): Promise<Report>;
  /** Reports as they come, the final one last. Leaving the loop stops the search; what the tables hold is then lost. */
  analyze(game: string, request?: Request): AsyncIterableIterator<Report>;
  /** Ends the worker. The session may be used again: it then starts another. */
  close(): Promise<void>;
}

/** The same with a session that all of them share; it ends by itself when nothing else keeps Node running. */
export function games(): Promise<Game[]>;
export function board(game: string, request?: Pick<Request, 'position' | 'moves' | 'options'>): Promise<Board>;
export function solve(game: string, request?: Request): Promise<Report>;
export function analyze(game: string, request?: Request): AsyncIterableIterator<Report>;
export function close(): Promise<void>;
