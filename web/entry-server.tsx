import { dehydrate, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  StaticRouterProvider,
  type ErrorResponse,
  type StaticHandlerContext,
} from "react-router";
import { ApiContext } from "./src/api/api-context.ts";
import { createCall, type Send } from "@gavelyard/client/call";
import { createQueryClient } from "./src/api/query-client.ts";
import { speakBy } from "@gavelyard/messages/text";
import { basename, language } from "./src/language.ts";
import { createRoutes } from "./routes.tsx";

speakBy({ language: () => language, say: () => undefined });

/** A server-rendered page. `state` is the browser's initial state. */
export interface RenderedPage {
  readonly status: number;
  readonly html: string;
  readonly state: string;
}

/**
 * Returns the errors that are responses, such as a 404. The browser throws other errors again if
 * they still occur.
 */
function answersAmong(
  errors: StaticHandlerContext["errors"],
): Record<string, ErrorResponse> | null {
  const answers = Object.entries(errors ?? {}).filter((entry): entry is [string, ErrorResponse] =>
    isRouteErrorResponse(entry[1]),
  );
  return answers.length === 0 ? null : Object.fromEntries(answers);
}

/** Renders the page at a path for a visitor who is not signed in. */
export async function render(path: string, send: Send): Promise<RenderedPage> {
  const call = createCall(send);
  const queries = createQueryClient(true, () => null);
  const handler = createStaticHandler(createRoutes({ call, queries }), { basename });
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
    // Give the browser the same loader data and errors, or hydration would render another page.
    router: { loaderData: context.loaderData, errors: answersAmong(context.errors) },
  };
  queries.clear();
  return { status: missing ? 404 : context.statusCode, html, state: JSON.stringify(state) };
}
