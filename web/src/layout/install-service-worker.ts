import { basename } from "../language.ts";

/**
 * Registers the service worker for offline use. It caches the offline page as the site has it now,
 * and this page if it wasn't active when the page was loaded.
 */
export function installServiceWorker(): void {
  const isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker
    .register("/sw.js")
    .then(() => Promise.all([navigator.serviceWorker.ready, import("./offline-page.tsx")]))
    .then(([{ active }]) => {
      const files = performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => /^\/(assets|media)\//.test(new URL(name).pathname));
      const offline = `${basename}/offline`;
      const toKeep = isControlled
        ? { pages: [offline], files: [] }
        : { pages: [offline, window.location.href], files };
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      active?.postMessage(toKeep);
    })
    // Without a service worker, the site still works online.
    .catch(() => {});
}
