import type { ControlEvent, ControlLot, ControlRoom } from "@gavelyard/contract/auctions/control";
import { formatTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useState } from "react";
import { alias } from "../../ui/page/alias.ts";
import { ActionButton } from "../../api/action-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useServerNow } from "../../ui/text/countdown.tsx";
import { money } from "../../ui/text/format.ts";
import { Link } from "../../ui/page/router.tsx";

const eventTitles = {
  BID: t("Bid"),
  PROXY: t("Proxy bid"),
  RAISE: t("Maximum raised"),
  RETRACTION: t("Retracted"),
  VOID: t("Voided"),
  LAPSE: t("Withdrawn"),
  EXTENSION: t("Closing time changed"),
  CLOSE: t("Closed"),
  PAUSED: t("Paused"),
  RESUMED: t("Resumed"),
  MESSAGE: t("Message to bidders"),
  CLOSE_FAILED: t("Couldn't close"),
} as const satisfies Record<ControlEvent["kind"], string>;

/** What happened in the room, or to the chosen lot, whose bids can be voided there. */
export function RoomLog({ room, lot }: { room: ControlRoom; lot: ControlLot | undefined }) {
  const [onlyLot, setOnlyLot] = useState(false);
  const now = useServerNow() ?? 0;
  const open = new Set(
    room.lots.flatMap((lot) => (Date.parse(lot.closesAt) >= now ? [lot.lotNumber] : [])),
  );
  const log = onlyLot ? room.log.filter(({ lotNumber }) => lotNumber === lot?.lotNumber) : room.log;
  return (
    <Card title={t("Activity")}>
      {lot === undefined ? null : (
        <Button className="mb-2" aria-pressed={onlyLot} onClick={() => setOnlyLot(!onlyLot)}>
          {t("Only lot {number}", { number: lot.lotNumber })}
        </Button>
      )}
      {log.length === 0 ? <p className="text-soft">{t("No activity yet.")}</p> : null}
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      <ol
        aria-label={t("Activity")}
        tabIndex={0}
        className="grid max-h-[60vh] content-start overflow-auto"
      >
        {log.map((event) => (
          <li
            key={event.key}
            className="flex items-center justify-between gap-2 border-b border-line py-1.5 text-sm last:border-0"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-baseline gap-x-2">
                <time dateTime={event.at} className="figures text-soft">
                  {formatTime(event.at, room.timeZone)}
                </time>
                {event.lotNumber === null ? null : (
                  <span className="figures">{t("lot {number}", { number: event.lotNumber })}</span>
                )}
                <span className="font-semibold">{eventTitles[event.kind]}</span>
                {event.amount === null ? null : (
                  <span className="figures">{money(event.amount)}</span>
                )}
              </p>
              <p>
                {event.userId === null || event.bidderName === null ? null : (
                  <Link
                    to={`?tab=users&user=${event.userId}`}
                    className="inline-block min-h-6 text-ink"
                  >
                    {event.bidderName}
                    {event.bidderAlias === null ? "" : `, ${alias(event.bidderAlias)}`}
                  </Link>
                )}{" "}
                {event.actorName === null ? "" : t("by {name}", { name: event.actorName })}{" "}
                {event.note}
              </p>
            </div>
            {onlyLot && event.lotNumber !== null && open.has(event.lotNumber) ? (
              <VoidBidButton event={event} />
            ) : null}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function VoidBidButton({ event: { bidId, userId, bidderName, amount } }: { event: ControlEvent }) {
  if (bidId === null || userId === null) return null;
  return (
    <ActionButton
      label={t("Void bid")}
      className="shrink-0"
      title={
        bidderName === null
          ? t("Void this bidder's bid?")
          : t("Void {name}'s bid?", { name: bidderName })
      }
      confirmLabel={t("Void bid")}
      tone="danger"
      reason
      act={(call, reason) =>
        call("retractBid", {
          params: { id: String(bidId) },
          query: { userId: String(userId), reason },
        })
      }
      done={t("Bid voided")}
      failed={t("Couldn't void the bid.")}
      refresh={[["staff", "control"]]}
    >
      {amount === null
        ? t("This bid no longer counts and the lot's price is recalculated.")
        : t("The {amount} bid will no longer count, and we'll recalculate the lot's price.", {
            amount: money(amount),
          })}{" "}
      {t("It stays in the bid history with your reason.")}
    </ActionButton>
  );
}
