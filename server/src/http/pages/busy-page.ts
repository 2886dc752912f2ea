import { currentLanguage, mark, plural, say, t } from "@gavelyard/messages/text";
import type { FastifyReply } from "fastify";
import { createHash } from "node:crypto";

const DEFAULT_RETRY_SEC = 3;

const reasons = {
  503: mark("We're very busy and can't show this page yet."),
  429: mark("Your network requested too many pages, so this one has to wait."),
} as const;

/** Reloads the page after the delay, unless the reader stops it (WCAG 2.2.1). */
const reloadScript = `
const stop = document.querySelector("button");
const timer = setTimeout(() => location.reload(), stop.dataset.seconds * 1000);
const said = document.querySelector("[role=status]");
stop.hidden = said.hidden = false;
stop.addEventListener("click", () => {
  clearTimeout(timer);
  stop.hidden = true;
  said.textContent = stop.dataset.stays;
});
`;
const reloadScriptHash = createHash("sha256").update(reloadScript).digest("base64");

/**
 * Sends a placeholder for a page that can't be rendered now, in the current language. It reloads
 * itself.
 */
export function busyPage(
  reply: FastifyReply,
  status: keyof typeof reasons = 503,
  retryAfterSec = DEFAULT_RETRY_SEC,
): FastifyReply {
  return reply
    .code(status)
    .header("Retry-After", retryAfterSec)
    .header("Vary", "Accept")
    .header(
      "Content-Security-Policy",
      `default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'; script-src 'sha256-${reloadScriptHash}'`,
    )
    .type("text/html; charset=utf-8")
    .send(html(say(reasons[status]), retryAfterSec));
}

const html = (reason: string, retryAfterSec: number) => `<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t("One moment")} · Gavelyard</title>
<style>
:root { color-scheme: light dark; --paper: #fff; --ink: #111 }
@media (prefers-color-scheme: dark) { :root { --paper: #111; --ink: #fff } }
body { background: var(--paper); color: var(--ink); margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.125rem/1.6 system-ui, sans-serif }
main { max-width: 34rem; padding: 2rem }
h1 { font-size: 1.75rem; line-height: 1.25 }
a { color: inherit }
a, button { display: inline-block; min-height: 2.75rem; line-height: 2.75rem; font: inherit }
</style>
</head>
<body>
<main>
<h1>${t("One moment, please")}</h1>
<p>${reason}</p>
<p role="status" hidden>${plural(
  retryAfterSec,
  "This page reloads in {n} second. You don't need to do anything.",
  "This page reloads in {n} seconds. You don't need to do anything.",
)}</p>
<p>${t("Auctions continue, and every accepted bid stands.")}</p>
<p><a href="">${t("Reload now")}</a>
<button type="button" data-seconds="${retryAfterSec}" data-stays="${t("This page stays until you reload it.")}" hidden>${t("Stay on this page")}</button></p>
</main>
<script>${reloadScript}</script>
</body>
</html>
`;
