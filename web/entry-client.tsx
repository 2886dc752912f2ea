import "./src/styles.css";
import { hydrate, QueryClientProvider, type DehydratedState } from "@tanstack/react-query";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import {
  createBrowserRouter,
  matchRoutes,
  RouterProvider,
  type HydrationState,
} from "react-router";
import { ApiContext } from "./src/api/api-context.ts";
import { call } from "./src/api/browser-client.ts";
import { createQueryClient } from "./src/api/query-client.ts";
import { createRoutes } from "./routes.tsx";

interface PageState {
  readonly queries: DehydratedState;
  readonly router: HydrationState;
}

const queries = createQueryClient(false);
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
