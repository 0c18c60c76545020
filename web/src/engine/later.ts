// The engines before they are found: the boards are there at once, and whatever is asked waits for its answer.
import { type Backend, EngineError } from './backend';
import type { BoardReport, GameInfo, GameName, GameRecord, RecordText, SearchEvent, SearchRequest, Task, Verification } from './types';

export const kNoEngine = 'No engine answers: neither a server nor WebAssembly. Start one with ./run.';

export class LaterBackend implements Backend {
  readonly name = 'none';
  readonly threads = 1;
  readonly hash = 64;

  constructor(private readonly found: Promise<Backend | undefined>) {}

  async games(): Promise<GameInfo[]> {
    return (await this.real()).games();
  }

  async board(game: GameName, position: string, moves?: string[]): Promise<BoardReport> {
    return (await this.real()).board(game, position, moves);
  }

  async read(game: GameName, text: string): Promise<RecordText> {
    return (await this.real()).read(game, text);
  }

  async write(game: GameName, format: string, record: GameRecord): Promise<string> {
    return (await this.real()).write(game, format, record);
  }

  async verify(certificate: string): Promise<Verification> {
    return (await this.real()).verify(certificate);
  }

  async search(task: Task, request: SearchRequest, hear: (event: SearchEvent) => void, signal: AbortSignal): Promise<void> {
    const real = await this.real();
    if (!signal.aborted) await real.search(task, request, hear, signal);
  }

  private async real(): Promise<Backend> {
    const real = await this.found;
    if (!real) throw new EngineError(kNoEngine);
    return real;
  }
}
