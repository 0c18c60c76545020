// The engines in this browser: WebAssembly in a worker.
import { type Backend, EngineError } from './backend';
import type { FromWorker, Question, ToWorker } from './protocol';
import type { BoardReport, GameInfo, GameName, GameRecord, RecordText, SearchEvent, SearchRequest, Task } from './types';

interface Pending {
  resolve: (json: string) => void;
  reject: (error: Error) => void;
  report?: (json: string) => void;
}

// One worker, and what waits for its answers.
class EngineWorker {
  readonly ready: Promise<void>;
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly pending = new Map<number, Pending>();
  private next = 0;
  private flag?: Uint8Array;
  private readonly wanted = typeof SharedArrayBuffer === 'undefined' ? undefined : new SharedArrayBuffer(4);

  constructor(threads: number) {
    this.ready = new Promise((resolve, reject) => {
      this.worker.onerror = () => reject(new EngineError('The engines could not be loaded in this browser.'));
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === 'ready') {
          if (data.memory) this.flag = new Uint8Array(data.memory, data.stop, 1);
          return resolve();
        }
        if (data.kind === 'failed') return reject(new EngineError(data.message));
        const waiting = this.pending.get(data.id);
        if (data.kind === 'report') return waiting?.report?.(data.json);
        this.pending.delete(data.id);
        waiting?.resolve(data.json);
      };
    });
    this.send({ kind: 'start', base: new URL('.', document.baseURI).href, threads, wanted: this.wanted });
  }

  ask(what: Question, json: string): Promise<string> {
    return this.wait((id) => this.send({ kind: 'ask', id, what, json }));
  }

  search(task: Task, json: string, report: (json: string) => void): Promise<string> {
    return this.wait((id) => {
      if (this.wanted) Atomics.store(new Int32Array(this.wanted), 0, id);
      this.send({ kind: 'search', id, task, json });
    }, report);
  }

  // True where the search will end by itself now; false where the worker had to be ended, and its tables with it.
  stop(): boolean {
    if (this.flag && this.wanted) {
      Atomics.store(new Int32Array(this.wanted), 0, -1);
      Atomics.store(this.flag, 0, 1);
      return true;
    }
    this.worker.terminate();
    for (const waiting of this.pending.values()) waiting.reject(new EngineError('stopped'));
    this.pending.clear();
    return false;
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private wait(begin: (id: number) => void, report?: (json: string) => void): Promise<string> {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.pending.set(id, { resolve, reject, report });
      begin(id);
    });
  }
}

function parsed<T>(json: string): T {
  const value = JSON.parse(json) as T & { error?: string };
  if (value.error) throw new EngineError(value.error);
  return value;
}

export class BrowserBackend implements Backend {
  readonly name = 'browser';
  readonly hash = 512; // as the module has it
  private searching?: EngineWorker;
  private readonly rules: EngineWorker; // for boards, which must not wait for a search

  private constructor(readonly threads: number, readonly modules: readonly string[]) {
    this.rules = new EngineWorker(1);
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
    return this.ask('games');
  }

  board(game: GameName, position: string, moves: string[] = []): Promise<BoardReport> {
    return this.ask('board', { game, position, moves });
  }

  read(game: GameName, text: string): Promise<RecordText> {
    return this.ask('read', { game, text });
  }

  async write(game: GameName, format: string, record: GameRecord): Promise<string> {
    return (await this.ask<{ text: string }>('write', { game, format, record })).text;
  }

  async search(task: Task, request: SearchRequest, hear: (event: SearchEvent) => void, signal: AbortSignal): Promise<void> {
    const worker = (this.searching ??= new EngineWorker(this.threads));
    const stop = () => {
      if (!worker.stop()) this.searching = undefined;
    };
    signal.addEventListener('abort', stop);
    try {
      await worker.ready;
      if (signal.aborted) return;
      const json = JSON.stringify(request);
      const answer = await worker.search(task, json, (report) => hear({ kind: 'report', report: JSON.parse(report) }));
      hear({ kind: 'done', report: parsed(answer) });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private async ask<T>(what: Question, request?: object): Promise<T> {
    await this.rules.ready;
    return parsed(await this.rules.ask(what, request ? JSON.stringify(request) : ''));
  }
}
