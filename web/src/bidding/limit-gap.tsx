import type { BidLimitStatus } from "@gavelyard/contract/bidding/bid-limits";
import { t } from "@gavelyard/messages/text";
import { withReturn } from "../session/return-to.ts";
import { money } from "../ui/text/format.ts";
import { Link, useLocation } from "../ui/page/router.tsx";

/** Returns the limit that a bid needs; null if the limit suffices. In dollars, like the others (D25). */
export function limitFor(
  amount: number,
  { limit, available, holds }: Pick<BidLimitStatus, "limit" | "available" | "holds">,
  inventoryId: number,
): number | null {
  // What the lot holds already counts towards a higher maximum there.
  const held = holds.find((hold) => hold.kind === "LEADING" && hold.inventoryId === inventoryId);
  const missing = amount - (held?.amount ?? 0) - available;
  return missing <= 0 ? null : limit + missing;
}

/** Says before a bid that it needs a higher limit, and leads to the request for one (D26). */
export function LimitGap({
  amount,
  status,
  inventoryId,
}: {
  amount: number;
  status: BidLimitStatus;
  inventoryId: number;
}) {
  const { pathname, search } = useLocation();
  const needed = limitFor(amount, status, inventoryId);
  if (needed === null) return null;
  const request = withReturn("/dashboard", pathname + search);
  return (
    <p role="status" className="rounded-md bg-sunken p-3">
      {t("A bid of {amount} needs a limit of {needed}; yours is {limit}.", {
        amount: money(amount),
        needed: money(needed),
        limit: money(status.limit),
      })}{" "}
      <Link
        to={`${request}&tab=limit&amount=${Math.ceil(needed)}`}
        className="inline-flex min-h-11 items-center font-semibold underline"
      >
        {t("Request a higher limit")}
      </Link>
    </p>
  );
}
