import { msg } from "@gavelyard/messages/text";
import type { FastifyRequest } from "fastify";
import { readFile } from "node:fs/promises";
import { recordSecurityEvent } from "../../audit/security-sql.ts";
import type { Context } from "../../context.ts";
import { findMalware, ScannerUnavailable } from "../../files/malware-scan.ts";
import { deviceOf } from "../../network/device.ts";
import { badFields, Refusal } from "../../refusal.ts";
import type { ScanUpload } from "./uploads.ts";

/**
 * Creates the function that scans uploads before anything stores them, if `SCAN_URL` is set (D59).
 */
export function createScanUpload({
  pool,
  settings: { scanUrl },
  log,
}: Pick<Context, "pool" | "settings" | "log">): ScanUpload {
  return async (request, file) => {
    if (scanUrl === null) return;
    const found = await findMalware(scanUrl, await readFile(file.path)).catch((error: unknown) => {
      throw error instanceof ScannerUnavailable ? scannerUnavailable(error, log) : error;
    });
    if (found === null) return;
    await recordSecurityEvent(pool, {
      kind: "MALWARE_FOUND",
      user: userOf(request),
      device: deviceOf(request),
      detail: found.slice(0, 80),
    });
    const message = msg("Our scanner found malware in this file. Nothing was saved.");
    throw badFields([{ path: file.field, message }]);
  };
}

function scannerUnavailable(error: ScannerUnavailable, log: Context["log"]): Refusal {
  log.error({ err: error }, "the malware scanner is unavailable, so uploads are rejected");
  return new Refusal(
    "unavailable",
    msg("We can't check files at the moment. Nothing was saved. Try again."),
    {
      retryAfterSec: 30,
    },
  );
}

const userOf = ({ principal }: Pick<FastifyRequest, "principal">) =>
  principal === null ? null : { id: principal.userId };
