import { financeRequest } from "@gavelyard/contract/finance";
import { decideBid, type LotState } from "@gavelyard/domain/bidding/bidding";
import { lotOutcome } from "@gavelyard/domain/sales/settlement";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Pool } from "pg";
import { withClient } from "../db/client.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { matchesSecret } from "../sign-in/password-hash.ts";
import { accountInEffect } from "../bank-details/sql.ts";
import { documentName } from "../documents/store-document.ts";
import { inTransaction } from "../db/transaction.ts";
import { bookMismatches } from "../backups/sql.ts";
import { LocalFiles } from "../files/local-files.ts";
import { openBrowseApp, type BrowseApp } from "../testing/browse-app.ts";
import { openDatabase } from "../testing/database.ts";
import { storeLetters } from "./letters.ts";
import { openedLot } from "./past-bidding.ts";
import { holdLimits } from "./people-sql.ts";
import { demoPeople } from "../demo-accounts/people.ts";
import { loadSpin } from "./pictures.ts";
import { ResetRefused, resetDemo } from "./reset.ts";
import { rollSchedule } from "./roll-schedule.ts";

let browse: BrowseApp;
let pool: Pool;

beforeAll(async () => {
  browse = await openBrowseApp("demo");
  pool = browse.pool;
});
afterAll(() => browse.close());

async function rowsOf(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await pool.query<Record<string, unknown>>(text, values)).rows;
}

async function one(text: string, values: unknown[] = []): Promise<number> {
  return Number(Object.values((await rowsOf(text, values))[0] ?? {})[0]);
}

interface LotRow {
  id: number;
  opens_at: Date;
  scheduled_closes_at: Date;
  closes_at: Date;
  closed_at: Date | null;
  starting_cents: number;
  reserve_cents: number | null;
  price_cents: number | null;
  leader_id: number | null;
  leader_max_cents: number | null;
  seq: number;
  bid_count: number;
  extensions: number;
  outcome: string | null;
}

interface Row {
  lot_id: number;
  seq: number;
  kind: string;
  user_id: number | null;
  placed_at: Date;
  amount_cents: number | null;
  requested_cents: number | null;
  max_cents: number | null;
  closes_at: Date;
  extended: boolean;
}

