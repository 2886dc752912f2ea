/**
 * Service worker: caches pages as last rendered, their files and pictures, for use without a
 * network. It never caches API data, since an outdated price must not look current. A buyer's pickup
 * papers are in local storage, and the offline page shows them (D70).
 */
declare const self: ServiceWorkerGlobalScope;
declare global {
  /** TypeScript leaves out the buttons, since not all browsers show them. */
  interface NotificationOptions {
    readonly actions?: readonly { readonly action: string; readonly title: string }[];
  }
}

const PAGES = "pages-2";
const FILES = "files-1";
const PICTURES = "pictures-1";
const OFFLINE_PAGE = "/offline";
/** Prefix of the paths of pages that aren't in English. */
const LANGUAGE = /^\/es(?=\/|$)/;
/** Pages that show nothing without the server: what they read is personal, or they only send. */
const NEEDS_SERVER =
  /^(?:\/es)?\/(?:(?:admin-)?(?:dashboard|login)|watchlist|signin|signup|register|[a-z]+-password|otp-verification|not-me|unsubscribe)(?:\/|$)/;
/** Maximum cached responses of each kind; the oldest are removed first. */
const MAX_CACHED = { [PAGES]: 40, [FILES]: 200, [PICTURES]: 300 } as const;

type CacheName = keyof typeof MAX_CACHED;

/** Responses vary by `Accept`, but this worker requests only pages and files. */
const anyAccept = { ignoreVary: true } as const;

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      await networkFirst(pageAt(OFFLINE_PAGE));
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(
        names.filter((name) => !(name in MAX_CACHED)).map((name) => caches.delete(name)),
      );
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  // Live connections stream without end, and videos load in parts, so both bypass the worker.
  if (pathname.startsWith("/ws-bid/") || pathname.startsWith("/media/videos/")) return;
  if (request.mode === "navigate") event.respondWith(networkFirst(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(cacheFirst(FILES, request));
  else if (pathname.startsWith("/media/")) event.respondWith(cacheFirst(PICTURES, request));
});

/** A page sends the addresses of pages to cache, and the files that it loaded. */
self.addEventListener("message", (event) => {
  const data: unknown = event.data;
  if (data === "forget") return event.waitUntil(forget());
  if (typeof data !== "object" || data === null || !("pages" in data) || !("files" in data)) return;
  const [pages, files] = [data.pages, data.files].map((list) =>
    Array.isArray(list) ? list.map(String) : [],
  );
  event.waitUntil(
    (async () => {
      for (const url of pages ?? []) await networkFirst(pageAt(url));
      for (const file of files ?? []) {
        const name = new URL(file).pathname.startsWith("/media/") ? PICTURES : FILES;
        await cacheFirst(name, new Request(file)).catch(() => {});
      }
    })(),
  );
});

/** Payload as in `domain/src/users/push-notices.ts`. Browsers require a notification for every push. */
self.addEventListener("push", (event) => {
  const { title, body, path, tag, action } = parseNotice(event.data);
  event.waitUntil(
    self.registration
      .showNotification(title, {
        body,
        tag,
        icon: "/icon-192.png",
        // Android draws only its shape, in one color.
        badge: "/badge-96.png",
        data: { path },
        // A press of the button opens the page, like a tap.
        actions: action === "" ? [] : [{ action: "open", title: action }],
      })
      .then(countOnIcon),
  );
});

self.addEventListener("notificationclose", (event) => event.waitUntil(countOnIcon()));

/**
 * Shows on the installed application's icon how many notifications nobody has opened. A page that is open
 * shows its own count of what is unread.
 */
async function countOnIcon(): Promise<void> {
  if (!("setAppBadge" in self.navigator)) return;
  const pages = await self.clients.matchAll({ type: "window" });
  if (pages.some(({ visibilityState }) => visibilityState === "visible")) return;
  const { length } = await self.registration.getNotifications();
  // Browsers refuse it to pages that aren't installed.
  await self.navigator.setAppBadge(length).catch(() => {});
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const data: unknown = event.notification.data;
  const path =
    typeof data === "object" && data !== null && "path" in data ? String(data.path) : "/";
  event.waitUntil(Promise.all([openPage(new URL(path, self.location.origin)), countOnIcon()]));
});

function parseNotice(data: PushMessageData | null) {
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
    body: field("body", "You have an update. Tap to view it."),
    path: field("path", "/dashboard"),
    tag: field("tag", "gavelyard"),
    action: field("action", ""),
  };
}

/** Opens one of our pages in an open tab, or in a new one. */
async function openPage({ origin, pathname, search, hash }: URL): Promise<void> {
  if (origin !== self.location.origin) return;
  const path = pathname + search + hash;
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
  // Last: it may take its time, and what is above must not wait for it.
  if ("clearAppBadge" in self.navigator) await self.navigator.clearAppBadge().catch(() => {});
}

/** Returns the page from the network, else from the cache, else the offline page. */
async function networkFirst(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
    if (answer.ok && isPage) await addToCache(PAGES, request, answer);
    return answer;
  } catch (error) {
    const known = await caches.match(request, anyAccept);
    if (known !== undefined) return known;
    const offline = offlinePageFor(request.url);
    const { pathname } = new URL(request.url);
    if (pathname === OFFLINE_PAGE) throw error;
    return Response.redirect(pathname === offline ? OFFLINE_PAGE : offline);
  }
}

function offlinePageFor(url: string): string {
  const [language = ""] = LANGUAGE.exec(new URL(url).pathname) ?? [];
  return language + OFFLINE_PAGE;
}

const pageAt = (url: string): Request => new Request(url, { headers: { Accept: "text/html" } });

async function cacheFirst(name: CacheName, request: Request): Promise<Response> {
  const known = await caches.match(request, anyAccept);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  if (answer.ok) await addToCache(name, request, answer);
  return answer;
}

async function addToCache(name: CacheName, request: Request, answer: Response): Promise<void> {
  // Never cache private responses, or addresses with an email link's token.
  const isPrivate = /no-store|private/.test(answer.headers.get("cache-control") ?? "");
  const { pathname, searchParams } = new URL(request.url);
  if (isPrivate || searchParams.has("token") || NEEDS_SERVER.test(pathname)) return;
  const cache = await caches.open(name);
  // If the network fails before all of it arrived, the cached one stays.
  const body = await answer.clone().blob();
  // Delete first, so that it counts as the newest.
  await cache.delete(request, anyAccept);
  await cache.put(request, new Response(body, answer));
  const cached = await cache.keys();
  const removable = cached.filter(({ url }) => !url.endsWith(OFFLINE_PAGE));
  for (const oldest of removable.slice(0, Math.max(0, cached.length - MAX_CACHED[name]))) {
    await cache.delete(oldest);
  }
}
