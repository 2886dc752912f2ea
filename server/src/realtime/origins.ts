import type { IncomingHttpHeaders } from "node:http";

/** Which web pages may open live connections. Programs that are no browser may always. */
export interface OriginRule {
  /** Whether who makes a request may connect, as far as its headers say what page that is. */
  mayConnect(headers: IncomingHttpHeaders): boolean;
  /** The pages that may hold ours in a frame, as a Content-Security-Policy names them. */
  readonly frameAncestors: string;
}

/**
 * Lets in the pages of the server's own origin and of those given. A script, a frame and a form name no
 * origin, or hide it behind "null": browsers say of them whether they come from our own pages, and
 * which page asks for them; one that says it is another's page, and not whose, is turned away.
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
    frameAncestors: ["'self'", ...origins].join(" "),
  };
}
