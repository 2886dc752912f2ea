import { expect, test } from "vitest";
import { sources } from "./sources.ts";

/** Matches code that reads the clock of the process. */
const processClock = /\bnew Date\(\)|\bDate\.now\b|(?<!new )\bDate\(\)|\.format(ToParts)?\(\)/;

/** Files that may read the clock of the process, with the reason. */
const allowed: ReadonlyMap<string, string> = new Map([
  ["contract/src/finance.ts", "checks an age in the browser too; a wrong clock is off by a day"],
  ["server/src/backups/act-journal.ts", "bounds how far back a first copy looks, by weeks"],
  ["server/src/backups/nightly-backup.ts", "the embedded database runs on the same machine"],
  ["server/src/demo/bidders.ts", "seeds random numbers"],
  [
    "server/src/http/limits/call-rates.ts",
    "counts in memory; a wrong clock only moves the windows",
  ],
  [
    "server/src/http/pages/pages.ts",
    "a wrong clock keeps the last version's files longer or shorter",
  ],
  ["server/src/outages/outage-watch.ts", "notices a suspended machine by its jump"],
  ["server/src/realtime/sockjs-http.ts", "a header next to Date, which has the same clock"],
  ["server/src/restore.ts", "names a folder while the database is stopped"],
  ["server/src/site/security-txt.ts", "expires in half a year"],
]);

test.each([
  ["at: new Date().toISOString()", true],
  ["const age = Date.now() - since", true],
  ["text: `${Date()}`, day.format()", true],
  ["at: new Date(nowMs).toISOString(), dates.map(Date.parse)", false],
])("%s reads the clock of the process: %j", (code, reads) => {
  expect(processClock.test(code)).toBe(reads);
});

test("times come from the database's clock (D16)", async () => {
  const found: string[] = [];
  for await (const [file, code] of sources())
    if (/^(contract|domain|server)\//.test(file) && processClock.test(code)) found.push(file);
  expect(found.toSorted()).toEqual([...allowed.keys()]);
});
