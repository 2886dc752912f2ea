import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { unitImport, type UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { makeVin } from "@gavelyard/domain/inventory/vin";
import { startProduct } from "../tests/product.ts";
import { bidsByTheClock } from "./load.ts";
import { judge, median, percentile, say, shown } from "./report.ts";
import { makeBidders, makeLots, openYard, signInAs, type Yard } from "./yard.ts";

const ROWS = Number(process.env["ROWS"] ?? 20_000);
const BIDS_A_SECOND = 20;
const QUIET_SEC = 15;
const MEMORY_EVERY_MS = 100;
const MB = 1_048_576;

const header =
  "Stock #,Year,Make,Model,Trim,VIN,Miles,Title,Type,Color,Engine,Fuel,Transmission,Keys,Runs,Damage,GVWR,Starting bid,Yard,Comments";

/** A list of units, 20 columns; some with another price than yesterday. */
function listOf(rows: number, dearer: number): Blob {
  const lines = Array.from({ length: rows }, (_none, at) => {
    const vin = makeVin(`1FTFW1E8_KF${String(at).padStart(6, "0")}`);
    const price = 5_000 + (at % 400) * 100 + (at < dearer ? 100 : 0);
    return `L${at},2019,FORD,F-150,XLT,${vin},${40_000 + at},Clean,Pickup,White,3.5L V6,Gas,Automatic,Yes,Run & Drive,Front end,7050,$${price},Yard,"One owner, runs and drives, minor scratches on the left door, service book in the glove box"`;
  });
  return new Blob([[header, ...lines].join("\n")]);
}

/**
 * Measures a list of 20,000 units: its check, its import, and the same list again with 1,000 other prices,
 * beside 20 bids a second. Bids and memory are compared with the same process before the list.
 */
export async function bigList(): Promise<boolean> {
  const yard = await openYard();
  try {
    const lots = await makeLots(yard.pool, 20);
    const bidders = await makeBidders(yard, 20);
    const jwt = await staffOf(yard);
    // The bench's administrator has no second factor.
    const product = await startProduct({ ...yard.env, STAFF_FACTOR_FROM: "2099-01-01" });
    try {
      const next = bidsByTheClock(lots, bidders, Date.now());
      const waits: number[] = [];
      let refused = 0;
      let peak = 0;
      let isOver = false;
      const bidding = every(
        1_000 / BIDS_A_SECOND,
        () => isOver,
        async () => {
          const { path, headers } = next();
          const startedAt = performance.now();
          const reply = await fetch(product.url + path, {
            method: "POST",
            headers: { ...headers, "idempotency-key": crypto.randomUUID() },
          });
          await reply.text();
          waits.push(performance.now() - startedAt);
          if (!reply.ok) refused += 1;
        },
      );
      const watching = every(
        MEMORY_EVERY_MS,
        () => isOver,
        async () => {
          peak = Math.max(peak, await residentBytes());
        },
      );
      await sleep(QUIET_SEC * 1_000);
      const quiet = waits.splice(0);
      const atRest = peak;
      say(`quiet: ${bidWords(quiet)}, ${shown(atRest / MB)} MB resident`);

      const call = callsOf(product.url, jwt);
      const busy: number[] = [];
      const phase = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
        const startedAt = performance.now();
        const result = await work();
        const seconds = (performance.now() - startedAt) / 1_000;
        const own = waits.splice(0);
        busy.push(...own);
        say(`${what}: ${shown(seconds)} s, ${bidWords(own)}, ${shown(peak / MB)} MB at most`);
        return result;
      };
      try {
        const first = await phase("upload", () => call.upload(listOf(ROWS, 0)));
        await phase("check", () => call.check(first));
        await phase("import", () => call.run(first.id, {}));
        const second = await phase("upload again", () => call.upload(listOf(ROWS, 1_000)));
        const compared = await phase("check again", () => call.check(second));
        const { added, same, changed } = compared.matches;
        say(
          `again: ${added} new, ${same} the same, ${changed} changed, ${compared.errorRows} errors`,
        );
        await phase("update", () => call.run(second.id, { update: true }));
      } finally {
        isOver = true;
        await Promise.all([bidding, watching]);
      }
      return judge([
        {
          what: "p99 of bids beside the list",
          actual: percentile(busy, 0.99),
          target: Math.max(250, 3 * percentile(quiet, 0.99)),
          sense: "at most",
          unit: " ms",
        },
        { what: "refused bids", actual: refused, target: 0, sense: "at most", unit: "" },
        {
          what: "memory that the list takes",
          actual: (peak - atRest) / MB,
          target: 400,
          sense: "at most",
          unit: " MB",
        },
      ]);
    } finally {
      await product.stop();
    }
  } finally {
    await yard.close();
  }
}

const bidWords = (waits: readonly number[]): string =>
  `${waits.length} bids, p50 ${shown(median(waits))} ms, p99 ${shown(percentile(waits, 0.99))} ms, longest ${shown(Math.max(...waits))} ms`;

/** Starts `work` at a steady rate, whether earlier runs have ended or not, until it is over. */
async function every(ms: number, isOver: () => boolean, work: () => Promise<void>): Promise<void> {
  const running: Promise<void>[] = [];
  for (let at = performance.now(); !isOver(); at += ms) {
    await sleep(Math.max(0, at - performance.now()));
    running.push(work());
  }
  await Promise.all(running);
}

/** Returns the memory that the server's process holds, as Linux counts it. */
async function residentBytes(): Promise<number> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  for (const pid of children.trim().split(" ")) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (!command.includes("server/src/main.ts")) continue;
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    return 1_024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  }
  throw new Error("the server's process was not found");
}

async function staffOf(yard: Yard): Promise<string> {
  const { rows } = await yard.pool.query<{ id: number }>(
    `INSERT INTO users (email, name, password_hash, role, email_verified_at)
      VALUES ('staff@bench.example', 'Bench Staff', 'none', 'ROLE_ADMIN', clock_ms()) RETURNING id`,
  );
  const [staff] = await signInAs(
    yard,
    rows.map(({ id }) => id),
  );
  if (staff === undefined) throw new Error("staff has no session");
  return staff.jwt;
}

function callsOf(url: string, jwt: string) {
  const ask = async (path: string, method: string, body?: object | FormData): Promise<unknown> => {
    const isForm = body instanceof FormData;
    const reply = await fetch(`${url}/api/adminsupport/imports${path}`, {
      method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${jwt}`,
        ...(isForm || body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
    return JSON.parse(text);
  };
  return {
    upload: async (list: Blob): Promise<UnitImport> => {
      const form = new FormData();
      form.append("file", list, "Bench list.csv");
      return unitImport.parse(await ask("", "POST", form));
    },
    check: async ({ id, mapping }: UnitImport): Promise<UnitImport> =>
      unitImport.parse(await ask(`/${id}/mapping`, "PUT", { mapping })),
    run: async (id: number, body: object): Promise<void> => {
      await ask(`/${id}/start`, "POST", body);
      for (;;) {
        const { state, failure } = unitImport.parse(await ask(`/${id}`, "GET"));
        if (state === "DONE") return;
        if (state !== "IMPORTING") throw new Error(`the import is ${state}: ${failure}`);
        await sleep(200);
      }
    },
  };
}