describe("a fresh demo", () => {
  it("has past, current and coming auctions, and a lot that closes within minutes", async () => {
    const { body } = await browse.get("/auctions");
    const statuses = (body as { status: string }[]).map(({ status }) => status);
    expect(statuses.filter((status) => status === "LIVE")).toHaveLength(2);
    expect(statuses.filter((status) => status === "UPCOMING")).toHaveLength(5);
    expect(statuses.filter((status) => status === "EXPIRED")).toHaveLength(5);
    const seconds = await one(
      "SELECT extract(epoch FROM min(closes_at) - clock_ms())::int FROM lots WHERE closed_at IS NULL",
    );
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThan(300);
  });

  it("decided every lot by the rules of real bids", async () => {
    const { rows: lots } = await pool.query<LotRow>("SELECT * FROM lots ORDER BY id");
    const { rows: ledger } = await pool.query<Row>("SELECT * FROM ledger ORDER BY lot_id, seq");
    expect(ledger.length).toBeGreaterThan(500);
    for (const lot of lots) {
      const rows = ledger.filter((row) => row.lot_id === lot.id);
      expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1));
      const end = replay(lot, rows);
      expect(end.priceCents).toBe(lot.price_cents);
      expect(end.leader?.userId ?? null).toBe(lot.leader_id);
      expect(end.leader?.maxCents ?? null).toBe(lot.leader_max_cents);
      expect(end.closesAtMs).toBe(lot.closes_at.getTime());
      expect(end.extensions).toBe(lot.extensions);
      expect(lot.seq).toBe(rows.length);
      if (lot.closed_at === null) continue;
      expect(rows.at(-1)?.kind).toBe("CLOSE");
      expect(lot.outcome).toBe(
        lotOutcome({
          leaderId: lot.leader_id,
          priceCents: lot.price_cents,
          reserveCents: lot.reserve_cents,
        }),
      );
    }
  });

  function replay(lot: LotRow, rows: readonly Row[]): LotState {
    let state = openedLot({
      opensAtMs: lot.opens_at.getTime(),
      closesAtMs: lot.scheduled_closes_at.getTime(),
      startingCents: lot.starting_cents,
      reserveCents: lot.reserve_cents,
      valueCents: 0,
    });
    for (const row of rows) {
      if (row.kind !== "BID" || row.user_id === null || row.requested_cents === null) continue;
      const verdict = decideBid(
        state,
        { userId: row.user_id, limitCents: Number.MAX_SAFE_INTEGER, committedCents: 0 },
        { userId: row.user_id, amountCents: row.requested_cents, maxCents: row.max_cents },
        row.placed_at.getTime(),
      );
      if (!verdict.accepted)
        throw new Error(`bid ${row.seq} of lot ${lot.id}: ${verdict.refusal.reason}`);
      expect(verdict.rows[0]?.amountCents).toBe(row.amount_cents);
      expect(verdict.rows[0]?.extended).toBe(row.extended);
      state = verdict.lot;
    }
    return state;
  }

  it("has holds that match lots and awards, and nobody exceeds a limit", async () => {
    expect(
      await rowsOf("SELECT user_id FROM bidders WHERE leading_cents + awarded_cents > limit_cents"),
    ).toEqual([]);
    expect(await bookMismatches(pool)).toEqual([]);
    const near = await one(
      "SELECT limit_cents - leading_cents - awarded_cents FROM bidders JOIN users u ON u.id = user_id WHERE u.email = 'hauler@demo.example'",
    );
    expect(near).toBeGreaterThan(0);
    expect(near).toBeLessThan(100_000);
  });

  it("awards each sold lot to its leader by a bid of the leader's", async () => {
    expect(await one("SELECT count(*) FROM lots WHERE outcome = 'SOLD'")).toBe(
      await one("SELECT count(*) FROM awards"),
    );
    expect(
      await rowsOf(`SELECT a.id FROM awards a JOIN lots l ON l.id = a.lot_id JOIN ledger g ON g.id = a.bid_id
        WHERE g.lot_id <> l.id OR g.user_id <> l.leader_id OR a.user_id <> l.leader_id OR a.hammer_cents <> l.price_cents
          OR g.max_cents < a.hammer_cents OR l.outcome <> 'SOLD'`),
    ).toEqual([]);
    expect(
      await one(
        "SELECT count(*) FROM awards a JOIN users u ON u.id = a.user_id WHERE u.email = 'fleet@demo.example'",
      ),
    ).toBeGreaterThan(0);
  });

  it("sets units' status by their lots; only those with an open lot are in an auction", async () => {
    expect(
      await rowsOf(`SELECT i.id FROM inventory i LEFT JOIN lots l ON l.inventory_id = i.id AND l.closed_at IS NULL
        WHERE (i.status = 'IN_AUCTION') <> (l.id IS NOT NULL) OR (l.id IS NOT NULL AND i.current_lot_id <> l.id)`),
    ).toEqual([]);
  });

  it("shows findings of condition reports by pictures of the unit", async () => {
    const [counted] = await rowsOf(
      `SELECT count(*)::int AS shown, count(i.media_id)::int AS own, count(DISTINCT n.id)::int AS units
        FROM inventory n
        CROSS JOIN jsonb_array_elements(n.specs->'conditionReport'->'sections') AS section
        CROSS JOIN jsonb_array_elements_text(section->'photoIds') AS photo
        LEFT JOIN inventory_images i
          ON i.inventory_id = n.id AND i.media_id = photo::uuid AND i.kind = 'DAMAGE'`,
    );
    expect(counted?.units).toBeGreaterThan(40);
    expect(counted?.own).toBe(counted?.shown);
  });

  it("shows one unit from all around, by pictures in order", async () => {
    expect(
      await rowsOf(`SELECT array_agg(m.source ORDER BY f.position) AS sources
        FROM unit_spin_frames f JOIN media m ON m.id = f.media_id GROUP BY f.inventory_id`),
    ).toEqual([{ sources: (await loadSpin()).frames.map(({ source }) => source) }]);
  });

  it("negotiates two missed reserves with its buyer: one waits for each side", async () => {
    const buyer = demoPeople.find(({ part }) => part === "BUYS");
    const steps = await rowsOf(
      `SELECT n.lot_id, n.side, n.valid_until > clock_ms() + interval '71 hours' AS open,
          u.email, i.status, n.hash IS NOT NULL AS proven, n.cents > l.price_cents AS above,
          n.cents <= l.reserve_cents AS within
        FROM negotiation_steps n JOIN lots l ON l.id = n.lot_id JOIN users u ON u.id = l.leader_id
        JOIN inventory i ON i.current_lot_id = l.id ORDER BY l.closed_at DESC, n.seq`,
    );
    const facts = {
      open: true,
      email: buyer?.email,
      status: "PENDING_DECISION",
      proven: true,
      above: true,
      within: true,
    };
    expect(steps).toMatchObject(["SELLER", "BIDDER", "SELLER"].map((side) => ({ side, ...facts })));
    expect(steps[0]?.["lot_id"]).toBe(steps[1]?.["lot_id"]);
    expect(steps[2]?.["lot_id"]).not.toBe(steps[1]?.["lot_id"]);
  });

  it("has work for its staff: limits to review and to decide, financing at each stage, leads", async () => {
    expect(
      await rowsOf("SELECT status, count(*) FROM limit_requests GROUP BY 1 ORDER BY 1"),
    ).toEqual([
      { status: "PENDING", count: 2 },
      { status: "REVIEWED", count: 1 },
    ]);
    const applications = await rowsOf("SELECT application, status FROM finance_requests");
    expect(applications.map(({ status }) => status)).toContain("APPROVED");
    for (const { application } of applications)
      expect(financeRequest.shape.application.safeParse(application).error).toBeUndefined();
    expect(await one("SELECT count(DISTINCT kind) FROM enquiries")).toBe(2);
  });

  it("stores the letters of its requests once", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-letters-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const files = new LocalFiles(folder);
    await storeLetters(files);
    await storeLetters(files);
    const documents = await rowsOf("SELECT id, bytes FROM documents");
    expect(documents.length).toBeGreaterThan(0);
    for (const { id, bytes } of documents) {
      const letter = await files.read(documentName(String(id)));
      expect(letter?.length).toBe(bytes);
      expect(letter?.subarray(0, 5).toString()).toBe("%PDF-");
    }
  });

  it("lets its people sign in with the passwords that it shows", async () => {
    for (const { email, password, role } of demoPeople) {
      const [user] = await rowsOf("SELECT role, password_hash FROM users WHERE email = $1", [
        email,
      ]);
      expect(user?.["role"]).toBe(role);
      expect(await matchesSecret(String(user?.["password_hash"]), password)).toBe(true);
    }
    const { body } = await browse.get("/site-details");
    expect((body as { demo: { accounts: unknown[] } }).demo.accounts).toHaveLength(
      demoPeople.length,
    );
  });
});

