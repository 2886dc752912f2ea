import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { imagesIn, parseReference } from "./images.ts";

const read = (file: string) => readFile(path.join(import.meta.dirname, "..", file), "utf8");

test("the balancer's log has paths only, since queries can carry bids, tokens and addresses (V7)", async () => {
  const text = await read("deploy/nginx.conf");
  const formats = [...text.matchAll(/log_format (\w+) ([^;]+);/g)];
  expect(formats.map(([, name]) => name)).toEqual(["paths"]);
  const logged = [...(formats[0]?.[2] ?? "").matchAll(/\$(\w+)/g)].map(([, name]) => name);
  expect(logged).toContain("uri");
  for (const whole of ["request", "request_uri", "args", "query_string", "http_referer"])
    expect(logged).not.toContain(whole);
  const logs = [...text.matchAll(/^\s*(access|error)_log (.+);/gm)].map(([, kind, to]) => [
    kind,
    to,
  ]);
  expect(logs).toEqual([
    ["access", "/var/log/nginx/access.log paths"],
    ["error", "/var/log/nginx/error.log crit"],
  ]);
});

test("no service of compose.yaml starts with a default password, and the secrets are sealed", async () => {
  const text = await read("compose.yaml");
  const variables = [...text.matchAll(/\$\{(\w+)(:?[-?]?)/g)].map(([, name = "", how]) => ({
    name,
    how,
  }));
  const secrets = variables.filter(({ name }) => /PASSWORD|KEY/.test(name));
  const needed = secrets.filter(({ name }) => name !== "ADMIN_PASSWORD");
  expect(new Set(needed.map(({ name }) => name))).toEqual(
    new Set(["POSTGRES_PASSWORD", "REDIS_PASSWORD", "SECRETS_KEY"]),
  );
  expect(needed.filter(({ how }) => how !== ":?")).toEqual([]);
  expect(text).toMatch(/"--requirepass",\s+"\$\{REDIS_PASSWORD:\?/);
});

test.each(["Dockerfile", "compose.yaml"])(
  "every image of %s has a digest, since a tag can mean another image tomorrow",
  async (file) => {
    const images = imagesIn(await read(file)).map(parseReference);
    expect(images.length).toBeGreaterThan(0);
    expect(images.filter(({ tag, digest }) => tag === "latest" || digest === null)).toEqual([]);
  },
);
