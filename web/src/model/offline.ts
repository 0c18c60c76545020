// The page without a network: a service worker keeps the files that it is made of.

const kOwn = ['icon.svg', 'icon-192.png', 'icon-512.png', 'icon-maskable.png', 'manifest.webmanifest', 'modules.json'];

export async function keepForOffline(modules: readonly string[]): Promise<void> {
  if (!('serviceWorker' in navigator)) return; // an old browser, or a page that came over plain http
  try {
    await navigator.serviceWorker.register('./sw.js');
    const { active } = await navigator.serviceWorker.ready;
    const base = new URL('.', document.baseURI).href;
    const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
    const own = loaded.filter((url) => url.startsWith(base) && !url.startsWith(`${base}api/`));
    const wasm = modules.flatMap((name) => [`${base}wasm/${name}.js`, `${base}wasm/${name}.wasm`]);
    const urls = [...new Set([base, ...kOwn.map((name) => base + name), ...own, ...wasm])];
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if ((data as { kind?: string }).kind === 'kept') document.documentElement.dataset.kept = 'yes';
    });
    active?.postMessage({ kind: 'keep', urls });
  } catch {
    // Then the page needs its network.
  }
}
