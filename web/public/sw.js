// Keeps the page for when there is no network. Files of assets/ have names that change with their content, so a kept
// one is as good as a new one; everything else is asked for first. What the engines say (api/) is never kept.
const kCache = 'tesuji-page-1';

addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => {
  const others = async () => {
    for (const name of await caches.keys()) if (name !== kCache) await caches.delete(name);
  };
  event.waitUntil(Promise.all([clients.claim(), others()]));
});

// The page says what it is made of, once it is complete: these files are kept, and no others.
addEventListener('message', (event) => {
  const keep = async (urls) => {
    const cache = await caches.open(kCache);
    for (const { url } of await cache.keys()) if (!urls.includes(url)) await cache.delete(url);
    const assets = `${registration.scope}assets/`;
    await Promise.all(
      urls.map(async (url) => {
        if (url.startsWith(assets) && (await cache.match(url))) return;
        const response = await fetch(url);
        if (response.ok) await cache.put(url, response);
      }),
    );
    event.source.postMessage({ kind: 'kept' });
  };
  if (event.data?.kind === 'keep') event.waitUntil(keep(event.data.urls));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const base = new URL(registration.scope);
  if (request.method !== 'GET' || url.origin !== base.origin || url.pathname.startsWith(`${base.pathname}api/`)) return;
  const kept = () => caches.match(request.mode === 'navigate' ? base.href : request);
  const answer = async () => {
    const first = url.pathname.startsWith(`${base.pathname}assets/`) ? await kept() : undefined;
    if (first) return first;
    return fetch(request).catch(async (error) => {
      const last = await kept();
      if (!last) throw error;
      return last;
    });
  };
  event.respondWith(answer());
});
