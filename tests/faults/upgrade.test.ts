import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { migrationFaults } from "../../script/migrations.ts";
import { migrateFor } from "../../server/src/db/migrate.ts";
import { createDatabase, rowsOf } from "../database.ts";
import { startProduct, type Product } from "../product.ts";
import { balance } from "./balancer.ts";
import { BidJournal } from "./bid-journal.ts";
import { judgeJournal, wrongIn } from "./judge-journal.ts";
import { openMarket } from "./market.ts";
import { rollOut } from "./roll-out.ts";

const own = path.resolve(import.meta.dirname, "../../server/src/db/migrations");

/** Migrations of a next version, on tables that each bid reads and writes. */
const expand = {
  "9001-columns.sql": `ALTER TABLE lots ADD COLUMN next_zone text NOT NULL DEFAULT '',
      ADD CONSTRAINT lots_next CHECK (next_zone <> 'none') NOT VALID;
    ALTER TABLE ledger ADD COLUMN next_mark int;
    ALTER TABLE bidders ADD COLUMN next_mark int NOT NULL DEFAULT 0;
    ALTER TABLE users ADD COLUMN next_mark int;
    ALTER TABLE inventory ADD COLUMN next_mark int;`,
  // Servers write to a new table before they are given access to it.
  "9002-table.sql": `CREATE TABLE next_marks (bid_id bigint PRIMARY KEY);
    CREATE FUNCTION next_mark() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO next_marks VALUES (NEW.id); RETURN NEW; END $$;
    CREATE TRIGGER next_mark AFTER INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION next_mark();`,
  "9003-pause.sql": "SELECT pg_sleep(1);",
  "9004-validate.sql": "ALTER TABLE lots VALIDATE CONSTRAINT lots_next;",
  "9005-index.sql":
    "DROP INDEX CONCURRENTLY IF EXISTS ledger_next;\nCREATE INDEX CONCURRENTLY ledger_next ON ledger (next_mark);\n",
};
const contract = {
  "9006-contract.sql": `-- Safe: nothing uses it since 9001.
    ALTER TABLE lots DROP COLUMN next_zone;
    -- Safe: nothing uses it since 9001.
    ALTER TABLE ledger DROP COLUMN next_mark;`,
};
/** Rejected by the lint, since the previous version uses the column. */
const refused = { "9007-rename.sql": "ALTER TABLE ledger RENAME COLUMN seq TO place;" };

test("no request fails during a migration, a rollout and its contraction, with bids throughout", async () => {
  const database = await createDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-upgrade-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(own, folder, { recursive: true });
  const add = async (files: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(files))
      await writeFile(path.join(folder, file), text);
    await migrateFor(database.ownerUrl, database.url, folder);
  };
  const faults = Object.entries({ ...expand, ...contract }).flatMap(([file, text]) =>
    migrationFaults(file, text),
  );
  expect(faults).toEqual([]);

  const start = async (): Promise<Product> => {
    const product = await startProduct({
      DATABASE_URL: database.url,
      DEMO: "0",
      DATA_DIR: database.dataDir,
      DRAIN_SEC: "1",
    });
    onTestFinished(async () => {
      await product.stop();
    });
    return product;
  };
  const products = [await start(), await start()];
  const balancer = await balance(products);
  onTestFinished(() => balancer.close());
  const market = await openMarket(balancer.url, database.ownerUrl);
  const lots = [await market.lot(3_600), await market.lot(3_600)];
  const bid = () => {
    const journal = new BidJournal();
    const paths = lots.flatMap((lot) => [`/inventory/${lot}`, `/truck/${lot}`]);
    journal.start(() => [balancer.url], { bidders: market.bidders, lots, paths });
    return journal;
  };
  const journal = bid();
  const someBids = async () => {
    const before = journal.acceptedAtMs.length;
    await expect.poll(() => journal.acceptedAtMs.length).toBeGreaterThan(before + 20);
  };

  await someBids();
  await add(expand);
  await someBids();
  // These processes are older than the schema, as after a rollback.
  expect(await rollOut(balancer, products, start)).toEqual([0, 0]);
  await someBids();
  await add(contract);
  await someBids();
  await journal.end();
  expect(balancer.failures).toEqual([]);
  expect(wrongIn(await judgeJournal(journal, market.rows))).toEqual([]);
  expect(await market.broken()).toEqual([]);
  const remaining = await rowsOf(
    database.ownerUrl,
    `SELECT table_name AS name FROM information_schema.columns
        WHERE column_name IN ('next_zone', 'next_mark') AND table_schema = 'public' ORDER BY 1`,
  );
  expect(remaining).toEqual([{ name: "bidders" }, { name: "inventory" }, { name: "users" }]);

  // The same check finds what the lint prevents.
  expect(migrationFaults("9007-rename.sql", refused["9007-rename.sql"])).not.toEqual([]);
  const after = bid();
  await add(refused);
  await expect.poll(() => balancer.failures.length).toBeGreaterThan(0);
  await after.end();
});
