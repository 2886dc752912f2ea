import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";

const dir = mkdtempSync(path.join(tmpdir(), "gavelyard-packages-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** Runs the command with an npm that gives these answers. */
function check(answers: { audit: string; signatures: string }) {
  const npm = path.join(dir, "npm.cjs");
  const text = `const { audit, signatures } = ${JSON.stringify(answers)};
    process.stdout.write(process.argv[3] === "signatures" ? signatures : audit);`;
  writeFileSync(npm, text);
  const { status, stdout } = spawnSync(
    process.execPath,
    [path.resolve("script/check-packages.ts"), path.join(dir, "kept.json")],
    { encoding: "utf8", env: { ...process.env, npm_execpath: npm } },
  );
  return { status, stdout };
}

const right = '{"invalid": [], "missing": []}';
const found = '{"vulnerabilities": {"left-pad": {"severity": "high"}}}';

test("without an answer from the registry, packages never pass", () => {
  const silent = check({ audit: '{"error": {"code": "ENOTFOUND"}}', signatures: right });
  expect(silent).toEqual({ status: 2, stdout: expect.stringContaining("No earlier result") });

  const vulnerable = check({ audit: found, signatures: right });
  expect(vulnerable).toEqual({
    status: 1,
    stdout: "left-pad: known vulnerability, high\n",
  });
  const later = check({ audit: "", signatures: "" });
  expect(later.status).toBe(2);
  expect(later.stdout).toMatch(/^NOT CHECKED[^]*left-pad: known vulnerability, high/);
});

test("a wrong or missing signature fails, and valid ones pass", () => {
  const forged = '{"invalid": [{"name": "a"}], "missing": [{"name": "b"}]}';
  expect(check({ audit: '{"vulnerabilities": {}}', signatures: forged })).toEqual({
    status: 1,
    stdout: "a: the signature doesn't match\nb: no signature\n",
  });
  const { status } = check({ audit: '{"vulnerabilities": {}}', signatures: right });
  expect(status).toBe(0);
});
