import type { FastifyInstance, FastifyReply } from "fastify";
import type { Context } from "../context.ts";
import { auctionsForSitemap, sitemapParts, unitsForSitemap, type SitemapEntry } from "./sql.ts";
import { escapeHtml } from "../http/pages/html.ts";
import { addressIn } from "@gavelyard/messages/languages";

/** Maximum entries in a sitemap file, by its protocol. */
const ENTRIES_A_FILE = 50_000;

const pages = [
  "/",
  "/vehicles",
  "/auctions",
  "/live",
  "/financing",
  "/bidding-process",
  "/about",
  "/company",
  "/contact",
  "/security",
  "/terms",
  "/privacy",
];

/** Serves `robots.txt`, and `sitemap.xml` with its parts, for search engines. */
export function sitemapRoutes(
  http: FastifyInstance,
  { pool, publicUrl, settings }: Pick<Context, "pool" | "publicUrl" | "settings">,
): void {
  const hidden = { schema: { hide: true } };
  const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;
  /** The same page in each language, if there are several. */
  const inLanguages = (path: string) =>
    settings.languages.length < 2
      ? ""
      : settings.languages
          .map(
            (language) =>
              `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(publicUrl + addressIn(language, path))}"/>`,
          )
          .join("");
  const urlSet = (entries: readonly SitemapEntry[]) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries
      .map(
        ({ path, changedAt }) =>
          `<url><loc>${escapeHtml(publicUrl + path)}</loc>${inLanguages(path)}${changedAt === null ? "" : `<lastmod>${changedAt.toISOString()}</lastmod>`}</url>`,
      )
      .join("")}</urlset>`;

  const sendXml = (reply: FastifyReply, body: string) =>
    reply
      .type("application/xml; charset=utf-8")
      .header("Cache-Control", "public, max-age=3600")
      .send(xml(body));

  http.get("/robots.txt", hidden, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("Cache-Control", "public, max-age=3600")
      .send(
        [
          "User-agent: *",
          "Disallow: /api/",
          "Disallow: /auth/",
          "Disallow: /dashboard",
          "Disallow: /admin-dashboard",
          "Disallow: /watchlist",
          "Disallow: /demo/",
          `Sitemap: ${publicUrl}/sitemap.xml`,
          "",
        ].join("\n"),
      ),
  );

  http.get("/sitemap.xml", hidden, async (_request, reply) => {
    const parts = await sitemapParts(pool, ENTRIES_A_FILE);
    const files = ["/sitemaps/pages.xml", ...parts.map((part) => `/sitemaps/vehicles-${part}.xml`)];
    return sendXml(
      reply,
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${files
        .map((file) => `<sitemap><loc>${escapeHtml(publicUrl + file)}</loc></sitemap>`)
        .join("")}</sitemapindex>`,
    );
  });

  http.get("/sitemaps/pages.xml", hidden, async (_request, reply) =>
    sendXml(
      reply,
      urlSet([
        ...pages.map((path) => ({ path, changedAt: null })),
        ...(await auctionsForSitemap(pool)),
      ]),
    ),
  );

  http.get<{ Params: { part: string } }>(
    "/sitemaps/vehicles-:part(^\\d{1,6}$).xml",
    hidden,
    async (request, reply) =>
      sendXml(
        reply,
        urlSet(await unitsForSitemap(pool, Number(request.params.part), ENTRIES_A_FILE)),
      ),
  );
}
