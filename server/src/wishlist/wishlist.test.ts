import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";
import { MAX_WATCHED } from "./sql.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const list = (user: SignedUp, as = user) => app.get(`/api/wishlist/${user.userId}`, as.jwt);
const add = (user: SignedUp, inventoryId: number, as = user) =>
  app.post(`/api/wishlist/${user.userId}/add/${inventoryId}`, undefined, as.jwt);
const remove = (user: SignedUp, inventoryId: number, as = user) =>
  app.delete(`/api/wishlist/${user.userId}/remove/${inventoryId}`, as.jwt);
const ids = async (user: SignedUp) =>
  (await list(user)).json().map((item: { id: number }) => item.id);

test("watched units are listed newest first, with the main names (D35), until they are removed", async () => {
  const user = await app.customer();
  const first = await insertLot(app.context.pool, { leaderId: user.userId, priceCents: 410_000 });
  const second = await insertLot(app.context.pool);
  for (const lot of [first, second]) {
    expect((await add(user, lot.inventoryId)).statusCode).toBe(200);
  }
  const items = (await list(user)).json();
  expect(items.map((item: { id: number }) => item.id)).toEqual([
    second.inventoryId,
    first.inventoryId,
  ]);
  expect(items[1]).toMatchObject({
    name: "2019 Peterbilt 579",
    price: 4_100,
    year: 2019,
    mileage: null,
    location: "Amarillo, TX",
    image: null,
    status: "IN_AUCTION",
    description: expect.any(String),
    dateAdded: expect.stringMatching(/Z$/),
    addedAt: expect.stringMatching(/Z$/),
  });
  expect((await remove(user, second.inventoryId)).statusCode).toBe(200);
  expect((await remove(user, second.inventoryId)).statusCode).toBe(200);
  expect(await ids(user)).toEqual([first.inventoryId]);
});

test("watching again, also concurrently, changes nothing", async () => {
  const user = await app.customer();
  const { inventoryId } = await insertLot(app.context.pool);
  const replies = await Promise.all([1, 2, 3].map(() => add(user, inventoryId)));
  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200]);
  expect((await add(user, inventoryId)).statusCode).toBe(200);
  expect(await ids(user)).toEqual([inventoryId]);
});

test("only public units can be watched", async () => {
  const user = await app.customer();
  const { inventoryId } = await insertLot(app.context.pool);
  await app.query("UPDATE inventory SET status = 'DRAFT' WHERE id = $1", [inventoryId]);
  for (const id of [inventoryId, 999_999]) expect((await add(user, id)).statusCode).toBe(404);
  expect(await ids(user)).toEqual([]);
});

test("a watchlist has a maximum size", async () => {
  const user = await app.customer();
  const { inventoryId } = await insertLot(app.context.pool);
  await app.query(
    `INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year, manufacturer,
        model, title_brand, yard_id, specs, starting_cents, status)
      SELECT 'many-' || n, 'M' || n, inventory_type, identifier_type, model_year, manufacturer, model,
        title_brand, yard_id, specs, starting_cents, 'AVAILABLE'
      FROM inventory, generate_series(1, $2) AS n WHERE id = $1`,
    [inventoryId, MAX_WATCHED],
  );
  await app.query(
    "INSERT INTO wishlist_items (user_id, inventory_id) SELECT $1, id FROM inventory WHERE slug LIKE 'many-%'",
    [user.userId],
  );
  expect((await add(user, inventoryId)).statusCode).toBe(409);
  const [watched] = await ids(user);
  expect((await add(user, watched)).statusCode).toBe(200);
  expect(await ids(user)).toHaveLength(MAX_WATCHED);
});

test("a watchlist is its owner's; staff may read but not change it", async () => {
  const user = await app.customer();
  const other = await app.customer();
  const admin = await app.administrator();
  const { inventoryId } = await insertLot(app.context.pool);
  await add(user, inventoryId);
  expect((await list(user, other)).statusCode).toBe(403);
  expect((await add(user, inventoryId, other)).statusCode).toBe(403);
  expect((await remove(user, inventoryId, other)).statusCode).toBe(403);
  expect((await list(user, admin)).json()).toHaveLength(1);
  expect((await add(user, inventoryId, admin)).statusCode).toBe(403);
  expect((await remove(user, inventoryId, admin)).statusCode).toBe(403);
  expect((await app.get(`/api/wishlist/${user.userId}`)).statusCode).toBe(401);
  expect(await ids(user)).toEqual([inventoryId]);
});
