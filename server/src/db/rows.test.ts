import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { permissions } from "@gavelyard/domain/users/permissions";
import { timelineKinds } from "@gavelyard/domain/users/timeline";
import { runMigrations as migrateJobs } from "graphile-worker";
import type { Pool } from "pg";
import { DatabaseClient } from "./client.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { insertAuction } from "../auctions/staff-sql.ts";
import { copyUnit, insertUnit } from "../inventory/stock-sql.ts";
import {
  mergeById,
  namesInUse,
  recentMerges,
  renameUnits,
  restoreUnits,
} from "../inventory/spellings/sql.ts";
import { takeLive } from "../reminders/sql.ts";
import { detailOfAny, publishedCards, publishedDetails } from "../inventory/detail-sql.ts";
import { exportBatch } from "../inventory/export-sql.ts";
import { unitsBetween, unitsByIds, unitsOfLots } from "../inventory/catalogue/sql.ts";
import { biddingIn } from "../reports/bids-sql.ts";
import { funnelCounts } from "../reports/charts-sql.ts";
import { findRecords } from "../staff-search/sql.ts";
import { workQueues } from "../work-queue/sql.ts";
import { listQuestions } from "../questions/staff-sql.ts";
import { setProfile } from "../users/account-sql.ts";
import { timelineOf } from "../users/timeline-sql.ts";
import { openDatabase, type TestDatabase } from "../testing/database.ts";
import { rowFaults } from "../testing/row-faults.ts";
import { statementsOf } from "../testing/statements-of.ts";
import { createPool } from "./pool.ts";
import { inTransaction } from "./transaction.ts";

