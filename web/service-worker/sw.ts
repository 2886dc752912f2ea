/**
 * Keeps what was seen, so that a lost network shows it: pages as they were drawn last, the files that
 * they load, and pictures. Data of calls is never kept: a price that may have moved must not look fresh.
 */
declare const self: ServiceWorkerGlobalScope;

const PAGES = "pages-1";
const FILES = "files-1";
const PICTURES = "pictures-1";
const OFFLINE_PAGE = "/offline";
/** How many answers of each kind are kept, the oldest go first. */
const KEPT = { [PAGES]: 40, [FILES]: 200, [PICTURES]: 300 } as const;

type CacheName = keyof typeof KEPT;

/** Answers vary by what is accepted, but here only pages and files are asked for. */
const anyAccept = { ignoreVary: true } as const;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const pages = await caches.open(PAGES);
      const page = await fetch(OFFLINE_PAGE, { headers: { Accept: "text/html" } });
      await pages.put(OFFLINE_PAGE, page.clone());
      // The offline page must be able to run, whatever else was seen.
      const files = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)];
      for (const file of new Set(files.map(([, name = ""]) => name))) {
        await keptFirst(FILES, new Request(file));
      }
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => !(name in KEPT)).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // Answers of live connections go on for as long as these do.
  if (pathname.startsWith("/ws-bid/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(keptFirst(FILES, request));
  else if (pathname.startsWith("/media/")) event.respondWith(keptFirst(PICTURES, request));
});

/** The page on which this was installed, and the files that it had loaded by then. */
self.addEventListener("message", (event) => {
  const seen: unknown = event.data;
  if (seen === "forget") return event.waitUntil(forget());
  if (typeof seen !== "object" || seen === null || !("page" in seen) || !("files" in seen)) return;
  const url = String(seen.page);
  const files = Array.isArray(seen.files) ? seen.files.map(String) : [];
  event.waitUntil(
    (async () => {
      await page(new Request(url, { headers: { Accept: "text/html" } }));
      for (const file of files) {
        const name = new URL(file).pathname.startsWith("/media/") ? PICTURES : FILES;
        await keptFirst(name, new Request(file)).catch(() => {});
      }
    })(),
  );
});

/** Removes what the user looked at, when their session ends: the next one starts with what works offline. */
async function forget(): Promise<void> {
  for (const name of [PAGES, PICTURES] as const) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!request.url.endsWith(OFFLINE_PAGE)) await cache.delete(request);
    }
  }
}

/** The page from the network; what is known of it, or the offline page, when there is none. */
async function page(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
    if (answer.ok && isPage) await keep(PAGES, request, answer.clone());
    return answer;
  } catch (error) {
    const known = await caches.match(request, anyAccept);
    if (known !== undefined) return known;
    if (new URL(request.url).pathname === OFFLINE_PAGE) throw error;
    return Response.redirect(OFFLINE_PAGE);
  }
}

async function keptFirst(name: CacheName, request: Request): Promise<Response> {
  const known = await caches.match(request, anyAccept);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  if (answer.ok) await keep(name, request, answer.clone());
  return answer;
}

async function keep(name: CacheName, request: Request, answer: Response): Promise<void> {
  // A link from an email carries its token in the address; a private answer says itself what it is.
  const isPrivate = /no-store|private/.test(answer.headers.get("cache-control") ?? "");
  if (isPrivate || new URL(request.url).searchParams.has("token")) return;
  const cache = await caches.open(name);
  // Put again, it counts as the newest.
  await cache.delete(request, anyAccept);
  await cache.put(request, answer);
  const kept = await cache.keys();
  const spare = kept.filter(({ url }) => !url.endsWith(OFFLINE_PAGE));
  for (const oldest of spare.slice(0, Math.max(0, kept.length - KEPT[name]))) {
    await cache.delete(oldest);
  }
}
