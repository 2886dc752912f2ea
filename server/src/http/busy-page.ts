import type { FastifyReply } from "fastify";

const USUAL_RETRY_SEC = 3;

const reasons = {
  503: "The yard is very busy, so this page could not be shown.",
  429: "Very many pages were asked for from your network, so this one has to wait.",
} as const;

/** What stands in the place of a page that cannot be drawn now. It asks again by itself. */
export function busyPage(
  reply: FastifyReply,
  status: keyof typeof reasons = 503,
  retryAfterSec = USUAL_RETRY_SEC,
): FastifyReply {
  return reply
    .code(status)
    .header("Retry-After", retryAfterSec)
    .header("Cache-Control", "no-store")
    .header("Vary", "Accept")
    .header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
    .type("text/html; charset=utf-8")
    .send(html(reasons[status], retryAfterSec));
}

const html = (reason: string, retryAfterSec: number) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${retryAfterSec}">
<title>One moment · Gavelyard</title>
<style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.125rem/1.6 system-ui, sans-serif }
main { max-width: 34rem; padding: 2rem }
h1 { font-size: 1.75rem; line-height: 1.25 }
</style>
</head>
<body>
<main>
<h1>One moment, please</h1>
<p role="status">${reason} It loads again by itself in
${retryAfterSec} ${retryAfterSec === 1 ? "second" : "seconds"}; there is nothing that you need to do.</p>
<p>Auctions go on, and bids that you were told were received stand.
<a href="">Load it now</a></p>
</main>
</body>
</html>
`;
