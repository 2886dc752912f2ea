import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startEchoServices } from "./testing/echo-services.ts";
import { openStream } from "./testing/http-stream.ts";
import { startLiveServer, type LiveServer } from "./testing/live-server.ts";

/** The SockJS protocol for browsers that have only scripts, forms and frames. */

const STREAM_BYTES = 4_096;
let echo: Awaited<ReturnType<typeof startEchoServices>>;
let live: LiveServer;
beforeAll(async () => {
  [echo, live] = await Promise.all([
    startEchoServices({ streamBytes: STREAM_BYTES }),
    startLiveServer(),
  ]);
});
afterAll(async () => {
  echo.stop();
  await live.stop();
});

let serial = 0;
const session = (service = "/echo") => `${service}/000/old-${++serial}`;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(echo.url + path, { headers });
const bodyOf = async (answer: Promise<Response>) => (await answer).text();
const form = "application/x-www-form-urlencoded";
const post = (path: string, body: string, type = form) =>
  fetch(echo.url + path, { method: "POST", body, headers: { "content-type": type } });

function expectNeverStored({ headers }: Response): void {
  expect(headers.get("cache-control")).toBe(
    "no-store, no-cache, no-transform, must-revalidate, max-age=0",
  );
  for (const name of ["expires", "last-modified", "etag", "set-cookie"])
    expect(headers.get(name)).toBeNull();
}

describe.for(["jsonp", "htmlfile"])("%s", (transport) => {
  test("requires a callback", async () => {
    for (const query of ["", "?", "?c=", "?callback=x", "?d=x"]) {
      const answer = await get(`${session()}/${transport}${query}`);
      expect(answer.status).toBe(500);
      expect(answer.headers.get("content-type")).toBe("text/plain; charset=UTF-8");
      expectNeverStored(answer);
      expect(await answer.text()).toBe('"callback" parameter required');
    }
  });

  test.for([
    "%20",
    "*",
    "abc(",
    "abc%28",
    "a-b",
    "a..b",
    ".a",
    "a.",
    "1a",
    "a%0A",
    "a%2F%2F",
    "%3Cscript%3E",
    "a[0]",
    "%C3%A9",
    "a".repeat(33),
    "a&c=b",
  ])("refuses a callback that isn't a plain name: %s", async (callback) => {
    const answer = await get(`${session()}/${transport}?c=${callback}`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).toBe('invalid "callback" parameter');
  });

  test("answers only GET", async () => {
    const answer = await post(`${session()}/${transport}?c=x`, "");
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toContain("GET");
  });

  test("is served only to pages that may connect", async () => {
    const own = new URL(live.url).origin;
    const allowed = "https://gavelyard.example";
    // Its response is a script, which no page of ours may load.
    const ownPage = transport === "jsonp" ? 403 : 200;
    for (const [status, headers] of [
      [200, {}],
      [200, { "sec-fetch-site": "none" }],
      [ownPage, { "sec-fetch-site": "same-origin" }],
      [ownPage, { "sec-fetch-site": "same-origin", origin: "null" }],
      [200, { referer: `${own}/lots/1` }],
      [200, { "sec-fetch-site": "cross-site", referer: `${allowed}/lots` }],
      [200, { "sec-fetch-site": "cross-site", origin: allowed }],
      [403, { "sec-fetch-site": "cross-site" }],
      [403, { "sec-fetch-site": "same-site" }],
      [403, { "sec-fetch-site": "cross-site", referer: "https://evil.example/" }],
      [403, { referer: `https://evil.example/${allowed}` }],
      [403, { referer: "nowhere" }],
      [403, { referer: `${allowed}.evil.example/` }],
      [403, { origin: "https://evil.example", referer: `${allowed}/` }],
      [403, { origin: "null" }],
    ] as const) {
      const breaking = new AbortController();
      const answer = await fetch(`${live.url}/ws-bid${session("")}/${transport}?c=x`, {
        headers,
        signal: breaking.signal,
      });
      expect(answer.status, JSON.stringify(headers)).toBe(status);
      breaking.abort();
    }
  });

  test("counts as a connection of its address", async () => {
    const tight = await startLiveServer({ networkFactor: 1, limits: { connectionsANetwork: 1 } });
    onTestFinished(() => tight.stop());
    const breaking = new AbortController();
    onTestFinished(() => breaking.abort());
    const ask = (at: string) =>
      fetch(`${tight.url}/ws-bid${at}/${transport}?c=x`, { signal: breaking.signal });
    await ask(session(""));
    const second = session("");
    await expect
      .poll(async () => bodyOf(ask(second)))
      .toContain("Too many connections from your address");
  });
});

