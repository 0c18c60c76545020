// The worker: one WebAssembly module with all games. It gets {id, call, texts} and answers {id, json}, with any number
// of {id, report} before.
const inNode = typeof process !== 'undefined' && Boolean(process.versions?.node);

let port;
const moduleOptions = {};
if (inNode) {
  port = (await import('node:worker_threads')).parentPort;
  // What emscripten writes for node expects CommonJS around it.
  const { createRequire } = await import('node:module');
  const { readFile } = await import('node:fs/promises');
  globalThis.require = createRequire(import.meta.url);
  globalThis.__dirname = new URL('.', import.meta.url).pathname;
  moduleOptions.wasmBinary = await readFile(new URL('./wasm/tesuji-wasm.wasm', import.meta.url));
} else {
  port = globalThis;
}
const listen = (handle) => (inNode ? port.on('message', handle) : port.addEventListener('message', ({ data }) => handle(data)));

let current;
const loading = import('./wasm/tesuji-wasm.js').then(({ default: create }) =>
  create({ ...moduleOptions, hear: (json) => port.postMessage({ id: current, report: json }) }),
);

listen(async ({ id, call, texts }) => {
  try {
    const module = await loading;
    current = id;
    const json = module.ccall(`tesuji_${call}`, 'string', texts.map(() => 'string'), texts);
    port.postMessage({ id, json });
  } catch (error) {
    port.postMessage({ id, json: JSON.stringify({ error: `the WebAssembly module failed: ${error?.message ?? error}` }) });
  }
});
