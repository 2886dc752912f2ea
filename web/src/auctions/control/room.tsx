import type { ControlLot, ControlRoom } from "@gavelyard/contract/auctions/control";
import { formatTime } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Wifi, WifiOff } from "lucide-react";
import { useCall } from "../../api/api-context.ts";
import { useConnectionState, useControl } from "../../realtime/use-live.ts";
import { Read } from "../../api/read.tsx";
import { alias } from "../../ui/page/alias.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Choices } from "../../ui/form/choices.tsx";
import { Countdown } from "../../ui/text/countdown.tsx";
import { DataTable, type Column } from "../../ui/list/data-table.tsx";
import { count, money, words } from "../../ui/text/format.ts";
import { Rich } from "../../ui/text/rich.tsx";
import { useAddress } from "../../ui/page/use-address.ts";
import { controlQuery } from "./api.ts";
import { LotActions } from "./lot-actions.tsx";
import { RoomActions } from "./room-actions.tsx";
import { RoomLog } from "./room-log.tsx";
import { Link } from "../../ui/page/router.tsx";

export function Room({ auctionId }: { auctionId: number }) {
  const call = useCall();
  const queries = useQueryClient();
  const query = useQuery(controlQuery(call, auctionId));
  useControl(auctionId, () =>
    unawaited(queries.invalidateQueries({ queryKey: controlQuery(call, auctionId).queryKey })),
  );
  return (
    <Read query={query} failure={t("Couldn't load the control room.")} className="h-96">
      {(room) => (
        <>
          <Head room={room} />
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
            <Lots room={room} />
            <RoomLog room={room} />
          </div>
        </>
      )}
    </Read>
  );
}

function Head({ room }: { room: ControlRoom }) {
  const connection = useConnectionState();
  const open = room.lots.filter(({ status }) => status !== "CLOSED");
  const bidding = open.reduce((sum, { bidsLastMinute }) => sum + bidsLastMinute, 0);
  const watching = open.reduce((sum, { watchers }) => sum + watchers, 0);
  return (
    <div className="mb-4">
      <div className="flex flex-wrap items-center gap-3">
        <LinkButton to="?tab=control">
          <ArrowLeft aria-hidden className="size-4" /> {t("Live auctions")}
        </LinkButton>
        <h2>{room.auctionName}</h2>
        <Link to={`?tab=auctions&auction=${room.auctionId}`} className="font-semibold">
          {t("View auction")}
        </Link>
      </div>
      <p className="my-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-soft">
        <span className="inline-flex items-center gap-1">
          {connection === "open" ? (
            <Wifi aria-hidden className="size-4 text-winning" />
          ) : (
            <WifiOff aria-hidden className="size-4" />
          )}
          {connection === "open" ? t("Live") : t("Updates every 5 seconds")}
        </span>
        <span>
          {t("{open} of {all} lots open", {
            open: count(open.length),
            all: count(room.lots.length),
          })}
        </span>
        <span>{plural(bidding, "{n} bid in the last minute", "{n} bids in the last minute")}</span>
        <span>{t("{number} watching", { number: count(watching) })}</span>
      </p>
      {room.pausedUntil === null ? null : (
        <p role="status" className="mb-3 rounded-md bg-outbid-bg p-3 font-semibold">
          <Rich
            text={t("Paused. Bidding resumes in <countdown></countdown>.")}
            countdown={() => <Countdown to={room.pausedUntil ?? ""} zone={room.timeZone} />}
          />
        </p>
      )}
      <FailedCloses room={room} />
      <RoomActions room={room} anyOpen={open.length > 0} />
    </div>
  );
}

/** Warns of lots that failed to close, until they do. */
function FailedCloses({ room }: { room: ControlRoom }) {
  const failed = room.lots.filter(({ failedClose }) => failedClose !== null);
  if (failed.length === 0) return null;
  const numbers = failed.map(({ lotNumber }) => lotNumber).join(", ");
  return (
    <p role="alert" className="mb-3 rounded-md bg-outbid-bg p-3">
      <strong>
        {failed.length === 1
          ? t("We couldn't close lot {numbers}.", { numbers })
          : t("We couldn't close lots {numbers}.", { numbers })}
      </strong>{" "}
      {t(
        "We're still trying. Bidding is over and no bids were lost. If this continues, give support the lot number.",
      )}
    </p>
  );
}

