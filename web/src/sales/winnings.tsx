import type { Winning } from "@gavelyard/contract/users/users";
import { pickupWords } from "@gavelyard/domain/sales/pickup";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import type { Answer } from "@gavelyard/client/call";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { useSite } from "../site/site.ts";
import { Read } from "../api/read.tsx";
import { Badge } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { money, when } from "../ui/text/format.ts";
import { Picture } from "../ui/picture.tsx";
import { EmptyState } from "../ui/states.tsx";
import { invoicesQuery, purchasedQuery, winningsQuery } from "./api.ts";
import { InvoiceButton } from "./invoice-button.tsx";
import { Offers } from "./offers.tsx";
import { StatementButton } from "./statement/statement-button.tsx";
import { Link } from "../ui/page/router.tsx";

const states = {
  PENDING: t("Awaiting confirmation"),
  DECLARED: t("Payment due"),
  PAID: t("Paid"),
  DEFAULTED: t("Payment overdue"),
  VOID: t("Award voided"),
} as const satisfies Record<Winning["status"], string>;

/** Won lots with their next steps, and open offers (D27, D28). */
export function Winnings({ userId }: { userId: number }) {
  const query = useQuery(winningsQuery(useCall(), userId));
  return (
    <div className="grid gap-6">
      <Offers userId={userId} />
      <Read query={query} failure={t("Couldn't load your winnings.")}>
        {(winnings) =>
          winnings.length === 0 ? (
            <EmptyState title={t("No wins yet")}>
              <p>{t("Lots you win appear here with the next step.")}</p>
              <LinkButton to="/vehicles?auctionStatus=LIVE" tone="primary" className="mt-3">
                {t("View live auctions")}
              </LinkButton>
            </EmptyState>
          ) : (
            <WinningList winnings={winnings} userId={userId} />
          )
        }
      </Read>
    </div>
  );
}

/** Won lots that the customer has to pay, the first to fall due on top; nothing without any. */
export function PaymentsDue({ userId }: { userId: number }) {
  const query = useQuery(winningsQuery(useCall(), userId));
  const due = (query.data ?? [])
    .filter(({ status }) => status === "DECLARED")
    .toSorted((one, other) => (one.paymentDueAt ?? "").localeCompare(other.paymentDueAt ?? ""));
  if (due.length === 0 && !query.isLoadingError) return null;
  return (
    <section aria-label={t("Payment due")}>
      <h2 className="mb-3">{t("Payment due")}</h2>
      <Read query={query} failure={t("Couldn't load your winnings.")}>
        {() => <WinningList winnings={due} userId={userId} />}
      </Read>
    </section>
  );
}

/** Paid lots with invoice, gate PIN and pickup (D29). */
export function Purchased({ userId }: { userId: number }) {
  const query = useQuery(purchasedQuery(useCall(), userId));
  return (
    <Read query={query} failure={t("Couldn't load your purchases.")}>
      {(winnings) =>
        winnings.length === 0 ? (
          <EmptyState title={t("No purchases yet")}>
            {t("Lots you've won and paid for appear here with the invoice and pickup details.")}
          </EmptyState>
        ) : (
          <WinningList winnings={winnings} userId={userId} />
        )
      }
    </Read>
  );
}

