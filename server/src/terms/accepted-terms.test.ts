import { termsVersion } from "@gavelyard/domain/terms";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
import { ownData } from "../users/own-data-sql.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const accepted = async (jwt: string) =>
  (await app.get("/api/user/current", jwt)).json().acceptedTerms;
const recorded = async (userId: number) =>
  (
    await app.context.pool.query<{ accepted_at: Date }>(
      "SELECT accepted_at FROM terms_acceptances WHERE user_id = $1",
      [userId],
    )
  ).rows;

const signUp = (email: string, terms?: string) =>
  app.post("/auth/signup", {
    name: "Dana Reyes",
    email,
    password: "a long road home 9",
    ...(terms === undefined ? {} : { acceptedTerms: terms }),
  });

const open = async (email: string, terms?: string) => {
  await app.verify(email);
  return signUp(email, terms);
};

test("a new account's acceptance of the terms is on record, with its time (D78)", async () => {
  const reply = await open("accepts@people.example", termsVersion);
  const { userId, jwt } = reply.json();
  expect(reply.statusCode).toBe(200);
  expect(await accepted(jwt)).toBe(termsVersion);
  const [row] = await recorded(userId);
  expect(Math.abs(Date.now() - (row?.accepted_at.getTime() ?? 0))).toBeLessThan(600_000);
});

test("a client of the specification signs up without them, and accepts them later, once", async () => {
  const { userId, jwt } = (await open("specified@people.example")).json();
  expect(await accepted(jwt)).toBe(null);
  const accept = () => app.post("/api/user/terms", { version: termsVersion }, jwt);
  expect([(await accept()).statusCode, (await accept()).statusCode]).toEqual([200, 200]);
  expect(await accepted(jwt)).toBe(termsVersion);
  expect(await recorded(userId)).toHaveLength(1);
});

test("only the current terms can be accepted, and nothing is half done", async () => {
  const email = "earlier@people.example";
  const reply = await open(email, "2020-01-01");
  expect(reply.statusCode).toBe(400);
  expect(JSON.stringify(reply.json())).toContain("Our terms have changed. Reload the page");
  const { jwt } = (await signUp(email, termsVersion)).json();
  const late = await app.post("/api/user/terms", { version: "2020-01-01" }, jwt);
  expect(late.statusCode).toBe(400);
});

test("an acceptance is never changed", async () => {
  const { userId } = (await open("stays@people.example", termsVersion)).json();
  const change = app.context.pool.query(
    "UPDATE terms_acceptances SET version = '2020-01-01' WHERE user_id = $1",
    [userId],
  );
  await expect(change).rejects.toThrow();
});

test("your own data has what you accepted", async () => {
  const { userId } = (await open("exports@people.example", termsVersion)).json();
  expect(await ownData(app.context.pool, userId)).toMatchObject({
    acceptedTerms: [{ version: termsVersion }],
  });
});
