import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright";
import type { TestContext } from "vitest";

const FOLDER = path.resolve(import.meta.dirname, "../test-results");

/**
 * Collects what a page's console says. The result, called when the test is finished and before the
 * page is cleared, keeps it for a failed test with the page's picture and the server's log, and
 * prints where.
 */
export function watchForFailure(
  page: Page,
  serverLog: () => string,
): (task: TestContext["task"]) => Promise<void> {
  const lines: string[] = [];
  page.on("console", (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => lines.push(`error: ${error.stack ?? error.message}`));
  return async ({ result, fullTestName, file, id }) => {
    if (result?.state !== "fail") return;
    const test = `${path.basename(file.name, ".test.ts")} ${fullTestName}`;
    const folder = path.join(FOLDER, `${test.replaceAll(/\W+/g, "-").slice(0, 100)}-${id}`);
    await mkdir(folder, { recursive: true });
    const kept = (name: string) => path.join(folder, name);
    const [picture, consoleLog, log] = ["page.png", "console.log", "server.log"].map(kept);
    if (picture === undefined || consoleLog === undefined || log === undefined) return;
    const seen = await page.screenshot({ path: picture }).then(
      () => `${picture} (${page.url()})`,
      (error: unknown) => `no picture: ${String(error).split("\n")[0]}`,
    );
    await writeFile(consoleLog, lines.join("\n"));
    await writeFile(log, serverLog());
    const browser = page.context().browser();
    const died =
      browser?.isConnected() === false ? ["Chromium ended; the next test gets a new one."] : [];
    const report = [`\nfailed: ${test}`, ...died, seen, consoleLog, log];
    process.stdout.write(`${report.join("\n  ")}\n`);
  };
}
