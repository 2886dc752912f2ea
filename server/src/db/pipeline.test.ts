import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type TestDatabase } from "../testing/database.ts";
import { Pipeline } from "./pipeline.ts";
import { connectionConfig, createPool } from "./pool.ts";
import { prepared } from "./statement.ts";
import { CommitOutcomeUnknown, inTransaction } from "./transaction.ts";

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await openDatabase();
  pool = createPool(database.ownerUrl, 2);
  await pool.query(`CREATE TABLE notes (word text UNIQUE);
    CREATE FUNCTION quarrel() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'not that word' USING ERRCODE = '23514'; END $$;
    CREATE CONSTRAINT TRIGGER quarrel AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.word = 'late') EXECUTE FUNCTION quarrel();
    CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE WARNING 'canceling wait'; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.word LIKE 'warned%') EXECUTE FUNCTION warn()`);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const open = (options = "") => {
  const config = connectionConfig(database.url, "pipeline-test");
  return Pipeline.open(
    { ...config, options: `${config.options ?? ""} ${options}` },
    { silenceMs: 5_000, onLost: () => {} },
  );
};
const write = (word: string) =>
  prepared<{ word: string }>("note", "INSERT INTO notes VALUES ($1) RETURNING word", [word]);
const words = async () => {
  const { rows } = await pool.query<{ word: string }>("SELECT word FROM notes ORDER BY word");
  return rows.map(({ word }) => word);
};

/** Runs `work` on a connection of its own, which is closed even after a failure. */
async function on<T>(work: (pipeline: Pipeline) => Promise<T>): Promise<T> {
  const pipeline = await open();
  try {
    return await work(pipeline);
  } finally {
    await pipeline.close();
  }
}

test("a flight's statements run in order, and each result has its statement's name", async () => {
  await on(async (pipeline) => {
    const now = prepared<{ two: number }>("two", "SELECT 1 + 1 AS two");
    expect(await pipeline.begin({ now, none: null })).toEqual({ now: [{ two: 2 }], none: [] });
    const written = await pipeline.commit({ none: null, first: write("a"), second: write("b") });
    expect(written).toEqual({ none: [], first: [{ word: "a" }], second: [{ word: "b" }] });
    expect(await words()).toEqual(["a", "b"]);
    await pipeline.begin({ again: now });
    await pipeline.rollback();
  });
});

test.each([
  ["a statement", ["c", "a"], "23505"],
  ["the commit itself", ["c", "late"], "23514"],
])("nothing is written when %s fails", async (_what, [first = "", second = ""], code) => {
  await on(async (pipeline) => {
    await pipeline.begin({});
    const committed = pipeline.commit({ first: write(first), second: write(second) });
    await expect(committed).rejects.toMatchObject({ code });
  });
  expect(await words()).not.toContain("c");
});

test("nothing is sent to be committed outside a transaction", async () => {
  await on(async (pipeline) => {
    await expect(pipeline.commit({ first: write("alone") })).rejects.toThrow("no transaction");
  });
  expect(await words()).not.toContain("alone");
});

test("a server lost before the commit was reached has written nothing", async () => {
  const ended = await on(async (pipeline) => {
    await pipeline.begin({});
    const suicide = prepared("suicide", "SELECT pg_terminate_backend(pg_backend_pid())");
    return pipeline.commit({ first: write("gone"), suicide }).catch((error: unknown) => error);
  });
  expect(ended).toMatchObject({ code: "57P01" });
  expect(ended).not.toBeInstanceOf(CommitOutcomeUnknown);
  expect(await words()).not.toContain("gone");
});

test("a silent server is abandoned, with an unknown outcome", async () => {
  const config = connectionConfig(database.url, "pipeline-test");
  const pipeline = await Pipeline.open(config, { silenceMs: 1_000, onLost: () => {} });
  await pipeline.begin({});
  const sleep = prepared("sleep", "SELECT pg_sleep(30)");
  await expect(pipeline.commit({ sleep })).rejects.toBeInstanceOf(CommitOutcomeUnknown);
  await pipeline.close();
});

test("a connection whose commits don't wait for the disk is refused", async () => {
  await expect(open("-c synchronous_commit=off")).rejects.toThrow("synchronous_commit is off");
});

test("a commit with a server warning may be on one machine only", async () => {
  await on(async (pipeline) => {
    await pipeline.begin({});
    const committed = pipeline.commit({ first: write("warned") });
    await expect(committed).rejects.toBeInstanceOf(CommitOutcomeUnknown);
  });
  const committed = inTransaction(pool, (tx) =>
    tx.query("INSERT INTO notes VALUES ('warned too')"),
  );
  await expect(committed).rejects.toBeInstanceOf(CommitOutcomeUnknown);
  const quiet = inTransaction(pool, (tx) =>
    tx.query("DELETE FROM notes WHERE word LIKE 'warned%'"),
  );
  expect((await quiet).rowCount).toBe(2);
});

test("a name is used for one statement", () => {
  prepared("twice", "SELECT 1");
  expect(() => prepared("twice", "SELECT 2")).toThrow("two statements are named twice");
});