describe("JSONP", () => {
  test("opens, takes what a form posts, and echoes it through the callback", async () => {
    const at = session();
    const opened = await get(`${at}/jsonp?c=%63allback`);
    expect(opened.status).toBe(200);
    expect(opened.headers.get("content-type")).toBe("application/javascript; charset=UTF-8");
    expect(opened.headers.get("x-content-type-options")).toBe("nosniff");
    expectNeverStored(opened);
    expect(await opened.text()).toBe('/**/callback("o");\r\n');

    const sent = await post(`${at}/jsonp_send`, `d=${encodeURIComponent('["a b","+%&"]')}`);
    expect(sent.status).toBe(200);
    expect(sent.headers.get("content-type")).toBe("text/plain; charset=UTF-8");
    expectNeverStored(sent);
    expect(await sent.text()).toBe("ok");
    expect(await bodyOf(get(`${at}/jsonp?c=_jp.a1`))).toBe(
      String.raw`/**/_jp.a1("a[\"a b\",\"+%&\"]");` + "\r\n",
    );
  });

  test("takes the body of other posts as it is", async () => {
    const at = session();
    await get(`${at}/jsonp?c=x`);
    expect(
      await bodyOf(post(`${at}/jsonp_send`, "d=%5B%22one%22%5D", `${form}; charset=UTF-8`)),
    ).toBe("ok");
    expect(await bodyOf(post(`${at}/jsonp_send`, '["%74wo"]', "text/plain"))).toBe("ok");
    expect(await bodyOf(get(`${at}/jsonp?c=x`))).toBe(
      String.raw`/**/x("a[\"one\",\"%74wo\"]");` + "\r\n",
    );
  });

  test.for([
    ["", "Payload expected."],
    ["d=", "Payload expected."],
    ["p=p", "Payload expected."],
    ["d=%5B%22x", "Broken JSON encoding."],
    ["d=%5B1%5D", "Broken JSON encoding."],
  ])("continues after a post of %j", async ([body = "", fault]) => {
    const at = session();
    await get(`${at}/jsonp?c=x`);
    const answer = await post(`${at}/jsonp_send`, body);
    expect(answer.status).toBe(500);
    expect(await answer.text()).toBe(fault);
    expect(await bodyOf(post(`${at}/jsonp_send`, "d=%5B%5D"))).toBe("ok");
    expect(await bodyOf(post(`${at}/jsonp_send`, "d=%5B%22y%22%5D"))).toBe("ok");
    expect(await bodyOf(get(`${at}/jsonp?c=x`))).toBe(String.raw`/**/x("a[\"y\"]");` + "\r\n");
  });

  test("refuses posts to missing sessions and posts over the limit", async () => {
    expect((await post(`${session()}/jsonp_send`, "d=%5B%5D")).status).toBe(404);
    const at = session();
    await get(`${at}/jsonp?c=x`);
    expect((await post(`${at}/jsonp_send`, `d=${"x".repeat(300_000)}`)).status).toBe(413);
  });

  test("answers each poll after the end with the close frame", async () => {
    const at = session("/close");
    const call = () => bodyOf(get(`${at}/jsonp?c=x`));
    expect(await call()).toBe('/**/x("o");\r\n');
    for (let times = 0; times < 2; times += 1)
      expect(await call()).toBe(String.raw`/**/x("c[3000,\"Go away!\"]");` + "\r\n");
  });
});

test("jsonp is refused to pages of our own origin", async () => {
  const from = (site: string) => get(`${session()}/jsonp?c=alert`, { "sec-fetch-site": site });
  expect((await from("same-origin")).status).toBe(403);
  for (const site of ["cross-site", "same-site", "none"])
    expect((await from(site)).status).toBe(200);
});

