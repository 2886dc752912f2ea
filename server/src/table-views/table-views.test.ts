import { maxTableViews } from "@gavelyard/contract/table-views";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());

const path = "/api/adminsupport/table-views";
const save = (name: string, query: string, by = staff, table = "inventory") =>
  app.put(path, { table, name, query }, by.jwt);
const listed = async (by = staff, table = "inventory") =>
  (await app.get(`${path}?table=${table}`, by.jwt)).json();

test("a person keeps views by name, replaces one of the same name, and deletes them", async () => {
  expect(await listed()).toEqual([]);
  const drafts = (await save("Drafts", "tab=inventory&status=DRAFT")).json();
  await save("Amarillo", "tab=inventory&yard=1");
  expect(await listed()).toMatchObject([{ name: "Amarillo" }, drafts]);
  await save("Drafts", "tab=inventory&status=DRAFT&hide=views");
  expect(await listed()).toMatchObject([
    { name: "Amarillo" },
    { id: drafts.id, query: "tab=inventory&status=DRAFT&hide=views" },
  ]);
  expect(await listed(staff, "auctions")).toEqual([]);
  expect((await app.delete(`${path}/${drafts.id}`, staff.jwt)).statusCode).toBe(200);
  expect((await app.delete(`${path}/${drafts.id}`, staff.jwt)).statusCode).toBe(200);
  expect(await listed()).toMatchObject([{ name: "Amarillo" }]);
});

test("nobody sees or deletes another's views", async () => {
  const other = await app.support();
  const [mine] = await listed();
  expect(await listed(other)).toEqual([]);
  await app.delete(`${path}/${mine.id}`, other.jwt);
  expect(await listed()).toEqual([mine]);
  const customer = await app.customer();
  expect((await save("Mine", "tab=inventory", customer)).statusCode).toBe(403);
});

test.each([
  ["", "tab=inventory"],
  ["Long", "x".repeat(2_001)],
])("the view %j is refused", async (name, query) => {
  expect((await save(name, query)).statusCode).toBe(400);
  expect((await save("Other", "tab=x", staff, "payments")).statusCode).toBe(400);
});

test("a person's views have a limit, also from two windows at once", async () => {
  const clerk = await app.support();
  const replies = await Promise.all(
    Array.from({ length: maxTableViews + 2 }, (_, at) =>
      save(`View ${at}`, "tab=users", clerk, "users"),
    ),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(maxTableViews);
  const refused = replies.filter(({ statusCode }) => statusCode === 409);
  expect(refused).toHaveLength(2);
  expect(refused[0]?.json().message).toMatch(/Delete one/);
  const [first] = await listed(clerk, "users");
  expect((await save(first.name, "tab=users&q=a", clerk, "users")).statusCode).toBe(200);
});
