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

/** A game record: `children` and the numbers in it are indices into `nodes`; the first node is the root. */
export interface GameRecord {
  headers?: [string, string][];
  position?: string;
  nodes: { move?: string; comment?: string; marks?: string[]; children?: number[] }[];
  result?: string;
}

/** What a check of a certificate found. */
export interface Verification {
  game: string;
  holds: boolean;
  /** Each as a sentence. */
  claims: string[];
  states: number;
  /** What is wrong, if it does not hold. */
  flaw: string;
}

export interface SessionOptions {
  /** The URL of the folder with the WebAssembly files; by default the package's own. */
  folder?: string | URL;
  /** More than one needs `tesuji-threads` in that folder and a page that is cross-origin isolated. */
  threads?: number;
}

export interface Game {
  game: string;
  title: string;
  position_help: string;
  /** The one that begins first. */
  sides: [string, string];
  options: { name: string; kind: string; default: string; help: string; choices?: string[]; min?: number; max?: number }[];
  examples: { title: string; position: string }[];
  records: { name: string; extensions: string[] }[];
}

/** What the engine has to say against a request: one line, the same as on the command line. */
export class TesujiError extends Error {}

/** One worker with one engine a game; its tables stay from search to search. One search runs at a time, others wait. */
export class Session {
  constructor(options?: SessionOptions);
  games(): Promise<Game[]>;
  board(game: string, request?: Pick<Request, 'position' | 'moves' | 'options'>): Promise<Board>;
  /** What a text or a file holds, whatever its format. */
  read(game: string, text: string): Promise<{ format: string; records: GameRecord[] }>;
  write(game: string, format: string, record: GameRecord): Promise<string>;
  /** Checks a certificate (its text) against the rules of its game; nothing is searched. */
  verify(certificate: string): Promise<Verification>;
  /** The final report; `onReport` hears of those before. */
  search(task: 'solve' | 'analyze', game: string, request?: Request & { onReport?: (report: Report) => void }): Promise<Report>;
  /** A proved answer. */
  solve(game: string, request?: Request): Promise<Report>;
  /**
   * Reports as they come, the final one last. Leaving the loop stops the search; without threads, what the tables hold is
   * then lost.
   */
  analyze(game: string, request?: Request): AsyncIterableIterator<Report>;
  /** Ends the worker. The session may be used again: it then starts another. */
  close(): Promise<void>;
}

/** The same with a session that all of them share; it ends by itself when nothing else keeps Node running. */
export function games(): Promise<Game[]>;
export function board(game: string, request?: Pick<Request, 'position' | 'moves' | 'options'>): Promise<Board>;
export function read(game: string, text: string): Promise<{ format: string; records: GameRecord[] }>;
export function write(game: string, format: string, record: GameRecord): Promise<string>;
export function verify(certificate: string): Promise<Verification>;
export function solve(game: string, request?: Request): Promise<Report>;
export function analyze(game: string, request?: Request): AsyncIterableIterator<Report>;
export function close(): Promise<void>;
