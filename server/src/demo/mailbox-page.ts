import { createHash } from "node:crypto";
import { escapeHtml } from "../http/pages/html.ts";
import type { StoredMail } from "./mailbox-sql.ts";

const style = `
:root { color-scheme: light dark; --paper: #f7f5f1; --sheet: #ffffff; --ink: #1c2430; --muted: #525c69; --line: #d9d4ca; --link: #7a4b00; }
@media (prefers-color-scheme: dark) { :root { --paper: #12171e; --sheet: #1a212b; --ink: #eceff3; --muted: #a7b0bc; --line: #323c49; --link: #f5b84a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Overpass, system-ui, sans-serif; }
main { max-width: 48rem; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.5rem; margin: 0 0 4px; }
h2 { font-size: 1.125rem; margin: 0; overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin: 16px 0; }
label { display: grid; gap: 4px; flex: 1 1 16rem; }
input, button { min-height: 44px; padding: 8px 12px; font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--muted); border-radius: 4px; }
button { font-weight: 600; cursor: pointer; }
ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 16px; }
article { background: var(--sheet); border: 1px solid var(--line); border-radius: 4px; padding: 16px; }
.meta { margin: 4px 0 12px; color: var(--muted); font-size: .875rem; overflow-wrap: anywhere; }
.body { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.muted { color: var(--muted); margin: 0; }
`;

// Polls for new emails while the page is visible. Replaces the list only when it changed, so that
// the page never jumps and a text selection survives.
const script = `
const list = document.getElementById("mails");
const status = document.getElementById("status");
setInterval(async () => {
  if (document.hidden) return;
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = page.getElementById("mails");
    if (fresh === null || fresh.dataset.newest === list.dataset.newest) return;
    list.dataset.newest = fresh.dataset.newest;
    list.replaceChildren(...fresh.childNodes);
    status.textContent = "New email";
  } catch {
    // The server can't be reached. The next poll may reach it.
  }
}, 3000);
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Response headers: the page may use only its own inline style and script. */
export const pageHeaders = {
  "Content-Security-Policy": `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
} as const;

/** Renders the mailbox as an HTML page. Email content is escaped; its links are clickable. */
export function mailboxPage(mails: readonly StoredMail[], to: string | null): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Demo mailbox · Gavelyard</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Demo mailbox</h1>
<p class="muted">This demo shows its emails here instead of sending them. New ones appear automatically.</p>
<form method="get" action="/demo/mailbox">
<label>Recipient <input type="search" name="to" value="${escapeHtml(to ?? "")}" maxlength="254" autocomplete="off"></label>
<button type="submit">Show</button>
</form>
<p id="status" role="status" class="muted"></p>
<div id="mails" data-newest="${mails[0]?.id ?? 0}">${listOf(mails, to)}</div>
</main>
<script type="module">${script}</script>
</body>
</html>
`;
}

function listOf(mails: readonly StoredMail[], to: string | null): string {
  if (mails.length === 0) {
    const whose = to === null ? "" : ` to ${escapeHtml(to)}`;
    return `<p>No emails${whose} yet. Sign up or win a lot to get one.</p>`;
  }
  return `<ol>${mails.map(articleOf).join("\n")}</ol>`;
}

function articleOf(mail: StoredMail): string {
  const at = mail.created_at.toISOString();
  return `<li><article aria-labelledby="mail-${mail.id}">
<h2 id="mail-${mail.id}">${escapeHtml(mail.subject)}</h2>
<p class="meta">To ${escapeHtml(mail.recipient)}, <time datetime="${at}">${at.slice(0, 19).replace("T", " ")} UTC</time></p>
<p class="body">${withLinks(mail.text_body)}</p>
</article></li>`;
}

/** Escapes a text for HTML and turns its http(s) addresses into links. */
export function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map((part, index) => {
      const escaped = escapeHtml(part);
      return index % 2 === 1 ? `<a href="${escaped}" rel="noreferrer">${escaped}</a>` : escaped;
    })
    .join("");
}
