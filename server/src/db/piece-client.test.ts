import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { openMarketplace, type Marketplace } from "../testing/marketplace.ts";
import { PieceClient, type Asked } from "./piece-client.ts";
import { connectionConfig } from "./pool.ts";
import { packedArray, textArray } from "./row-arrays.ts";

let market: Marketplace;
beforeAll(async () => {
  market = await openMarketplace();
  await market.context.pool.query("CREATE TABLE noted (word text PRIMARY KEY)");
});
afterAll(() => market?.close());
beforeEach(() => market.context.pool.query("TRUNCATE noted"));

let losses = 0;
async function connect(silenceMs = 5_000): Promise<PieceClient> {
  const client = new PieceClient(connectionConfig(market.context.databaseUrl, "test"), {
    silenceMs,
  });
  losses = 0;
  await client.connect(() => (losses += 1));
  onTestFinished(() => client.end());
  return client;
}

const note = (piece: Asked, word: string) =>
  piece.query<{ word: string }>({
    name: "note",
    text: "INSERT INTO noted VALUES ($1) RETURNING word",
    values: [word],
  });
const noted = (piece: Asked) =>
  piece.query<{ word: string }>({ name: "noted", text: "SELECT word FROM noted ORDER BY word" });
const words = async (client: PieceClient) =>
  (await client.inOnePiece(noted)).rows.map(({ word }) => word);

test("each statement of a piece has its own answer, the first time and later", async () => {
  const client = await connect();
  for (const [first, second] of [
    ["a", "b"],
    ["c", "d"],
  ] as const) {
    const answers = await client.inOnePiece((piece) =>
      Promise.all([
        note(piece, first),
        piece.query({
          name: "kinds",
          text: "SELECT 1::bigint AS id, NULL::text AS nothing, true AS yes, $1::int AS five, to_timestamp(0) AS at",
          values: [5],
        }),
        note(piece, second),
      ]),
    );
    expect(answers).toEqual([
      { rows: [{ word: first }], command: "INSERT 0 1" },
      {
        rows: [{ id: 1, nothing: null, yes: true, five: 5, at: new Date(0) }],
        command: "SELECT 1",
      },
      { rows: [{ word: second }], command: "INSERT 0 1" },
    ]);
  }
});

test("a piece of nothing is answered, and one that was sent takes nothing more", async () => {
  const client = await connect();
  expect(await client.inOnePiece(async () => "nothing")).toBe("nothing");
  await expect(
    client.inOnePiece(async (piece) => {
      await noted(piece);
      await noted(piece);
    }),
  ).rejects.toThrow("sent already");
});

test("when one fails all do, none after it is carried out, and the connection goes on", async () => {
  const client = await connect();
  const fail = (piece: Asked) =>
    piece.query({ name: "fail", text: "SELECT 1 / $1::int", values: [0] });
  const settled = await client.inOnePiece((piece) =>
    Promise.allSettled([
      piece.query({ name: "begin", text: "BEGIN" }),
      note(piece, "before"),
      fail(piece),
      note(piece, "after"),
      piece.query({ name: "commit", text: "COMMIT" }),
    ]),
  );
  expect(
    settled.map((each) => (each.status === "rejected" ? String(each.reason) : "done")),
  ).toEqual(Array.from({ length: 5 }, () => "error: division by zero"));
  await client.inOnePiece((piece) => piece.query({ name: "rollback", text: "ROLLBACK" }));
  expect(await words(client)).toEqual([]);
  await client.inOnePiece((piece) => Promise.all([note(piece, "again"), noted(piece)]));
  expect(await words(client)).toEqual(["again"]);
  await expect(client.inOnePiece(fail)).rejects.toThrow("division by zero");
  expect(losses).toBe(0);
});

test("pieces sent at once are answered one after the other", async () => {
  const client = await connect();
  const all = [..."abcdefgh"].map((word) => client.inOnePiece((piece) => note(piece, word)));
  const again = client.inOnePiece((piece) => note(piece, "a"));
  await expect(again).rejects.toMatchObject({ code: "23505" });
  expect((await Promise.all(all)).map(({ rows }) => rows[0]?.word).join("")).toBe("abcdefgh");
  expect(await words(client)).toEqual([..."abcdefgh"]);
});

test("the database has the next piece at hand, though nobody heard of the one before it yet", async () => {
  const client = await connect();
  const at = (name: string, text: string) =>
    client.inOnePiece((piece) => piece.query<{ at: Date }>({ name, text }));
  const now = () => at("now", "SELECT clock_timestamp() AS at");
  await now();
  const first = at("first", "SELECT clock_timestamp() AS at FROM pg_sleep(0.05)");
  const second = now();
  // This process hears of nothing meanwhile.
  await client.inOnePiece(async () => {
    const until = performance.now() + 600;
    while (performance.now() < until);
  });
  const [before, after] = [(await first).rows[0]?.at, (await second).rows[0]?.at];
  expect(Number(after) - Number(before)).toBeLessThan(300);
});

