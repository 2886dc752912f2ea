import { ApiError } from "@gavelyard/client/call";
import { formatTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { messageOf } from "../api/messages.ts";
import { useServerNow } from "../ui/text/countdown.tsx";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/page/router.tsx";
import { useOnline } from "../ui/page/use-online.ts";
import { orderWords, type Attempt, type Order } from "./placing/order.ts";
import type { LiveLot } from "./use-live-lot.ts";

/** How long an answer takes before we say that there is none yet, in ms. */
const SLOW_MS = 2_000;

/**
 * What is known of a customer's last bid on a lot: that it runs, was placed or was refused. With
 * `onAgain`, a bid without an answer can be sent again.
 */
export function BidOutcome({
  attempt,
  lot,
  zone,
  onAgain,
}: {
  attempt: Attempt | null;
  lot: Pick<LiveLot, "seq">;
  zone: string;
  onAgain?: (order: Order) => void;
}) {
  return (
    <>
      {/* Rendered empty at first, so that screen readers announce its text. */}
      <div role="status" className="text-sm empty:hidden">
        {attempt?.state === "sending" ? (
          <Running attempt={attempt} zone={zone} />
        ) : attempt?.state === "placed" ? (
          <Receipt attempt={attempt} seq={lot.seq} zone={zone} />
        ) : null}
      </div>
      {attempt?.state === "unanswered" ? (
        <p role="alert" className="rounded-md bg-outbid-bg p-2 text-outbid">
          {messageOf(
            attempt.error,
            t(
              "We can't confirm {bid}, sent at {time}. Check the lot, or send it again; it won't be placed twice.",
              { bid: orderWords(attempt.order), time: formatTime(attempt.sentAtMs, zone) },
            ),
          )}
        </p>
      ) : attempt?.state === "refused" ? (
        <p role="alert" className="rounded-md bg-outbid-bg p-2 text-outbid">
          {messageOf(attempt.error, t("Your bid was not placed."))}
          {attempt.error instanceof ApiError && attempt.error.code === "bid-limit-exceeded" ? (
            <>
              {" "}
              <Link to="/dashboard?tab=limit" className="font-semibold text-outbid underline">
                {t("Request a higher limit")}
              </Link>
            </>
          ) : null}
        </p>
      ) : null}
      {attempt?.state === "unanswered" && onAgain !== undefined ? (
        <Button onClick={() => onAgain(attempt.order)}>{t("Send again")}</Button>
      ) : null}
    </>
  );
}

function Running({
  attempt: { order, sentAtMs },
  zone,
}: {
  attempt: Extract<Attempt, { state: "sending" }>;
  zone: string;
}) {
  const isOnline = useOnline();
  const now = useServerNow() ?? sentAtMs;
  if (isOnline && now - sentAtMs < SLOW_MS) return null;
  const known = { bid: orderWords(order), time: formatTime(sentAtMs, zone) };
  return (
    <p className="rounded-md bg-sunken p-2">
      {isOnline
        ? t(
            "No answer yet to {bid}, sent at {time}. We keep asking; it won't be placed twice.",
            known,
          )
        : t(
            "You're offline. We don't know yet whether {bid}, sent at {time}, reached us. We ask as soon as you're back; it won't be placed twice.",
            known,
          )}
    </p>
  );
}

/** The receipt of a bid. Once others have bid, only that it was received. */
function Receipt({
  attempt: { order, receipt },
  seq,
  zone,
}: {
  attempt: Extract<Attempt, { state: "placed" }>;
  seq: number;
  zone: string;
}) {
  const known = { placedAt: formatTime(receipt.placedAt, zone), seq: receipt.seq };
  // The automatic bid that outbid it is the row after it.
  const lastSeq = receipt.status === "WINNING" ? receipt.seq : receipt.seq + 1;
  if (seq > lastSeq) {
    return (
      <p className="text-soft">
        {t("We received {bid} at {placedAt}, bid {seq} on this lot.", {
          bid: orderWords(order),
          ...known,
        })}
      </p>
    );
  }
  return (
    <p
      className={`rounded-md p-2 ${receipt.status === "WINNING" ? "bg-winning-bg text-winning" : "bg-outbid-bg text-outbid"}`}
    >
      {t("{message} Received {placedAt}, bid {seq} on this lot.", {
        message: receipt.message,
        ...known,
      })}
    </p>
  );
}
