import type { FastifyRequest } from "fastify";
import type { RequestKey } from "../events/once.ts";
import type { Principal } from "../http/access.ts";
import { actorOf as callerOf } from "../http/actor.ts";
import { idempotencyKey } from "../http/idempotency-key.ts";
import type { SaleActor } from "./open-sale.ts";

/** Who makes a call about a sale. @throws HttpError 400 for an idempotency key that is none */
export function actorOf(user: Principal, request: FastifyRequest): SaleActor {
  return { ...callerOf(user, request), key: idempotencyKey(request) };
}

/** Names the request for which a key is used (D14). */
export function requestKey(by: SaleActor, request: string): RequestKey {
  return { userId: by.userId, key: by.key, request };
}