test("a piece does not depend on what one before it that failed had sent first", async () => {
  const client = await connect();
  const failed = client.inOnePiece((piece) =>
    Promise.all([piece.query({ name: "fail", text: "SELECT 1 / 0" }), note(piece, "never")]),
  );
  const next = client.inOnePiece((piece) => Promise.all([note(piece, "one"), note(piece, "two")]));
  await expect(failed).rejects.toThrow("division by zero");
  expect((await next).map(({ rows }) => rows)).toEqual([[{ word: "one" }], [{ word: "two" }]]);
  expect(await words(client)).toEqual(["one", "two"]);
});

test("nothing comes between the pieces of a transaction, and transactions follow one another", async () => {
  const client = await connect();
  const order: string[] = [];
  const transaction = (word: string, end: "COMMIT" | "ROLLBACK") =>
    client.alone(async (pieces) => {
      await pieces.inOnePiece((piece) => piece.query({ name: "begin", text: "BEGIN" }));
      await pieces.inOnePiece((piece) => note(piece, word));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await pieces.inOnePiece((piece) => piece.query({ name: end, text: end }));
      order.push(word);
    });
  const before = client.inOnePiece((piece) => note(piece, "before"));
  const [lost, kept] = [transaction("lost", "ROLLBACK"), transaction("kept", "COMMIT")];
  const failing = client.alone(async () => {
    throw new Error("no good");
  });
  await before;
  const between = client
    .inOnePiece((piece) => note(piece, "between"))
    .then(() => order.push("between"));
  await Promise.all([lost, kept, between, expect(failing).rejects.toThrow("no good")]);
  expect(order).toEqual(["lost", "between", "kept"]);
  expect(await words(client)).toEqual(["before", "between", "kept"]);
});

test.each([
  ["that is silent", 300, "SELECT pg_sleep(3)"],
  ["that ends", 5_000, "SELECT pg_terminate_backend(pg_backend_pid())"],
])("a database %s ends the piece and the connection", async (_what, silenceMs, text) => {
  const client = await connect(silenceMs);
  await expect(client.inOnePiece((piece) => piece.query({ name: "away", text }))).rejects.toThrow();
  await expect.poll(() => losses).toBe(1);
  await expect(client.inOnePiece(noted)).rejects.toThrow();
});

test("a piece is a transaction of its own", async () => {
  const client = await connect();
  const both = client.inOnePiece((piece) =>
    Promise.all([note(piece, "first"), note(piece, "first")]),
  );
  await expect(both).rejects.toMatchObject({ code: "23505" });
  expect(await words(client)).toEqual([]);
  await client.inOnePiece((piece) => Promise.all([note(piece, "first"), note(piece, "second")]));
  expect(await words(client)).toEqual(["first", "second"]);
});

test("arrays come as they were sent, whatever stands in them", async () => {
  const client = await connect();
  const arrayOf = <T>(of: fc.Arbitrary<T>) => fc.array(fc.option(of));
  const arrays = fc.record({
    texts: arrayOf(fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"))),
    bigints: arrayOf(fc.maxSafeInteger()),
    ints: arrayOf(fc.integer()),
    smallints: arrayOf(fc.integer({ min: -32_768, max: 32_767 })),
    booleans: arrayOf(fc.boolean()),
    xids: arrayOf(fc.integer({ min: 0, max: 4_294_967_295 }).map(String)),
    instants: arrayOf(
      fc.date({ min: new Date(0), max: new Date(253_402_300_799_999) }).map(Number),
    ),
    bytes: arrayOf(fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("hex"))),
  });
  await fc.assert(
    fc.asyncProperty(arrays, async (sent) => {
      const { rows } = await client.inOnePiece((piece) =>
        piece.query({
          name: "arrays",
          text: `SELECT to_json($1::text[]) AS texts, to_json($2::bigint[]) AS bigints,
              to_json($3::int[]) AS ints, to_json($4::smallint[]) AS smallints,
              to_json($5::boolean[]) AS booleans, to_json($6::xid[]::text[]) AS xids,
              to_json(ARRAY(SELECT encode(b, 'hex') FROM unnest($7::bytea[]) WITH ORDINALITY AS u(b, n)
                ORDER BY n)) AS bytes,
              to_json(ARRAY(SELECT (extract(epoch FROM t) * 1000)::bigint FROM unnest($8::timestamptz[])
                WITH ORDINALITY AS u(t, n) ORDER BY n)) AS instants`,
          values: [
            textArray(sent.texts),
            packedArray("bigint", sent.bigints),
            packedArray("int", sent.ints),
            packedArray("smallint", sent.smallints),
            packedArray("boolean", sent.booleans),
            packedArray("xid", sent.xids),
            packedArray("bytea", sent.bytes),
            packedArray("timestamptz", sent.instants),
          ],
        }),
      );
      expect(rows).toEqual([sent]);
    }),
  );
});
