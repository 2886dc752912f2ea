import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const modules = {
  unhandled: new URL("unhandled-rejections.ts", import.meta.url).href,
  logger: new URL("logger.ts", import.meta.url).href,
};

test("an unhandled rejection is logged and counted, and the process continues", async () => {
  const script = `
    import { handleUnhandledRejections, unhandledRejections } from ${JSON.stringify(modules.unhandled)};
    import { createLogger } from ${JSON.stringify(modules.logger)};
    handleUnhandledRejections(createLogger("error", { write: (line) => process.stderr.write(line) }));
    Promise.reject(new Error("the read failed"));
    Promise.reject("and another");
    setTimeout(() => console.log("alive, " + unhandledRejections()), 50);
  `;
  const child = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const { stdout, stderr } = await child;
  expect(stdout.trim()).toBe("alive, 2");
  expect(stderr).toContain("the read failed");
  expect(stderr).toContain("was not handled");
});
