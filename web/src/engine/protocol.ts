// Between the page and the worker that holds the engines.
import type { Task } from './types';

export type Question = 'games' | 'board' | 'read' | 'write';

export type ToWorker =
  | { kind: 'start'; base: string; threads: number; wanted?: SharedArrayBuffer } // the id of the search that is still wanted
  | { kind: 'ask'; id: number; what: Question; json: string }
  | { kind: 'search'; id: number; task: Task; json: string };

export type FromWorker =
  | { kind: 'ready'; memory?: SharedArrayBuffer; stop?: number } // where the flag is that stops a search
  | { kind: 'answer'; id: number; json: string }
  | { kind: 'report'; id: number; json: string }
  | { kind: 'done'; id: number; json: string }
  | { kind: 'failed'; message: string };
