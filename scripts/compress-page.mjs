// Writes NAME.br and NAME.gz beside each file of the page that gets smaller by it; the server hands them out as they are.
// usage: node scripts/compress-page.mjs FOLDER
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const types = new Set(['.html', '.js', '.mjs', '.css', '.svg', '.wasm', '.json', '.txt', '.webmanifest']);
// The best quality takes seconds for a megabyte.
const quality = (size) => (size < 1 << 20 ? 11 : 9);
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality(bytes.length), [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
const time = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) compress(path);
    if (!entry.isFile() || !types.has(extname(entry.name)) || time(`${path}.br`) >= time(path)) continue;
    const bytes = readFileSync(path);
    if (bytes.length < 512) continue;
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${path}.br`, brotli(bytes)); // last: its time says that both are there
  }
}

compress(process.argv[2]);
