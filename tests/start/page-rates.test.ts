import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDatabase, type FreshDatabase } from "../database.ts";
import { startProduct, type Product } from "../product.ts";

let database: FreshDatabase;
let product: Product;
beforeAll(async () => {
  database = await createDatabase(inject("postgresUrl"));
  product = await startProduct({
    DATABASE_URL: database.url,
    DEMO: "0",
    DATA_DIR: database.dataDir,
    // 180 a minute from one address.
    RATE_LIMITS: "0.2",
  });
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

test.each(["/about", "/auctions"])(
  "who asks for %s too often is told when to come back",
  async (path) => {
    const open = () => fetch(product.url + path, { headers: { Accept: "text/html" } });
    let answer = await open();
    // At most twice what is allowed: the minute may end in between.
    for (let asked = 1; answer.status === 200 && asked < 400; asked += 1) {
      await answer.body?.cancel();
      answer = await open();
    }
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(await answer.text()).toContain("asked for from your network");
  },
);
