import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv, promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { allEndpoints } from "@gavelyard/contract/all";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import { readSettings } from "../server/src/settings.ts";
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

test("the balancer passes the largest form of each call", async () => {
  const text = await read("deploy/nginx.conf");
  const sizes = [...text.matchAll(/location ~ (\S+) \{\s+client_max_body_size (\d+)m;/g)];
  const general = Number(/^ {4}client_max_body_size (\d+)m;/m.exec(text)?.[1]);
  const cut: string[] = [];
  for (const { route, files } of Object.values<Endpoint>(allEndpoints)) {
    const mb = Object.values(files ?? {}).reduce(
      (sum, { atMost, maxMb = 10 }) => sum + atMost * maxMb,
      1,
    );
    const url = route.path.replaceAll(/\{\w+\}/g, "7");
    const own = sizes.find(([, pattern = ""]) => new RegExp(pattern).test(url));
    if (mb > Number(own?.[2] ?? general)) cut.push(`${url}: ${mb} MB`);
  }
  expect(cut).toEqual([]);
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
    new Set(["POSTGRES_PASSWORD", "SERVER_PASSWORD", "REDIS_PASSWORD", "SECRETS_KEY"]),
  );
  expect(needed.filter(({ how }) => how !== ":?")).toEqual([]);
  expect(text).toMatch(/"--requirepass",\s+"\$\{REDIS_PASSWORD:\?/);
});

test("no secret of the operator's folder gets into the image or a commit", async () => {
  const ignored = (await read(".dockerignore")).trim().split("\n");
  // As docs/scaling.md and Docker Compose place them.
  for (const file of ["deploy/tls/key.pem", ".env", ".env.production", "data/postgres/secrets.key"])
    expect(
      ignored.filter((pattern) =>
        [pattern, `${pattern}/**`].some((each) => path.matchesGlob(file, each)),
      ),
      file,
    ).toHaveLength(1);
  const uncommitted = (await read(".gitignore")).split("\n");
  expect(uncommitted).toEqual(expect.arrayContaining(["deploy/tls/", ".env*", "data/"]));
});

test("the servers of compose.yaml don't know the password of the tables' owner (ASVS 16.4.2)", async () => {
  const text = await read("compose.yaml");
  const shared = text.slice(text.indexOf("x-server:"), text.indexOf("\nservices:"));
  expect(shared).toContain("postgres://gavelyard_server:${SERVER_PASSWORD:?");
  expect(shared).toMatch(/migrate:\s+condition: service_completed_successfully/);
  expect(shared).not.toMatch(/POSTGRES_PASSWORD|MIGRATE_URL/);
  const names = [...text.matchAll(/^  (server-\d):\n    <<: \*server\n\n/gm)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(["server-1", "server-2"]);
});

test("the hosts of deploy/failover send the house's data by TLS only, and check certificates (ASVS 12.3.1)", async () => {
  const env = parseEnv(await read("deploy/failover/gavelyard.env"));
  expect(env).not.toHaveProperty("TRUSTED_NETWORK");
  expect(readSettings(env)).toMatchObject({ tls: { certFile: "/etc/gavelyard/host.pem" } });

  const etcd = await read("deploy/failover/etcd.env");
  expect(etcd.match(/http:\/\/[^,\n]+/g)?.every((url) => url.endsWith(":2379"))).toBe(true);
  expect(etcd).toContain("ETCD_PEER_CLIENT_CERT_AUTH=true\n");

  const patroni = await read("deploy/failover/patroni.yml");
  const access = patroni.slice(patroni.indexOf("pg_hba:")).match(/^ +- \w+/gm);
  expect(new Set(access?.map((line) => line.trim()))).toEqual(new Set(["- hostssl"]));
  expect(patroni.match(/sslmode: verify-full/g)).toHaveLength(2);

  const balancer = await read("deploy/failover/haproxy.cfg");
  const servers = balancer.match(/^ +server .+/gm) ?? [];
  expect(servers).toHaveLength(7);
  for (const line of servers) expect(line).toMatch(/server (\S+) .*verifyhost \1\b/);
  const defaults = balancer.match(/^ +default-server .+/gm) ?? [];
  expect(defaults).toHaveLength(3);
  for (const line of defaults) expect(line).toMatch(/ssl verify required ca-file/);
});

test("a host of deploy/failover that is broken or a neighbor reaches no port that it doesn't need (N14)", async () => {
  const text = await read("deploy/failover/nftables.conf");
  expect(text).toMatch(/type filter hook input priority filter; policy drop;/);
  const open = [...text.matchAll(/^ +tcp dport (.+) accept$/gm)].map(([, rule = ""]) => rule);
  const places = ["databases", "servers", "door", "operators"];
  const mayReach = Object.fromEntries(
    open.map((rule) => {
      const [, port = rule, sources = "everyone"] = /^(\d+) ip saddr \{ (.+) \}$/.exec(rule) ?? [];
      return [port, sources.replaceAll("$", "").split(", ")];
    }),
  );
  expect(mayReach).toEqual({
    22: ["everyone"],
    "{ 80, 443 }": ["everyone"],
    5432: places,
    8008: ["databases", "door", "operators"],
    5000: ["door", "operators"],
    8080: ["door", "operators"],
    2379: places,
    2380: ["servers", "door"],
  });

  const files = ["etcd.env", "patroni.yml", "haproxy.cfg"].map((name) => `deploy/failover/${name}`);
  const [etcd = "", patroni = "", balancer = ""] = await Promise.all(files.map(read));
  for (const file of [etcd, patroni]) expect(file).not.toMatch(/0\.0\.0\.0|\[::\]/);
  expect(etcd.match(/^#   ETCD_LISTEN_\w+=\S+/gm)).toEqual([
    "#   ETCD_LISTEN_PEER_URLS=https://10.77.0.14:2380",
    "#   ETCD_LISTEN_CLIENT_URLS=http://10.77.0.14:2379",
  ]);
  expect(balancer.match(/^ +bind .+/gm)?.map((line) => line.trim())).toEqual([
    "bind :80",
    "bind door:5000",
  ]);
  expect(patroni).toMatch(/^etcd3:\n.+\n +username: patroni\n/m);
  expect(await read("deploy/failover/etcd-users.sh")).toMatch(/\netcdctl auth enable\n$/);
});

test("deploy/failover/certificates.sh makes a certificate for each host, of one authority", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "gavelyard-certificates-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const script = path.join(import.meta.dirname, "../deploy/failover/certificates.sh");
  const make = () => promisify(execFile)("sh", [script, dir]);
  await make();
  const authority = new X509Certificate(await readFile(path.join(dir, "ca.pem")));
  const load = async (host: string) =>
    new X509Certificate(await readFile(path.join(dir, host, "host.pem")));
  for (const host of ["db-1", "db-2", "db-3", "app-1", "app-2", "door"]) {
    const certificate = await load(host);
    expect(certificate.verify(authority.publicKey), host).toBe(true);
    expect(certificate.checkHost(host), host).toBe(host);
    expect(certificate.checkHost("app-9"), host).toBeUndefined();
    expect(Date.parse(certificate.validTo) - Date.now()).toBeGreaterThan(9 * 365 * 86_400_000);
    const { mode } = await stat(path.join(dir, host, "host.key"));
    expect(mode & 0o777, host).toBe(0o600);
  }
  // A host that was replaced gets a new one of the same authority, and the others keep theirs.
  const [kept, replaced] = [await load("db-1"), await load("db-2")];
  await rm(path.join(dir, "db-2"), { recursive: true });
  await make();
  expect((await load("db-1")).fingerprint256).toBe(kept.fingerprint256);
  expect((await load("db-2")).fingerprint256).not.toBe(replaced.fingerprint256);
  expect((await load("db-2")).verify(authority.publicKey)).toBe(true);
});

test.each(["Dockerfile", "compose.yaml"])(
  "every image of %s has a digest, since a tag can mean another image tomorrow",
  async (file) => {
    const images = imagesIn(await read(file)).map(parseReference);
    expect(images.length).toBeGreaterThan(0);
    expect(images.filter(({ tag, digest }) => tag === "latest" || digest === null)).toEqual([]);
  },
);
