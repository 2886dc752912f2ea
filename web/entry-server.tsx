import { dehydrate, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { ApiContext } from "./src/api/api-context.ts";
import { createCall, type Send } from "./src/api/client.ts";
import { createQueryClient } from "./src/api/query-client.ts";
import { createRoutes } from "./routes.tsx";

/** A page for its first view. `state` is what the browser begins with. */
export interface RenderedPage {
  readonly status: number;
  readonly html: string;
  readonly state: string;
}

/** Draws the page at a path for a visitor who is not signed in. */
export async function render(path: string, send: Send): Promise<RenderedPage> {
  const call = createCall(send);
  const queries = createQueryClient(true);
  const handler = createStaticHandler(createRoutes({ call, queries }));
  const context = await handler.query(new Request(new URL(path, "http://page")));
  if (context instanceof Response) return { status: context.status, html: "", state: "" };
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(
    <QueryClientProvider client={queries}>
      <ApiContext value={call}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </ApiContext>
    </QueryClientProvider>,
  );
  const missing = context.matches.some(({ route }) => route.path === "*");
  const state = {
    queries: dehydrate(queries),
    router: { loaderData: context.loaderData, errors: null },
  };
  queries.clear();
  return { status: missing ? 404 : context.statusCode, html, state: JSON.stringify(state) };
}
