import { lookup as resolve, type LookupAddress } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { mark, say } from "@gavelyard/messages/text";
import ipaddr from "ipaddr.js";

const TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 16_384;

/**
 * The HTTP status of the response, or a short reason in English why there was none. A code can
 * follow it in parentheses; `faultMessage` keeps it.
 */
export type Answer = { readonly status: number } | { readonly fault: string };

/** Returns a fault in the reader's language, with its code. */
export function faultMessage(fault: string): string {
  const code = / \(\w+\)$/.exec(fault)?.[0] ?? "";
  return say(fault.slice(0, fault.length - code.length)) + code;
}

/** Thrown for an address that webhooks must not reach. */
class ClosedAddress extends Error {
  override readonly name = "ClosedAddress";
}

/**
 * Whether an address is on the public internet: not private, loopback, link-local, carrier-grade
 * NAT, reserved or multicast, and not an IPv6 form of such an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/** Resolves a name for the connection itself, so that DNS can't return another address later. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined)
      return done(error ?? new ClosedAddress("no address"), "", 4);
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return done(new ClosedAddress(`${hostname} has a private address`), "", 4);
    if (options.all === true) return done(null, addresses);
    return done(null, first.address, first.family);
  });
};

/** Whether a URL's host is an IP address that isn't public, which is refused without a lookup. */
export function isClosedHost(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) !== 0 && !isPublicAddress(host);
}

/**
 * Posts JSON without following redirects, and reads only the head of the response. Without
 * `allowPrivate`, only https and public addresses are allowed.
 */
export async function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { allowPrivate }: { readonly allowPrivate: boolean },
): Promise<Answer> {
  const url = new URL(address);
  if (!allowPrivate && url.protocol !== "https:") return { fault: mark("Only https is allowed") };
  if (!allowPrivate && isClosedHost(url)) return { fault: mark("The address is private") };
  const start = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((done) => {
    const request = start(url, {
      method: "POST",
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      agent: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(allowPrivate ? {} : { lookup: publicLookup }),
    });
    request.on("response", (response) => {
      done({ status: response.statusCode ?? 0 });
      response.destroy();
    });
    request.on("error", (error) => done({ fault: faultOf(error) }));
    request.end(body);
  });
}

function faultOf(error: Error): string {
  if (error instanceof ClosedAddress) return mark("The address is private");
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return mark("No response within 10 seconds");
  const code = "code" in error ? String(error.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return mark("The host name can't be resolved");
  if (/CERT|SSL|TLS|SIGNATURE|ISSUER/.test(code))
    return `${mark("The certificate isn't trusted")} (${code})`;
  return `${mark("Couldn't connect")}${code === "" ? "" : ` (${code.slice(0, 40)})`}`;
}
