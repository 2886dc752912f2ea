import type { UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { useAction } from "../../api/use-action.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ActionButton } from "../../api/action-button.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { useAddress } from "../../ui/page/use-address.ts";
import { draftAuctionsQuery, importKeys, importResultsQuery } from "./import-api.ts";

const unitsOf = (id: number, part: "READY" | "TO_MEND" | null) =>
  `?tab=inventory&importId=${id}${part === null ? "" : `&importPart=${part}`}`;

/** What has become of an import's units, and the next step for each part of them. */
export function ImportResults({ one }: { one: UnitImport }) {
  const address = useAddress();
  const query = useQuery(importResultsQuery(useCall(), one.id));
  const added = query.data?.added ?? one.doneRows;
  return (
    <Card
      title={plural(added, "{n} unit was imported as a draft", "{n} units were imported as drafts")}
    >
      {one.errorRows === 0 ? null : (
        <p className="mb-3">
          {plural(
            one.errorRows,
            "{n} row with errors was skipped.",
            "{n} rows with errors were skipped.",
          )}
        </p>
      )}
      <Read query={query} failure={t("Couldn't load the results.")} className="h-40">
        {({ updated, refusals, ready, toMend, gaps, offerable }) => (
          <div className="grid gap-5">
            {updated === 0 ? null : (
              <p>{plural(updated, "{n} unit was updated.", "{n} units were updated.")}</p>
            )}
            {refusals.length === 0 ? null : (
              <div>
                <h3 className="mb-1">{t("Not updated")}</h3>
                <ul className="grid gap-1">
                  {refusals.map(({ row, message }) => (
                    <li key={row}>{t("Row {row}: {fault}", { row, fault: message })}</li>
                  ))}
                </ul>
              </div>
            )}
            <div className="flex flex-wrap items-center gap-3">
              {ready === 0 ? null : <PublishReady id={one.id} ready={ready} />}
              {toMend === 0 ? null : (
                <LinkButton to={unitsOf(one.id, "TO_MEND")}>
                  {plural(toMend, "Mend {n} unit", "Mend {n} units")}
                </LinkButton>
              )}
              <LinkButton to={unitsOf(one.id, null)}>{t("View units")}</LinkButton>
              <LinkButton to={address.to({ import: 1 })}>{t("Import another file")}</LinkButton>
            </div>
            {gaps.length === 0 ? null : (
              <div>
                <h3 className="mb-1">{t("Before you publish")}</h3>
                <ul className="grid gap-1">
                  {gaps.map(({ message, units }) => (
                    <li key={message}>
                      {message}: {plural(units, "{n} unit", "{n} units")}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {offerable.length === 0 ? null : <AddToAuction units={offerable} />}
          </div>
        )}
      </Read>
    </Card>
  );
}

function PublishReady({ id, ready }: { id: number; ready: number }) {
  return (
    <ActionButton
      label={plural(ready, "Publish {n} unit that is ready", "Publish {n} units that are ready")}
      title={plural(ready, "Publish {n} unit?", "Publish {n} units?")}
      confirmLabel={t("Publish")}
      tone="primary"
      act={async (call) => {
        const params = { id: String(id) };
        while ((await call("publishUnitImport", { params })).published > 0);
      }}
      done={t("Units published")}
      failed={t("Couldn't publish all units.")}
      refresh={[...importKeys, ["inventories"]]}
    >
      {t("Buyers can see them at once.")}
    </ActionButton>
  );
}

/** Returns a lot's number and its letter: "12A". */
const partsOf = (label: string) => ({
  lotNumber: Number.parseInt(label, 10),
  suffix: label.replace(/^\d+/, ""),
});

/** Adds published units to the run list of a draft, after the lots that it has. */
function AddToAuction({ units }: { units: readonly number[] }) {
  const call = useCall();
  const { data } = useQuery(draftAuctionsQuery(call));
  const [chosen, setChosen] = useState("");
  const add = useAction(
    async (call, id: string) => {
      const { runList, updatedAt } = await call("auctionByIdForStaff", { params: { id } });
      const lots = [
        ...runList.map(({ inventoryId, lotNumber }) => ({ inventoryId, ...partsOf(lotNumber) })),
        ...units.map((inventoryId) => ({ inventoryId })),
      ];
      await call("updateAuction", { params: { id }, body: { lots, updatedAt } });
    },
    {
      done: t("Units added to the run list"),
      failed: t("Couldn't add the units to the auction."),
      refresh: [...importKeys, ["staff", "auctions"]],
    },
  );
  const drafts = data?.content ?? [];
  return (
    <div>
      <h3 className="mb-1">{t("Add to an auction")}</h3>
      {data !== undefined && drafts.length === 0 ? (
        <div className="flex flex-wrap items-center gap-3">
          <p>{t("No auction is a draft. Create one, then add the units here.")}</p>
          <LinkButton to="?tab=auctions&auction=new">{t("New auction")}</LinkButton>
        </div>
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label={t("Auction")}
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="">{t("Choose")}</option>
            {drafts.map(({ id, auctionName }) => (
              <option key={id} value={String(id)}>
                {auctionName}
              </option>
            ))}
          </SelectField>
          <Button disabled={chosen === ""} busy={add.isPending} onClick={() => add.mutate(chosen)}>
            {plural(units.length, "Add {n} unit", "Add {n} units")}
          </Button>
        </div>
      )}
    </div>
  );
}
