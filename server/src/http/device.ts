import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** Where a session was begun, as its owner and staff see it. */
export interface Device {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** The device that makes a request. */
export function deviceOf(request: Pick<FastifyRequest, "ip" | "headers">): Device {
  // A zone of a link-local address is nothing that the database takes.
  const ip = request.ip.replace(/%.*$/, "");
  return {
    ip: isIP(ip) === 0 ? null : ip,
    userAgent: request.headers["user-agent"]?.slice(0, 300) ?? null,
  };
}
