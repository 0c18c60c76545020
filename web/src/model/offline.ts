// The page without a network: a service worker keeps the files that it is made of.

const kOwn = ['icon.svg', 'icon-192.png', 'icon-512.png', 'icon-maskable.png', 'manifest.webmanifest', 'modules.json'];

export async function keepForOffline(modules: readonly string[]): Promise<void> {
  if (!('serviceWorker' in navigator)) return; // an old browser, or a page that came over plain http
  try {
    await navigator.serviceWorker.register('./sw.js');
    const { active } = await navigator.serviceWorker.ready;
    const base = new URL('.', document.baseURI).href;
    // Not only what was loaded: without a network the engines run in this browser, in a worker of their own.
    const assets = (await fetch('assets.json').then((response) => (response.ok ? response.json() : []))) as string[];
    const own = ['assets.json', ...assets].map((name) => base + name);
    const parts = (name: string) => ['js', 'wasm', ...(name.endsWith('threads') ? ['worker.js'] : [])]; // each thread is a worker
    const wasm = modules.flatMap((name) => parts(name).map((part) => `${base}wasm/${name}.${part}`));
    const urls = [...new Set([base, ...kOwn.map((name) => base + name), ...own, ...wasm])];
    navigator.serviceWorker.addEventListener('message', ({ data }) => {
      if ((data as { kind?: string }).kind === 'kept') document.documentElement.dataset.kept = 'yes';
    });
    active?.postMessage({ kind: 'keep', urls });
  } catch {
    // Then the page needs its network.
  }
}