describe("the demo's schedule", () => {
  it("sets a sample account and lets one proof of payment wait, once", async () => {
    for (let turn = 0; turn < 2; turn++) await rollSchedule(browse.context);
    expect(await rowsOf("SELECT status, is_sample, two_persons FROM bank_details")).toEqual([
      { status: "IN_EFFECT", is_sample: true, two_persons: true },
    ]);
    expect(await accountInEffect(browse.context)).toMatchObject({ bankName: "Sample Bank" });
    // After the demo, buyers must not see its bank account.
    const settings = { ...browse.context.settings, demo: false };
    expect(await accountInEffect({ ...browse.context, settings })).toBeNull();
    expect(
      await rowsOf(
        `SELECT v.status, p.decision FROM payment_proofs p JOIN invoices v ON v.id = p.invoice_id`,
      ),
    ).toEqual([{ status: "ISSUED", decision: null }]);
  });

  it("asks about units on sale, answers most questions and leaves three open", async () => {
    await rollSchedule(browse.context);
    const facts = `SELECT count(DISTINCT inventory_id) FILTER (WHERE status = 'ANSWERED') AS units,
        count(*) FILTER (WHERE status = 'OPEN') AS open, count(*) FILTER (WHERE wordings > 1) AS corrected,
        count(*) AS questions FROM unit_questions`;
    const [first] = await rowsOf(facts);
    expect(first).toMatchObject({ open: 3 });
    expect(Number(first?.["units"])).toBeGreaterThan(5);
    expect(
      await one(
        `SELECT count(*) FROM unit_answers a JOIN unit_questions q ON q.id = a.question_id
          WHERE a.at <= q.asked_at OR a.at > clock_ms()`,
      ),
    ).toBe(0);
    await rollSchedule(browse.context);
    expect(await rowsOf(facts)).toEqual([first]);
  });

  it("fills the title desk once, with titles in every state", async () => {
    await rollSchedule(browse.context);
    const states =
      "SELECT state, count(*)::int AS titles FROM title_states GROUP BY state ORDER BY state";
    const filled = await rowsOf(states);
    expect(filled.map(({ state }) => state)).toEqual(
      expect.arrayContaining(["EXPECTED", "READY", "RECEIVED"]),
    );
    expect(await one("SELECT count(*) FROM title_events WHERE recorded_at > clock_ms()")).toBe(0);
    await rollSchedule(browse.context);
    expect(await rowsOf(states)).toEqual(filled);
  });

  it("changes nothing while nothing is due", async () => {
    const before = await one("SELECT count(*) FROM lots");
    await rollSchedule(browse.context);
    expect(await one("SELECT count(*) FROM lots")).toBe(before);
  });

  it("gives up undecided lots after an hour with their holds, and keeps negotiations", async () => {
    await pool.query(
      `UPDATE inventory i SET status = 'PENDING_DECISION' FROM lots l
        WHERE l.id = i.current_lot_id AND l.outcome = 'RESERVE_NOT_MET' AND i.status = 'UNSOLD'`,
    );
    await inTransaction(pool, holdLimits);
    const undecided = () =>
      rowsOf(
        `SELECT DISTINCT i.status, n.lot_id IS NOT NULL AS negotiated
          FROM lots l JOIN inventory i ON i.current_lot_id = l.id
          LEFT JOIN negotiation_steps n ON n.lot_id = l.id
          WHERE l.outcome = 'RESERVE_NOT_MET' AND l.closed_at < clock_ms() - interval '1 hour'
          ORDER BY 2`,
      );
    const kept = { status: "PENDING_DECISION", negotiated: true };
    expect(await undecided()).toEqual([{ status: "PENDING_DECISION", negotiated: false }, kept]);
    await rollSchedule(browse.context);
    expect(await undecided()).toEqual([{ status: "UNSOLD", negotiated: false }, kept]);
    expect(await bookMismatches(pool)).toEqual([]);
  });

  it("opens new lots after days of silence, within ten minutes of a hammer", async () => {
    // Simulate 20 days of downtime: everything that was open is long past its close and closed now.
    await pool.query(`UPDATE lots SET opens_at = opens_at - interval '20 days', closes_at = closes_at - interval '20 days',
      scheduled_closes_at = scheduled_closes_at - interval '20 days'`);
    await pool.query(
      "UPDATE auctions SET start_time = start_time - interval '20 days', scheduled_end_time = scheduled_end_time - interval '20 days'",
    );
    await pool.query(
      "UPDATE lots SET closed_at = clock_ms(), outcome = 'NO_BIDS', leader_id = NULL, leader_max_cents = NULL, price_cents = NULL WHERE closed_at IS NULL",
    );
    await pool.query("UPDATE inventory SET status = 'UNSOLD' WHERE status = 'IN_AUCTION'");
    await rollSchedule(browse.context);
    const statuses = ((await browse.get("/auctions")).body as { status: string }[]).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === "LIVE")).toHaveLength(1);
    expect(statuses.filter((status) => status === "UPCOMING")).toHaveLength(4);
    const minutes = await one(
      "SELECT extract(epoch FROM min(closes_at) - clock_ms()) / 60 FROM lots WHERE closed_at IS NULL",
    );
    expect(minutes).toBeGreaterThan(3);
    expect(minutes).toBeLessThanOrEqual(10);
    const lots = await one("SELECT count(*) FROM lots");
    await Promise.all([rollSchedule(browse.context), rollSchedule(browse.context)]);
    expect(await one("SELECT count(*) FROM lots")).toBe(lots);
  });

  it("opens auctions under the operators' current terms", async () => {
    const set = (name: string, value: object) =>
      pool.query(
        "INSERT INTO operating_settings (name, value, updated_at, updated_by) SELECT $1, $2, clock_ms(), min(id) FROM users WHERE role = 'ROLE_ADMIN'",
        [name, JSON.stringify(value)],
      );
    const steps = [{ fromCents: 0, stepCents: 20_000 }];
    const fees = {
      premiumBrackets: [{ fromCents: 0, basisPoints: 700 }],
      minPremiumCents: 0,
      docFeeCents: 9_900,
      taxBasisPoints: 0,
    };
    const newest = "(SELECT max(id) FROM auctions)";
    await pool.query(`UPDATE auctions SET lifecycle = 'CANCELLED' WHERE id = ${newest}`);
    const before = await one(`SELECT ${newest}`);
    await set("increments", { steps });
    await set("fees", fees);
    await set("softClose", { windowSec: 45, extendSec: 60, maxExtensions: 9 });
    await rollSchedule(browse.context);
    expect(await one(`SELECT ${newest}`)).toBeGreaterThan(before);
    const terms = "soft_close_window_sec, soft_close_extend_sec, max_extensions, increments";
    const own = {
      soft_close_window_sec: 45,
      soft_close_extend_sec: 60,
      max_extensions: 9,
      increments: steps,
    };
    expect(
      await rowsOf(
        `SELECT ${terms}, fee_schedule, fees_from_settings FROM auctions WHERE id = ${newest}`,
      ),
    ).toEqual([{ ...own, fee_schedule: fees, fees_from_settings: true }]);
    expect(await rowsOf(`SELECT DISTINCT ${terms} FROM lots WHERE auction_id = ${newest}`)).toEqual(
      [own],
    );
    await pool.query("DELETE FROM operating_settings");
  });

  it("adds units before there is nothing left to offer", async () => {
    const before = await one("SELECT count(*) FROM inventory");
    await pool.query(
      "UPDATE inventory SET status = 'SOLD' WHERE status IN ('AVAILABLE', 'UNSOLD')",
    );
    await rollSchedule(browse.context);
    expect(await one("SELECT count(*) FROM inventory")).toBe(before + 140);
    expect(
      await one("SELECT (value ->> 'deliveries')::int FROM site_facts WHERE name = 'demo'"),
    ).toBe(2);
  });

  it("lets all of its own bidders but one pay after an hour, and never a visitor", async () => {
    const held = () =>
      one(
        "SELECT sum(awarded_cents) FROM bidders b JOIN users u ON u.id = b.user_id WHERE u.email LIKE '%@bidders.demo.example'",
      );
    await pool.query(
      "UPDATE awards SET status = 'DECLARED', created_at = clock_ms() - interval '2 hours'",
    );
    await pool.query(
      "UPDATE bidders b SET awarded_cents = (SELECT coalesce(sum(hammer_cents), 0) FROM awards a WHERE a.user_id = b.user_id)",
    );
    expect(await held()).toBeGreaterThan(0);
    await rollSchedule(browse.context);
    const owed = await rowsOf(
      `SELECT a.hammer_cents, a.id = (SELECT max(o.id) FROM awards o JOIN lots s ON s.id = o.lot_id
          WHERE NOT EXISTS (SELECT FROM lots n WHERE n.auction_id = s.auction_id AND n.closed_at IS NULL)
        ) AS last
        FROM awards a JOIN users u ON u.id = a.user_id
        WHERE a.status = 'DECLARED' AND u.email LIKE '%@bidders.demo.example'`,
    );
    expect(owed).toEqual([{ hammer_cents: await held(), last: true }]);
    expect(
      await rowsOf(
        "SELECT DISTINCT a.status FROM awards a JOIN users u ON u.id = a.user_id WHERE u.email = 'fleet@demo.example'",
      ),
    ).toEqual([{ status: "DECLARED" }]);
  });
});

