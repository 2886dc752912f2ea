import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath } from "node:url";

const YEAR_SEC = 31_536_000;
const HOUR_SEC = 3_600;

interface CachedFile {
  readonly contentType: string;
  readonly body: string;
  readonly etag: string;
  readonly maxAgeSec: number;
}

/** Has no version in its name, since browsers cache the page that loads it for a year. */
const SCRIPT_PATH = "/sockjs.min.js";
const program = "\n    document.domain = document.domain;\n    SockJS.bootstrap_iframe();\n  ";

/**
 * The iframe through which a page of another origin uses SockJS: its page, under the names that
 * clients of every age request, and its client script. The iframe has our own origin, so browsers
 * show it only inside pages that may connect.
 */
export class SockJsFrame {
  readonly #frameAncestors: string;
  readonly #page: CachedFile;
  readonly #script: CachedFile;
  readonly #pagePolicy: string;

  /** `prefix` is the endpoint's path, `frameAncestors` the pages that may frame it. */
  constructor(prefix: string, frameAncestors: string) {
    this.#frameAncestors = frameAncestors;
    const hash = createHash("sha256").update(program).digest("base64");
    this.#page = cachedFile("text/html; charset=UTF-8", pageOf(prefix + SCRIPT_PATH), YEAR_SEC);
    this.#script = cachedFile("application/javascript; charset=UTF-8", clientScript(), HOUR_SEC);
    this.#pagePolicy = `script-src 'self' 'sha256-${hash}'; connect-src 'self'; frame-src 'self'`;
  }

  /** Responds if the path is the page's or the script's; returns whether it did. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (path === SCRIPT_PATH) send(this.#script, request, response);
    else if (/^\/iframe(?:-[\w.-]*)?\.html$/.test(path)) {
      this.#guard(response, this.#pagePolicy);
      send(this.#page, request, response);
    } else return false;
    return true;
  }

  /** Sets the policy of an htmlfile page, which consists of inline scripts. */
  guardScripted(response: ServerResponse): void {
    this.#guard(response, "script-src 'unsafe-inline'");
  }

  #guard(response: ServerResponse, policy: string): void {
    response.setHeader(
      "Content-Security-Policy",
      `default-src 'none'; ${policy}; base-uri 'none'; form-action 'none'; frame-ancestors ${this.#frameAncestors}`,
    );
    // Prevents a page on another port from becoming same-origin through `document.domain`.
    response.setHeader("Origin-Agent-Cluster", "?1");
  }
}

function cachedFile(contentType: string, body: string, maxAgeSec: number): CachedFile {
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  return { contentType, body, etag, maxAgeSec };
}

function send(
  file: CachedFile,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  if (method !== "GET" && method !== "HEAD") {
    response.writeHead(405, { Allow: "GET" }).end();
    return;
  }
  response.setHeader("ETag", file.etag);
  response.setHeader("Cache-Control", `public, max-age=${file.maxAgeSec}`);
  response.setHeader("Expires", new Date(Date.now() + file.maxAgeSec * 1_000).toUTCString());
  // Load balancers that compress responses turn their ETags into weak ones.
  const known = (headers["if-none-match"] ?? "").split(",");
  if (known.some((name) => name.trim().replace(/^W\//, "") === file.etag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader("Content-Type", file.contentType);
  response.end(file.body);
}

/** Builds the iframe's page. The SockJS protocol prescribes every character. */
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
 * Returns the published client script and a listener that runs before the client's own. Any 1.x
 * client works with any other, but the client accepts only its exact version, so the listener
 * adopts the version that the embedding page sends.
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
