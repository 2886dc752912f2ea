import type { TimelineEntry } from "@gavelyard/contract/users/timeline";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import {
  timelinePartNames,
  type TimelineKind,
  type TimelinePart,
} from "@gavelyard/domain/users/timeline";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { browserZone } from "../clock.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/page/router.tsx";
import { money, words } from "../ui/text/format.ts";
import { userTimelineQuery } from "./api.ts";

const partNames: Readonly<Record<TimelinePart, string>> = {
  BIDS: t("Bids"),
  SALES: t("Purchases and money"),
  PAPERS: t("Papers"),
  CONTACT: t("Contact"),
};
const kindNames: Readonly<Record<TimelineKind, string>> = {
  BID: t("Bid"),
  WIN: t("Won"),
  INVOICE: t("Invoice"),
  PROOF: t("Payment proof"),
  RECEIPT: t("Receipt"),
  REFUND: t("Refund"),
  PICKUP: t("Pickup"),
  DELIVERY: t("Delivery"),
  TITLE: t("Title"),
  DOCUMENT: t("Document"),
  LIMIT_REQUEST: t("Limit request"),
  FINANCE_REQUEST: t("Finance application"),
  CALL: t("Call"),
  NOTE: t("Note"),
  MESSAGE: t("Message"),
  QUESTION: t("Question"),
  EMAIL: t("Email"),
};

/** Everything between a person and the house, newest first, to answer them on the phone (D88). */
export function UserTimeline({ userId }: { userId: number }) {
  const [part, setPart] = useState<TimelinePart | null>(null);
  const [page, setPage] = useState(0);
  const query = useQuery(userTimelineQuery(useCall(), userId, part, page));
  return (
    <section aria-label={t("Timeline")}>
      <h3 className="mb-2 font-bold">{t("Timeline")}</h3>
      <div role="group" aria-label={t("Filter the timeline")} className="mb-3 flex flex-wrap gap-2">
        {[null, ...timelinePartNames].map((one) => (
          <Button
            key={one ?? "ALL"}
            className="choice"
            aria-pressed={one === part}
            onClick={() => {
              setPart(one);
              setPage(0);
            }}
          >
            {one === null ? t("All") : partNames[one]}
          </Button>
        ))}
      </div>
      <Read query={query} failure={t("Couldn't load the timeline.")} className="h-60">
        {({ content, number, totalPages }) => (
          <>
            {content.length === 0 ? (
              <p className="text-soft">{t("Nothing here yet")}</p>
            ) : (
              <ol>
                {content.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            )}
            <div className="mt-3 flex gap-2">
              {number > 0 ? (
                <Button onClick={() => setPage(number - 1)}>{t("Newer")}</Button>
              ) : null}
              {number + 1 < totalPages ? (
                <Button onClick={() => setPage(number + 1)}>{t("Older")}</Button>
              ) : null}
            </div>
          </>
        )}
      </Read>
    </section>
  );
}

function Entry({
  entry: { kind, at, title, state, amount, detail, path },
}: {
  entry: TimelineEntry;
}) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-3 border-b border-line py-2">
      <p className="min-w-0 wrap-anywhere">
        <span className="text-soft">{kindNames[kind]}</span>{" "}
        {title === "" ? null : path === null ? (
          <span className="font-semibold">{title}</span>
        ) : (
          <Link to={path} className="inline-flex min-h-6 items-center font-semibold">
            {title}
          </Link>
        )}{" "}
        {state === null ? null : <Badge>{words(state)}</Badge>}
      </p>
      <p className="text-right">
        {amount === null ? null : <span className="figures">{money(amount)}</span>}
      </p>
      <p className="col-span-full text-sm text-soft wrap-anywhere">
        {formatDateTime(at, browserZone())}
        {detail === "" ? "" : `: ${detail}`}
      </p>
    </li>
  );
}