describe("the paperwork of the demo", () => {
  it("has an invoice for each declared winner, and a payment and release for each who paid", async () => {
    await pool.query(
      `UPDATE awards SET status = 'PAID' WHERE id IN (SELECT id FROM awards ORDER BY id LIMIT 20)
        OR id IN (SELECT award_id FROM payments)`,
    );
    await rollSchedule(browse.context);
    await rollSchedule(browse.context);
    const papers = await rowsOf(
      `SELECT count(*) FILTER (WHERE v.id IS NULL) AS uninvoiced,
          count(*) FILTER (WHERE (a.status = 'PAID') <> (p.id IS NOT NULL)) AS "unevenly paid",
          count(*) FILTER (WHERE (p.id IS NULL) <> (r.award_id IS NULL)) AS "unevenly released",
          count(*) FILTER (WHERE p.cents <> v.total_cents) AS "wrongly paid"
        FROM awards a LEFT JOIN invoices v ON v.award_id = a.id LEFT JOIN payments p ON p.award_id = a.id
          LEFT JOIN releases r ON r.award_id = a.id WHERE a.status IN ('DECLARED', 'PAID')`,
    );
    expect(papers).toEqual([
      { uninvoiced: 0, "unevenly paid": 0, "unevenly released": 0, "wrongly paid": 0 },
    ]);
    expect(await one("SELECT count(*) FROM payments")).toBeGreaterThanOrEqual(20);
  });
});