describe("htmlfile", () => {
  const open = async (at: string) => {
    const stream = await openStream(echo.url, `GET ${at}/htmlfile?c=_jp.a1 HTTP/1.1`);
    onTestFinished(stream.abort);
    return stream;
  };

  test("is a page that passes messages to its parent", async () => {
    const at = session();
    const stream = await open(at);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toBe("text/html; charset=UTF-8");
    expect(stream.headers.get("x-content-type-options")).toBe("nosniff");
    expect(stream.headers.get("cache-control")).toContain("no-store");
    const head = await stream.readChunk();
    expect(head).toContain("var c = parent._jp.a1;");
    // Browsers render nothing shorter than this.
    expect(head.length).toBeGreaterThan(1_024);
    expect(await stream.readChunk()).toBe('<script>\np("o");\n</script>\r\n');
    await fetch(`${echo.url}${at}/xhr_send`, { method: "POST", body: '["x"]' });
    expect(await stream.readChunk()).toBe('<script>\np("a[\\"x\\"]");\n</script>\r\n');
  });

  test("escapes messages, so that none can break out of its script", async () => {
    const at = session();
    const stream = await open(at);
    for (let chunks = 0; chunks < 2; chunks += 1) await stream.readChunk();
    const body = JSON.stringify(["</script><!--<img src=x>\u2028"]);
    await fetch(`${echo.url}${at}/xhr_send`, { method: "POST", body });
    const [, text] = /^<script>\np\((.*)\);\n<\/script>\r\n$/.exec(await stream.readChunk()) ?? [];
    expect(text).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(JSON.parse(text ?? "").slice(1))).toEqual(JSON.parse(body));
  });

  test("ends a full response", async () => {
    const at = session();
    const stream = await open(at);
    for (let chunks = 0; chunks < 2; chunks += 1) await stream.readChunk();
    const body = JSON.stringify(["x".repeat(STREAM_BYTES)]);
    await fetch(`${echo.url}${at}/xhr_send`, { method: "POST", body });
    expect(await stream.readChunk()).toContain("x".repeat(STREAM_BYTES));
    expect(await stream.readChunk()).toBe("");
  });
});

describe("the frame", () => {
  const names = ["", "-", "-a", "-1.0.3", "-1.6.1-rc_2.b"].map((name) => `/iframe${name}.html`);

  test.for([...names, "/iframe.html?t=1234"])("%s runs the client", async (path) => {
    const answer = await get(`/echo${path}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=UTF-8");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000");
    expect(Date.parse(answer.headers.get("expires") ?? "")).toBeGreaterThan(Date.now());
    for (const name of ["last-modified", "set-cookie", "x-frame-options"])
      expect(answer.headers.get(name)).toBeNull();
    const html = await answer.text();
    expect(html).toContain("SockJS.bootstrap_iframe();");
    const [, source = ""] = /<script src="([^"]+)">/.exec(html) ?? [];
    expect(source).toMatch(/^\/echo\//);
    expect(await bodyOf(get(source))).toMatch(/^\/\* sockjs-client v1\.6\.1 /);
  });

  test.for([
    "/iframe",
    "/iframe.htm",
    "/iframe.HTML",
    "/iframe.xml",
    "/iframe-/.html",
    "/iframe1.html",
  ])("%s is missing", async (path) => {
    expect((await get(`/echo${path}`)).status).toBe(404);
  });

  test.for(["/iframe.html", "/sockjs.min.js"])("browsers cache %s", async (path) => {
    const [one, two] = [await get(`/echo${path}`), await get(`/echo${path}`)];
    const etag = one.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"\w+"$/);
    expect(two.headers.get("etag")).toBe(etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await get(`/echo${path}`, { "if-none-match": known });
      expect(again.status).toBe(304);
      expect(again.headers.get("content-type")).toBeNull();
      expect(await again.text()).toBe("");
    }
    expect((await get(`/echo${path}`, { "if-none-match": '"other"' })).status).toBe(200);
    expect((await fetch(`${echo.url}/echo${path}`, { method: "POST" })).status).toBe(405);
  });

  test("runs only its own scripts, inside pages that may connect", async () => {
    const answer = await fetch(`${live.url}/ws-bid/iframe.html`);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const policy = answer.headers.get("content-security-policy")?.split("; ");
    const [, program = ""] = /<script>([\s\S]*?)<\/script>/.exec(await answer.text()) ?? [];
    const hash = createHash("sha256").update(program).digest("base64");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`);
    expect(policy).toContain("frame-ancestors 'self' https://gavelyard.example");

    const breaking = new AbortController();
    const page = await fetch(`${live.url}/ws-bid${session("")}/htmlfile?c=x`, {
      signal: breaking.signal,
    });
    expect(page.headers.get("content-security-policy")).toMatch(
      /default-src 'none';.*frame-ancestors 'self' https:\/\/gavelyard\.example$/,
    );
    breaking.abort();
  });
});
