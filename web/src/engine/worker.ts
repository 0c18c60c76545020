// The worker that holds the engines. A search blocks it; the page stops one by setting a flag in shared memory, or,
// where there is none, by ending the worker.
import type { FromWorker, ToWorker } from './protocol';

interface TesujiModule {
  ccall(name: string, result: 'string' | 'number', types: string[], values: unknown[]): unknown;
  hear: (json: string) => void;
  HEAP8: Int8Array;
}

const send = (message: FromWorker) => postMessage(message);
let module: TesujiModule | undefined;
let flag = 0; // where the flag is that stops a search
let wanted: Int32Array | undefined;

async function start(base: string, threads: number): Promise<void> {
  try {
    const name = threads > 1 ? 'tesuji-threads' : 'tesuji-wasm';
    const source = new URL(`wasm/${name}.js`, base).href;
    const { default: create } = (await import(/* @vite-ignore */ source)) as { default: (options: object) => Promise<TesujiModule> };
    module = await create({ threads, mainScriptUrlOrBlob: source, hear: () => {} });
    const shared = module.HEAP8.buffer as ArrayBufferLike;
    flag = module.ccall('tesuji_stop_flag', 'number', [], []) as number;
    const isShared = typeof SharedArrayBuffer !== 'undefined' && shared instanceof SharedArrayBuffer;
    send({ kind: 'ready', ...(isShared ? { memory: shared as SharedArrayBuffer, stop: flag } : {}) });
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'start') {
    wanted = data.wanted && new Int32Array(data.wanted);
    return void start(data.base, data.threads);
  }
  if (!module) return;
  if (data.kind === 'ask') {
    const json = module.ccall(`tesuji_${data.what}`, 'string', data.what === 'games' ? [] : ['string'], [data.json]) as string;
    return send({ kind: 'answer', id: data.id, json });
  }
  // Cleared first, looked up second; the page writes in the other order. So a search that was given up while another
  // still ran is never begun.
  module.HEAP8[flag] = 0;
  if (wanted && Atomics.load(wanted, 0) !== data.id) return send({ kind: 'done', id: data.id, json: '{"error":"stopped"}' });
  module.hear = (json) => send({ kind: 'report', id: data.id, json });
  const json = module.ccall('tesuji_search', 'string', ['string', 'string'], [data.task, data.json]) as string;
  send({ kind: 'done', id: data.id, json });
});
