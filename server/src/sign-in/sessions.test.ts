import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jtiOf, openAuthApp, type AuthApp } from "../testing/auth-app.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const tokenOf = (reply: { json: () => { jwt: string } }) => reply.json().jwt;
const current = (jwt: string) => app.get("/api/user/current", jwt);
const refresh = (token: string) => app.post("/auth/refresh-token", { token });

describe("bearer tokens", () => {
  test('a missing, forged or expired one gets 401 with "token" in the message', async () => {
    const user = await app.customer();
    const none = await app.get("/api/user/current");
    expect([none.statusCode, none.json().message]).toEqual([401, expect.stringContaining("token")]);

    for (const token of [
      `${user.jwt.slice(0, -4)}AAAA`,
      "not.a.token",
      await foreignToken(user.userId, jtiOf(user.jwt)),
      unsignedToken(user.userId, jtiOf(user.jwt)),
    ]) {
      const reply = await current(token);
      expect([reply.statusCode, reply.json().message]).toEqual([401, "Invalid token"]);
    }

    await app.expire(user.jwt, "1 second");
    const expired = await current(user.jwt);
    expect([expired.statusCode, expired.json().message]).toEqual([401, "Token expired"]);
  });

  test("a token signed with our key for another audience is invalid", async () => {
    const user = await app.customer();
    const token = await new SignJWT()
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer("gavelyard")
      .setAudience("elsewhere")
      .setSubject(String(user.userId))
      .setJti(jtiOf(user.jwt))
      .setExpirationTime("30m")
      .sign(Buffer.from(app.secret));
    expect((await current(token)).json().message).toBe("Invalid token");
  });

  test("a session is read once for many calls", async () => {
    const { jwt } = await app.customer();
    await current(jwt);
    await app.query("DELETE FROM sessions WHERE jti = $1", [jtiOf(jwt)]);
    expect((await current(jwt)).statusCode).toBe(200);
  });

  test("a suspended user's tokens stop working immediately, also in other processes", async () => {
    const other = await app.sibling();
    const user = await app.customer();
    expect((await current(user.jwt)).statusCode).toBe(200);
    expect((await other.get("/api/user/current", user.jwt)).statusCode).toBe(200);

    await app.setStatus(user.userId, "SUSPENDED");

    expect((await current(user.jwt)).json().message).toBe("Invalid token");
    await expect
      .poll(async () => (await other.get("/api/user/current", user.jwt)).statusCode, {
        // Its cache lasts 30 s.
        timeout: 20_000,
      })
      .toBe(401);
    expect((await refresh(user.jwt)).statusCode).toBe(401);
    await other.close();
  });

  test("an exchanged token expires early in other processes, too", async () => {
    const other = await app.sibling();
    const { jwt } = await app.customer();
    expect((await other.get("/api/user/current", jwt)).statusCode).toBe(200);
    expect((await refresh(jwt)).statusCode).toBe(200);
    await app.expire(jwt, "1 second");
    await expect
      .poll(async () => (await other.get("/api/user/current", jwt)).statusCode, {
        // Its cache lasts 30 s.
        timeout: 20_000,
      })
      .toBe(401);
    await other.close();
  });

  test("a process cut off from the others doesn't use its cache", async () => {
    const deaf = await app.sibling({ bus: "silent" });
    const user = await app.customer();
    expect((await deaf.get("/api/user/current", user.jwt)).statusCode).toBe(200);
    await app.setStatus(user.userId, "BANNED");
    expect((await deaf.get("/api/user/current", user.jwt)).statusCode).toBe(401);
    await deaf.close();
  });

  test("two processes without a secret among the settings share a generated one", async () => {
    const first = await app.sibling({ jwtSecret: null });
    const second = await app.sibling({ jwtSecret: null });
    const user = await first.customer();
    expect((await second.get("/api/user/current", user.jwt)).statusCode).toBe(200);
    expect((await current(user.jwt)).json().message).toBe("Invalid token");
    await first.close();
    await second.close();
  });
});

