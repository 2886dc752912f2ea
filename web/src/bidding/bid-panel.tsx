import type { InventoryDetail, Lot } from "@gavelyard/contract/inventory/inventory";
import { plural, t } from "@gavelyard/messages/text";
import { CircleAlert, CircleCheck, CircleSlash, WifiOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button, LinkButton } from "../ui/button.tsx";
import { clockOffsetMs } from "../clock.ts";
import { useSession } from "../session/session.ts";
import { Badge } from "../ui/badge.tsx";
import { Countdown, useSecondsLeft, useServerNow } from "../ui/text/countdown.tsx";
import { duration, money, when } from "../ui/text/format.ts";
import { ReadersTime } from "../ui/text/readers-time.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { useHydrated } from "../ui/page/use-hydrated.ts";
import { Link } from "../ui/page/router.tsx";
import { useReturnToBid } from "./return-to-bid.ts";
import { keepForBidForm, useBidForm } from "./use-bid-form.ts";
import type { LiveLot, LiveLotView } from "./use-live-lot.ts";

const CLOCK_DIFFERS_MS = 2_000;

interface BidUnit extends Pick<InventoryDetail, "id" | "name" | "lot"> {
  /** Undefined while loading; customers can bid once they have loaded. */
  readonly fees: InventoryDetail["fees"] | undefined;
}

/** Price, the viewer's status, countdown and next bid; always in view on a lot's page. */
export function BidPanel({
  unit: { fees, ...unit },
  lot: served,
  view,
  isQuiet = false,
}: {
  unit: BidUnit;
  lot: Lot;
  view: LiveLotView;
  /** Whether the page makes the announcements, since it shows several lots. */
  isQuiet?: boolean;
}) {
  const { lot } = view;
  const session = useSession();
  const isLive = useHydrated();
  const isCustomer = session?.userRole === "ROLE_CUSTOMER";
  const form = useBidForm(isCustomer);
  const canBid = form !== null && fees !== undefined;
  const isOpen = lot.status === "OPEN";
  const bids = plural(lot.bidCount, "{n} bid", "{n} bids");
  return (
    <section
      data-bidding={unit.id}
      tabIndex={-1}
      aria-label={t("Bidding")}
      className="scroll-mt-24 rounded-lg border border-line bg-sheet p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          {/* Read as a whole: the first bid can be the starting price, so that only its name changes. */}
          <div aria-live={isQuiet ? undefined : "polite"} aria-atomic>
            <p className="text-sm text-soft">
              {lot.price === null
                ? t("Starting price")
                : lot.status === "CLOSED"
                  ? t("Hammer price")
                  : t("Current bid")}
            </p>
            <Price amount={lot.price ?? served.startingPrice} />
          </div>
          <p className="text-sm text-soft">
            {lot.reserveState === "NONE"
              ? t("{bids}, no reserve", { bids })
              : lot.reserveState === "MET"
                ? t("{bids}, reserve met", { bids })
                : t("{bids}, reserve not met", { bids })}
          </p>
        </div>
        <div aria-live={isQuiet ? undefined : "polite"} data-testid="standing">
          <Standing view={view} signedIn={session !== null} />
        </div>
      </div>
      <LotTime view={view} lot={served} isQuiet={isQuiet} />
      <Connection view={view} isQuiet={isQuiet} />
      {isOpen && (isCustomer ? !canBid : !isLive) ? (
        <EarlyBid
          unitId={unit.id}
          minNextBid={lot.minNextBid}
          className={isLive ? "" : "early-customer"}
        />
      ) : null}
      {!isOpen ? (
        isCustomer && canBid ? (
          <form.LastBid unit={{ ...unit, fees }} lot={lot} userId={session.userId} />
        ) : null
      ) : session === null ? (
        <SignInToBid minNextBid={lot.minNextBid} className={isLive ? "" : "early-visitor"} />
      ) : !isCustomer ? (
        <p className="mt-4 text-soft">{t("Staff accounts can't bid.")}</p>
      ) : !canBid ? null : (
        <form.BidForm
          unit={{ ...unit, fees }}
          lot={lot}
          standing={view.standing}
          userId={session.userId}
        />
      )}
      <p className="mt-4 text-sm text-soft">
        <Rich
          text={t("Lot {number} of <auction>{auctionName}</auction>.", {
            number: served.lotNumber,
            auctionName: served.auctionName,
          })}
          auction={(words) => (
            <Link to={`/auctions/${served.auctionId}`} className="underline">
              {words}
            </Link>
          )}
        />
      </p>
    </section>
  );
}

