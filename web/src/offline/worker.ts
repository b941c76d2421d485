/**
 * The service worker: stores one complete version of the client, so that the page opens at once and without a network.
 *
 * A page gets all its files from one version. A newer version is loaded in the background and waits; it takes over when
 * a page asks for it (see updates.ts), never by itself. The former version stays stored for pages that still run it.
 *
 * Of the server's answers it stores only those about rules, which are the same for all users, so that players without a
 * network can look rules up.
 */
/// <reference lib="webworker" />
// oxlint-disable-next-line unicorn/require-module-specifiers -- names of its own, without an import
export {};
declare const self: ServiceWorkerGlobalScope;

/** Filled in by the build: a digest of all files, and the files of the first load and of all lazy parts. */
const VERSION = '@version@';
const FILES = JSON.parse('@files@') as string[];
/** The answers about rules that are stored from the beginning; those of house rules are stored when they are read. */
const RULES = JSON.parse('@rules@') as string[];
/** Milliseconds to wait for the server before its stored answer is used. */
const PATIENCE = 4000;
/** The path of the start page, below which all files are. */
const SCOPE = new URL('./', self.location.href).pathname;
const PREFIX = 'canastra-';
const CACHE = PREFIX + VERSION;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Bypass the browser's cache, which may have files of another version.
  await cache.addAll(
    FILES.map((file) => new Request(file, { cache: file.startsWith('assets/') ? 'default' : 'reload' })),
  );
  // A version is complete without the rules: they are also stored when they are read.
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

/** The server's answer, or its last stored answer. */
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

/** Opens the table of a tapped notification: in its tab, or in a new one. */
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
