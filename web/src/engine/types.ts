// What the engines say, over HTTP and from WebAssembly alike: the fields of `tesuji … --json`.

export type GameName = string; // as the engines name it

export interface TableStatistics {
  bytes: number; // what it may take
  current_bytes?: number; // what it takes now
  probes: number;
  hits: number;
  hit_rate: number;
  stores: number;
  replacements: number;
  fill: number; // per mille
  old?: number; // per mille of the entries: those of earlier searches
}

export interface MoveReport {
  move: string;
  score?: number;
  mate?: number;
  verdict?: string;
  pv?: string[];
}

export interface Fate {
  first: string;
  status: 'alive' | 'dead' | 'seki' | 'ko' | 'open';
  ko?: { takes_first: string; needs_threats: string; condition: string; threats?: number };
}

export interface Report {
  game: string;
  position: string;
  side?: string;
  verdict?: string;
  fates?: Fate[];
  score?: number;
  mate?: number;
  best?: string[];
  pv?: string[];
  moves?: MoveReport[];
  threats?: string[];
  depth?: number;
  selective_depth?: number;
  nodes: number;
  seconds: number;
  proved: boolean; // the result is certain
  complete: boolean; // and everything that was asked for is there
  remarks?: string[];
  target?: string[];
  open?: boolean; // the region is an assumption
  region?: string[];
  tree?: string;
  table?: TableStatistics;
}

export interface BoardReport {
  position: string;
  side: string;
  moves: string[];
  outcome?: { winner?: string; reason: string };
  drawing: string;
}

// What a check of a certificate found. Nothing is searched for it.
export interface Verification {
  game: string;
  holds: boolean;
  claims: string[]; // each as a sentence
  states: number;
  flaw: string; // what is wrong, if it does not hold
}

export interface GameInfo {
  game: string;
  title: string;
  position_help: string;
  sides: [string, string]; // the one that begins first, as boards name them
  examples: { title: string; position: string }[];
  records: { name: string; extensions: string[] }[]; // the formats of its records
  options?: { name: string; min?: number; max?: number; help: string }[];
}

export interface RecordNode {
  move?: string; // none in the root
  comment?: string;
  marks?: string[]; // "!", "??", "$14"
  seconds?: number;
  children?: number[]; // indices; the first goes on with the main line
}

export interface GameRecord {
  headers?: [string, string][];
  position?: string; // where it starts; none = as usual
  nodes: RecordNode[]; // the first is the root
  result?: 'first' | 'second' | 'draw';
  reason?: string;
}

export interface RecordText {
  format: string;
  records: GameRecord[];
}

export type OptionValue = string | number | boolean;

export interface SearchRequest {
  game: GameName;
  position: string;
  moves?: string[];
  time?: string;
  nodes?: number;
  depth?: number;
  mate?: number;
  hash?: string;
  threads?: number;
  options?: Record<string, OptionValue>;
}

export type Task = 'analyze' | 'solve';

export type SearchEvent =
  | { kind: 'queued'; ahead: number }
  | { kind: 'report'; report: Report }
  | { kind: 'table'; table: TableStatistics }
  | { kind: 'done'; report: Report };
