import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { useSession } from "../session/session.ts";
import { LinkButton } from "../ui/button.tsx";
import { money, when } from "../ui/text/format.ts";
import { invoicesQuery, winningsQuery } from "./api.ts";
import { InvoiceButton } from "./invoice-button.tsx";
import { Offers } from "./offers.tsx";
import { NextStep } from "./winnings.tsx";

type ClosedUnit = Pick<InventoryDetail, "id" | "name" | "inventoryType" | "manufacturer">;

/** The next step on a unit whose lot has closed: pay, answer an offer, or find another one. */
export default function AfterClose({
  unit,
  lostAt,
}: {
  unit: ClosedUnit;
  /** The final price in dollars, for a customer who bid and didn't win; else null. */
  lostAt: number | null;
}) {
  const session = useSession();
  const isCustomer = session?.userRole === "ROLE_CUSTOMER";
  const similar = new URLSearchParams({
    inventoryType: unit.inventoryType,
    manufacturer: unit.manufacturer,
    auctionStatus: "LIVE",
  });
  similar.append("auctionStatus", "UPCOMING");
  return (
    <>
      {isCustomer ? (
        <>
          <Offers userId={session.userId} inventoryId={unit.id} />
          <Won userId={session.userId} unit={unit} />
        </>
      ) : null}
      <div className="grid gap-3 rounded-lg border border-line bg-sheet p-5">
        {lostAt === null ? null : (
          <p>{t("Another bidder's bid of {amount} was higher.", { amount: money(lostAt) })}</p>
        )}
        <LinkButton to={`/vehicles?${similar.toString()}`}>{t("View similar lots")}</LinkButton>
      </div>
    </>
  );
}

function Won({ userId, unit }: { userId: number; unit: ClosedUnit }) {
  const call = useCall();
  const { data: winnings = [] } = useQuery(winningsQuery(call, userId));
  const won = winnings.find(({ inventoryId }) => inventoryId === unit.id);
  const { data: invoices = [] } = useQuery({
    ...invoicesQuery(call, userId),
    enabled: won !== undefined,
  });
  if (won === undefined || won.status === "VOID" || won.status === "DEFAULTED") return null;
  const invoice = invoices.find(({ awardId }) => awardId === won.awardId);
  const zone = won.inventory.lot?.timeZone ?? browserZone();
  return (
    <section
      aria-label={t("Next step")}
      className="grid gap-3 rounded-lg border border-winning bg-winning-bg p-5"
    >
      {won.status === "DECLARED" && invoice !== undefined ? (
        <p className="text-lg font-bold">
          {t("Pay {balance} by {dueAt}", {
            balance: money(invoice.balance),
            dueAt: when(invoice.dueAt, zone),
          })}
        </p>
      ) : (
        <p className="font-semibold">
          <NextStep won={won} invoice={invoice} />
        </p>
      )}
      {invoice === undefined ? null : (
        <InvoiceButton
          userId={userId}
          invoiceId={invoice.id}
          title={t("Invoice {number}", { number: invoice.number })}
          label={won.status === "DECLARED" ? t("View invoice and pay") : t("View invoice")}
        />
      )}
    </section>
  );
}