function Price({ amount }: { amount: number }) {
  const last = useRef(amount);
  const [rises, setRises] = useState(0);
  useEffect(() => {
    if (amount > last.current) setRises((before) => before + 1);
    last.current = amount;
  }, [amount]);
  // Only the part inside is made again for its animation: screen readers miss a new live region.
  return (
    <p className="figures text-4xl font-bold">
      <span
        key={rises}
        className={`rounded-md ${rises > 0 ? "price-rise" : ""}`}
        data-testid="price"
      >
        {money(amount)}
      </span>
    </p>
  );
}

function Standing({ view: { lot, standing }, signedIn }: { view: LiveLotView; signedIn: boolean }) {
  const closed = lot.status === "CLOSED";
  const leading = standing?.leading ?? false;
  if (closed) {
    if (lot.outcome === "SOLD") {
      return leading ? (
        <Word tone="winning" icon="yes" text={t("You won")} />
      ) : (
        <Word tone="neutral" icon="none" text={t("Sold")} />
      );
    }
    if (lot.outcome === "RESERVE_NOT_MET")
      return <Word tone="neutral" icon="none" text={t("Reserve not met")} />;
    return <Word tone="neutral" icon="none" text={t("Closed")} />;
  }
  if (leading) {
    return lot.reserveState === "NOT_MET" ? (
      <Word tone="winning" icon="yes" text={t("High bid, reserve not met")} />
    ) : (
      <Word tone="winning" icon="yes" text={t("Winning")} />
    );
  }
  if (standing !== null) return <Word tone="outbid" icon="no" text={t("Outbid")} />;
  return signedIn ? <Word tone="neutral" icon="none" text={t("Not bidding")} /> : null;
}

function Word({
  tone,
  icon,
  text,
}: {
  tone: "neutral" | "winning" | "outbid";
  icon: "yes" | "no" | "none";
  text: string;
}) {
  const Icon = icon === "yes" ? CircleCheck : icon === "no" ? CircleAlert : CircleSlash;
  return (
    <p>
      <Badge tone={tone}>
        <Icon aria-hidden className="size-4" /> {text}
      </Badge>
    </p>
  );
}

/** Seconds before the close at which screen readers hear how much time is left. */
const CALLED_AT_SEC = [300, 60, 20];

/** Returns what screen readers hear of an open lot's clock: its last minutes, and extensions. */
function useClockCall({ status, closesAt }: LiveLot): string {
  const left = useSecondsLeft(closesAt);
  const [call, setCall] = useState("");
  const last = useRef({ closesAt, left });
  useEffect(() => {
    const before = last.current;
    last.current = { closesAt, left };
    if (status !== "OPEN") return;
    const time = duration(left * 1_000);
    if (Date.parse(closesAt) > Date.parse(before.closesAt))
      setCall(t("Extended. Closes in {time}.", { time }));
    else if (CALLED_AT_SEC.some((at) => before.left > at && left <= at))
      setCall(t("Closes in {time}.", { time }));
  }, [closesAt, left, status]);
  return status === "OPEN" ? call : "";
}

/** Formats the times of soft close: "2 minutes". */
const softTime = (sec: number): string =>
  sec % 60 === 0
    ? plural(sec / 60, "{n} minute", "{n} minutes")
    : plural(sec, "{n} second", "{n} seconds");

