// A static host for the built page: no server of ours, only files. `isolated` sends the headers with which a browser
// gives a page threads.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../build/page', import.meta.url));
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png' };

export async function startHost({ isolated }) {
  const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
  const host = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://host').pathname));
    const file = `${folder}${path === '/' ? '/index.html' : path}`;
    if (!(await stat(file).catch(() => undefined))?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream', ...(isolated ? isolation : {}) });
    if (request.method === 'HEAD') return response.end();
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
  const stop = () => new Promise((resolve) => (host.closeAllConnections(), host.close(() => resolve(0))));
  return { address: `http://127.0.0.1:${host.address().port}/`, stop };
}
