import { isIPv4 } from "node:net";
import { urlsOf } from "../db/servers/server-urls.ts";

/** What to write instead in a setting whose connection isn't encrypted, by its URL's protocol. */
const instead: Readonly<Record<string, string>> = {
  "postgres:": "?sslmode=verify-full",
  "postgresql:": "?sslmode=verify-full",
  "redis:": "rediss://",
  "nats:": "tls://",
  "tcp:": "tls://",
  "s3+http:": "s3+https://",
  "http:": "https://",
};

/** Returns whether a host name means this machine, or a folder with a socket on it. */
export function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return (
    host.startsWith("/") ||
    host.startsWith("%2f") ||
    host === "::1" ||
    /^(.+\.)?localhost$/.test(host) ||
    (isIPv4(host) && host.startsWith("127."))
  );
}

/**
 * Returns what to write instead in a URL that would connect to another machine without TLS, or
 * without checking its certificate; null for a URL that doesn't (ASVS 12.3.1).
 */
export function plainConnection(url: string): string | null {
  const plain = (urlsOf(url).length > 0 ? urlsOf(url) : [url])
    .map((each) => new URL(each))
    .find((each) => !isThisMachine(hostOf(each)) && !isEncrypted(each));
  return plain === undefined ? null : (instead[plain.protocol] ?? null);
}

/** PostgreSQL's driver takes a host of the query before the one of the URL. */
const hostOf = ({ protocol, hostname, searchParams }: URL): string =>
  (protocol.startsWith("postgres") ? searchParams.getAll("host").at(-1) : null) ?? hostname;

function isEncrypted({ protocol, searchParams }: URL): boolean {
  if (protocol.startsWith("postgres"))
    return searchParams.getAll("sslmode").at(-1) === "verify-full";
  return instead[protocol] === undefined;
}
