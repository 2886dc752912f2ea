import { unawaited } from "../domain/src/unawaited.ts";
import { bidsByTheClock, bidsInTurn, insertsInTurn, load } from "./load.ts";
import type { LoadOrder } from "./load-apart.ts";

/** Runs load whenever the parent sends a number of seconds. */
function obey({ requests, ...order }: LoadOrder): void {
  const next =
    requests.kind === "inserts"
      ? insertsInTurn(order.clients)
      : requests.sinceMs === undefined
        ? bidsInTurn(requests.lots, requests.bidders)
        : bidsByTheClock(requests.lots, requests.bidders, requests.sinceMs);
  const run = async (seconds: number) =>
    process.send?.(await load({ ...order, method: "POST", next, seconds }));
  process.on("message", (seconds: number) => unawaited(run(seconds)));
}

process.once("message", obey);
process.on("disconnect", () => process.exit(0));
