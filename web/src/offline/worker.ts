/**
 * The service worker: keeps one version of the client whole, so that the page opens at once and without a network.
 *
 * A page gets all its files from one version. A newer one is fetched in the background and waits; it takes over when a
 * page asks for it (see updating.ts), never by itself. The version before stays in store for pages that still run it.
 */
/// <reference lib="webworker" />
export {};
declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build: a digest of all files, and the files of the first load and of all lazy parts. */
const VERSION = '@version@';
const FILES = JSON.parse('@files@') as string[];
/** The path of the start page, below which all files are. */
const SCOPE = new URL('./', self.location.href).pathname;
const PREFIX = 'canastra-';
const CACHE = PREFIX + VERSION;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // The shell must come from the server now, not from the browser's own cache of another version.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: file.startsWith('assets/') ? 'default' : 'reload' })));
}

async function activate(): Promise<void> {
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(kept.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function shell(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(SCOPE)) ?? fetch(request);
}

async function file(request: Request): Promise<Response> {
  const own = await (await caches.open(CACHE)).match(request);
  return own ?? (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (!pathname.startsWith(SCOPE)) return;
  const path = pathname.slice(SCOPE.length);
  if (/^(api|healthz|readyz|metrics)(\/|$)/.test(path)) return;
  if (request.mode === 'navigate') event.respondWith(shell(request));
  else if (path.startsWith('assets/') || FILES.includes(path)) event.respondWith(file(request));
});
