import { unawaited } from "@gavelyard/domain/unawaited";
import "./src/styles.css";
import { hydrate, QueryClientProvider, type DehydratedState } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import {
  createBrowserRouter,
  matchRoutes,
  RouterProvider,
  type HydrationState,
} from "react-router";
import { ApiContext } from "./src/api/api-context.ts";
import { call } from "./src/api/browser-client.ts";
import { createQueryClient, forgetUser, refetchOnFocus } from "./src/api/query-client.ts";
import { currentUserId, onSessionEnd, watchSession } from "./src/session/session.ts";
import { speakBy } from "@gavelyard/messages/text";
import { basename, language } from "./src/language.ts";
import { createRoutes } from "./routes.tsx";

/** Delay in ms of the service worker's registration, so that the first view loads first. */
const KEEP_AFTER_MS = 3_000;

declare global {
  interface Window {
    /** Defined in `index.html`; replays clicks and choices made before the scripts ran. */
    takeEarly: () => void;
  }
}

interface PageState {
  readonly queries: DehydratedState;
  readonly router: HydrationState;
}

speakBy({ language: () => language, say: () => undefined });
const queries = createQueryClient(false, currentUserId);
onSessionEnd(() => {
  forgetUser(queries);
  // The service worker's pages and pictures reveal what the user looked at.
  unawaited(
    navigator.serviceWorker?.getRegistration().then((worker) =>
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
      worker?.active?.postMessage("forget"),
    ),
  );
});
watchSession();
refetchOnFocus();
const text = document.getElementById("page-state")?.textContent ?? "";
const state: PageState | null = text === "" ? null : JSON.parse(text);
if (state !== null) hydrate(queries, state.queries);

const routes = createRoutes({ call, queries });
// Load the modules of the first view before hydration, so that nothing flickers.
await Promise.all(
  (matchRoutes(routes, window.location, basename) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== "function") return;
    const loaded = await route.lazy();
    Object.assign(route, { ...loaded, lazy: undefined });
  }),
);
const router = createBrowserRouter(
  routes,
  state === null ? { basename } : { basename, hydrationData: state.router },
);
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root");
window.takeEarly();
// In a transition, React hydrates in chunks and responds to taps between them.
startTransition(() => {
  hydrateRoot(
    root,
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ApiContext value={call}>
          <RouterProvider router={router} />
        </ApiContext>
      </QueryClientProvider>
    </StrictMode>,
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
    KEEP_AFTER_MS,
  );
}