const shown = [
  ["open", t("Open [lots]")],
  ["all", t("All")],
] as const;

function Lots({ room }: { room: ControlRoom }) {
  const address = useAddress();
  const view = address.get("lots") === "all" ? "all" : "open";
  const lots = room.lots.filter(
    ({ status, failedClose }) => view === "all" || status !== "CLOSED" || failedClose !== null,
  );
  return (
    <div className="min-w-0">
      <Choices
        label={t("Filter lots")}
        options={shown}
        chosen={view}
        to={(value) => address.to({ lots: value === "open" ? null : value })}
      />
      <DataTable
        label={t("Lots")}
        columns={columnsOf(room)}
        rows={lots}
        keyOf={({ lotId }) => lotId}
        nameOf={({ name, lotNumber }) => t("Lot {lotNumber}, {name}", { lotNumber, name })}
        empty={t("All lots in this auction have closed.")}
      />
    </div>
  );
}

const tones: Readonly<Record<ControlLot["status"], BadgeTone>> = {
  OPEN: "live",
  UPCOMING: "outbid",
  CLOSED: "neutral",
};

function stateOf({ status, outcome, seq, failedClose }: ControlLot): string {
  if (failedClose !== null) return t("Couldn't close");
  if (status === "CLOSED") return outcome === null ? t("Closing") : words(outcome);
  if (status === "UPCOMING") return seq > 0 ? t("Paused") : t("Not open yet");
  return t("Open [lot]");
}

const columnsOf = (room: ControlRoom): readonly Column<ControlLot>[] => [
  {
    name: t("Lot"),
    wide: true,
    render: ({ name, lotNumber, inventoryId }) => (
      <Link
        to={`/truck/${inventoryId}`}
        className="inline-flex min-h-9 items-center gap-2 font-semibold text-ink"
      >
        <span className="figures text-soft">{lotNumber}</span> {name}
      </Link>
    ),
  },
  {
    name: t("Closes in"),
    render: (lot) => (
      <>
        {lot.status === "OPEN" ? null : <Badge tone={tones[lot.status]}>{stateOf(lot)}</Badge>}
        {lot.failedClose === null ? null : (
          <span className="block text-soft">
            {t("{tries} attempts, next at {time}", {
              tries: lot.failedClose.tries,
              time: formatTime(lot.failedClose.nextTryAt, room.timeZone),
            })}
          </span>
        )}
        {lot.status === "CLOSED" ? null : (
          <Countdown to={lot.closesAt} zone={room.timeZone} className="block whitespace-nowrap" />
        )}
        {lot.extensions > 0 ? (
          <span className="block text-soft">
            {t("extended {times}×", { times: lot.extensions })}
          </span>
        ) : null}
      </>
    ),
  },
  {
    name: t("Price"),
    render: ({ price, startingPrice, reserve, reserveState }) => (
      <>
        <span className={`figures block ${price === null ? "text-soft" : "font-bold"}`}>
          {price === null ? t("from {price}", { price: money(startingPrice) }) : money(price)}
        </span>
        <span className="block text-soft">
          {reserve === null
            ? t("no reserve")
            : reserveState === "MET"
              ? t("reserve met: {amount}", { amount: money(reserve) })
              : t("below the reserve: {amount}", { amount: money(reserve) })}
        </span>
      </>
    ),
  },
  {
    name: t("High bidder"),
    render: ({ leader }) =>
      leader === null ? (
        ""
      ) : (
        <Link
          to={`?tab=users&user=${leader.userId}`}
          className="inline-flex min-h-9 items-center text-ink"
        >
          {leader.name}, {alias(leader.alias)}
        </Link>
      ),
  },
  {
    name: t("Bids"),
    render: ({ bidCount, bidsLastMinute, watchers }) => (
      <>
        <span className="figures block">{count(bidCount)}</span>
        <span className="block text-soft">
          {t("{bidsLastMinute} per minute, {watchers} watching", {
            bidsLastMinute: count(bidsLastMinute),
            watchers: count(watchers),
          })}
        </span>
      </>
    ),
  },
  {
    name: t("Actions"),
    wide: true,
    render: (lot) => (lot.status === "CLOSED" ? "" : <LotActions lot={lot} room={room} />),
  },
];
