/** Registers the service worker for offline use and has it cache this first page. */
export function installServiceWorker(): void {
  const known = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker
    .register("/sw.js")
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => {
      if (known) return;
      const files = performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => /^\/(assets|media)\//.test(new URL(name).pathname));
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      active?.postMessage({ page: window.location.href, files });
    })
    // Without a service worker, the site still works online.
    .catch(() => {});
}
