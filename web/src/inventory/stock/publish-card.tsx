import { t } from "@gavelyard/messages/text";
import type { UnitForStaff } from "@gavelyard/contract/inventory/inventory-staff";
import { useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert } from "lucide-react";
import { useCall } from "../../api/api-context.ts";
import { useAction } from "../../api/use-action.ts";
import { ActionButton } from "../../api/action-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, Facts } from "../../ui/card.tsx";
import { count, money, words } from "../../ui/text/format.ts";
import { useAddress } from "../../ui/page/use-address.ts";
import { unitForStaffQuery } from "../api.ts";
import { labelOf } from "./unit-values.ts";
import { Link } from "../../ui/page/router.tsx";

const refresh = [["staff"], ["inventories"]] as const;

export function PublishCard({ unit }: { unit: UnitForStaff }) {
  const address = useAddress();
  const queries = useQueryClient();
  const call = useCall();
  const params = { id: String(unit.id) };
  const replaceUnit = (changed: UnitForStaff) =>
    queries.setQueryData(unitForStaffQuery(call, unit.id).queryKey, changed);
  const publish = useAction((call) => call("publishInventory", { params }), {
    done: t("Unit published"),
    failed: t("Couldn't publish the unit."),
    refresh,
  });
  const duplicate = useAction((call) => call("duplicateInventory", { params }), {
    done: t("Unit duplicated"),
    failed: t("Couldn't duplicate the unit."),
    refresh,
  });
  const { inventoryStatus: status, publishGaps, lot } = unit;
  const hidden = status === "DRAFT" || status === "WITHDRAWN";
  return (
    <Card title={hidden ? t("Before you publish") : words(status)}>
      {hidden ? <Gaps gaps={publishGaps} /> : null}
      {lot === null ? null : (
        <Facts
          rows={[
            [
              t("Auction"),
              <Link key="auction" to={`?tab=auctions&auction=${lot.auctionId}`}>
                {lot.auctionName}
              </Link>,
            ],
            [t("Lot"), lot.lotNumber, "figures"],
            [t("Bids"), count(lot.bidCount), "figures"],
            [t("Price"), lot.price === null ? t("No bids yet") : money(lot.price), "figures"],
          ]}
        />
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {hidden ? (
          <Button
            tone="primary"
            disabled={publishGaps.length > 0}
            busy={publish.isPending}
            onClick={() => publish.mutate(null, { onSuccess: replaceUnit })}
          >
            {t("Publish")}
          </Button>
        ) : null}
        {status === "AVAILABLE" ? (
          <ActionButton
            label={t("Withdraw")}
            title={t("Withdraw {name}?", { name: unit.name })}
            confirmLabel={t("Withdraw")}
            act={(call) => call("withdrawInventory", { params })}
            done={t("Unit withdrawn")}
            failed={t("Couldn't withdraw the unit.")}
            refresh={refresh}
            onDone={replaceUnit}
          >
            {t("Buyers can't see it until you publish it again.")}
          </ActionButton>
        ) : null}
        {status === "DRAFT" || status === "ARCHIVED" ? null : (
          <Link
            to={`/truck/${unit.id}`}
            className="inline-flex min-h-11 items-center px-2 font-semibold"
          >
            {t("View as buyer")}
          </Link>
        )}
        <Button
          busy={duplicate.isPending}
          onClick={() =>
            duplicate.mutate(null, { onSuccess: (copy) => address.set({ unit: copy.id }) })
          }
        >
          {t("Duplicate")}
        </Button>
        {hidden || status === "AVAILABLE" ? (
          <ActionButton
            label={t("Archive")}
            title={t("Archive {name}?", { name: unit.name })}
            confirmLabel={t("Archive")}
            tone="danger"
            act={(call) => call("deleteInventory", { params })}
            done={t("Unit archived")}
            failed={t("Couldn't archive the unit.")}
            refresh={refresh}
          >
            {t("You can still find it, but not edit or sell it.")}
          </ActionButton>
        ) : null}
      </div>
    </Card>
  );
}

function Gaps({ gaps }: { gaps: UnitForStaff["publishGaps"] }) {
  if (gaps.length === 0) {
    return (
      <p className="flex items-center gap-2">
        <Check aria-hidden className="size-5 text-winning" /> {t("Nothing is missing.")}
      </p>
    );
  }
  return (
    <ul className="grid gap-2">
      {gaps.map(({ path, message }) => (
        <li key={path + message} className="flex gap-2">
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-outbid" />
          <span>
            <span className="font-semibold">{labelOf(path)}:</span> {message}
          </span>
        </li>
      ))}
    </ul>
  );
}
