import { msg } from "@gavelyard/messages/text";
import type { FastifyRequest } from "fastify";
import { badRequest } from "../refusal.ts";

/**
 * Returns a request's `Idempotency-Key`, or null (D14).
 * @throws Refusal 400 for a malformed key
 */
export function idempotencyKey(request: Pick<FastifyRequest, "headers">): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,100}$/.test(key)) {
    throw badRequest(msg("Idempotency-Key must be 1 to 100 visible ASCII characters"));
  }
  return key;
}
