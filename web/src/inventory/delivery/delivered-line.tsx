import { costAtDoorCents } from "@gavelyard/domain/sales/delivery";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { useOwnFees } from "../../tax-certificates/api.ts";
import { money } from "../../ui/text/format.ts";
import { estimatesQuery } from "./api.ts";
import { Rich } from "../../ui/text/rich.tsx";

/** Estimated delivered cost of a listed unit at its price; nothing without an estimate. */
export default function DeliveredLine({
  id,
  price,
  zip,
  listed,
}: {
  id: number;
  price: number;
  zip: string;
  /** All units of the list, which share one call. */
  listed: readonly number[];
}) {
  const { data } = useQuery(estimatesQuery(useCall(), zip, listed));
  const ownFees = useOwnFees(data?.some(({ fees }) => fees.taxPercent > 0) ?? false);
  const estimate = data?.find(({ inventoryId }) => inventoryId === id);
  if (estimate === undefined) return null;
  const cents = costAtDoorCents(
    ownFees(estimate.fees, id),
    dollarsToCents(price),
    dollarsToCents(estimate.total),
  );
  return (
    <p className="text-sm text-soft">
      <Rich
        text={t("<figures>{cost}</figures> delivered to <figures>{zip}</figures> (estimate)", {
          cost: money(Math.round(centsToDollars(cents))),
          zip,
        })}
        figures={(words) => <span className="figures">{words}</span>}
      />
    </p>
  );
}
