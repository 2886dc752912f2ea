import { startProduct } from "../tests/product.ts";
import { sumAllDays } from "../server/src/reports/sums-sql.ts";
import { makeHouse } from "./many-people.ts";
import { makeVehicles } from "./many-vehicles.ts";
import { judge, median, say, shown, type Claim } from "./report.ts";
import { openYard, signInAs } from "./yard.ts";

const VEHICLES = Number(process.env["VEHICLES"] ?? 100_000);
const USERS = Number(process.env["USERS"] ?? 100_000);
/** Rounds, including the first one with cold caches. The p95 ignores the two slowest. */
const ROUNDS = 40;
const LIMIT_MS = 100;
/** Target for the figures, which load separately from the tables. */
const FIGURES_LIMIT_MS = 300;

type Call = readonly [path: string | ((round: number) => string), body?: object];

/** A table of the staff pages, with the calls that its screen makes. */
type Table = readonly [name: string, calls: readonly Call[], limitMs?: number];

/** Measures the calls behind each table of the admin dashboard, with 100,000 units and users. */
export async function staffTables(): Promise<boolean> {
  const yard = await openYard();
  try {
    const { pool } = yard;
    await makeVehicles(pool, VEHICLES);
    await makeHouse(pool, { users: USERS, auctions: 50, lotsEach: 200, bidsEach: 50 });
    await pool.query("VACUUM ANALYZE");
    const { rows } = await pool.query<{ admin: number; auction: number; buyers: number[] }>(
      `SELECT (SELECT min(id) FROM users WHERE role = 'ROLE_ADMIN') AS admin,
        (SELECT max(auction_id) FROM lots WHERE outcome = 'SOLD') AS auction,
        ARRAY(SELECT user_id FROM invoices GROUP BY user_id ORDER BY count(*) DESC LIMIT 25) AS buyers`,
    );
    const [found] = rows;
    if (found === undefined) throw new Error("the house is empty");
    const { admin, auction, buyers } = found;
    const [boss] = await signInAs(yard, [admin]);
    say(
      `${VEHICLES} vehicles, ${USERS} users, 10,000 closed lots, 500,000 bids, 100,000 audit records, 730,000 view counts`,
    );
    // The hourly job does the same.
    await sumAllDays(pool);
    const product = await startProduct(yard.env);
    try {
      const claims: Claim[] = [];
      for (const [what, calls, limitMs = LIMIT_MS] of tables(auction, buyers)) {
        const times: number[] = [];
        for (const [asked, body] of calls) {
          const pathOf = (round: number) => (typeof asked === "string" ? asked : asked(round));
          const own: number[] = [];
          for (let round = 0; round < ROUNDS; round += 1) {
            const path = pathOf(round);
            const startedAt = performance.now();
            const reply = await fetch(product.url + path, {
              method: body === undefined ? "GET" : "POST",
              headers: {
                accept: "application/json",
                authorization: `Bearer ${boss?.jwt}`,
                ...(body === undefined ? {} : { "content-type": "application/json" }),
              },
              ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            });
            const text = await reply.text();
            if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
            own.push(performance.now() - startedAt);
          }
          times.push(...own);
          const typical = median(own);
          if (typical > limitMs / 2)
            say(`${what}: ${pathOf(0)} ${JSON.stringify(body ?? {})} takes ${shown(typical)} ms`);
        }
        times.sort((one, other) => one - other);
        say(`${what}: median ${shown(median(times))} ms, slowest ${shown(times.at(-1) ?? 0)} ms`);
        const actual = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
        claims.push({
          what: `${what}, p95`,
          actual,
          target: limitMs,
          sense: "at most",
          unit: " ms",
        });
      }
      return judge(claims);
    } finally {
      await product.stop();
    }
  } finally {
    await yard.close();
  }
}

/** Returns the path of the figures for a number of days, shifted by a minute each round. */
const figures = (days: number) => (round: number) => {
  const from = new Date(Date.now() - days * 86_400_000 + round * 60_000).toISOString();
  return `/api/adminsupport/stats?from=${from}&timeZone=America/Chicago`;
};

const trends = (newest: number) => (round: number) => {
  const ids = Array.from({ length: 25 }, (_none, index) => newest - ((index + round) % 25));
  return `/api/adminsupport/auction-trends?auctions=${ids.join(",")}`;
};

function tables(auction: number, buyers: readonly number[]): readonly Table[] {
  const units = "/api/adminsupport/inventory/search";
  const auctions = "/api/adminsupport/auctions/search";
  const users = "/api/adminsupport/users/pagination";
  const find = "/api/adminsupport/find";
  const audit = "/api/adminsupport/audit";
  return [
    ["work queue", [["/api/adminsupport/home"]]],
    [
      "command palette",
      [
        [`${find}?q=peterbilt`],
        [`${find}?q=Y4711`],
        [`${find}?q=person%204711`],
        [`${find}?q=example`],
        [`${find}?q=pe`],
        [`${find}?q=4711`],
        [`${find}?q=sale%2012`],
      ],
    ],
    ["figures", [[figures(7)], [figures(30)], [figures(365)]], FIGURES_LIMIT_MS],
    [
      "inventory",
      [
        [units, { sort: "NEWEST", size: 25 }],
        [units, { sort: "PRICE_LOW", size: 25, page: 500 }],
        [units, { q: "peterbilt 579", sort: "NEWEST", size: 25 }],
        [units, { q: "Y4711", size: 25 }],
        [units, { inventoryStatus: ["SOLD"], inventoryType: ["TRUCK_TRACTOR"], size: 25 }],
      ],
    ],
    [
      "auctions",
      [
        [auctions, { size: 25 }],
        [auctions, { q: "sale 12", size: 25 }],
        [auctions, { status: ["EXPIRED"], lifecycle: ["PUBLISHED"], size: 25, page: 1 }],
      ],
    ],
    ["bids during auctions", [[trends(auction)]], FIGURES_LIMIT_MS],
    ["ended auctions", [["/api/adminsupport/auctions/expired"]]],
    ["control room", [[`/api/adminsupport/auctions/${auction}/control`]]],
    ["winners", [[`/api/bids/adminsupport/winningBids/${auction}`]]],
    ["unpaid", [[`/api/adminsupport/getAllUnpaidInventoriesbyAuctionId/${auction}`]]],
    [
      "users",
      [
        [`${users}?size=25`],
        [`${users}?size=25&page=3000`],
        [`${users}?size=25&email=person4711`],
        [`${users}?size=25&q=person%204711`],
        [`${users}?size=25&phoneNumber=0004711`],
      ],
    ],
    ["spending by user", [[`/api/adminsupport/user-spending?users=${buyers.join(",")}`]]],
    ["bid limits", [["/api/adminsupport/getAllbidLimitRequestsforReview"]]],
    ["financing", [["/adminsupport/pendingfinancerequest"]]],
    [
      "leads",
      [["/api/adminsupport/leads?size=25"], ["/api/adminsupport/messages?size=25&page=300"]],
    ],
    [
      "audit",
      [
        [`${audit}?size=25`],
        [`${audit}?size=25&action=limit-set&page=500`],
        [`${audit}?size=25&subjectType=lot&subjectId=42`],
        [`${audit}?size=25&q=Reason%2019999`],
      ],
    ],
  ];
}
