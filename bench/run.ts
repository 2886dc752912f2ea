import { hotLot } from "./hot-lot.ts";
import { inventoryPages } from "./inventory-pages.ts";
import { buildWeb } from "../script/build-web.ts";
import { fanOut } from "./fan-out.ts";
import { lighthouse } from "./lighthouse.ts";
import { million } from "./million.ts";
import { say } from "./report.ts";
import { signIns } from "./sign-ins.ts";

/**
 * `npm run bench [name …]`: what is claimed of speed, each measured beside a limit in the same run.
 * Exits with 1 when a claim does not hold here and now.
 */
const benches: Readonly<Record<string, () => Promise<boolean>>> = {
  "hot-lot": hotLot,
  "inventory-pages": inventoryPages,
  "fan-out": fanOut,
  "sign-ins": signIns,
  million,
  lighthouse,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  say(`There is no bench ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}`);
  process.exit(1);
}
await buildWeb(say);
let allHold = true;
for (const [name, run] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue;
  say(`\n${name}`);
  allHold = (await run()) && allHold;
}
process.exit(allHold ? 0 : 1);
