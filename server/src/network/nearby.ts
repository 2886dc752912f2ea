import { BlockList, isIP } from "node:net";
import type { FastifyRequest } from "fastify";

const networks = new BlockList();
for (const [address, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
] as const)
  networks.addSubnet(address, prefix, "ipv4");
for (const [address, prefix] of [
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
] as const)
  networks.addSubnet(address, prefix, "ipv6");

export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(plain);
  return version !== 0 && networks.check(plain, version === 4 ? "ipv4" : "ipv6");
}

export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    isPrivateAddress(host) || /^([a-z0-9-]+|.+\.(localhost|local|internal|home\.arpa))$/.test(host)
  );
}

/** Headers by which proxies reveal themselves. */
const proxyHeaders = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
  "via",
] as const;

type Headers = Pick<FastifyRequest, "headers">;

/** Returns whether a proxy that reveals itself passed a request on. */
export const isPassedOn = ({ headers }: Headers): boolean =>
  proxyHeaders.some((name) => headers[name] !== undefined);

/**
 * Returns whether a request names this server by an IP address, as localhost or as in `PUBLIC_URL`.
 * Pages of others can point a name of theirs at this machine to read it in a visitor's browser.
 */
export function namesThisServer({ headers }: Headers, publicUrl: string | null): boolean {
  const hostname = URL.parse(`http://${headers.host ?? ""}`)?.hostname ?? "";
  return (
    hostname === "localhost" ||
    isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 ||
    (publicUrl !== null && hostname === URL.parse(publicUrl)?.hostname)
  );
}

/**
 * Returns whether a request came from this machine or a private network. A forwarded request
 * doesn't count unless `TRUST_PROXY` names the proxy and the proxy names the caller, since all its
 * requests have the proxy's address. A proxy that adds no header at all goes unnoticed (D37).
 */
export function isNearby(
  request: Pick<FastifyRequest, "ip" | "headers">,
  trustProxy: readonly string[],
): boolean {
  const isNamed = trustProxy.length > 0 && request.headers["x-forwarded-for"] !== undefined;
  return isPrivateAddress(request.ip) && (!isPassedOn(request) || isNamed);
}
