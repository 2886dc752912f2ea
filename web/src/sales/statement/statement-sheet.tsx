import type { Statement } from "@gavelyard/contract/sales/statements";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useCall } from "../../api/api-context.ts";
import { messageOf } from "../../api/messages.ts";
import { Read } from "../../api/read.tsx";
import { download } from "../../documents/files.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/card.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { money } from "../../ui/text/format.ts";
import { statementQuery } from "../api.ts";
import { PaymentAccount } from "../how-to-pay.tsx";

/** All lots a buyer bought in one auction, with one total and one reference (D83). */
export default function StatementSheet({
  userId,
  auctionId,
  onClose,
}: {
  userId: number;
  auctionId: number;
  onClose: () => void;
}) {
  const query = useQuery(statementQuery(useCall(), userId, auctionId));
  return (
    <Sheet title={t("Statement")} place="right" onClose={onClose}>
      <Read query={query} failure={t("Couldn't load the statement.")} className="h-96">
        {(statement) => <StatementFacts statement={statement} />}
      </Read>
    </Sheet>
  );
}

function StatementFacts({ statement }: { statement: Statement }) {
  const { userId, auctionId, sums, total, paid, balance, dueAt, timeZone } = statement;
  const save = useMutation({
    mutationFn: () =>
      download("statementPdf", { params: { id: String(userId), auctionId: String(auctionId) } }),
  });
  return (
    <div className="grid gap-5">
      <p>
        <span className="block font-semibold">{statement.auctionName}</span>
        <span className="block text-soft">
          {statement.billTo.companyName ?? statement.billTo.name}
        </span>
        <span className="code block text-soft">{statement.reference}</span>
      </p>
      <section aria-label={t("Lots")}>
        <h3 className="mb-1">{t("Lots")}</h3>
        <ul>
          {statement.invoices.map((invoice) => (
            <li
              key={invoice.id}
              className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-line py-2 last:border-0"
            >
              <span className="min-w-0">
                {t("Lot {lotNumber}: {name}", { lotNumber: invoice.lotNumber, name: invoice.name })}
                <span className="block text-sm text-soft">
                  {invoice.number}{" "}
                  {invoice.balance === 0 ? <Badge tone="winning">{t("Paid")}</Badge> : null}
                </span>
              </span>
              <span className="figures font-semibold">{money(invoice.total)}</span>
            </li>
          ))}
        </ul>
      </section>
      <Facts
        rows={[
          ...sums.map(({ label, amount }) => [label, money(amount), "figures"] as const),
          [t("Total"), money(total), "figures text-xl"],
          [t("Paid so far"), money(paid), "figures"],
          [t("Balance"), money(balance), "figures"],
          ...(dueAt === null ? [] : ([[t("Due"), formatDateTime(dueAt, timeZone)]] as const)),
        ]}
      />
      {balance === 0 ? null : <PaymentAccount ways={statement} />}
      <Failure
        message={save.error === null ? null : messageOf(save.error, t("Couldn't load the file."))}
      />
      <Button
        tone="primary"
        className="justify-self-start"
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        <Download aria-hidden className="size-4" /> {t("Statement as PDF")}
      </Button>
    </div>
  );
}
