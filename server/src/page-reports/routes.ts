import * as pageReports from "@gavelyard/contract/page-reports";
import { t } from "@gavelyard/messages/text";
import { createHash } from "node:crypto";
import type { Context } from "../context.ts";
import { deviceOf } from "../network/device.ts";
import type { PageFigures } from "../http/metrics.ts";
import { limitByAddress, type RateLimit } from "../http/limits/rate-limits.ts";
import type { Serve } from "../http/serve.ts";
import { countPageFailure } from "./sql.ts";

/** A page reports at most five failures, so this is many broken pages. */
const failuresByAddress = {
  name: "page-failures",
  tries: 60,
  windowSec: 3_600,
} as const satisfies RateLimit;

/** Takes what pages report about themselves: how they failed, and how fast they were (D79). */
export function pageReportRoutes(serve: Serve, context: Context, figures: PageFigures): void {
  serve(pageReports.reportPageFailure, async ({ body, request }) => {
    await limitByAddress(context, failuresByAddress, deviceOf(request).ip ?? "none");
    figures.failed(body.kind);
    const { kind, route, error, frames } = body;
    const stack = JSON.stringify([kind, route, error, frames]);
    await countPageFailure(context.pool, body, createHash("sha256").update(stack).digest());
    return { message: t("Report received") };
  });
  serve(pageReports.reportPageSpeed, async ({ body: { route, lcpMs, inpMs } }) => {
    if (lcpMs !== undefined) figures.painted(route, lcpMs / 1_000);
    if (inpMs !== undefined) figures.responded(route, inpMs / 1_000);
    return { message: t("Report received") };
  });
}
