// The engines in this browser: the package `tesuji` (bindings/js), WebAssembly in a worker.
import { Session, TesujiError } from 'tesuji';
import { type Backend, EngineError } from './backend';
import type { BoardReport, GameInfo, GameName, GameRecord, RecordText, Report, SearchEvent, SearchRequest, Task, Verification } from './types';

// What the package says against a request is for people, as what the server says is.
async function told<T>(answer: Promise<unknown>): Promise<T> {
  try {
    return (await answer) as T;
  } catch (error) {
    throw error instanceof TesujiError ? new EngineError(error.message) : error;
  }
}

export class BrowserBackend implements Backend {
  readonly name = 'browser';
  readonly hash = 1024; // as the module has it
  private readonly rules: Session; // for boards, which must not wait for a search
  private readonly searching: Session;

  private constructor(readonly threads: number, readonly modules: readonly string[]) {
    const folder = new URL('wasm/', document.baseURI).href;
    this.rules = new Session({ folder });
    this.searching = new Session({ folder, threads });
  }

  // None where the page was built without the modules. The build lists those that there are: asking for one that is
  // not there would leave an error in the browser's console.
  static async find(): Promise<BrowserBackend | undefined> {
    const modules: string[] = await fetch('modules.json').then((response) => (response.ok ? (response.json() as Promise<string[]>) : []), () => []);
    if (!modules.includes('tesuji-wasm')) return undefined;
    const threaded = crossOriginIsolated && modules.includes('tesuji-threads');
    const threads = threaded ? Math.max(1, navigator.hardwareConcurrency ?? 1) : 1;
    return new BrowserBackend(Math.min(threads, 16), ['tesuji-wasm', ...(threads > 1 ? ['tesuji-threads'] : [])]);
  }

  games(): Promise<GameInfo[]> {
    return told(this.rules.games());
  }

  board(game: GameName, position: string, moves: string[] = []): Promise<BoardReport> {
    return told(this.rules.board(game, { position, moves }));
  }

  read(game: GameName, text: string): Promise<RecordText> {
    return told(this.rules.read(game, text));
  }

  write(game: GameName, format: string, record: GameRecord): Promise<string> {
    return told(this.rules.write(game, format, record));
  }

  verify(certificate: string): Promise<Verification> {
    return told(this.rules.verify(certificate));
  }

  async search(task: Task, { game, ...request }: SearchRequest, hear: (event: SearchEvent) => void, signal: AbortSignal): Promise<void> {
    const onReport = (report: unknown) => hear({ kind: 'report', report: report as Report });
    try {
      const report = await told<Report>(this.searching.search(task, game, { ...request, signal, onReport }));
      hear({ kind: 'done', report });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
