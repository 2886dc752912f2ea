import { apiKeyPrefix } from "@gavelyard/domain/api-keys";
import swagger from "@fastify/swagger";
import scalar from "@scalar/fastify-api-reference";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { inlineScriptHashes } from "./pages/html.ts";

/**
 * Content-Security-Policy of `/docs`, which shares its origin with pages that hold sessions: only
 * its own scripts, no frames, and calls only to this site. It builds its styles at run time.
 */
const policyOf = (html: string) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScriptHashes(html)].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const DOCUMENT = "/docs/openapi.json";

/**
 * Serves OpenAPI 3.1 from the contract at `/docs/openapi.json`, and as a page at `/docs`. Register
 * it before the routes.
 */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Gavelyard", version: "1", description: "Vehicle and truck auctions" },
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          apiKey: {
            type: "http",
            scheme: "bearer",
            bearerFormat: `${apiKeyPrefix}…`,
            description: "An API key with the scope that the call names.",
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  // Serialized once. Scalar would do it for each request, which takes 20 ms.
  let text: string | null = null;
  app.get(DOCUMENT, { schema: { hide: true } }, (_request, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply
      .headers({ "content-type": "application/json", "access-control-allow-origin": "*" })
      .send(text);
  });
  await app.register(async (docs) => {
    docs.addHook("onSend", async (_request, reply, payload) => {
      const isPage = String(reply.getHeader("content-type")).startsWith("text/html");
      if (isPage && typeof payload === "string")
        reply.header("Content-Security-Policy", policyOf(payload));
    });
    await docs.register(scalar, {
      routePrefix: "/docs",
      configuration: { url: DOCUMENT, title: "Gavelyard API", withDefaultFonts: false },
    });
  });
}
