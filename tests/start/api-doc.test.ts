import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openDemo, type DemoProduct } from "../stage.ts";

const run = promisify(execFile);
const doc = path.resolve(import.meta.dirname, "../../docs/api.md");

let demo: DemoProduct;
beforeAll(async () => {
  demo = await openDemo(inject("postgresUrl"));
});
afterAll(() => demo?.close());

test("the commands in docs/api.md run unchanged", async (context) => {
  const hasCurl = await run("curl", ["--version"]).then(
    () => true,
    () => false,
  );
  context.skip(!hasCurl, "there is no curl here");
  const text = await readFile(doc, "utf8");
  const script = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, lines]) => lines).join("\n");
  const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-api-"));
  try {
    const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script], {
      cwd: folder,
      env: { ...process.env, HOST: demo.product.url },
      maxBuffer: 50_000_000,
    });
    expect(stdout).toContain('"email":"fleet@demo.example"');
    expect(stdout).toMatch(/"totalElements":\d+/);
    // Two identical receipts, or two refusals if a demo bidder was faster.
    const receipts = [
      ...stdout.matchAll(/\{"id":\d+,"bidId":\d+,"seq":\d+,"inventoryId":[^{}]*\}/g),
    ]
      .map(([receipt]) => receipt)
      .filter((receipt) => receipt.includes('"minNextBid"'));
    const refusals = [...stdout.matchAll(/"statusCode":409/g)];
    expect(receipts.length + refusals.length).toBe(2);
    expect(new Set(receipts).size).toBeLessThan(2);
    expect(stdout).toContain('"path":"yearFrom"');
    expect(stdout).toContain("/topic/bids/");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
