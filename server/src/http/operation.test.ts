import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
import { createLogger } from "./logger.ts";

let app: AuthApp;
let logged = "";
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
beforeAll(async () => {
  app = await openAuthApp({ log: createLogger("info", sink), trustProxy: ["10.0.0.0/8"] });
});
afterAll(() => app.close());

const metrics = (headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
  app.app.inject({ method: "GET", url: "/metrics", headers, remoteAddress });

describe("metrics", () => {
  test("cover calls, connections and the process, for the machine itself", async () => {
    await app.get("/inventories");
    await app.get("/inventory/987654321");
    const { body, headers } = await metrics();
    expect(headers["content-type"]).toContain("text/plain");
    expect(body).toMatch(
      /gavelyard_http_seconds_count\{method="GET",route="\/inventories",status="200"\} \d/,
    );
    expect(body).toContain('status="404"');
    expect(body).not.toContain("987654321");
    for (const name of ["database_connections", "live_delivered", "unhandled_rejections"]) {
      expect(body).toContain(`gavelyard_${name} `);
    }
    expect(body).toContain("process_cpu_seconds_total");
  });

  test("are hidden from others and from forwarded calls", async () => {
    expect((await metrics({}, "192.0.2.7")).statusCode).toBe(404);
    expect((await metrics({ "x-forwarded-for": "127.0.0.1" })).statusCode).toBe(404);
    expect((await metrics({ via: "1.1 proxy" })).statusCode).toBe(404);
    expect((await metrics({ host: "evil.example" })).statusCode).toBe(404);
  });

  test("are shown to callers with the token, if one is set", async () => {
    const guarded = await app.sibling({ metricsToken: "a token for the scraper" });
    const ask = (authorization: string) =>
      guarded.app.inject({ method: "GET", url: "/metrics", headers: { authorization } });
    expect((await ask("Bearer a-wrong-one")).statusCode).toBe(404);
    await guarded.close();
  });
});

describe("the log", () => {
  test("has each request by the number in its response, and by whom", async () => {
    const { jwt, userId } = await app.customer();
    const reply = await app.get("/api/user/current", jwt);
    const id = String(reply.headers["x-request-id"]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const lines = logged
      .split("\n")
      .filter((line) => line.includes(id))
      .map((line): unknown => JSON.parse(line));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ req: { id, method: "GET", path: "/api/user/current" } });
    expect(lines[1]).toMatchObject({ res: { statusCode: 200, userId } });
  });

  test("has failed requests, also where others aren't logged", async () => {
    const quiet = await app.sibling({ log: createLogger("warn", sink) });
    const failing = vi.spyOn(quiet.context.pool, "query");
    failing.mockRejectedValue(new Error("a trouble of its own"));
    const reply = await quiet.get("/auctions/987654321?token=secret-of-an-address");
    failing.mockRestore();
    await quiet.close();
    expect(reply.statusCode).toBe(500);
    const lines = logged.split("\n").filter((line) => line.includes("a trouble of its own"));
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      {
        err: { message: "a trouble of its own" },
        req: { id: reply.headers["x-request-id"], method: "GET", path: "/auctions/987654321" },
      },
    ]);
    expect(logged).not.toContain("secret-of-an-address");
  });

  test("has an error of PostgreSQL without the values that it quotes", async () => {
    const lines: string[] = [];
    const log = createLogger("info", { write: (line) => lines.push(line) });
    const { email } = await app.customer();
    const repeated = app.context.pool.query(
      `INSERT INTO users (email, name, role, password_hash) VALUES ($1, 'Dana', 'ROLE_CUSTOMER', '')`,
      [email],
    );
    await repeated.catch((err: unknown) => log.error({ err }, "not written"));
    const [line = ""] = lines;
    expect(JSON.parse(line).err).toMatchObject({
      code: "23505",
      message: expect.stringContaining("unique"),
    });
    expect(line).not.toContain(email);
  });

  test("has the first of many equal errors, and how many were left out", () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const lines: string[] = [];
    const log = createLogger("info", { write: (line) => lines.push(line) });
    const fail = (message: string) =>
      log.child({ of: "a call" }).error({ err: new Error("no") }, message);
    for (let call = 0; call < 500; call += 1) {
      fail("the database is unavailable");
      log.info("a call");
    }
    fail("something else");
    const written = (message: string) => lines.filter((line) => line.includes(message)).length;
    expect(written("the database is unavailable")).toBe(20);
    expect(written("something else")).toBe(1);
    expect(written('"a call"}')).toBe(500);
    vi.advanceTimersByTime(60_000);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
      level: 50,
      leftOut: 480,
      msg: "the database is unavailable",
    });
    fail("the database is unavailable");
    expect(written("the database is unavailable")).toBe(22);
  });

  test("contains no password, token or code", async () => {
    const { email, jwt } = await app.customer();
    await app.verify(app.newEmail());
    await app.logIn(email, "a wrong pass phrase");
    await app.get("/reset-password?token=tok-of-a-link", jwt);
    await app.post("/auth/reset-password", {
      token: "tok-of-a-body",
      newPassword: "new pass phrase",
    });
    await app.post("/auth/refresh-token", { token: jwt });
    for (const secret of [
      jwt,
      "a wrong pass phrase",
      "tok-of-a-link",
      "tok-of-a-body",
      "new pass",
    ]) {
      expect(logged).not.toContain(secret);
    }
    const codes = await app.query("SELECT text_body FROM mails WHERE subject LIKE '%code%'");
    expect(codes.length).toBeGreaterThan(0);
    for (const { text_body: text } of codes) {
      expect(logged).not.toContain(/\b\d{6}\b/.exec(String(text))?.[0]);
    }
  });

  test("has one line of JSON for each event, whatever a request contains (ASVS 16.4.1)", async () => {
    const forged = '"}\n{"level":60,"msg":"forged"}';
    await app.app.inject({
      url: `/auctions/${encodeURIComponent(forged)}`,
      headers: { "user-agent": forged.replace("\n", "\t"), "x-request-id": forged },
    });
    await app.post("/auth/login", { email: forged, password: forged });
    const lines = logged.trim().split("\n");
    const events = lines.map((line): unknown => JSON.parse(line));
    expect(events).not.toContainEqual(expect.objectContaining({ msg: "forged" }));
  });
});

describe("the address of a caller", () => {
  const heardFrom = async (remoteAddress: string, forwarded: string) => {
    const reply = await app.app.inject({
      method: "GET",
      url: "/site-details",
      remoteAddress,
      headers: { "x-forwarded-for": forwarded },
    });
    const id = String(reply.headers["x-request-id"]);
    return /"ip":"([^"]*)"/.exec(logged.split("\n").find((line) => line.includes(id)) ?? "")?.[1];
  };

  test("is what our proxy reports", async () => {
    expect(await heardFrom("10.1.2.3", "203.0.113.9")).toBe("203.0.113.9");
    expect(await heardFrom("10.1.2.3", "6.6.6.6, 203.0.113.9, 10.9.9.9")).toBe("203.0.113.9");
  });

  test("is the socket's own for everybody else", async () => {
    expect(await heardFrom("198.51.100.4", "203.0.113.9")).toBe("198.51.100.4");
  });
});
