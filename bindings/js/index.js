const inNode = typeof process !== 'undefined' && Boolean(process.versions?.node);

export class TesujiError extends Error {
  name = 'TesujiError';
}

async function newWorker() {
  // Written out for bundlers, which look for exactly this.
  if (!inNode) return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  const { Worker: NodeWorker } = await import('node:worker_threads');
  return new NodeWorker(new URL('./worker.js', import.meta.url), { execArgv: [] }); // not --eval and the like
}

const parse = (json) => {
  const answer = JSON.parse(json);
  if (answer !== null && typeof answer === 'object' && typeof answer.error === 'string') throw new TesujiError(answer.error);
  return answer;
};

// A worker and the calls that wait for its answers.
class Engines {
  #worker;
  #waiting = new Map(); // id -> {resolve, reject, onReport}
  #lastId = 0;
  #stopFlag; // in the module's memory, if that is shared
  #wanted = typeof SharedArrayBuffer === 'undefined' ? undefined : new SharedArrayBuffer(4); // the id of the search

  static async start(folder, threads) {
    const engines = new Engines();
    const worker = (engines.#worker = await newWorker());
    const ready = new Promise((resolve, reject) => {
      const onMessage = (message) => {
        if (message.failed !== undefined) reject(new TesujiError(message.failed));
        if (!message.ready) return engines.#take(message);
        if (message.memory) engines.#stopFlag = new Uint8Array(message.memory, message.flag, 1);
        resolve();
      };
      const onError = (error) => {
        const failure = new TesujiError(`the worker failed: ${error?.message ?? error}`);
        reject(failure);
        engines.#fail(failure);
      };
      if (inNode) {
        worker.on('message', onMessage);
        worker.on('error', onError);
      } else {
        worker.addEventListener('message', ({ data }) => onMessage(data));
        worker.addEventListener('error', onError);
      }
    });
    worker.postMessage({ folder: folder && String(folder), threads, wanted: engines.#wanted });
    await ready;
    worker.unref?.(); // Node: it ends with the program, unless somebody waits for an answer
    return engines;
  }

  ask(call, texts, onReport) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onReport });
      if (call === 'search' && this.#wanted) Atomics.store(new Int32Array(this.#wanted), 0, id);
      this.#worker.ref?.();
      this.#worker.postMessage({ id, call, texts });
    });
  }

  // True if the search will end by itself now; false if only the end of the worker ends it.
  stop() {
    if (!this.#stopFlag) return false;
    Atomics.store(new Int32Array(this.#wanted), 0, -1);
    Atomics.store(this.#stopFlag, 0, 1);
    return true;
  }

  async close() {
    this.#fail(new TesujiError('the session was closed'));
    await this.#worker.terminate();
  }

  #take({ id, json, report }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (report !== undefined) return void waiting.onReport?.(report);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref?.();
    waiting.resolve(json);
  }

  #fail(error) {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}

export class Session {
  #folder;
  #threads;
  #engines; // a promise
  #queue = Promise.resolve(); // searches wait for one another

  constructor({ folder, threads = 1 } = {}) {
    this.#folder = folder;
    this.#threads = threads;
  }

  async games() {
    return parse(await this.#ask('games', []));
  }

  async board(game, request = {}) {
    return parse(await this.#ask('board', [JSON.stringify({ ...request, game })]));
  }

  async read(game, text) {
    return parse(await this.#ask('read', [JSON.stringify({ game, text })]));
  }

  async write(game, format, record) {
    return parse(await this.#ask('write', [JSON.stringify({ game, format, record })])).text;
  }

  async verify(certificate) {
    return parse(await this.#ask('verify', [JSON.stringify({ certificate })]));
  }

  async search(task, game, { onReport, ...request } = {}) {
    return this.#search(task, game, request, onReport);
  }

  async solve(game, request) {
    return this.search('solve', game, request);
  }

  async *analyze(game, request = {}) {
    // Without a limit an analysis takes 5 seconds, as on the command line.
    const limited = ['time', 'nodes', 'depth', 'mate'].some((limit) => request[limit] !== undefined);
    const leaving = new AbortController();
    const abort = () => leaving.abort(request.signal.reason);
    if (request.signal?.aborted) abort();
    request.signal?.addEventListener('abort', abort, { once: true });
    const reports = [];
    let finished = false;
    let wake = () => {};
    const search = this.#search('analyze', game, { ...(limited ? {} : { time: 5 }), ...request, signal: leaving.signal }, (report) => (reports.push(report), wake()));
    search.catch(() => {}).then(() => ((finished = true), wake()));
    try {
      while (!finished || reports.length > 0) {
        if (reports.length > 0) yield reports.shift();
        else await new Promise((resolve) => (wake = resolve));
      }
      yield await search;
    } finally {
      request.signal?.removeEventListener('abort', abort);
      leaving.abort();
      await search.catch(() => {});
    }
  }

  async close() {
    const starting = this.#engines;
    this.#engines = undefined;
    await (await starting?.catch(() => undefined))?.close();
  }

  async #search(task, game, { signal, ...request }, onReport) {
    const before = this.#queue;
    let release;
    this.#queue = new Promise((resolve) => (release = resolve));
    await before;
    let stop;
    try {
      signal?.throwIfAborted();
      const engines = await this.#start();
      signal?.throwIfAborted();
      const answer = engines.ask('search', [task, JSON.stringify({ ...request, game })], (report) => !signal?.aborted && onReport?.(JSON.parse(report)));
      const stopped = new Promise((_, reject) => {
        stop = () => reject(signal.reason);
        signal?.addEventListener('abort', stop, { once: true });
      });
      try {
        return parse(await Promise.race([answer, stopped]));
      } catch (error) {
        if (signal?.aborted) {
          // Without shared memory a search blocks its worker, and only the end of the worker stops it. The next call
          // starts another.
          if (engines.stop()) await answer.catch(() => {});
          else answer.catch(() => {}), await this.close();
        }
        throw error;
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      release();
    }
  }

  #start() {
    this.#engines ??= Engines.start(this.#folder, this.#threads).catch((error) => {
      this.#engines = undefined;
      throw error;
    });
    return this.#engines;
  }

  async #ask(call, texts) {
    return (await this.#start()).ask(call, texts);
  }
}

const shared = new Session();
export const games = () => shared.games();
export const board = (game, request) => shared.board(game, request);
export const read = (game, text) => shared.read(game, text);
export const write = (game, format, record) => shared.write(game, format, record);
export const verify = (certificate) => shared.verify(certificate);
export const solve = (game, request) => shared.solve(game, request);
export const analyze = (game, request) => shared.analyze(game, request);
export const close = () => shared.close();
