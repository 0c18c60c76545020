// The worker: one WebAssembly module with all games. First it gets {folder, threads, wanted} and answers {ready} or
// {failed}; then any number of {id, call, texts}, each answered with {id, json}, with {id, report} before.
const inNode = typeof process !== 'undefined' && Boolean(process.versions?.node);
const port = inNode ? (await import('node:worker_threads')).parentPort : globalThis;

const here = import.meta.url; // by a name, lest a bundler takes the folders below for files of its own

let module, current;
let flag = 0; // where the flag is that stops a search
let wanted; // the search that is still wanted: shared with the session, where memory is shared

async function create(folder, threads) {
  const name = threads > 1 ? 'tesuji-threads' : 'tesuji-wasm';
  const options = { threads, hear: (json) => port.postMessage({ id: current, report: json }) };
  if (inNode) {
    // What emscripten writes for node expects CommonJS around it.
    const { createRequire } = await import('node:module');
    const { readFile } = await import('node:fs/promises');
    globalThis.require = createRequire(here);
    globalThis.__dirname = new URL('.', here).pathname;
    options.wasmBinary = await readFile(new URL(`${name}.wasm`, folder ?? new URL('./wasm/', here)));
  }
  if (!folder && threads === 1) return (await import('./wasm/tesuji-wasm.js')).default(options); // written out for bundlers
  const source = new URL(`${name}.js`, folder ?? new URL('./wasm/', here)).href;
  return (await import(/* @vite-ignore */ source)).default({ ...options, mainScriptUrlOrBlob: source });
}

async function start({ folder, threads, wanted: shared }) {
  try {
    module = await create(folder, threads);
    flag = module.ccall('tesuji_stop_flag', 'number', [], []);
    const memory = module.HEAP8.buffer;
    const isShared = typeof SharedArrayBuffer !== 'undefined' && memory instanceof SharedArrayBuffer;
    wanted = isShared ? shared && new Int32Array(shared) : undefined;
    port.postMessage({ ready: true, ...(isShared ? { memory, flag } : {}) });
  } catch (error) {
    port.postMessage({ failed: `the WebAssembly module failed: ${error?.message ?? error}` });
  }
}

function answer({ id, call, texts }) {
  if (call === 'search') {
    // Cleared first, looked up second; the session writes in the other order. So a search that was given up before it
    // began is never begun.
    module.HEAP8[flag] = 0;
    if (wanted && Atomics.load(wanted, 0) !== id) return JSON.stringify({ error: 'stopped' });
  }
  current = id;
  return module.ccall(`tesuji_${call}`, 'string', texts.map(() => 'string'), texts);
}

const handle = (message) => {
  if (message.id === undefined) return void start(message);
  try {
    port.postMessage({ id: message.id, json: answer(message) });
  } catch (error) {
    port.postMessage({ id: message.id, json: JSON.stringify({ error: `the WebAssembly module failed: ${error?.message ?? error}` }) });
  }
};
if (inNode) port.on('message', handle);
else port.addEventListener('message', ({ data }) => handle(data));
