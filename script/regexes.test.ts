import { analyse } from "scslre";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { sources } from "./sources.ts";

/** Regular expressions that are slow only with long input, which theirs can't be. */
const shortInputs: Readonly<Record<string, string>> = {
  "contract/src/users/notifications.ts: /#.*$/": "an address has up to 1,000",
  "contract/src/inventory/unit-table.ts: /,.*$/": "our own labels",
  "domain/src/sign-in/passwords.ts: /[^\\p{L}]+$/u": "a password has up to 128",
  "server/src/restore.ts: /^(\\S+)[ T](\\S+) (\\S+)$/": "the operator's command",
  "server/src/settings.ts: /\\/+$/": "the operator's settings",
  "server/src/network/device.ts: /%.*$/": "a network address",
  "server/src/network/nearby.ts: /%.*$/": "a network address",
  "server/src/http/limits/rate-limits.ts: /%.*$/": "a network address",
  "server/src/backups/pgbackrest.ts: /\\s*\\n\\s*/g": "the output of a command of ours",
  "server/src/files/s3-files.ts: /\\/*$/": "the operator's settings",
  "server/src/db/servers/server-urls.ts: /^(postgres(?:ql)?:\\/\\/(?:[^@/]*@)?)([^/?]+)(.*)$/":
    "the operator's settings",
  "web/src/sign-in/field-rules.ts: /^\\S+@\\S+\\.\\S+$/": "what the browser's user types",
};

interface Regex {
  readonly pattern: string;
  readonly flags: string;
}

function regexesIn(file: string, code: string): Regex[] {
  const found: Regex[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("regex" in node) found.push(node.regex as Regex);
    else for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, code).program);
  return found;
}

async function allRegexes(): Promise<Map<string, Regex>> {
  const regexes = new Map<string, Regex>();
  for await (const [file, code] of sources()) {
    for (const regex of regexesIn(file, code))
      regexes.set(`${file}: /${regex.pattern}/${regex.flags}`, regex);
  }
  return regexes;
}

/** Returns how a regular expression can be slowed down by long input, or null. */
function slowness({ pattern, flags }: Regex): string | null {
  const literal = { source: pattern, flags: flags.replace("v", "u") };
  const { reports } = analyse(literal, { reportTypes: { Move: true } });
  if (reports.length === 0) return null;
  return reports.some(({ exponential }) => exponential) ? "exponential" : "polynomial";
}

test.each([
  [{ pattern: "^(a+)+$", flags: "" }, "exponential"],
  [{ pattern: String.raw`^\d+\d+$`, flags: "" }, "polynomial"],
  [{ pattern: String.raw`\s*,\s*`, flags: "" }, "polynomial"],
  [{ pattern: String.raw`^\d{1,6}$`, flags: "u" }, null],
])("%j is %s", (regex, why) => {
  expect(slowness(regex)).toBe(why);
});

test("no regular expression takes more than linear time, unless its input is short (ASVS 1.3.12)", async () => {
  const regexes = await allRegexes();
  expect(regexes.size).toBeGreaterThan(100);
  const slow = [...regexes].flatMap(([shown, regex]) => {
    const why = slowness(regex);
    return why === null ? [] : [`${why}: ${shown}`];
  });
  const allowed = new Set(Object.keys(shortInputs).map((shown) => `polynomial: ${shown}`));
  expect(slow.filter((each) => !allowed.has(each))).toEqual([]);
});

test("no regular expression is built from input: all are literals (ASVS 1.2.9)", async () => {
  const built: string[] = [];
  for await (const [file, code] of sources()) if (/\bRegExp\(/.test(code)) built.push(file);
  expect(built).toEqual([]);
});
