import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
beforeEach(() => app.context.pool.query("DELETE FROM page_failures"));
afterAll(() => app.close());

const failure = {
  kind: "DRAWING",
  build: "index-tjvXLhf-",
  route: "/truck/:id",
  error: "TypeError",
  frames: ["unit-DX5x.js:1:2345", "shared-D_Wt.js:3:99"],
} as const;
const report = (more: object = {}) => app.post("/api/pages/failures", { ...failure, ...more });
const rows = async () =>
  (await app.context.pool.query("SELECT kind, route, reports FROM page_failures ORDER BY route"))
    .rows;
const alerts = async () => {
  const { jwt } = await app.administrator();
  const home = (await app.get("/api/adminsupport/home", jwt)).json();
  return home.queues
    .find(({ name }: { name: string }) => name === "BACKUPS")
    .next.filter(({ title }: { title: string }) => title === "Pages fail in browsers")
    .map(({ detail }: { detail: string }) => detail);
};
const metric = async (name: string) => {
  const text = (await app.get("/metrics", "")).body;
  return text.split("\n").filter((line) => line.startsWith(name));
};

test("equal failures are one row with a count, and the third alerts administrators (D79)", async () => {
  for (const build of ["index-a", "index-a"])
    expect((await report({ build })).statusCode).toBe(200);
  expect(await rows()).toEqual([{ kind: "DRAWING", route: "/truck/:id", reports: 2 }]);
  expect(await alerts()).toEqual([]);
  await report({ build: "index-b" });
  expect(await alerts()).toEqual(["drawing on /truck/:id, 3 times, in unit-DX5x.js:1:2345"]);
  expect(await metric('gavelyard_page_failures{kind="DRAWING"}')).toEqual([
    'gavelyard_page_failures{kind="DRAWING"} 3',
  ]);
});

test.each([
  { route: "/truck/:id?q=dana@people.example" },
  { route: "/dana@people.example" },
  { route: "/truck/5" },
  { error: "Dana Reyes owes $5" },
  { frames: ["https://evil.example/x.js:1:2"] },
  { frames: Array.from({ length: 9 }, () => "a.js:1:1") },
  { build: "<b>" },
  { kind: "SADNESS" },
])("a report with anything else, %j, is refused and not kept", async (more) => {
  expect((await report(more)).statusCode).toBe(400);
  expect(await rows()).toEqual([]);
});

test("a day keeps at most 200 different failures, and counts the known ones on", async () => {
  await report({ route: "/about" });
  await app.context.pool.query(
    `INSERT INTO page_failures (day, stack_hash, kind, build, route, error, frames)
      SELECT day, sha256(n::text::bytea), kind, build, '/other', error, frames
      FROM page_failures, generate_series(1, 199) n`,
  );
  await report({ route: "/terms" });
  await report({ route: "/about" });
  const kept = await rows();
  expect(kept).toHaveLength(200);
  expect(kept[0]).toMatchObject({ route: "/about", reports: 2 });
});

test("how fast pages were is in the metrics, by route, other routes as one", async () => {
  for (const [route, lcpMs] of [
    ["/truck/:id", 1_200],
    ["/some-page", 3_000],
    ["/other-page", 3_000],
  ]) {
    const reply = await app.post("/api/pages/speeds", { route, lcpMs, inpMs: 80 });
    expect(reply.statusCode).toBe(200);
  }
  const count = await metric("gavelyard_page_lcp_seconds_count");
  expect(count.toSorted()).toEqual([
    'gavelyard_page_lcp_seconds_count{route="/truck/:id"} 1',
    'gavelyard_page_lcp_seconds_count{route="other"} 2',
  ]);
  expect(await metric('gavelyard_page_inp_seconds_bucket{le="0.1",route="/truck/:id"}')).toEqual([
    'gavelyard_page_inp_seconds_bucket{le="0.1",route="/truck/:id"} 1',
  ]);
});
