import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { migrationFaults } from "../../script/migrations.ts";
import { migrate } from "../../server/src/db/migrate.ts";
import { createDatabase, rowsOf } from "../database.ts";
import { startProduct, type Product } from "../product.ts";
import { balance } from "./balancer.ts";
import { BidJournal } from "./bid-journal.ts";
import { judgeJournal, wrongIn } from "./judge-journal.ts";
import { openMarket } from "./market.ts";
import { rollOut } from "./roll-out.ts";

const PATIENCE = { timeout: 60_000 };
const own = path.resolve(import.meta.dirname, "../../server/src/db/migrations");

/** Migrations of a next version, on the tables that each bid reads and writes. */
const expand = {
  "9001-columns.sql": `ALTER TABLE lots ADD COLUMN next_zone text NOT NULL DEFAULT '',
      ADD CONSTRAINT lots_next CHECK (next_zone <> 'none') NOT VALID;
    ALTER TABLE ledger ADD COLUMN next_mark int;
    ALTER TABLE bidders ADD COLUMN next_mark int NOT NULL DEFAULT 0;
    ALTER TABLE users ADD COLUMN next_mark int;
    ALTER TABLE inventory ADD COLUMN next_mark int;`,
  "9002-validate.sql": "ALTER TABLE lots VALIDATE CONSTRAINT lots_next;",
  "9003-index.sql":
    "DROP INDEX CONCURRENTLY IF EXISTS ledger_next;\nCREATE INDEX CONCURRENTLY ledger_next ON ledger (next_mark);\n",
};
const contract = {
  "9004-contract.sql": `-- Safe: nothing uses it since 9001.
    ALTER TABLE lots DROP COLUMN next_zone;
    -- Safe: nothing uses it since 9001.
    ALTER TABLE ledger DROP COLUMN next_mark;`,
};
/** What the lint refuses, because the version before it uses the column. */
const refused = { "9005-rename.sql": "ALTER TABLE ledger RENAME COLUMN seq TO place;" };

test(
  "a migration, a rollout and its contraction fail no request while bids go on",
  { timeout: 300_000 },
  async () => {
    const database = await createDatabase(inject("postgresUrl"));
    onTestFinished(() => database.drop());
    const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-upgrade-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await cp(own, folder, { recursive: true });
    const add = async (files: Readonly<Record<string, string>>) => {
      for (const [file, text] of Object.entries(files))
        await writeFile(path.join(folder, file), text);
      await migrate(database.url, folder);
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
    const market = await openMarket(balancer.url, database.url);
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
      await expect.poll(() => journal.acceptedAtMs.length, PATIENCE).toBeGreaterThan(before + 20);
    };

    await someBids();
    await add(expand);
    await someBids();
    // What starts now is older than the schema, as after going back.
    expect(await rollOut(balancer, products, start)).toEqual([0, 0]);
    await someBids();
    await add(contract);
    await someBids();
    await journal.end();
    expect(balancer.failures).toEqual([]);
    expect(wrongIn(await judgeJournal(journal, market.rows))).toEqual([]);
    expect(await market.broken()).toEqual([]);
    const left = await rowsOf(
      database.url,
      `SELECT table_name AS name FROM information_schema.columns
        WHERE column_name IN ('next_zone', 'next_mark') AND table_schema = 'public' ORDER BY 1`,
    );
    expect(left).toEqual([{ name: "bidders" }, { name: "inventory" }, { name: "users" }]);

    // The same count finds what the lint is there to prevent.
    expect(migrationFaults("9005-rename.sql", refused["9005-rename.sql"])).not.toEqual([]);
    const after = bid();
    await add(refused);
    await expect.poll(() => balancer.failures.length, PATIENCE).toBeGreaterThan(0);
    await after.end();
  },
);
