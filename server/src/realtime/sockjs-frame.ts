import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";

const YEAR_SEC = 31_536_000;
const HOUR_SEC = 3_600;

interface Kept {
  readonly contentType: string;
  readonly body: string;
  readonly etag: string;
  readonly maxAgeSec: number;
}

/** Named without a version: pages that browsers keep for a year must find it after it was renewed. */
const SCRIPT_PATH = "/sockjs.min.js";
const program = "\n    document.domain = document.domain;\n    SockJS.bootstrap_iframe();\n  ";

/**
 * A frame of ours by which a page of another origin speaks SockJS: its page, under the names that
 * clients of all ages ask for, and the client that runs in it. Inside, that is one of our own pages, so
 * browsers show it to those who may connect only.
 */
export class SockJsFrame {
  readonly #frameAncestors: string;
  readonly #page: Kept;
  readonly #script: Kept;
  readonly #pagePolicy: string;

  /** `prefix` is where the endpoint is, `frameAncestors` who may frame pages of it. */
  constructor(prefix: string, frameAncestors: string) {
    this.#frameAncestors = frameAncestors;
    const hash = createHash("sha256").update(program).digest("base64");
    this.#page = kept("text/html; charset=UTF-8", pageOf(prefix + SCRIPT_PATH), YEAR_SEC);
    this.#script = kept("application/javascript; charset=UTF-8", clientScript(), HOUR_SEC);
    this.#pagePolicy = `script-src 'self' 'sha256-${hash}'; connect-src 'self'; frame-src 'self'`;
  }

  /** Answers when the path is the page's or the script's. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (path === SCRIPT_PATH) send(this.#script, request, response);
    else if (/^\/iframe(?:-[\w.-]*)?\.html$/.test(path)) {
      this.#guard(response, this.#pagePolicy);
      send(this.#page, request, response);
    } else return false;
    return true;
  }

  /** Bounds what a page can do that is nothing but scripts, written as they come. */
  guardScripted(response: ServerResponse): void {
    this.#guard(response, "script-src 'unsafe-inline'");
  }

  #guard(response: ServerResponse, policy: string): void {
    response.setHeader(
      "Content-Security-Policy",
      `default-src 'none'; ${policy}; base-uri 'none'; form-action 'none'; frame-ancestors ${this.#frameAncestors}`,
    );
    // Another port's page does not become ours by what both say of their domain.
    response.setHeader("Origin-Agent-Cluster", "?1");
  }
}

function kept(contentType: string, body: string, maxAgeSec: number): Kept {
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  return { contentType, body, etag, maxAgeSec };
}

function send(asked: Kept, { method, headers }: IncomingMessage, response: ServerResponse): void {
  if (method !== "GET" && method !== "HEAD") {
    response.writeHead(405, { Allow: "GET" }).end();
    return;
  }
  response.setHeader("ETag", asked.etag);
  response.setHeader("Cache-Control", `public, max-age=${asked.maxAgeSec}`);
  response.setHeader("Expires", new Date(Date.now() + asked.maxAgeSec * 1_000).toUTCString());
  // A load balancer that packs answers marks their names as weak.
  const known = (headers["if-none-match"] ?? "").split(/\s*,\s*/);
  if (known.some((name) => name.replace(/^W\//, "") === asked.etag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader("Content-Type", asked.contentType);
  response.end(asked.body);
}

/** As SockJS's protocol has it, to the letter. */
function pageOf(scriptUrl: string): string {
  return `<!DOCTYPE html>
<html>
<head>
  <meta http-equiv="X-UA-Compatible" content="IE=edge" />
  <meta http-equiv="Content-Type" content="text/html; charset=UTF-8" />
  <script src="${scriptUrl}"></script>
  <script>${program}</script>
</head>
<body>
  <h2>Don't panic!</h2>
  <p>This is a SockJS hidden iframe. It's used for cross domain magic.</p>
</body>
</html>
`;
}

/**
 * The client as it is published, and a line before its own ear: the client of the page around says its
 * version, and any 1.x understands any other, yet each takes only the very same for compatible.
 */
function clientScript(): string {
  const url = import.meta.resolve("sockjs-client/dist/sockjs.min.js");
  return `${readFileSync(fileURLToPath(url), "utf8")}
window.addEventListener && window.addEventListener("message", function (event) {
  try {
    var said = JSON.parse(event.data), version = said.type === "s" && JSON.parse(said.data)[0];
    if (event.source === parent && /^1\\.\\d+\\.\\d+$/.test(version)) SockJS.version = version;
  } catch (unreadable) {}
});
`;
}
