import { defineConfig } from 'vite';

const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

// The Go board comes with a picture of 195 kB. Ours is drawn (styles/go.css), so it is not even copied.
const withoutPicture = {
  name: 'go-board-without-picture',
  enforce: 'pre' as const,
  transform: (code: string, id: string) => (id.includes('shudan/css/goban.css') ? code.replace("url('./board.png')", '') : undefined),
};

// The page is built beside the programs, where `tesuji serve` finds it. `npm run dev` passes /api on to a
// running server.
export default defineConfig({
  base: './',
  plugins: [withoutPicture],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: { outDir: '../build/page', emptyOutDir: false, target: 'es2022', chunkSizeWarningLimit: 600 },
  worker: { format: 'es', rollupOptions: { external: [/tesuji-wasm\.js$/] } }, // the page names its folder of engines itself
  server: { proxy: { '/api': 'http://127.0.0.1:8080' }, headers: isolation },
  test: { include: ['test/**/*.test.ts'], testTimeout: 0 }, // no test depends on the clock: a busy machine may take its time
} as Parameters<typeof defineConfig>[0]);
