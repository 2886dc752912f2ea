import type { Winning } from "@gavelyard/contract/users";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useCall } from "../api/api-context.ts";
import { winningsQuery } from "../bidding/api.ts";
import { messageOf } from "../session/messages.ts";
import { Badge } from "../ui/badge.tsx";
import { money } from "../ui/format.ts";
import { Picture } from "../ui/picture.tsx";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";

const states: Record<Winning["status"], string> = {
  PENDING: "Being confirmed",
  DECLARED: "Payment due",
  PAID: "Paid",
  DEFAULTED: "Defaulted",
  VOID: "Void",
};

/** Lots that I won and what comes next. */
export function Winnings({ userId }: { userId: number }) {
  const { data, error, refetch } = useQuery(winningsQuery(useCall(), userId));
  if (error !== null && data === undefined) {
    return (
      <ErrorState
        message={messageOf(error, "Your winnings could not be read.")}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Skeleton className="h-48" />;
  if (data.length === 0)
    return (
      <EmptyState title="Nothing won yet">
        A lot that you win is listed here with what to do next.
      </EmptyState>
    );
  return (
    <ul className="grid gap-3">
      {data.map((won) => (
        <li
          key={won.awardId}
          className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-sheet p-3"
        >
          <Picture
            image={won.inventory.images[0]}
            sizes="120px"
            className="w-28 shrink-0 rounded-md"
          />
          <div className="min-w-40 flex-1">
            <Link
              to={`/truck/${won.inventoryId}`}
              className="inline-flex min-h-9 items-center font-semibold text-ink"
            >
              {won.inventory.name}
            </Link>
            <p className="text-sm text-soft">{won.auctionName}</p>
            {won.status === "PAID" ? null : (
              <p className="text-sm text-soft">
                Payment is due by{" "}
                {formatDateTime(won.paymentDueAt, won.inventory.lot?.timeZone ?? "UTC")}
              </p>
            )}
          </div>
          <p className="figures text-xl font-bold">{money(won.hammerPrice)}</p>
          <Badge tone="winning">{states[won.status]}</Badge>
        </li>
      ))}
    </ul>
  );
}
