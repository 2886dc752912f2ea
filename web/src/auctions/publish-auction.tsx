import type { RunListUnit } from "@gavelyard/contract/auctions/run-list";
import { offerableStatuses } from "@gavelyard/domain/auctions/run-order";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import type { UseQueryResult } from "@tanstack/react-query";
import { Read } from "../api/read.tsx";
import { Facts } from "../ui/card.tsx";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { count, money } from "../ui/text/format.ts";
import { closesByForm, type AuctionValues } from "./auction-values.ts";

/** Publishes an auction with what is typed beside it, after the facts that can't change later. */
export function PublishAuction({
  values,
  units,
  changed,
  busy,
  onPublish,
}: {
  values: AuctionValues;
  units: UseQueryResult<ReadonlyMap<number, RunListUnit>>;
  changed: boolean;
  busy: boolean;
  onPublish: () => void;
}) {
  return (
    <ConfirmButton
      label={t("Publish")}
      title={t("Publish {auctionName}?", { auctionName: values.auctionName })}
      confirmLabel={changed ? t("Save and publish") : t("Publish")}
      busy={busy}
      onConfirm={onPublish}
    >
      <p className="mb-3">
        {changed
          ? t("Your changes are saved with it. You can't change a published run list.")
          : t("You can't change a published run list.")}
      </p>
      <Read query={units} failure={t("Couldn't load the units.")} className="h-40">
        {(known) => <PublishFacts values={values} units={known} />}
      </Read>
    </ConfirmButton>
  );
}

function PublishFacts({
  values,
  units,
}: {
  values: AuctionValues;
  units: ReadonlyMap<number, RunListUnit>;
}) {
  const lots = values.lots.flatMap(({ inventoryId }) => units.get(inventoryId) ?? []);
  const closes = closesByForm(values);
  const lacking = (gap: RunListUnit["gaps"][number]) =>
    count(lots.filter(({ gaps }) => gaps.includes(gap)).length);
  const time = (instant: string | undefined) =>
    instant === undefined ? t("Not set") : formatDateTime(instant, values.timeZone);
  const unavailable = lots.filter((lot) => !isOfferable(lot)).length;
  return (
    <>
      <Facts
        rows={[
          [t("Lots"), count(values.lots.length), "figures"],
          [t("First lot closes"), time(closes?.first)],
          [t("Last lot closes"), time(closes?.last)],
          [t("Without a picture"), lacking("PICTURE"), "figures"],
          [t("Without a condition report"), lacking("REPORT"), "figures"],
          [t("With reserve, but none is set"), lacking("RESERVE"), "figures"],
          [t("Absolute lots"), absoluteLots(lots)],
        ]}
      />
      {unavailable === 0 ? null : (
        <p role="alert" className="mt-3 text-outbid">
          {plural(
            unavailable,
            "{n} unit can't be offered now. Remove it first.",
            "{n} units can't be offered now. Remove them first.",
          )}
        </p>
      )}
    </>
  );
}

export const isOfferable = ({ inventoryStatus }: RunListUnit): boolean =>
  offerableStatuses.some((status) => status === inventoryStatus);

/** Says at what prices lots without reserve start, since the first bid can buy them. */
function absoluteLots(lots: readonly RunListUnit[]): string {
  const prices = lots
    .filter(({ saleType }) => saleType === "ABSOLUTE")
    .map(({ startingPrice }) => startingPrice)
    .toSorted((one, other) => one - other);
  const [lowest, highest] = [prices[0], prices.at(-1)];
  if (lowest === undefined || highest === undefined) return t("None");
  const total = money(prices.reduce((sum, price) => sum + price, 0));
  return lowest === highest
    ? t("{number}, starting at {price}, {total} in all", {
        number: count(prices.length),
        price: money(lowest),
        total,
      })
    : t("{number}, starting at {lowest} to {highest}, {total} in all", {
        number: count(prices.length),
        lowest: money(lowest),
        highest: money(highest),
        total,
      });
}
