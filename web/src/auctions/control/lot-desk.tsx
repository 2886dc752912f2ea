import type { ControlLot, ControlRoom } from "@gavelyard/contract/auctions/control";
import { formatTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type ReactNode } from "react";
import { useCall } from "../../api/api-context.ts";
import { useAction } from "../../api/use-action.ts";
import { serverNow } from "../../clock.ts";
import { settingsQuery } from "../../settings/api.ts";
import { alias } from "../../ui/page/alias.ts";
import { Button } from "../../ui/button.tsx";
import { useServerNow } from "../../ui/text/countdown.tsx";
import { count, duration, money, words } from "../../ui/text/format.ts";
import { KeyList } from "../../ui/key-list.tsx";
import { Link } from "../../ui/page/router.tsx";
import { LotActions, useSetRoom } from "./lot-actions.tsx";

/** Minutes that one press of e adds. */
const MINUTES = 2;
const SOON_MS = 120_000;
const NOW_MS = 10_000;

/**
 * The lots of a room, one line each. Keys act on the chosen one: e and the number of a reason add two
 * minutes, x asks to close it (D74).
 */
export function LotDesk({
  room,
  lots,
  lot,
  onChoose,
  children,
}: {
  room: ControlRoom;
  lots: readonly ControlLot[];
  lot: ControlLot;
  onChoose: (lot: ControlLot) => void;
  /** What comes first in the line above the lots. */
  children: ReactNode;
}) {
  const setRoom = useSetRoom(room.auctionId);
  const now = useServerNow() ?? serverNow();
  const actions = useRef<HTMLDivElement>(null);
  /** The lot that e was pressed on, until its reason. */
  const [extending, setExtending] = useState<ControlLot | null>(null);
  const reasons = useQuery(settingsQuery(useCall())).data?.reasons.value.controlRoom ?? [];
  const extend = useAction(
    (call, { lotId, reason }: { lotId: number; reason: string }) =>
      call("extendLot", { params: { id: String(lotId) }, body: { minutes: MINUTES, reason } }),
    {
      done: t("Lot extended"),
      failed: t("Couldn't extend the lot."),
      refresh: [["staff", "control"]],
    },
  );
  const give = (reason: string) => {
    if (extending === null) return;
    extend.mutate({ lotId: extending.lotId, reason }, { onSuccess: setRoom });
    setExtending(null);
  };
  const press = (name: string) => () =>
    actions.current?.querySelector<HTMLElement>(`[data-key=${name}] button`)?.click();
  return (
    <div className="grid min-w-0 gap-2">
      <div ref={actions} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        {children}
        {extending === null ? (
          <>
            <Link
              to={`/truck/${lot.inventoryId}`}
              className="min-w-0 truncate font-semibold text-ink"
            >
              {t("Lot {lotNumber}, {name}", { lotNumber: lot.lotNumber, name: lot.name })}
            </Link>
            {lot.status === "CLOSED" ? null : (
              <>
                <Button onClick={() => setExtending(lot)}>
                  {t("+{minutes} min", { minutes: MINUTES })} <kbd>e</kbd>
                </Button>
                <LotActions lot={lot} room={room} presets={reasons} />
              </>
            )}
          </>
        ) : (
          <>
            <p role="status" className="font-semibold">
              {t("Extend lot {number} by {minutes} min. Why?", {
                number: extending.lotNumber,
                minutes: MINUTES,
              })}
            </p>
            {reasons.map((reason, index) => (
              <Button key={reason} onClick={() => give(reason)}>
                <kbd>{index + 1}</kbd> {reason}
              </Button>
            ))}
            <Button tone="quiet" onClick={() => setExtending(null)}>
              {t("Cancel")}
            </Button>
          </>
        )}
      </div>
      <KeyList
        label={t("Lots")}
        rows={lots}
        chosen={lot}
        keyOf={({ lotId }) => lotId}
        onChoose={onChoose}
        keys={{
          e: () => (lot.status === "CLOSED" ? undefined : setExtending(lot)),
          x: press("close"),
          Escape: () => setExtending(null),
          ...Object.fromEntries(
            reasons.map((reason, index) => [String(index + 1), () => give(reason)]),
          ),
        }}
        height="h-[calc(100dvh-4.5rem)]"
        rowClass={(one) => `${columns} ${urgency(one, now)}`}
      >
        {(one) => <Line lot={one} room={room} now={now} />}
      </KeyList>
    </div>
  );
}

