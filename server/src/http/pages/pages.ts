import { msg } from "@gavelyard/messages/text";
import fastifyStatic from "@fastify/static";
import { canonicalPath, type Language } from "@gavelyard/messages/languages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { z } from "zod";
import { Admission } from "../limits/admission.ts";
import type { FileStore } from "../../files/file-store.ts";
import { busyPage } from "./busy-page.ts";
import { sendNotFound } from "../errors.ts";
import { Refusal } from "../../refusal.ts";
import { inlineScriptHashes } from "./html.ts";
import { KeptPages } from "./kept-pages.ts";
import type { PageSource, Send } from "./page-source.ts";
import { openDevPages } from "./pages-dev.ts";
import { inLanguage, languageOfPage } from "../reader-language.ts";

const web = path.resolve(import.meta.dirname, "../../../../web");
/** How long a rendered page is served to everyone. Public pages are the same for all. */
const CACHE_MS = 1_000;
const MAX_CACHED_PAGES = 500;

const rendered = z.object({ status: z.int(), html: z.string(), state: z.string() });

interface RenderedPage {
  readonly status: number;
  /** Returns the page in an encoding. Compresses it on first use. */
  readonly bytesIn: (encoding: Encoding) => Promise<Buffer>;
  /** By `performance.now()`. */
  readonly renderedAtMs: number;
  readonly departures: number;
}

type Encoding = "br" | "gzip" | "identity";

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 4 }),
  identity: async (bytes) => bytes,
};

/**
 * Allows our own scripts, the template's inline ones by their hashes, and pictures of our own and
 * of the avatar service, if one is set.
 */