describe("resetting", () => {
  it("refuses while the product runs on the database", async () => {
    await expect(resetDemo(browse.context.databaseUrl)).rejects.toThrow("is running");
  });

  it("refuses a database not marked as a demo's, which the schedule leaves alone too", async () => {
    const other = await openBrowseApp("empty");
    try {
      await expect(resetDemo(other.context.databaseUrl)).rejects.toThrow(ResetRefused);
      expect((await other.get("/site-details")).body).toMatchObject({ demo: null });
      await rollSchedule(other.context);
      expect((await other.get("/auctions")).body).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it("empties a demo's database and fills it again", async () => {
    const database = await openDatabase();
    try {
      await withClient(database.ownerUrl, async (client) => {
        await client.query(`INSERT INTO site_facts VALUES ('demo', '{"deliveries": 9}')`);
        await client.query(
          "INSERT INTO audit_log (action, subject_type, subject_id) VALUES ('test', 'user', 1)",
        );
        await resetDemo(database.ownerUrl);
        const { rows } = await client.query(
          `SELECT (SELECT count(*) FROM inventory) AS units, (SELECT count(*) FROM audit_log WHERE action = 'test') AS acts,
          (SELECT value FROM site_facts WHERE name = 'demo') AS mark`,
        );
        expect(rows).toEqual([{ units: expect.any(Number), acts: 0, mark: { deliveries: 1 } }]);
      });
    } finally {
      await database.drop();
    }
  });
});