const columns =
  "grid-cols-[2.5rem_minmax(0,1fr)_6rem_5rem] sm:grid-cols-[3rem_minmax(0,1fr)_7rem_6rem_6rem_minmax(0,9rem)_3.5rem_3rem]";

function urgency({ status, failedClose, closesAt }: ControlLot, now: number): string {
  if (failedClose !== null) return "bg-outbid-bg text-outbid";
  if (status === "CLOSED") return "text-soft";
  const left = Date.parse(closesAt) - now;
  if (left <= NOW_MS) return "bg-outbid-bg text-outbid";
  return left <= SOON_MS ? "shadow-[inset_0.25rem_0_var(--amber)]" : "";
}

/** What the clock's column says of a lot that has none, or that failed to close. */
function stateOf(
  { status, outcome, seq, failedClose, closesAt }: ControlLot,
  timeZone: string,
  now: number,
): string {
  if (failedClose !== null)
    return t("Couldn't close, next try {time}", {
      time: formatTime(failedClose.nextTryAt, timeZone),
    });
  if (status === "CLOSED") return outcome === null ? t("Closing") : words(outcome);
  if (status === "UPCOMING") return seq > 0 ? t("Paused") : t("Not open yet");
  return duration(Date.parse(closesAt) - now);
}

function Line({ lot, room, now }: { lot: ControlLot; room: ControlRoom; now: number }) {
  const { price, startingPrice, reserve, reserveState, leader, extensions } = lot;
  return (
    <>
      <span>{lot.lotNumber}</span>
      <span className="truncate">{lot.name}</span>
      <span className="figures truncate">
        {stateOf(lot, room.timeZone, now)}
        {extensions > 0 ? ` +${extensions}` : ""}
      </span>
      <span className="figures text-right">
        {price === null ? t("from {price}", { price: money(startingPrice) }) : money(price)}
      </span>
      <ReserveBar price={price} reserve={reserve} isMet={reserveState === "MET"} />
      <span className="truncate max-sm:hidden">
        {leader === null ? "" : `${leader.name}, ${alias(leader.alias)}`}
      </span>
      <span
        className="figures text-right max-sm:hidden"
        title={t("Bids in the last minute, of all")}
      >
        {count(lot.bidsLastMinute)}/{count(lot.bidCount)}
      </span>
      <span className="figures text-right max-sm:hidden" title={t("Watching")}>
        {count(lot.watchers)}
      </span>
    </>
  );
}

/** The price as a share of the reserve. */
function ReserveBar({
  price,
  reserve,
  isMet,
}: {
  price: number | null;
  reserve: number | null;
  isMet: boolean;
}) {
  if (reserve === null)
    return <span className="truncate text-soft max-sm:hidden">{t("no reserve")}</span>;
  const share = Math.min(100, Math.floor(((price ?? 0) * 100) / reserve));
  const title = isMet
    ? t("reserve met: {amount}", { amount: money(reserve) })
    : t("below the reserve: {amount}", { amount: money(reserve) });
  return (
    <span
      role="img"
      aria-label={title}
      title={title}
      className="block h-2 overflow-hidden rounded-full bg-line max-sm:hidden"
    >
      <span
        className={`block h-full ${isMet ? "bg-winning" : "bg-amber"}`}
        style={{ width: `${share}%` }}
      />
    </span>
  );
}
