// Where the engines are: in a server, or in this browser.
import type { BoardReport, GameInfo, GameName, GameRecord, RecordText, SearchEvent, SearchRequest, Task, Verification } from './types';

// What went wrong, as a sentence for people.
export class EngineError extends Error {}

export interface Backend {
  readonly name: 'server' | 'browser' | 'none'; // none: not found yet
  readonly threads: number; // at most, for one search
  readonly hash: number; // MiB, at most, for one table
  games(): Promise<GameInfo[]>;
  // Reads a position and plays moves on it. Throws EngineError on a bad one.
  board(game: GameName, position: string, moves?: string[]): Promise<BoardReport>;
  // What a pasted text or a file holds, whatever its format. Throws EngineError, which says what is wrong with it.
  read(game: GameName, text: string): Promise<RecordText>;
  write(game: GameName, format: string, record: GameRecord): Promise<string>;
  // Checks the text of a certificate against the rules of its game.
  verify(certificate: string): Promise<Verification>;
  // Hears events until the search is done; ends early, without an error, when the signal is aborted.
  search(task: Task, request: SearchRequest, hear: (event: SearchEvent) => void, signal: AbortSignal): Promise<void>;
}
