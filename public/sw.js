// Shows a page that says so while the network is away. Nothing else is stored: what children say must not stay on a
// device, and the portal's files have the browser's own cache.
const CACHE = 'offline-1';
const PAGE = '/offline';

self.addEventListener('install', (event) =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([PAGE]))
      .then(() => self.skipWaiting()),
  ),
);

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // The request goes out while this worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}
self.addEventListener('activate', (event) => event.waitUntil(activate()));

async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(open(event));
});
