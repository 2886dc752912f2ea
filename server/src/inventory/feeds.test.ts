import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";

let app: AuthApp;
let key: string;
let admin: SignedUp;
let shown: number;
let hidden: number;
beforeAll(async () => {
  app = await openAuthApp();
  admin = await app.administrator();
  const body = { name: "Reseller", scopes: ["inventory:read"], expiresInDays: 30 };
  key = (await app.post("/api/user/api-keys", body, admin.jwt)).json().key;
  ({ inventoryId: shown } = await insertLot(app.context.pool));
  ({ inventoryId: hidden } = await insertLot(app.context.pool));
  await app.query("UPDATE inventory SET status = 'DRAFT' WHERE id = $1", [hidden]);
  await app.query("UPDATE inventory SET manufacturer = '=HYPERLINK(1)' WHERE id = $1", [shown]);
});
afterAll(() => app.close());

test("the feed has every unit that buyers see, in parts, and no reserve", async () => {
  const before = (await app.get("/api/feeds/inventory", key)).json();
  expect(before).toMatchObject({ units: [{ id: shown, lot: { status: "OPEN" } }], next: null });
  expect(JSON.stringify(before)).not.toMatch(/reserveCents|reservePrice|maxAmount/);
  await app.query(
    `INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year, manufacturer,
        model, title_brand, yard_id, specs, starting_cents, status)
      SELECT 'feed-' || n, 'F' || n, inventory_type, identifier_type, model_year, 'Volvo', model,
        title_brand, yard_id, specs, starting_cents, 'AVAILABLE'
      FROM inventory, generate_series(1, 501) AS n WHERE id = $1`,
    [shown],
  );
  const seen: number[] = [];
  for (let after: number | null = 0; after !== null;) {
    const path: string = after === 0 ? "" : `?after=${after}`;
    const part = (await app.get(`/api/feeds/inventory${path}`, key)).json();
    seen.push(...part.units.map(({ id }: { id: number }) => id));
    after = part.next;
  }
  expect(seen).toHaveLength(502);
  expect(new Set(seen).size).toBe(502);
  expect(seen).not.toContain(hidden);
  await app.query("DELETE FROM inventory WHERE slug LIKE 'feed-%'");
});

test("the CSV feed has the same units, and nothing that a spreadsheet runs as a formula", async () => {
  const reply = await app.get("/api/feeds/inventory.csv", key);
  expect(reply.headers["content-type"]).toContain("text/csv");
  const [head, ...lines] = reply.body.trim().split("\r\n");
  expect(head).toContain("ID,Stock number,Title");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("'=HYPERLINK(1)");
  expect(lines[0]).toContain(`https://gavelyard.example/truck/${shown}`);
});

test("feeds need a key or a sign-in", async () => {
  for (const path of ["/api/feeds/inventory", "/api/feeds/inventory.csv"]) {
    expect((await app.get(path)).statusCode).toBe(401);
    expect((await app.get(path, "gvk_unknown")).statusCode).toBe(401);
  }
});
