import { unawaited } from "@gavelyard/domain/unawaited";
import "./src/styles.css";
import type { QueryKey } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { Browser } from "./browser.tsx";
import { failedPage, missingPage, openPage } from "./routes.tsx";
import { call } from "./src/api/browser-client.ts";
import { unpack } from "./src/api/page-state.ts";
import { createQueryClient, forgetUser, refetchOnFocus } from "./src/api/query-client.ts";
import { watchInput } from "./src/api/unattended.ts";
import { currentUserId, onSessionEnd, watchSession } from "./src/session/session.ts";
import { setTranslator } from "@gavelyard/messages/text";
import { language } from "./src/language.ts";
import { currentPlace } from "./src/ui/page/router.tsx";

/** Delay in ms of the service worker's registration, so that the first view loads first. */
const REGISTER_AFTER_MS = 3_000;

declare global {
  interface Window {
    /** Defined in `index.html`; replays clicks and choices made before the scripts ran. */
    replayEarly: () => void;
    /** A script of this page is gone, since the server has a newer version (D79). */
    isOutdated?: boolean;
    /** Defined in `index.html`; an address without what could name a person or a record. */
    routeOf: (pathname: string) => string;
    /** Defined in `index.html`; tells the server that this page failed (D79). */
    reportFailure: (kind: "DRAWING" | "HYDRATION", error: unknown) => void;
  }
  interface WindowEventMap {
    outdated: Event;
  }
}

/** State that the server rendered the page from. */
interface PageState {
  readonly status: number;
  readonly queries: readonly [key: QueryKey, packed: unknown, updatedAtMs: number][];
}

setTranslator({ language: () => language, say: () => undefined });
const queries = createQueryClient(false, currentUserId);
onSessionEnd(() => {
  forgetUser(queries);
  // Cached pages and pictures reveal what the user viewed.
  unawaited(
    navigator.serviceWorker?.getRegistration().then((worker) =>
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker?.active?.postMessage("forget"),
    ),
  );
});
watchSession();
refetchOnFocus();
watchInput();
const state: PageState = JSON.parse(document.getElementById("page-state")?.textContent ?? "");
for (const [key, data, updatedAt] of state.queries)
  queries.setQueryData(key, unpack(data), { updatedAt });

const place = currentPlace();
// Load the script of the first view before hydration, so that nothing flickers.
const page =
  state.status === 200 ? await openPage(place) : state.status === 404 ? missingPage : failedPage;
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root");
window.replayEarly();
const report = (kind: "DRAWING" | "HYDRATION") => (error: unknown) => {
  window.reportFailure(kind, error);
  reportError(error);
};
// In a transition, React hydrates in chunks and responds to taps between them.
startTransition(() => {
  hydrateRoot(
    root,
    <StrictMode>
      <Browser {...{ call, queries, place, page }} />
    </StrictMode>,
    // Without a boundary, an error is one of the window's.
    { onRecoverableError: report("HYDRATION"), onCaughtError: report("DRAWING") },
  );
});
// Not in development, where files change all the time.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  setTimeout(
    () =>
      unawaited(
        import("./src/layout/install-service-worker.ts").then(({ installServiceWorker }) =>
          installServiceWorker(),
        ),
      ),
    REGISTER_AFTER_MS,
  );
}
