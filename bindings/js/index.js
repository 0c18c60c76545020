const inNode = typeof process !== 'undefined' && Boolean(process.versions?.node);

export class TesujiError extends Error {
  name = 'TesujiError';
}

async function startWorker() {
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

export class Session {
  #starting; // a promise of the worker
  #waiting = new Map(); // id -> {resolve, reject, onReport}
  #lastId = 0;
  #queue = Promise.resolve(); // searches wait for one another

  async games() {
    return parse(await this.#ask('games', []));
  }

  async board(game, request = {}) {
    return parse(await this.#ask('board', [this.#text(game, request)]));
  }

  async solve(game, request = {}) {
    let last;
    for await (const report of this.#search('solve', game, request, false)) last = report;
    return last;
  }

  analyze(game, request = {}) {
    return this.#search('analyze', game, request, true);
  }

  async close() {
    const starting = this.#starting;
    this.#starting = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new TesujiError('the session was closed'));
    if (starting) await (await starting).terminate();
  }

  #text(game, { signal: _, ...request }) {
    return JSON.stringify({ ...request, game });
  }

  async *#search(task, game, request, withProgress) {
    const { signal } = request;
    // Without a limit an analysis takes 5 seconds, as on the command line.
    const limited = ['time', 'nodes', 'depth', 'mate'].some((limit) => request[limit] !== undefined);
    const text = this.#text(game, task === 'analyze' && !limited ? { ...request, time: 5 } : request);
    const before = this.#queue;
    let release;
    this.#queue = new Promise((resolve) => (release = resolve));
    await before;

    let done = false;
    const reports = [];
    let wake = () => {};
    const stop = () => {
      wake();
    };
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', stop, { once: true });
      let answer, failure;
      this.#ask('search', [task, text], (report) => {
        if (!withProgress) return;
        reports.push(JSON.parse(report));
        wake();
      }).then(
        (json) => ((answer = json), (done = true), wake()),
        (error) => ((failure = error), (done = true), wake()),
      );
      while (true) {
        signal?.throwIfAborted();
        if (reports.length > 0) {
          yield reports.shift();
          continue;
        }
        if (done) break;
        await new Promise((resolve) => (wake = resolve));
      }
      if (failure) throw failure;
      yield parse(answer);
    } finally {
      signal?.removeEventListener('abort', stop);
      // A search blocks its worker: the only way to stop it is to end the worker. The next call starts another.
      if (!done) await this.close();
      release();
    }
  }

  async #ask(call, texts, onReport) {
    this.#starting ??= this.#start();
    const worker = await this.#starting;
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onReport });
      worker.ref?.(); // Node: somebody waits for an answer
      worker.postMessage({ id, call, texts });
    });
  }

  async #start() {
    const worker = await startWorker();
    const onMessage = ({ id, json, report }) => {
      const waiting = this.#waiting.get(id);
      if (!waiting) return;
      if (report !== undefined) {
        waiting.onReport?.(report);
        return;
      }
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) worker.unref?.();
      waiting.resolve(json);
    };
    const onError = (error) => {
      this.#starting = undefined;
      const waiting = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const { reject } of waiting) reject(new TesujiError(`the worker failed: ${error?.message ?? error}`));
    };
    if (inNode) {
      worker.on('message', onMessage);
      worker.on('error', onError);
      worker.unref();
    } else {
      worker.addEventListener('message', ({ data }) => onMessage(data));
      worker.addEventListener('error', onError);
    }
    return worker;
  }
}

const shared = new Session();
export const games = () => shared.games();
export const board = (game, request) => shared.board(game, request);
export const solve = (game, request) => shared.solve(game, request);
export const analyze = (game, request) => shared.analyze(game, request);
export const close = () => shared.close();
