import { hotLot } from "./hot-lot.ts";
import { inventoryList } from "./inventory-list.ts";
import { fanOut } from "./fan-out.ts";
import { million } from "./million.ts";
import { say } from "./report.ts";

/**
 * `npm run bench [name …]`: what is claimed of speed, each measured beside a limit in the same run.
 * Exits with 1 when a claim does not hold here and now.
 */
const benches: Readonly<Record<string, () => Promise<boolean>>> = {
  "hot-lot": hotLot,
  "inventory-list": inventoryList,
  "fan-out": fanOut,
  million,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  say(`There is no bench ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}`);
  process.exit(1);
}
let allHold = true;
for (const [name, run] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue;
  say(`\n${name}`);
  allHold = (await run()) && allHold;
}
process.exit(allHold ? 0 : 1);
