/**
 * The service worker: keeps one version of the client whole, so that the page opens at once and without a network.
 *
 * A page gets all its files from one version. A newer one is fetched in the background and waits; it takes over when a
 * page asks for it (see updates.ts), never by itself. The version before stays in store for pages that still run it.
 *
 * Of what the server answers it keeps the rules alone, which are the same for everybody: a table without a network has
 * its arguments, too.
 */
/// <reference lib="webworker" />
// oxlint-disable-next-line unicorn/require-module-specifiers -- names of its own, without an import
export {};
declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build: a digest of all files, and the files of the first load and of all lazy parts. */
const VERSION = '@version@';
const FILES = JSON.parse('@files@') as string[];
/** The answers about rules that are kept from the beginning; those of house rules are once they were read. */
const RULES = JSON.parse('@rules@') as string[];
/** Milliseconds that the server may take where its answer of before is there. */
const PATIENCE = 4000;
/** The path of the start page, below which all files are. */
const SCOPE = new URL('./', self.location.href).pathname;
const PREFIX = 'canastra-';
const CACHE = PREFIX + VERSION;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // The shell must come from the server now, not from the browser's own cache of another version.
  await cache.addAll(
    FILES.map((file) => new Request(file, { cache: file.startsWith('assets/') ? 'default' : 'reload' })),
  );
  // A version without them is whole, too: they are kept as they are read.
  await Promise.allSettled(RULES.map((address) => cache.add(address)));
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

/** The server's answer, or the last one that there was. */
async function rules(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const before = await cache.match(request, { ignoreVary: true });
  const fresh = fetch(request).then(async (answer) => {
    if (answer.ok) await cache.put(request, answer.clone());
    return answer.status < 500 ? answer : (before ?? answer);
  });
  if (!before) return fresh;
  const late = new Promise<Response>((done) => setTimeout(done, PATIENCE, before));
  return Promise.race([fresh.catch(() => before), late]);
}

/** A tap on a notification opens its table: in the tab that has it, or a new one. */
async function open(address: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === new URL(address).pathname);
  await (there ? there.focus() : self.clients.openWindow(address));
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting();
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (!pathname.startsWith(SCOPE)) return;
  const path = pathname.slice(SCOPE.length);
  if (/^api\/rulebooks(\/[\w.-]+(\/words)?)?$/.test(path)) return event.respondWith(rules(request));
  if (/^(api|healthz|readyz|metrics)(\/|$)/.test(path)) return;
  if (request.mode === 'navigate') event.respondWith(shell(request));
  else if (path.startsWith('assets/') || FILES.includes(path)) event.respondWith(file(request));
});