let database: TestDatabase;
let pool: Pool;
let client: DatabaseClient;
beforeAll(async () => {
  database = await openDatabase();
  pool = createPool(database.url);
  client = new DatabaseClient(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await pool.end();
  await database.drop();
});

const viewer = { userId: 1, role: "ROLE_ADMIN", permissions } as const;
const period = { from: new Date(0), to: new Date() };

/** Calls that build the statements whose text depends on the arguments. */
const sampleCalls: readonly ((db: Pool) => Promise<unknown>)[] = [
  (db) => unitsByIds(db, [1]),
  (db) => unitsOfLots(db, [1]),
  (db) => unitsBetween(db, 0, 10),
  (db) => exportBatch(db, [1]),
  (db) => timelineOf(db, 1, timelineKinds, { page: 0, size: 1 }),
  (db) => publishedCards(db, [1]),
  (db) => listQuestions(db, { status: "OPEN", unit: 1, id: 1 }, { page: 0, size: 10 }),
  (db) => publishedDetails(db, [1]),
  (db) => detailOfAny(db, 1),
  (db) => namesInUse(db, null),
  (db) => recentMerges(db),
  (db) => mergeById(db, 1),
  (db) => restoreUnits(db, 1, null, { userId: 1, ip: null }),
  async (db) => {
    const merge = { id: 1, make: null, name: "Chevrolet" };
    await renameUnits(db, merge, ["Chevy"], { userId: 1, ip: null });
  },
  (db) => findRecords(db, "volvo", [1], viewer),
  (db) => workQueues(db, viewer, { standbyNeeded: false, hasMailServer: true }),
  (db) => biddingIn(db, period, []),
  (db) => funnelCounts(db, period, []),
  (db) => inTransaction(db, takeLive),
  (db) => setProfile(db, 1, new Map([["name", "Dana"]])),
  (db) => expect(copyUnit(db, 1, "A1", "a1")).rejects.toThrow("a unit was not copied"),
  (db) => expect(insertUnit(db, new Map([["vin", null]]))).rejects.toThrow("null value"),
  (db) => expect(insertAuction(db, new Map([["name", null]]))).rejects.toThrow("null value"),
];

/** Nullable columns that are never null in these rows. */
const neverNull: readonly string[] = [
  // Ledger rows of the kinds BID and RAISE have a bidder, an alias and amounts.
  "src/bidding/history-sql.ts bidsOfUser: alias_no may be null",
  "src/bidding/history-sql.ts bidsOfUser: amount_cents may be null",
  "src/bidding/history-sql.ts bidsOfUser: max_cents may be null",
  "src/bidding/retract-sql.ts bidOnLot: requested_cents may be null",
  "src/bidding/retract-sql.ts bidOnLot: user_id may be null",
  "src/bidding/retract-sql.ts standingRequests: max_cents may be null",
  "src/bidding/retract-sql.ts standingRequests: requested_cents may be null",
  "src/bidding/retract-sql.ts standingRequests: user_id may be null",
  "src/sales/bids-sql.ts bestBids: amountCents may be null",
  "src/sales/bids-sql.ts bestBids: userId may be null",
  "src/sales/bids-sql.ts standingBid: amountCents may be null",
  "src/sales/bids-sql.ts standingBid: userId may be null",
  // A trigger gives each payment a receipt.
  "src/sales/payments-sql.ts paymentById: receiptId may be null",
  "src/sellers/selling-sql.ts unitsSelling: seller_id may be null",
  "src/sellers/sql.ts unmarkedTaxIds: tax_id may be null",
  "src/shill-signals/facts-sql.ts bidders: userId may be null",
  "src/shill-signals/facts-sql.ts late: userId may be null",
  "src/shill-signals/facts-sql.ts late: winnerId may be null",
  // A lot with an outbid bidder has a price.
  "src/push/due-sql.ts takePickupsTomorrow: pickup_from_hour may be null",
  "src/push/due-sql.ts takePickupsTomorrow: pickup_until_hour may be null",
  "src/push/outbid-sql.ts stillOutbid: price_cents may be null",
  "src/reminders/sql.ts takeOutbid: price_cents may be null",
  // The statement filters out nulls.
  "src/demo/roll-sql.ts identifiersInUse: vin may be null",
  "src/demo/units-sql.ts insertMedia: source may be null",
  "src/inventory/acts/sql.ts faultsOf: fault may be null",
  "src/inventory/imports/archives-sql.ts nextWaiting: inventory_id may be null",
  "src/inventory/stock-sql.ts leftUnits: vin may be null",
  "src/inventory/stock-sql.ts sameVins: vin may be null",
];

test("the database matches every Row type", async () => {
  // The statements on the job queue's schema are checked too.
  await migrateJobs({ connectionString: database.url });
  const queries = vi.spyOn(DatabaseClient.prototype, "query");
  for (const call of sampleCalls) await call(pool);
  const runTexts = new Set(queries.mock.calls.flatMap(([query]: unknown[]) => textOf(query)));
  queries.mockRestore();

  const found = statementsOf(
    path.resolve("server/tsconfig.json"),
    (file) =>
      file.startsWith("src/") &&
      !file.endsWith(".test.ts") &&
      !file.startsWith("src/testing/") &&
      // Uses a command of the replication protocol, which is not a statement.
      file !== "src/backups/base-backup.ts",
  );
  expect(found.length).toBeGreaterThan(400);
  const faults: string[] = [];
  const unknown: string[] = [];
  for (const statement of found) {
    const wrong = await rowFaults(client, statement, runTexts);
    if (wrong === null) unknown.push(statement.at);
    else faults.push(...wrong);
  }
  expect(faults.toSorted()).toEqual(neverNull.toSorted());
  expect(unknown, "add a call to `sampleCalls` that puts it together").toEqual([]);
});

const textOf = (query: unknown): string[] => {
  if (typeof query === "string") return [query];
  return typeof query === "object" &&
    query !== null &&
    "text" in query &&
    typeof query.text === "string"
    ? [query.text]
    : [];
};

/** Returns the faults found in the rows of a planted statement. */
async function planted(statement: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "rows-"));
  try {
    await writeFile(
      path.join(folder, "planted.ts"),
      `declare const db: { query<Row>(text: string): Row[] };
       const columns = "id, email";
       export const read = (mine: boolean) => ${statement};`,
    );
    const project = path.join(folder, "tsconfig.json");
    await writeFile(project, '{ "compilerOptions": { "strict": true, "types": [] } }');
    const found = statementsOf(project, (file) => file === "planted.ts");
    expect(found).toHaveLength(1);
    return (await Promise.all(found.map((each) => rowFaults(client, each, new Set())))).flatMap(
      (faults) => faults ?? ["not described"],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.each([
  ["{ id: number; email: string; phone_number: string | null }", []],
  ["{ id: number; mail: string }", ["no column mail"]],
  ["{ id: string }", ["id is number, not string"]],
  ["{ id: number | string }", ["id is number, not string or number"]],
  ["{ created_at: string }", ["created_at is Date, not string"]],
  ["{ mails_off: number[] }", ["mails_off is string[], not number[]"]],
  ["{ phone_number: string }", ["phone_number may be null"]],
])("a Row of %s has the faults %j", async (row, faults) => {
  const text =
    "SELECT ${columns}, phone_number, created_at, mails_off FROM users ${mine ? 'WHERE id = 1' : ''}";
  expect(await planted(`db.query<${row}>(\`${text}\`)`)).toEqual(
    faults.map((fault) => `planted.ts read: ${fault}`),
  );
});

test("a statement with an unknown name is a fault even without a Row", async () => {
  expect(await planted("db.query('DELETE FROM users WHERE idd = 1')")).toEqual([
    'planted.ts read: the database refuses it: error: column "idd" does not exist',
  ]);
});
