import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";

/** IP address and browser of a request, shown to the session's owner and to staff. */
export interface Device {
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export function deviceOf(request: Pick<FastifyRequest, "ip" | "headers">): Device {
  // PostgreSQL's inet type rejects the zone of a link-local address. An IPv4 address is the same
  // whichever kind of socket it comes by.
  const ip = request.ip.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  return {
    ip: isIP(ip) === 0 ? null : ip,
    userAgent: request.headers["user-agent"]?.slice(0, 300) ?? null,
  };
}

/** Returns whether a page made a call by itself, without input for a minute (D41). */
export const isUnattended = ({ headers }: Pick<FastifyRequest, "headers">): boolean =>
  headers["x-unattended"] === "1";
