import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { openDataDir } from "../../server/src/testing/data-dir.ts";
import { rowsOf } from "../database.ts";
import { embeddedUrl } from "../faults/market.ts";
import { startProduct } from "../product.ts";

test("a server that stops while its backup store doesn't respond exits in time, with its database", async () => {
  let requests = 0;
  const store = createServer(() => (requests += 1));
  store.listen(0, "127.0.0.1");
  await once(store, "listening");
  const address = store.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const dataDir = await openDataDir("stopped");
  const product = await startProduct({
    DEMO: "0",
    DATA_DIR: dataDir,
    BACKUP_URL: `s3+http://key:secret@127.0.0.1:${address.port}/backups`,
  });
  await expect.poll(() => requests).toBeGreaterThan(0);
  const database = await embeddedUrl(dataDir);
  expect(await product.stop()).toBe(0);
  await expect(rowsOf(database, "SELECT 1")).rejects.toThrow();
  store.closeAllConnections();
  store.close();
  await rm(dataDir, { recursive: true, force: true });
});