function LotTime({
  view: { lot },
  lot: served,
  isQuiet,
}: {
  view: LiveLotView;
  lot: Lot;
  isQuiet: boolean;
}) {
  const now = useServerNow();
  const call = useClockCall(lot);
  // A lot with bids that opens later is paused.
  const opening = lot.seq > 0 ? t("Paused. Bidding resumes in") : t("Opens in");
  const at = lot.status === "UPCOMING" ? lot.opensAt : lot.closesAt;
  const time = when(at, served.timeZone);
  const left = useSecondsLeft(at);
  const differs = now !== null && Math.abs(clockOffsetMs()) > CLOCK_DIFFERS_MS;
  return (
    <div className="mt-4 border-t border-line pt-3">
      <p className="flex items-baseline justify-between gap-2">
        <span className="text-soft">
          {lot.status === "CLOSED"
            ? t("Closed")
            : left === 0
              ? null
              : lot.status === "OPEN"
                ? t("Closes in")
                : opening}
        </span>
        {lot.status === "CLOSED" ? null : (
          <Countdown
            to={lot.status === "OPEN" ? lot.closesAt : lot.opensAt}
            zone={served.timeZone}
            className="text-2xl font-bold"
            ended={lot.status === "OPEN" ? t("Closing…") : t("Opening…")}
          />
        )}
      </p>
      <p className="text-right text-sm text-soft">
        {lot.extended ? t("{time}, extended", { time }) : time}
        <ReadersTime at={at} zone={served.timeZone} />
      </p>
      {lot.status === "CLOSED" || served.softClose === null ? null : (
        <p className="mt-1 text-sm text-soft">
          {t("A bid in the last {window} moves the close to {extension} after it.", {
            window: softTime(served.softClose.windowSec),
            extension: softTime(served.softClose.extendSec),
          })}
        </p>
      )}
      {isQuiet ? null : (
        <p role="status" className="sr-only">
          {call}
        </p>
      )}
      {differs ? (
        <p className="mt-1 text-sm text-amber-deep">
          {t("Your device's clock is off by {difference}. Times here follow our clock.", {
            difference: duration(Math.abs(clockOffsetMs())),
          })}
        </p>
      ) : null}
    </div>
  );
}

function Connection({
  view: { connection, knownAtMs, lot },
  isQuiet,
}: {
  view: LiveLotView;
  isQuiet: boolean;
}) {
  const now = useServerNow();
  if (lot.status === "CLOSED" || connection === "open" || connection === "idle" || now === null)
    return null;
  return (
    <p
      role={isQuiet ? undefined : "status"}
      className="mt-3 flex items-center gap-2 rounded-md bg-sunken p-2 text-sm"
    >
      <WifiOff aria-hidden className="size-4 shrink-0" />
      {connection === "connecting"
        ? t("Connecting to live bidding.")
        : t("Not connected to live bidding.")}
      {knownAtMs === null ? null : (
        <> {t("This price is {age} old.", { age: duration(now - knownAtMs) })}</>
      )}
    </p>
  );
}

/** Server-rendered form. The bid form replaces it and takes over what was submitted here. */
function EarlyBid({
  unitId,
  minNextBid,
  className,
}: {
  unitId: number;
  minNextBid: number;
  className: string;
}) {
  return (
    <div className={`mt-4 grid gap-3 ${className}`}>
      <form data-early-bid={unitId} className="grid" onSubmit={keepForBidForm}>
        <Button type="submit" tone="primary" className="text-lg">
          {t("Bid {minNextBid}", { minNextBid: money(minNextBid) })}
        </Button>
      </form>
      <form
        data-early-bid={unitId}
        className="grid grid-cols-[1fr_auto] gap-x-2"
        onSubmit={keepForBidForm}
      >
        <label className="contents">
          <span className="col-span-2 mb-1 font-semibold">{t("Or set a maximum bid ($)")}</span>
          <input
            data-early-maximum
            inputMode="numeric"
            className="min-h-11 w-full rounded-md border border-line bg-sheet px-3"
          />
        </label>
        <Button type="submit">{t("Set maximum")}</Button>
      </form>
    </div>
  );
}

function SignInToBid({ minNextBid, className }: { minNextBid: number; className: string }) {
  const toBid = useReturnToBid();
  return (
    <div className={`mt-4 grid gap-2 ${className}`}>
      <LinkButton to={toBid("/login")} tone="primary">
        {t("Sign in to bid {minNextBid}", { minNextBid: money(minNextBid) })}
      </LinkButton>
      <LinkButton to={toBid("/register")}>{t("Create account")}</LinkButton>
    </div>
  );
}
