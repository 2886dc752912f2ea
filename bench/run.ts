import { alerts } from "./alerts.ts";
import { bidDesk } from "./bid-desk.ts";
import { bigList } from "./big-list.ts";
import { closing } from "./closing.ts";
import { crowd } from "./crowd.ts";
import { hotLot } from "./hot-lot.ts";
import { freshness } from "./freshness.ts";
import { idle } from "./idle.ts";
import { inventoryPages } from "./inventory-pages.ts";
import { buildWeb } from "../script/build-web.ts";
import { endToEnd } from "./end-to-end.ts";
import { failover } from "./failover.ts";
import { fanOut } from "./fan-out.ts";
import { lighthouse } from "./lighthouse.ts";
import { million } from "./million.ts";
import { overload } from "./overload.ts";
import { pages } from "./pages.ts";
import { say } from "./report.ts";
import { staffTables } from "./staff-tables.ts";
import { signIns } from "./sign-ins.ts";
import { twoDesks } from "./two-desks.ts";
import { twoProcesses } from "./two-processes.ts";

/**
 * `npm run bench [name …]` checks our performance claims, each measured against a baseline in the
 * same run. Exits with 1 if a claim fails.
 */
const benches: Readonly<Record<string, () => Promise<boolean>>> = {
  "hot-lot": hotLot,
  "bid-desk": bidDesk,
  "inventory-pages": inventoryPages,
  pages,
  freshness,
  "fan-out": fanOut,
  "end-to-end": endToEnd,
  crowd,
  closing,
  idle,
  "two-processes": twoProcesses,
  "two-desks": twoDesks,
  "sign-ins": signIns,
  alerts,
  "staff-tables": staffTables,
  "big-list": bigList,
  overload,
  million,
  failover,
  lighthouse,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  say(`Unknown bench ${unknown.join(", ")}. Benches: ${Object.keys(benches).join(", ")}`);
  process.exit(1);
}
await buildWeb(say);
let allMet = true;
for (const [name, run] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue;
  say(`\n${name}`);
  allMet = (await run()) && allMet;
}
process.exit(allMet ? 0 : 1);
