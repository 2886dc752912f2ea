/** Installs what shows pages without a network, and has it keep this first one. */
export function keepForLater(): void {
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
    // Where there is none the site works as before, with a network.
    .catch(() => {});
}