function WinningList({ winnings, userId }: { winnings: readonly Winning[]; userId: number }) {
  const { data: invoices = [] } = useQuery(invoicesQuery(useCall(), userId));
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.awardId, invoice]));
  return (
    <>
      <Statements
        invoices={invoices.filter(({ awardId }) => winnings.some((won) => won.awardId === awardId))}
        userId={userId}
      />
      <ul className="grid gap-3">
        {winnings.map((won) => {
          const invoice = invoiceOf.get(won.awardId);
          return (
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
                <p className="text-sm">
                  <NextStep won={won} invoice={invoice} />
                </p>
              </div>
              <p className="ml-auto text-right">
                <span className="block text-sm text-soft">
                  {invoice === undefined ? t("Hammer price") : t("Total")}
                </span>
                <span className="figures block text-xl font-bold">
                  {money(invoice?.total ?? won.hammerPrice)}
                </span>
                {invoice === undefined ? null : (
                  <span className="block text-sm text-soft">
                    {t("Hammer price {amount}", { amount: money(won.hammerPrice) })}
                  </span>
                )}
                {invoice === undefined || invoice.paid === 0 ? null : (
                  <span className="figures block text-sm text-soft">
                    {invoice.balance === 0
                      ? t("Paid in full")
                      : t("{paid} paid, {balance} due", {
                          paid: money(invoice.paid),
                          balance: money(invoice.balance),
                        })}
                  </span>
                )}
              </p>
              <Badge
                tone={
                  won.status === "PAID"
                    ? "winning"
                    : won.status === "DECLARED"
                      ? "attention"
                      : "neutral"
                }
              >
                {invoice?.status === "OVERDUE" ? t("Payment overdue") : states[won.status]}
              </Badge>
              {invoice === undefined ? null : (
                <InvoiceButton
                  userId={userId}
                  invoiceId={invoice.id}
                  title={t("Invoice {number}", { number: invoice.number })}
                />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** One statement for each auction with several lots, since one payment can pay all (D83). */
function Statements({ invoices, userId }: { invoices: Answer<"invoicesOfUser">; userId: number }) {
  const several = [...Map.groupBy(invoices, ({ auctionId }) => auctionId)].filter(
    ([, { length }]) => length > 1,
  );
  if (several.length === 0) return null;
  return (
    <ul aria-label={t("Statements")} className="mb-3 grid gap-2">
      {several.map(([auctionId, [first, ...rest]]) => {
        const auctionName = first?.auctionName ?? "";
        const due = rest.reduce((sum, { balance }) => sum + balance, first?.balance ?? 0);
        return (
          <li
            key={auctionId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-sunken p-3"
          >
            <span className="min-w-0">
              <strong className="block">{auctionName}</strong>
              {due === 0
                ? plural(rest.length + 1, "{n} lot, paid in full", "{n} lots, paid in full")
                : t("{lots}, {due} to pay with one payment", {
                    lots: plural(rest.length + 1, "{n} lot", "{n} lots"),
                    due: money(due),
                  })}
            </span>
            <StatementButton {...{ userId, auctionId, auctionName }} />
          </li>
        );
      })}
    </ul>
  );
}

/** What happens next with a lot that was won. */
export function NextStep({
  won,
  invoice,
}: {
  won: Winning;
  invoice: Answer<"invoicesOfUser">[number] | undefined;
}) {
  const delivers = useSite()?.delivery === true;
  const pickup = invoice?.pickup ?? null;
  const delivery = invoice?.delivery ?? null;
  const zone = won.inventory.lot?.timeZone ?? browserZone();
  const isQuoted = delivery?.status === "QUOTED" && delivery.quote?.expired === false;
  const answerQuote = isQuoted ? t("Answer our delivery quote on the invoice.") : null;
  switch (won.status) {
    case "PENDING":
      return t("We'll confirm the sale and send your invoice.");
    case "DECLARED":
      return (
        <>
          {t("Pay by {paymentDueAt}.", { paymentDueAt: when(won.paymentDueAt, zone) })}{" "}
          {answerQuote}
        </>
      );
    case "PAID":
      if (answerQuote !== null) return answerQuote;
      if (delivery?.status === "DELIVERED") return t("Delivered.");
      if (delivery?.status === "IN_TRANSIT") return t("On its way to you.");
      if (delivery?.status === "ACCEPTED" && invoice !== undefined) {
        return invoice.balance === 0
          ? t("We'll hand it to the carrier.")
          : t("Pay {balance} for delivery by {dueAt}.", {
              balance: money(invoice.balance),
              dueAt: when(invoice.dueAt, zone),
            });
      }
      if (won.inventory.inventoryStatus === "RELEASED") return t("Picked up.");
      return pickup === null
        ? delivers
          ? t("Schedule your pickup, or ask for delivery, on the invoice.")
          : t("Schedule your pickup on the invoice.")
        : t("Pickup: {pickup}. Bring the gate PIN from your invoice.", {
            pickup: pickupWords(pickup),
          });
    case "DEFAULTED":
    case "VOID":
      return t("This sale has ended.");
  }
}
