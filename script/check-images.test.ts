import { execFile } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { imagesIn, parseReference, pin, withoutDigests } from "./images.ts";

const repository = path.resolve(import.meta.dirname, "..");
const digestFor = (name: string) =>
  `sha256:${Buffer.from(name).toString("hex").padEnd(64, "0").slice(0, 64)}`;

/** A registry that speaks the OCI distribution API: a challenge, a token, and manifests by tag. */
let registry: Server;
let url: string;
let silent: string | null;
let wrongDigest: string | null;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const address = new URL(request.url ?? "/", url);
  if (address.pathname === "/token") {
    const { service, scope } = Object.fromEntries(address.searchParams);
    response.end(JSON.stringify({ token: `${service} ${scope}` }));
    return;
  }
  const [, name = "", tag = ""] = /^\/v2\/(.+)\/manifests\/(.+)$/.exec(address.pathname) ?? [];
  const scope = `repository:${name}:pull`;
  if (name === silent) {
    request.socket.destroy();
  } else if (request.headers.authorization !== `Bearer registry.example ${scope}`) {
    response
      .writeHead(401, {
        "www-authenticate": `Bearer realm="${url}/token",service="registry.example",scope="${scope}"`,
      })
      .end();
  } else if (request.method !== "HEAD" || !request.headers.accept?.includes("image.index")) {
    response.writeHead(400).end();
  } else if (tag === "unknown") {
    response.writeHead(404).end();
  } else {
    const digest = wrongDigest ?? digestFor(`${name}:${tag}`);
    response.writeHead(200, { "docker-content-digest": digest }).end();
  }
}

beforeAll(async () => {
  registry = createServer(answer).listen(0, "127.0.0.1");
  await once(registry, "listening");
  const address = registry.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  url = `http://127.0.0.1:${address.port}`;
});
afterAll(() => registry.close());

let dir: string;
beforeEach(async () => {
  silent = null;
  wrongDigest = null;
  dir = await mkdtemp(path.join(tmpdir(), "gavelyard-images-"));
  for (const name of ["Dockerfile", "compose.yaml"]) {
    const text = await readFile(path.join(repository, name), "utf8");
    await writeFile(path.join(dir, name), withoutDigests(text));
  }
  return () => rm(dir, { recursive: true });
});

const run = (...args: string[]) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const command = [path.join(repository, "script/check-images.ts"), "--root", dir, ...args];
    const child = execFile(process.execPath, command, (_error, out, err) =>
      resolve({ code: child.exitCode, said: out + err }),
    );
  });
const textOf = async () =>
  (await readFile(path.join(dir, "Dockerfile"), "utf8")) +
  (await readFile(path.join(dir, "compose.yaml"), "utf8"));

describe("npm run check-images", () => {
  test("names each image without a digest, except those built here", async () => {
    const { code, said } = await run();
    expect(code).toBe(1);
    expect(said).toMatch(/^Dockerfile: node:\S+ has no digest$/m);
    for (const name of ["postgres", "redis", "nginx"])
      expect(said).toMatch(new RegExp(`^compose.yaml: ${name}:\\S+ has no digest$`, "m"));
    expect(said).not.toContain("gavelyard has");
  });

  test("writes the registry's digests, and then finds every image pinned", async () => {
    const before = await textOf();
    const pinned = await run("--pin", "--registry", url);
    expect(pinned).toMatchObject({ code: 0, said: expect.stringContaining("node:") });
    const text = await textOf();
    for (const image of imagesIn(before)) {
      const { repository: name, tag } = parseReference(image);
      const pinned = `${image}@${digestFor(`library/${name}:${tag}`)}`;
      expect(text.split(pinned)).toHaveLength(before.split(image).length);
    }
    expect(withoutDigests(text)).toBe(before);
    expect(await run()).toEqual({ code: 0, said: "Every image has a digest.\n" });
  });

  test("updates the digests of pinned tags", async () => {
    await run("--pin", "--registry", url);
    wrongDigest = digestFor("moved");
    expect((await run("--pin", "--registry", url)).code).toBe(0);
    const written = new Set((await textOf()).match(/@sha256:\w+/g));
    expect([...written]).toEqual([`@${digestFor("moved")}`]);
  });

  test.each([
    ["drops the connection for one image", () => (silent = "library/redis"), "didn't answer"],
    ["gives no digest", () => (wrongDigest = "latest"), "returned no digest"],
  ])("writes nothing when the registry %s", async (_what, fail, reason) => {
    fail();
    const before = await textOf();
    const { code, said } = await run("--pin", "--registry", url);
    expect([code, said]).toEqual([2, expect.stringMatching(`^NOT PINNED: .*${reason}`)]);
    expect(await textOf()).toBe(before);
  });

  test("writes nothing for a tag that the registry doesn't know, or without a registry", async () => {
    const file = path.join(dir, "Dockerfile");
    await cp(file, `${file}.before`);
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replaceAll(/^FROM node:\S+/gm, "FROM node:unknown"));
    expect(await run("--pin", "--registry", url)).toEqual({
      code: 2,
      said: expect.stringContaining("manifests/unknown returned 404"),
    });
    expect(await run("--pin")).toEqual({
      code: 2,
      said: expect.stringContaining("node:unknown names no registry"),
    });
    expect((await run("--pin", "--registry", "http://127.0.0.1:1")).code).toBe(2);
    expect(await textOf()).not.toContain("@sha256:");
  });
});

test("parses every form of reference", () => {
  const digest = digestFor("x");
  expect(
    [
      "node",
      "node:24",
      "team/app:1",
      "host.example:5000/team/app",
      `localhost/app:1@${digest}`,
    ].map(parseReference),
  ).toEqual([
    { host: null, repository: "node", tag: "latest", digest: null },
    { host: null, repository: "node", tag: "24", digest: null },
    { host: null, repository: "team/app", tag: "1", digest: null },
    { host: "host.example:5000", repository: "team/app", tag: "latest", digest: null },
    { host: "localhost", repository: "app", tag: "1", digest },
  ]);
});

test("skips a Dockerfile's stages and images that are built here", () => {
  const dockerfile = "FROM --platform=linux/amd64 a:1 AS build\nFROM build AS next\nFROM scratch\n";
  expect(imagesIn(dockerfile)).toEqual(["a:1"]);
  const compose =
    "x: &x\n  image: own\n  build: .\nservices:\n  db:\n    image: b:2\n  c:\n    <<: *x\n";
  expect(imagesIn(compose)).toEqual(["b:2"]);
  expect(pin("image: b:2\n", "b:2", digestFor("b"))).toBe(`image: b:2@${digestFor("b")}\n`);
});
