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

/** Whether an address is this machine's or a private network's. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(plain);
  return version !== 0 && networks.check(plain, version === 4 ? "ipv4" : "ipv6");
}

/** Whether a host name of an address means this machine or a private network. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    isPrivateAddress(host) || /^([a-z0-9-]+|.+\.(localhost|local|internal|home\.arpa))$/.test(host)
  );
}

/**
 * Whether a request was sent from this machine or a private network. One that a proxy passed on counts
 * as sent from anywhere unless `TRUST_PROXY` names the proxy, since all its requests come from its own
 * address.
 */
export function isNearby(
  request: Pick<FastifyRequest, "ip" | "headers">,
  trustProxy: readonly string[],
): boolean {
  const { forwarded, "x-forwarded-for": forwardedFor } = request.headers;
  const isPassedOn = forwarded !== undefined || forwardedFor !== undefined;
  return isPrivateAddress(request.ip) && (!isPassedOn || trustProxy.length > 0);
}
