import { MAX_SAVED_SEARCHES } from "@gavelyard/domain/inventory/saved-searches";
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

test("a search is saved with its filter, counts new units and can be deleted", async () => {
  const user = await app.customer();
  const filter = { manufacturer: ["Peterbilt"], yearFrom: 2015, sort: "NEWEST" };
  const saved = (await save(user, "Petes", filter)).json();
  expect(saved).toMatchObject({ name: "Petes", filter, newUnits: 0 });
  await save(user, "Fords", { manufacturer: ["Ford"] });
  await insertLot(app.context.pool);
  expect(await list(user)).toMatchObject([
    { name: "Fords", newUnits: 0 },
    { name: "Petes", newUnits: 1 },
  ]);
  const seen = await app.post(`${path(user)}/${saved.id}/seen`, undefined, user.jwt);
  expect(seen.statusCode).toBe(200);
  expect(await list(user)).toMatchObject([{ newUnits: 0 }, { newUnits: 0 }]);
  expect((await app.delete(`${path(user)}/${saved.id}`, user.jwt)).statusCode).toBe(200);
  expect(await list(user)).toMatchObject([{ name: "Fords" }]);
});

test("a search whose deletion is undone still counts what was new", async () => {
  const user = await app.customer();
  const { id, seenAt } = (await save(user, "All")).json();
  await insertLot(app.context.pool);
  await app.delete(`${path(user)}/${id}`, user.jwt);
  const restored = await app.post(path(user), { name: "All", filter: {}, seenAt }, user.jwt);
  expect(restored.json()).toMatchObject({ newUnits: 1, seenAt });
  const later = { name: "Later", filter: {}, seenAt: "2099-01-01T00:00:00Z" };
  const { seenAt: stored } = (await app.post(path(user), later, user.jwt)).json();
  expect(Date.parse(stored)).toBeLessThanOrEqual(Date.now());
});

test("invalid, duplicate and excess searches are refused", async () => {
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

test("searches belong to their owner", async () => {
  const [user, other] = [await app.customer(), await app.customer()];
  const { id } = (await save(user, "Mine")).json();
  expect((await save(user, "Theirs", {}, other)).statusCode).toBe(403);
  expect((await app.delete(`${path(other)}/${id}`, other.jwt)).statusCode).toBe(200);
  const seen = await app.post(`${path(other)}/${id}/seen`, undefined, other.jwt);
  expect(seen.statusCode).toBe(404);
  expect(await list(user)).toHaveLength(1);
});
