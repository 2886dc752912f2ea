import type { FastifyRequest } from "fastify";
import type { Principal } from "./access.ts";
import { deviceOf } from "./device.ts";
import { idempotencyKey } from "./idempotency-key.ts";

/** Who acts, from where, and under which idempotency key (D14, D31). */
export interface Actor {
  readonly userId: number;
  readonly ip: string | null;
  readonly key: string | null;
}

/** Returns who makes a call. @throws HttpError 400 for a malformed idempotency key */
export function actorOf(user: Principal, request: Pick<FastifyRequest, "ip" | "headers">): Actor {
  return { userId: user.userId, ip: deviceOf(request).ip, key: idempotencyKey(request) };
}