describe("refresh (D5)", () => {
  test("gives a new token that works, and the old one ends within seconds", async () => {
    const { jwt } = await app.customer();
    const next = tokenOf(await refresh(jwt));
    expect(next).not.toBe(jwt);
    expect((await current(next)).statusCode).toBe(200);
    // Calls in flight are still served.
    expect((await current(jwt)).statusCode).toBe(200);
    expect(await app.secondsLeft(jwt)).toBeLessThanOrEqual(10);
  });

  test("takes a token up to 7 days past its expiry", async () => {
    const early = await app.customer();
    await app.expire(early.jwt, "6 days 23 hours");
    expect((await current(early.jwt)).json().message).toBe("Token expired");
    expect((await current(tokenOf(await refresh(early.jwt)))).statusCode).toBe(200);

    const late = await app.customer();
    await app.expire(late.jwt, "7 days 1 minute");
    expect((await refresh(late.jwt)).statusCode).toBe(401);
  });

  test("refuses a used token and ends only the sessions of its sign-in", async () => {
    const { jwt, email } = await app.customer();
    const elsewhere = tokenOf(await app.logIn(email));
    const second = tokenOf(await refresh(jwt));
    const third = tokenOf(await refresh(second));
    expect((await current(third)).statusCode).toBe(200);

    const reused = await refresh(jwt);
    expect([reused.statusCode, reused.json().message]).toEqual([
      401,
      expect.stringContaining("token"),
    ]);
    for (const token of [jwt, second, third]) {
      expect((await current(token)).json().message).toBe("Invalid token");
    }
    expect((await refresh(third)).statusCode).toBe(401);
    expect((await current(elsewhere)).statusCode).toBe(200);
  });

  test("returns the same new token until it is used, since the response may get lost", async () => {
    const { jwt } = await app.customer();
    const [one, other] = await Promise.all([refresh(jwt), refresh(jwt)]);
    const next = tokenOf(one);
    expect(tokenOf(other)).toBe(next);
    expect(tokenOf(await refresh(jwt))).toBe(next);
    expect((await current(next)).statusCode).toBe(200);

    expect((await refresh(jwt)).statusCode).toBe(401);
    expect((await current(next)).json().message).toBe("Invalid token");
  });

  test("counts the exchange of the new token as its use", async () => {
    const { jwt } = await app.customer();
    const third = tokenOf(await refresh(tokenOf(await refresh(jwt))));
    expect((await refresh(jwt)).statusCode).toBe(401);
    expect((await current(third)).json().message).toBe("Invalid token");
  });

  test("follows a new token that was lost and has expired", async () => {
    const { jwt } = await app.customer();
    const lost = tokenOf(await refresh(jwt));
    await app.expire(lost, "1 hour");
    const next = tokenOf(await refresh(jwt));
    expect(next).not.toBe(lost);
    expect((await current(next)).statusCode).toBe(200);
  });

  test("never revives a new token that a sign-out ended", async () => {
    const { jwt } = await app.customer();
    const next = tokenOf(await refresh(jwt));
    await app.post("/auth/logout", undefined, next);
    expect((await refresh(jwt)).statusCode).toBe(401);
  });

  test("ends 30 days after the sign-in", async () => {
    const { jwt } = await app.customer();
    await app.query(
      "UPDATE sessions SET started_at = started_at - interval '31 days' WHERE jti = $1",
      [jtiOf(jwt)],
    );
    expect((await refresh(jwt)).statusCode).toBe(401);
  });

  test("refuses foreign tokens", async () => {
    const reply = await refresh("not.a.token");
    expect([reply.statusCode, reply.json().message]).toEqual([401, "Invalid token"]);
  });
});

describe("sign-out", () => {
  test("ends the token and those it could be exchanged for", async () => {
    const { jwt } = await app.customer();
    expect((await current(jwt)).statusCode).toBe(200);
    expect((await app.post("/auth/logout", undefined, jwt)).statusCode).toBe(200);
    expect((await current(jwt)).json().message).toBe("Invalid token");
    expect((await refresh(jwt)).statusCode).toBe(401);
  });

  test("works with an expired token, and says nothing about a foreign one", async () => {
    const { jwt } = await app.customer();
    await app.expire(jwt, "1 hour");
    expect((await app.post("/auth/logout", undefined, jwt)).statusCode).toBe(200);
    expect((await refresh(jwt)).statusCode).toBe(401);
    expect((await app.post("/auth/logout", undefined, "not.a.token")).statusCode).toBe(200);
    expect((await app.post("/auth/logout")).statusCode).toBe(200);
  });
});

async function foreignToken(userId: number, jti: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer("gavelyard")
    .setAudience("gavelyard-api")
    .setSubject(String(userId))
    .setJti(jti)
    .setExpirationTime("30m")
    .sign(Buffer.from("another secret of at least 32 characters"));
}

function unsignedToken(userId: number, jti: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    iss: "gavelyard",
    aud: "gavelyard-api",
    sub: String(userId),
    jti,
    exp: 4_000_000_000,
  };
  return `${part({ alg: "none" })}.${part(claims)}.`;
}
