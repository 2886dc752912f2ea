/**
 * Service worker: caches pages as last rendered, their files and pictures, for use without a
 * network. It never caches API data, since an outdated price must not look current.
 */
declare const self: ServiceWorkerGlobalScope;

const PAGES = "pages-1";
const FILES = "files-1";
const PICTURES = "pictures-1";
const OFFLINE_PAGE = "/offline";
/** Start of the addresses of pages in another language than English. */
const LANGUAGE = /^\/es(?=\/|$)/;
/** Maximum cached responses of each kind; the oldest are removed first. */
const KEPT = { [PAGES]: 40, [FILES]: 200, [PICTURES]: 300 } as const;

type CacheName = keyof typeof KEPT;

/** Responses vary by `Accept`, but this worker requests only pages and files. */
const anyAccept = { ignoreVary: true } as const;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      await keepOfflinePage(OFFLINE_PAGE);
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
  // Streaming responses of live connections never end, and videos come in parts, so both bypass the
  // worker.
  if (pathname.startsWith("/ws-bid/") || pathname.startsWith("/media/videos/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(keptFirst(FILES, request));
  else if (pathname.startsWith("/media/")) event.respondWith(keptFirst(PICTURES, request));
});

/** A page sends its own address and the files that it loaded before the worker was active. */
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
      const offline = offlinePageFor(url);
      if ((await caches.match(offline, anyAccept)) === undefined) await keepOfflinePage(offline);
    })(),
  );
});

/** Payload as in `domain/src/push-notices.ts`. Browsers require a notification for every push. */
self.addEventListener("push", (event) => {
  const { title, body, path, tag } = noticeOf(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      icon: "/icon-192.png",
      badge: "/icon-192.png",
      data: { path },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const data: unknown = event.notification.data;
  const path =
    typeof data === "object" && data !== null && "path" in data ? String(data.path) : "/";
  event.waitUntil(openPage(new URL(path, self.location.origin)));
});

function noticeOf(data: PushMessageData | null) {
  let sent: unknown;
  try {
    sent = data?.json();
  } catch {
    // Not our payload; use the fallbacks.
  }
  const field = (name: string, fallback: string) => {
    const value: unknown =
      typeof sent === "object" && sent !== null ? Reflect.get(sent, name) : null;
    return typeof value === "string" ? value : fallback;
  };
  return {
    title: field("title", "Gavelyard"),
    body: field("body", "Something changed. Tap to look."),
    path: field("path", "/dashboard"),
    tag: field("tag", "gavelyard"),
  };
}

/** Opens one of our pages in an open tab, or in a new one. */
async function openPage({ origin, pathname, search }: URL): Promise<void> {
  if (origin !== self.location.origin) return;
  const path = pathname + search;
  const tabs = await self.clients.matchAll({ type: "window" });
  const [tab] = tabs.toSorted((one, other) => Number(other.focused) - Number(one.focused));
  if (tab === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  await tab.focus();
  await tab.navigate(path);
}

/**
 * Deletes what the user viewed and received when their session ends: the caches restart with the
 * offline page, and this device gets no more notifications.
 */
async function forget(): Promise<void> {
  for (const notification of await self.registration.getNotifications()) notification.close();
  const subscription = await self.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const name of [PAGES, PICTURES] as const) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!request.url.endsWith(OFFLINE_PAGE)) await cache.delete(request);
    }
  }
}

/** Returns the page from the network, else from the cache, else the offline page. */
async function page(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
    if (answer.ok && isPage) await keep(PAGES, request, answer.clone());
    return answer;
  } catch (error) {
    const known = await caches.match(request, anyAccept);
    if (known !== undefined) return known;
    const offline = offlinePageFor(request.url);
    if (new URL(request.url).pathname === offline) throw error;
    return Response.redirect(offline);
  }
}

/** Returns the offline page in the language of a page. */
function offlinePageFor(url: string): string {
  const [language = ""] = LANGUAGE.exec(new URL(url).pathname) ?? [];
  return language + OFFLINE_PAGE;
}

/** Caches an offline page with its files, so that it works whatever else was visited. */
async function keepOfflinePage(path: string): Promise<void> {
  const pages = await caches.open(PAGES);
  const page = await fetch(path, { headers: { Accept: "text/html" } });
  await pages.put(path, page.clone());
  const files = [...(await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)];
  for (const file of new Set(files.map(([, name = ""]) => name))) {
    await keptFirst(FILES, new Request(file));
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
  // Never cache private responses, or addresses with an email link's token.
  const isPrivate = /no-store|private/.test(answer.headers.get("cache-control") ?? "");
  if (isPrivate || new URL(request.url).searchParams.has("token")) return;
  const cache = await caches.open(name);
  // Delete and put again, so that it counts as the newest.
  await cache.delete(request, anyAccept);
  await cache.put(request, answer);
  const kept = await cache.keys();
  const spare = kept.filter(({ url }) => !url.endsWith(OFFLINE_PAGE));
  for (const oldest of spare.slice(0, Math.max(0, kept.length - KEPT[name]))) {
    await cache.delete(oldest);
  }
}
