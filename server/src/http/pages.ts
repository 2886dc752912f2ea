import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { z } from "zod";
import { Admission } from "./admission.ts";
import { busyPage } from "./busy-page.ts";
import { HttpError, sendNothingThere } from "./errors.ts";
import type { PageSource, Send } from "./page-source.ts";
import { openDevPages } from "./pages-dev.ts";

const web = path.resolve(import.meta.dirname, "../../../web");
/** A drawn page serves everyone for this long; public pages are the same for all. */
const FRESH_MS = 1_000;
const KEPT_PAGES = 500;

const rendered = z.object({ status: z.int(), html: z.string(), state: z.string() });

interface DrawnPage {
  readonly status: number;
  readonly bytes: Record<"br" | "gzip" | "identity", Buffer>;
  /** On the process's own steady clock. */
  readonly drawnAtMs: number;
}

/**
 * Scripts of our own files, and the template's own inline ones by their hashes; pictures of our own,
 * and from an avatar service that is set.
 */
function contentSecurityPolicy(template: string, avatarUrl: string | null): string {
  const hashes = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(" "),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${avatarUrl === null ? "" : ` ${new URL(avatarUrl).origin}`}`,
    "frame-src blob:",
    "connect-src 'self' ws: wss:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Whether a request would rather have a page than data (D3). */
function prefersHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? "";
  const page = accept.indexOf("text/html");
  const json = accept.indexOf("application/json");
  return page !== -1 && (json === -1 || page < json);
}

/** Calls and files: nothing under these is ever a page, and no file is one. */
const noPage = /^\/(?:api|auth|adminsupport|inventory|assets|media|docs|demo)(?:\/|$)|\.\w+$/;

/** Whether a page may stand at what follows the method of a request, be it a real one or "Not found". */
function mayBePage(target: string): boolean {
  // Programs send more than paths: other hosts' addresses, `*`, or two slashes, which begin a host.
  const url = URL.parse(target, "http://page");
  return target.startsWith("/") && url?.host === "page" && !noPage.test(url.pathname);
}

/** Serves the pages, drawn here for their first view, and the files that they load. */
export async function registerPages(
  app: FastifyInstance,
  options: {
    dev: boolean;
    /** Address of an external avatar service, if there is one. */
    avatarUrl: string | null;
    admission: Admission;
    /** Counts the request; throws 429 for who asks too often. */
    countCall: (request: FastifyRequest) => Promise<void>;
  },
): Promise<void> {
  const source = options.dev ? await openDevPages(app, web) : await openBuiltPages(app);
  const policy = options.dev
    ? null
    : contentSecurityPolicy(await source.template("/"), options.avatarUrl);
  const kept = new Map<string, Promise<DrawnPage>>();
  const send: Send = async ({ method, url, headers, body }) => {
    const answer = await app.inject({
      method: z.enum(["GET", "POST"]).parse(method),
      url,
      headers: { ...headers, [Admission.HELD]: options.admission.held },
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.statusCode, text: answer.body };
  };

  const draw = async (url: string): Promise<DrawnPage> => {
    let unavailable = false;
    const watched: Send = async (call) => {
      const answer = await send(call);
      unavailable ||= answer.status === 503;
      return answer;
    };
    const page = rendered.parse(await source.render(url, watched));
    // Half a page would be kept and shown as if that were all.
    if (unavailable) throw new HttpError(503, "We can't reach our database.");
    const template = await source.template(url);
    const state = page.state.replaceAll("<", "\\u003c");
    const html = template
      .replace("<!--app-->", () => page.html)
      .replace(
        "<!--state-->",
        () => `<script type="application/json" id="page-state">${state}</script>`,
      );
    const bytes = Buffer.from(hoistHead(html));
    return {
      status: page.status,
      drawnAtMs: performance.now(),
      bytes: {
        identity: bytes,
        br: await promisify(brotliCompress)(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
        }),
        gzip: await promisify(gzip)(bytes, { level: 4 }),
      },
    };
  };
  const drawOnce = async (url: string): Promise<DrawnPage> => {
    const known = await kept.get(url)?.catch(() => undefined);
    if (known !== undefined && performance.now() - known.drawnAtMs < FRESH_MS && !options.dev)
      return known;
    const drawing = options.admission.run("page", () => draw(url));
    kept.delete(url);
    kept.set(url, drawing);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_PAGES) break;
      kept.delete(oldest);
    }
    drawing.catch(() => kept.delete(url));
    return drawing;
  };

  const renderPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const page = await options
      .countCall(request)
      .then(() => drawOnce(request.url))
      .catch((error: unknown) => {
        if (error instanceof HttpError) return error;
        throw error;
      });
    if (page instanceof HttpError) {
      const { statusCode, retryAfterSec } = page;
      if (statusCode === 503 || statusCode === 429)
        return busyPage(reply, statusCode, retryAfterSec);
      throw page;
    }
    const accepted = request.headers["accept-encoding"] ?? "";
    const encoding = /\bbr\b/.test(accepted)
      ? "br"
      : /\bgzip\b/.test(accepted)
        ? "gzip"
        : "identity";
    if (encoding !== "identity") reply.header("Content-Encoding", encoding);
    if (policy !== null) reply.header("Content-Security-Policy", policy);
    return reply
      .code(page.status)
      .header("Vary", "Accept, Accept-Encoding")
      .header("Cache-Control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(page.bytes[encoding]);
  };

  // `/auctions` and `/auctions/{id}` are pages and calls at one address (D3).
  app.addHook("onRequest", (request, reply, done) => {
    if (request.method !== "GET" || !/^\/auctions(\/\d+)?(\?|$)/.test(request.url)) return done();
    reply.header("Vary", "Accept");
    if (!prefersHtml(request)) return done();
    renderPage(request, reply).catch((error: unknown) => reply.send(error));
  });
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === "GET" && prefersHtml(request);
    if (wantsPage && mayBePage(request.url)) return renderPage(request, reply);
    return sendNothingThere(request, reply);
  });
}

/** React draws what describes a page where it stands; it belongs into the head. */
function hoistHead(html: string): string {
  const tags: string[] = [];
  const described =
    /<title>[^<]*<\/title>|<meta (?:name|property)="[^>]*>|<link rel="canonical"[^>]*>/g;
  const end = html.indexOf("</head>");
  const body = html.slice(end).replaceAll(described, (tag) => {
    tags.push(tag);
    return "";
  });
  const head = tags.join("") || "<title>Gavelyard</title>";
  return html.slice(0, end).replace("<!--head-->", () => head) + body;
}

async function openBuiltPages(app: FastifyInstance): Promise<PageSource> {
  const client = path.join(web, "dist", "client");
  const template = await readFile(path.join(client, "index.html"), "utf8");
  const bundle: unknown = await import(
    pathToFileURL(path.join(web, "dist", "server", "entry-server.js")).href
  );
  const { render } = z
    .object({ render: z.custom<PageSource["render"]>((value) => typeof value === "function") })
    .parse(bundle);
  await app.register(fastifyStatic, {
    root: client,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ["**/index.html", "**/*.br", "**/*.gz"],
    schemaHide: true,
    setHeaders: (response, file) => {
      if (file.includes(`${path.sep}assets${path.sep}`)) {
        response.header("Cache-Control", "public, max-age=31536000, immutable");
      }
    },
  });
  return { render, template: async () => template };
}
