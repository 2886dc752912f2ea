import type { FastifyRequest } from "fastify";

/** Value of `Cache-Control` for content that never changes at its address. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

/** Whether the caller already has the version with this ETag. */
export const knowsTag = ({ headers }: Pick<FastifyRequest, "headers">, etag: string): boolean =>
  (headers["if-none-match"]?.split(",") ?? []).some((tag) => tag.trim() === etag);
