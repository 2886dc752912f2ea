import type { IncomingHttpHeaders } from "node:http";

/** Which web pages may open live connections. Programs other than browsers always may. */
export interface OriginRule {
  /** Whether a request may connect, as far as its headers name the page that sent it. */
  mayConnect(headers: IncomingHttpHeaders): boolean;
}

/**
 * Allows pages of the server's own origin and of the given origins. Requests of scripts, frames and
 * forms have no `Origin` header, or "null"; for them, `Sec-Fetch-Site` and `Referer` decide. A
 * request from another site that names no page is refused.
 */
export function originRule(allowed: readonly string[]): OriginRule {
  const origins = new Set(allowed.map((url) => new URL(url).origin));
  return {
    mayConnect(headers) {
      const from = headers["sec-fetch-site"];
      if (from === "same-origin") return true;
      const page = headers.origin ?? headers.referer;
      if (page === undefined) return from !== "same-site" && from !== "cross-site";
      const url = URL.parse(page);
      return url !== null && (url.host === headers.host || origins.has(url.origin));
    },
  };
}
