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
import { createRoutes } from "./routes.tsx";

/** What serves later visits waits until this one has what it needs, in ms. */
const KEEP_AFTER_MS = 3_000;

declare global {
  interface Window {
    /** Set by `index.html`: has what was pressed or chosen before the scripts ran done again. */
    takeEarly: () => void;
  }
}

interface PageState {
  readonly queries: DehydratedState;
  readonly router: HydrationState;
}

const queries = createQueryClient(false, currentUserId);
onSessionEnd(() => {
  forgetUser(queries);
  // Its pages and pictures tell what the user looked at.
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
// What the first view needs is there before it is hydrated, so that nothing flickers.
await Promise.all(
  (matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== "function") return;
    const loaded = await route.lazy();
    Object.assign(route, { ...loaded, lazy: undefined });
  }),
);
const router = createBrowserRouter(routes, state === null ? {} : { hydrationData: state.router });
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root");
window.takeEarly();
// In a transition the page is taken over in pieces, between which it answers to taps.
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
// The development server serves its own files again all the time.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  setTimeout(
    () =>
      unawaited(
        import("./src/layout/keep-for-later.ts").then(({ keepForLater }) => keepForLater()),
      ),
    KEEP_AFTER_MS,
  );
}
