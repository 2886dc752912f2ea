import type { FastifyInstance } from "fastify";
import type { Context } from "../context.ts";
import { contactOf } from "../operating-settings/sql.ts";

/** Validity of an answer, in ms. RFC 9116 recommends less than a year. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000;

/**
 * Serves `/.well-known/security.txt` (RFC 9116), which says where to report a vulnerability: the
 * email address of the site's contact settings.
 */
export function securityTextRoutes(
  http: FastifyInstance,
  { pool, settings, publicUrl }: Pick<Context, "pool" | "settings" | "publicUrl">,
): void {
  http.get("/.well-known/security.txt", { schema: { hide: true } }, async (_request, reply) => {
    const { email } = await contactOf(pool, settings);
    return reply
      .type("text/plain; charset=utf-8")
      .header("Cache-Control", "public, max-age=3600")
      .send(
        [
          `Contact: mailto:${email}`,
          `Expires: ${new Date(Date.now() + VALID_MS).toISOString()}`,
          `Canonical: ${publicUrl}/.well-known/security.txt`,
          `Policy: ${publicUrl}/security`,
          "Preferred-Languages: en",
          "",
        ].join("\n"),
      );
  });
}