function contentSecurityPolicy(
  template: string,
  { avatarUrl, origins }: Pick<PageOptions, "avatarUrl" | "origins">,
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(inlineScriptHashes(template))].join(" "),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${avatarUrl === null ? "" : ` ${new URL(avatarUrl).origin}`}`,
    "media-src 'self'",
    "frame-src blob:",
    [
      "connect-src 'self'",
      ...origins.flatMap((origin) => [origin, origin.replace(/^http/, "ws")]),
    ].join(" "),
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Returns whether a request prefers a page to data (D3). */
export function prefersHtml({ headers: { accept = "" } }: FastifyRequest): boolean {
  const page = accept.indexOf("text/html");
  const json = accept.indexOf("application/json");
  return page !== -1 && (json === -1 || page < json);
}

/**
 * Returns whether the request accepts any type, as link-preview bots do.
 */
const acceptsAnything = ({ headers: { accept = "" } }: FastifyRequest): boolean =>
  accept.includes("*/*") && !accept.includes("application/json");

function encodingFor({ headers }: FastifyRequest): Encoding {
  const accepted = (headers["accept-encoding"] ?? "").toLowerCase().split(",");
  const takes = (encoding: Encoding) =>
    accepted.some((one) => {
      const [name, quality = "q=1"] = one.split(";").map((part) => part.trim());
      return name === encoding && Number(quality.slice(2)) > 0;
    });
  return takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
}

/** Paths of calls and files, which are never pages. */
const noPage = /^\/(?:api|auth|adminsupport|inventory|assets|media|docs|demo)(?:\/|$)|\.\w+$/i;

/** Returns whether a request target can be a page, an existing one or "Not found". */
function mayBePage(target: string): boolean {
  // Clients also send other targets: URLs of other hosts, `*`, or two slashes, which start a host.
  const url = URL.parse(target, "http://page");
  return target.startsWith("/") && url?.host === "page" && !noPage.test(url.pathname);
}

/** Returns whether a request is for a page, of an address that may also be a call (D3). */
function asksForPage(request: FastifyRequest): boolean {
  const { method, url, routeOptions } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  if (routeOptions.url !== undefined) return isAuctionsPage(request);
  return mayBePage(url) && (prefersHtml(request) || acceptsAnything(request));
}

/** `/auctions` and `/auctions/{id}` are both pages and calls (D3). */
const auctions = /^\/auctions(\/\d+)?(\?|$)/;
const isAuctionsPage = (request: FastifyRequest): boolean =>
  request.method === "GET" && auctions.test(request.url) && prefersHtml(request);

/**
 * Answers a request for a page whose network made too many. Returns false if it isn't for a page.
 */
export function answerTooManyPages(
  request: FastifyRequest,
  reply: FastifyReply,
  { languages, seconds }: { readonly languages: readonly Language[]; readonly seconds: number },
): boolean {
  if (!asksForPage(request)) return false;
  inLanguage(languageOfPage(request.url, languages), () => busyPage(reply, 429, seconds));
  return true;
}

interface PageOptions {
  readonly dev: boolean;
  readonly languages: readonly Language[];
  /** URL of an external avatar service, or null. */
  readonly avatarUrl: string | null;
  /** Origins of calls and live connections, ours first. */
  readonly origins: readonly string[];
  /**
   * Number of units that stopped being public. A page rendered before the last one may still show
   * it.
   */
  readonly departures: () => Promise<number>;
  readonly admission: Admission;
  readonly files: FileStore;
  readonly log: Logger;
}

/** Serves the pages, rendered here for the first view, and their files. */
export async function registerPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const sourceIn = options.dev ? await openDevPages(app, web) : await openBuiltPages(app, options);
  // Each language has its own template, whose inline scripts name its own files.
  const templates = await Promise.all(
    options.languages.map((language) => sourceIn(language).template("/")),
  );
  const policy = options.dev ? null : contentSecurityPolicy(templates.join(""), options);
  const cache = new Map<string, Promise<RenderedPage>>();
  const sendFor =
    (language: Language): Send =>
    async ({ method, url, headers, body }) => {
      const answer = await app.inject({
        method: z.enum(["GET", "POST"]).parse(method),
        url,
        headers: {
          ...headers,
          "accept-language": language,
          [Admission.HELD]: options.admission.held,
        },
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.statusCode, text: answer.body };
    };

  const render = async (url: string, departures: number): Promise<RenderedPage> => {
    const language = languageOfPage(url, options.languages);
    const source = sourceIn(language);
    const send = sendFor(language);
    let unavailable = false;
    const watched: Send = async (call) => {
      const answer = await send(call);
      unavailable ||= answer.status === 503;
      return answer;
    };
    const page = rendered.parse(await source.render(url, watched));
    // Otherwise an incomplete page would be cached and shown as complete.
    if (unavailable) throw new Refusal("unavailable", msg("We can't reach our database."));
    const template = await source.template(url);
    const state = page.state.replaceAll("<", "\\u003c");
    const html = template
      .replace("<!--app-->", () => page.html)
      .replace(
        "<!--state-->",
        () => `<script type="application/json" id="page-state">${state}</script>`,
      );
    const bytes = Buffer.from(hoistHead(html));
    const encoded = new Map<Encoding, Promise<Buffer>>();
    return {
      status: page.status,
      renderedAtMs: performance.now(),
      departures,
      bytesIn: async (encoding) => {
        const made = encoded.get(encoding) ?? compress[encoding](bytes);
        encoded.set(encoding, made);
        return made;
      },
    };
  };
  const renderCached = async (url: string): Promise<RenderedPage> => {
    const departures = await options.departures();
    const known = await cache.get(url)?.catch(() => undefined);
    const isFresh =
      known !== undefined &&
      performance.now() - known.renderedAtMs < CACHE_MS &&
      known.departures >= departures;
    if (isFresh && !options.dev) return known;
    const rendering = options.admission.run("page", () => render(url, departures));
    cache.delete(url);
    cache.set(url, rendering);
    for (const oldest of cache.keys()) {
      if (cache.size <= MAX_CACHED_PAGES) break;
      cache.delete(oldest);
    }
    rendering.catch(() => cache.delete(url));
    return rendering;
  };

  const renderPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const [pathname = ""] = request.url.split("?", 1);
    const canonical = canonicalPath(pathname);
    if (canonical !== pathname) {
      reply.header("Vary", "Accept").header("Cache-Control", "no-cache");
      return reply.redirect(canonical + request.url.slice(pathname.length), 308);
    }
    const page = await renderCached(request.url).catch((error: unknown) => {
      if (error instanceof Refusal && error.statusCode === 503) return error;
      throw error;
    });
    if (page instanceof Refusal)
      return inLanguage(languageOfPage(request.url, options.languages), () =>
        busyPage(reply, 503, page.retryAfterSec),
      );
    if (page.status === 404 && !prefersHtml(request)) return sendNotFound(request, reply);
    const encoding = encodingFor(request);
    if (encoding !== "identity") reply.header("Content-Encoding", encoding);
    if (policy !== null) reply.header("Content-Security-Policy", policy);
    return reply
      .code(page.status)
      .header("Vary", "Accept, Accept-Encoding")
      .header("Cache-Control", "no-cache")
      .type("text/html; charset=utf-8")
      .send(await page.bytesIn(encoding));
  };

  app.addHook("onRequest", (request, reply, done) => {
    if (request.method !== "GET" || !auctions.test(request.url)) return done();
    reply.header("Vary", "Accept, Accept-Language");
    if (!isAuctionsPage(request)) return done();
    renderPage(request, reply).catch((error: unknown) => reply.send(error));
  });
  app.setNotFoundHandler(async (request, reply) =>
    asksForPage(request) ? renderPage(request, reply) : sendNotFound(request, reply),
  );
}

/** Moves title, meta and canonical tags to the head; React renders them where they are used. */
function hoistHead(html: string): string {
  const tags: string[] = [];
  const described =
    /<title>[^<]*<\/title>|<meta (?:name|property)="[^>]*>|<link rel="(?:canonical|alternate)"[^>]*>/g;
  const end = html.indexOf("</head>");
  const body = html.slice(end).replaceAll(described, (tag) => {
    tags.push(tag);
    return "";
  });
  const head = tags.join("") || "<title>Gavelyard</title>";
  return html.slice(0, end).replace("<!--head-->", () => head) + body;
}

const contentTypes: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".avif": "image/avif",
  ".webp": "image/webp",
};

async function openBuiltPages(
  app: FastifyInstance,
  { languages, files, log }: Pick<PageOptions, "languages" | "files" | "log">,
): Promise<(language: Language) => PageSource> {
  const sources = new Map<Language, PageSource>();
  for (const language of languages) sources.set(language, await openBuiltPagesIn(language));
  await app.register(fastifyStatic, {
    root: path.join(web, "dist", "client"),
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ["**/*.br", "**/*.gz"],
    schemaHide: true,
    setHeaders: (response, file) => {
      if (file.includes(`${path.sep}assets${path.sep}`)) {
        response.header("Cache-Control", "public, max-age=31536000, immutable");
      }
    },
  });
  const kept = new KeptPages(files);
  kept.keep(path.join(web, "dist", "client", "assets"), Date.now()).catch((error: unknown) => {
    log.error({ err: error }, "keeping this version's pages failed");
  });
  // The files of this version have routes of their own; other names may be the version before's.
  app.get<{ Params: { file: string } }>(
    "/assets/:file",
    { schema: { hide: true } },
    async (request, reply) => {
      const { file } = request.params;
      const bytes = await kept.read(file);
      if (bytes === null) return sendNotFound(request, reply);
      reply.header("Cache-Control", "public, max-age=31536000, immutable");
      return reply.type(contentTypes[path.extname(file)] ?? "application/octet-stream").send(bytes);
    },
  );
  return (language) => {
    const source = sources.get(language);
    if (source === undefined) throw new Error(`there are no pages in ${language}`);
    return source;
  };
}

async function openBuiltPagesIn(language: Language): Promise<PageSource> {
  const folder = path.join(web, "dist", "server", language);
  const template = await readFile(path.join(folder, "index.html"), "utf8");
  const bundle: unknown = await import(pathToFileURL(path.join(folder, "entry-server.js")).href);
  const { render } = z
    .object({ render: z.custom<PageSource["render"]>((value) => typeof value === "function") })
    .parse(bundle);
  return { render, template: async () => template };
}
