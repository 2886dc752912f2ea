import type { Signal } from "@gavelyard/contract/shill-signals";
import type { SignalRule } from "@gavelyard/domain/bidding/shill-signals";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { ActionButton } from "../api/action-button.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Choices } from "../ui/form/choices.tsx";
import { words } from "../ui/text/format.ts";
import { Pagination } from "../ui/list/pagination.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { EmptyState } from "../ui/states.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { signalsQuery } from "./api.ts";
import { Link } from "../ui/page/router.tsx";

const titles = {
  SHARED_CONTACT: t("Shared contact or device"),
  STAFF_CONTACT: t("Shares contact or device with staff"),
  LATE_RAISES: t("Late raises for one winner"),
  ONE_YARD: t("One yard, few wins"),
  RETRACTIONS: t("Retractions"),
  SELDOM_WINS: t("Many bids, few wins"),
  NEW_ACCOUNT: t("New account"),
} as const satisfies Record<SignalRule, string>;

/** Returns the strength of a signal as a word, shown with its score. */
function strength(score: number): readonly [word: string, tone: BadgeTone] {
  if (score >= 60) return [t("Strong"), "outbid"];
  return score >= 30 ? [t("Moderate"), "attention"] : [t("Weak"), "neutral"];
}

/** Signs that a bidder may not be bidding to buy, with the reasons. They trigger nothing. */
export default function SignalsTab() {
  const address = useAddress();
  const looked = address.get("view") === "looked";
  const page = numberOf(address.get("page")) ?? 0;
  const query = useQuery(signalsQuery(useCall(), looked, page));
  return (
    <>
      <p className="mb-4 max-w-prose text-soft">
        {t(
          "Patterns of shill bidding on live lots and lots closed in the last 30 days. They're reasons to look, not proof, and nothing happens automatically: families share addresses, and careful buyers rarely win.",
        )}
      </p>
      <Choices
        label={t("Filter signals")}
        options={[
          ["open", t("To review")],
          ["looked", t("Reviewed")],
        ]}
        chosen={looked ? "looked" : "open"}
        to={(value) => address.to({ view: value === "open" ? null : value, page: null })}
      />
      <Read query={query} failure={t("Couldn't load signals.")} className="h-96">
        {({ content, totalElements, totalPages, number }) => (
          <>
            <p aria-live="polite" className="mb-3 text-soft">
              {plural(totalElements, "{n} signal", "{n} signals")}
            </p>
            {content.length === 0 ? (
              <EmptyState title={looked ? t("Nothing reviewed yet") : t("Nothing to review")}>
                {t("Signals are recalculated after each close.")}
              </EmptyState>
            ) : (
              <ul className="grid gap-3">
                {content.map((signal) => (
                  <SignalLine key={signal.userId} signal={signal} />
                ))}
              </ul>
            )}
            <Pagination page={number} totalPages={totalPages} linkTo={address.toPage} />
          </>
        )}
      </Read>
    </>
  );
}

const link = "inline-flex min-h-6 items-center underline";

function SignalLine({ signal }: { signal: Signal }) {
  const zone = browserZone();
  const [word, tone] = strength(signal.score);
  const { looked } = signal;
  return (
    <li aria-label={signal.name} className="rounded-lg border border-line bg-sheet p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to={`?tab=users&user=${signal.userId}`}
              className={`${link} text-lg font-semibold text-ink wrap-anywhere`}
            >
              {signal.name}
            </Link>
            <Badge tone={tone}>
              <Rich
                text={t("{strength}, <score>{score}</score> of 100", {
                  strength: word,
                  score: signal.score,
                })}
                score={(points) => <span className="figures">{points}</span>}
              />
            </Badge>
            {signal.status === "ACTIVE" ? null : <Badge>{words(signal.status)}</Badge>}
          </p>
          <p className="text-sm text-soft wrap-anywhere">
            {t("{email}, found {time}", {
              email: signal.email,
              time: formatDateTime(signal.foundAt, zone),
            })}
          </p>
        </div>
        {signal.open ? <DismissButton signal={signal} /> : null}
      </div>
      <ul className="mt-3 grid gap-3">
        {signal.reasons.map((reason) => (
          <Reason
            key={`${reason.rule} ${reason.other?.userId} ${reason.yard?.id}`}
            reason={reason}
            userId={signal.userId}
          />
        ))}
      </ul>
      {looked === null ? null : (
        <p className="mt-3 rounded-md bg-sunken p-3 text-sm">
          {t("{name} reviewed {time}: {note}", {
            name: looked.byName,
            time: formatDateTime(looked.at, zone),
            note: looked.note,
          })}
          {signal.open ? <> {t("A new reason has come up since.")}</> : null}
        </p>
      )}
    </li>
  );
}

function Reason({ reason, userId }: { reason: Signal["reasons"][number]; userId: number }) {
  const { rule, points, text, other, yard, lots } = reason;
  return (
    <li className="border-l-4 border-line pl-3">
      <p>
        <strong>{titles[rule]}</strong> <span className="figures text-sm text-soft">+{points}</span>
      </p>
      <p>{text}</p>
      {other === null && yard === null ? null : (
        <p className="text-sm">
          {yard === null ? null : <>{t("Yard: {name}.", { name: yard.name })} </>}
          {other === null ? null : (
            <Rich
              text={t("The other account: <account>{name}, number {number}</account>", {
                name: other.name,
                number: other.userId,
              })}
              account={(name) => (
                <Link to={`?tab=users&user=${other.userId}`} className={link}>
                  {name}
                </Link>
              )}
            />
          )}
        </p>
      )}
      <p className="flex flex-wrap gap-x-4 text-sm">
        {lots.map(({ lotId, inventoryId, lotNumber, name }) => (
          <Link key={lotId} to={`/truck/${inventoryId}`} className={link}>
            {t("Lot {lotNumber}, {name}", { lotNumber, name })}
          </Link>
        ))}
        {lots.length === 0 ? null : (
          <Link to={`?tab=users&user=${userId}`} className={link}>
            {t("All bids")}
          </Link>
        )}
      </p>
    </li>
  );
}

function DismissButton({ signal }: { signal: Signal }) {
  return (
    <ActionButton
      label={t("Dismiss")}
      title={t("Dismiss the signal about {name}?", { name: signal.name })}
      confirmLabel={t("Dismiss")}
      reason
      act={(call, note) =>
        call("lookAtSignal", { params: { userId: String(signal.userId) }, body: { note } })
      }
      done={t("Signal dismissed")}
      failed={t("Couldn't save the note.")}
      refresh={[["staff", "signals"]]}
    >
      {t("Write what you found. The signal comes back if a new reason comes up.")}
    </ActionButton>
  );
}
