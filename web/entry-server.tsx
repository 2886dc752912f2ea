import { renderToString } from "react-dom/server";
import { createCall, type Send } from "@gavelyard/client/call";
import { App } from "./app.tsx";
import { pack } from "./src/api/page-state.ts";
import { createQueryClient } from "./src/api/query-client.ts";
import { setTranslator } from "@gavelyard/messages/text";
import { language } from "./src/language.ts";
import { failedPage, loadLayout, openPage } from "./routes.tsx";
import { withinSite } from "./src/ui/page/router.tsx";

setTranslator({ language: () => language, say: () => undefined });

/** A server-rendered page. `state` is the browser's initial state. */
export interface RenderedPage {
  readonly status: number;
  readonly html: string;
  readonly state: string;
}

/** Renders the page at a path for a visitor who is not signed in. */
export async function render(path: string, send: Send): Promise<RenderedPage> {
  const call = createCall(send);
  const queries = createQueryClient(true, () => null);
  const { pathname, search } = new URL(path, "http://page");
  const place = { pathname: withinSite(pathname), search, hash: "", state: null, key: "default" };
  const source = { call, queries };
  const [page] = await Promise.all([
    openPage(place, source).catch(() => failedPage),
    loadLayout(source),
  ]);
  const { status, id } = page;
  const html = renderToString(<App {...source} shown={{ place, id, isBack: true }} page={page} />);
  const loaded = queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === "success")
    .map(({ queryKey, state: { data, dataUpdatedAt } }) => [queryKey, pack(data), dataUpdatedAt]);
  const state = JSON.stringify({ status, queries: loaded });
  queries.clear();
  return { status, html, state };
}
