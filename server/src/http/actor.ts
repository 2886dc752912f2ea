import type { FastifyRequest } from "fastify";
import type { Principal } from "./access.ts";
import { deviceOf } from "./device.ts";
import { idempotencyKey } from "./idempotency-key.ts";

/** A caller with their IP address and idempotency key (D14, D31). */
export interface Actor {
  readonly userId: number;
  readonly ip: string | null;
  readonly key: string | null;
  /** The second person, if they have confirmed this action (D38). */
  readonly confirmedBy?: number;
}

/** @throws HttpError 400 for a malformed idempotency key */
export function actorOf(user: Principal, request: Pick<FastifyRequest, "ip" | "headers">): Actor {
  return { userId: user.userId, ip: deviceOf(request).ip, key: idempotencyKey(request) };
}
