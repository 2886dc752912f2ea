import type { Language } from "@gavelyard/messages/languages";
import type { FastifyInstance } from "fastify";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { PageSource } from "./page-source.ts";

/**
 * Serves pages from the sources with hot reload. It has its own port, apart from our WebSockets.
 */
export async function openDevPages(
  app: FastifyInstance,
  web: string,
): Promise<(language: Language) => PageSource> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    configFile: path.join(web, "vite.config.ts"),
    appType: "custom",
    server: { middlewareMode: true, hmr: { port: 24_678 } },
  });
  app.addHook("onClose", () => vite.close());
  app.addHook("onRequest", (request, reply, done) => {
    const isSource = /^\/(@|src\/|node_modules\/|entry-|routes\.tsx|favicon)|\.\w+(\?.*)?$/.test(
      request.url,
    );
    if (!isSource || request.url.startsWith("/media/")) return done();
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end());
  });
  // All pages are in the language that the server was started with.
  const source: PageSource = {
    template: async (url) =>
      vite.transformIndexHtml(url, await readFile(path.join(web, "index.html"), "utf8")),
    render: async (url, send) => {
      const bundle: unknown = await vite.ssrLoadModule("/entry-server.tsx");
      const { render } = z
        .object({ render: z.custom<PageSource["render"]>((value) => typeof value === "function") })
        .parse(bundle);
      return render(url, send);
    },
  };
  return () => source;
}
