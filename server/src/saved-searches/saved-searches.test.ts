import { MAX_SAVED_SEARCHES } from "@gavelyard/domain/saved-searches";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const path = (user: SignedUp) => `/api/users/${user.userId}/saved-searches`;
const save = (user: SignedUp, name: string, filter: object = {}, as = user) =>
  app.post(path(user), { name, filter }, as.jwt);
const list = async (user: SignedUp) => (await app.get(path(user), user.jwt)).json();

test("a search is kept with what it asks for, counts what is new and is forgotten", async () => {
  const user = await app.customer();
  const filter = { manufacturer: ["Peterbilt"], yearFrom: 2015, sort: "NEWEST" };
  const kept = (await save(user, "Petes", filter)).json();
  expect(kept).toMatchObject({ name: "Petes", filter, newUnits: 0 });
  await save(user, "Fords", { manufacturer: ["Ford"] });
  await insertLot(app.context.pool);
  expect(await list(user)).toMatchObject([
    { name: "Fords", newUnits: 0 },
    { name: "Petes", newUnits: 1 },
  ]);
  const seen = await app.post(`${path(user)}/${kept.id}/seen`, undefined, user.jwt);
  expect(seen.statusCode).toBe(200);
  expect(await list(user)).toMatchObject([{ newUnits: 0 }, { newUnits: 0 }]);
  expect((await app.delete(`${path(user)}/${kept.id}`, user.jwt)).statusCode).toBe(200);
  expect(await list(user)).toMatchObject([{ name: "Fords" }]);
});

test("what cannot be kept is said", async () => {
  const user = await app.customer();
  expect((await save(user, "Mine")).statusCode).toBe(200);
  expect((await save(user, "Mine")).json()).toMatchObject({
    statusCode: 409,
    message: "You already have a saved search with this name",
  });
  expect((await save(user, " ")).statusCode).toBe(400);
  expect((await save(user, "Odd", { color: "red" })).statusCode).toBe(400);
  const many = Array.from({ length: MAX_SAVED_SEARCHES + 3 }, (_, n) => save(user, `n ${n}`));
  await Promise.all(many);
  expect(await list(user)).toHaveLength(MAX_SAVED_SEARCHES);
});

test("searches are their owner's alone", async () => {
  const [user, other] = [await app.customer(), await app.customer()];
  const { id } = (await save(user, "Mine")).json();
  expect((await save(user, "Theirs", {}, other)).statusCode).toBe(403);
  expect((await app.delete(`${path(other)}/${id}`, other.jwt)).statusCode).toBe(200);
  const seen = await app.post(`${path(other)}/${id}/seen`, undefined, other.jwt);
  expect(seen.statusCode).toBe(404);
  expect(await list(user)).toHaveLength(1);
});
