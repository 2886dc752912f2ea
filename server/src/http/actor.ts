import type { FastifyRequest } from "fastify";
import type { Principal } from "./access.ts";
import { deviceOf } from "./device.ts";

/** Who acts, and from where: what the audit keeps of an act. */
export interface Actor {
  readonly userId: number;
  readonly ip: string | null;
}

/** Who makes a call. */
export function actorOf(user: Principal, request: Pick<FastifyRequest, "ip" | "headers">): Actor {
  return { userId: user.userId, ip: deviceOf(request).ip };
}
