import {
  auctionChanges,
  newAuction,
  type AuctionForStaff,
} from "@gavelyard/contract/auctions/auctions-staff";
import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { useCall } from "../api/api-context.ts";
import { ApiError } from "@gavelyard/client/call";
import { browserZone } from "../clock.ts";
import { messageOf } from "../api/messages.ts";
import { useSession } from "../session/session.ts";
import { Card } from "../ui/card.tsx";
import { mergeChanges, freshDraft, savedDraft } from "../ui/form/saved-draft.ts";
import { SavedForm } from "../ui/form/saved-form.tsx";
import { toast } from "../ui/toast-store.ts";
import { useAddress } from "../ui/page/use-address.ts";
import { useDraft } from "../ui/form/use-draft.ts";
import { auctionForStaffQuery, runListUnitsQuery } from "./api.ts";
import { AuctionTerms } from "./auction-terms.tsx";
import { AuctionTimes } from "./auction-times.tsx";
import {
  auctionValues,
  auctionValuesOf,
  bodyOfAuction,
  changedFields,
  emptyAuction,
  houseTermsOf,
  type AuctionValues,
  type HouseTerms,
} from "./auction-values.ts";
import { PublishAuction } from "./publish-auction.tsx";
import { RunListField } from "./run-list-field.tsx";

const draftSchema = savedDraft(auctionValues);
const draftOf = (auction: AuctionForStaff | null, house: HouseTerms) =>
  freshDraft(
    auction === null ? emptyAuction(browserZone(), house) : auctionValuesOf(auction),
    auction?.updatedAt ?? null,
  );

const labels: Readonly<Record<string, string>> = {
  auctionName: t("Name"),
  description: t("Description"),
  timeZone: t("Time zone"),
  start: t("Starts"),
  startTime: t("Starts"),
  end: t("First lot closes"),
  scheduledEndTime: t("First lot closes"),
  softCloseWindowSec: t("Soft close window"),
  softCloseExtendSec: t("Soft close extension"),
  maxExtensions: t("Maximum extensions"),
  staggerSec: t("Time between lots"),
  paymentDueDays: t("Payment due"),
  pickupDueDays: t("Pickup due"),
  increments: t("Bid increments"),
  fees: t("Fees"),
  lots: t("Run list"),
};
const labelOf = (path: string) => labels[path.split(".")[0] ?? ""] ?? path;

/** Auction form. Keeps what you typed, even if someone else saves first. */
export function AuctionEditor({
  auction,
  settings,
}: {
  auction: AuctionForStaff | null;
  settings: OperatingSettings;
}) {
  const house = houseTermsOf(settings);
  const call = useCall();
  const queries = useQueryClient();
  const address = useAddress();
  const userId = useSession()?.userId ?? 0;
  const draft = useDraft(`${userId}:auction:${auction?.id ?? "new"}`, draftSchema, () =>
    draftOf(auction, house),
  );
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const current = draft.values;
  if (auction !== null && auction.updatedAt !== current.updatedAt) {
    draft.keep(mergeChanges(current, auctionValuesOf(auction), auction.updatedAt));
  }
  const { values, base, both } = current;
  const changed = changedFields(base, values).length > 0;
  const isDraft = auction === null || auction.lifecycle === "DRAFT";
  const frozen = auction?.lifecycle === "CANCELLED" || auction?.lifecycle === "SETTLED";
  const change = (changes: Partial<AuctionValues>) => {
    draft.keep({ ...current, values: { ...values, ...changes } });
    setFaults({});
  };
  const showIssues = (issues: readonly { readonly path: string; readonly message: string }[]) => {
    setFaults(Object.fromEntries(issues.map(({ path, message }) => [path, message])));
    setFailure(
      t("Not saved. {faults}", {
        faults: issues.map(({ path, message }) => `${labelOf(path)}: ${message}`).join("; "),
      }),
    );
  };
  const ids = values.lots.map(({ inventoryId }) => inventoryId);
  const units = useQuery(
    runListUnitsQuery(
      call,
      ids.toSorted((one, other) => one - other),
    ),
  );
  const createOrUpdate = (publish: boolean) => {
    const body = bodyOfAuction(auction === null ? null : base, values);
    if (auction === null) {
      const checked = newAuction.safeParse({ ...body, publish });
      return checked.success ? call("createAuction", { body: checked.data }) : checked.error;
    }
    const checked = auctionChanges.safeParse({
      ...body,
      ...(publish ? { publish } : {}),
      updatedAt: current.updatedAt ?? undefined,
    });
    return checked.success
      ? call("updateAuction", { params: { id: String(auction.id) }, body: checked.data })
      : checked.error;
  };
  const save = async (publish = false) => {
    const request = createOrUpdate(publish);
    if (request instanceof z.ZodError) {
      return showIssues(
        request.issues.map(({ path, message }) => ({ path: path.join("."), message })),
      );
    }
    setBusy(true);
    setFailure(null);
    try {
      const saved = await request;
      queries.setQueryData(auctionForStaffQuery(call, saved.id).queryKey, saved);
      draft.restart(draftOf(auction === null ? null : saved, house));
      toast({
        type: "success",
        title: publish
          ? t("{auctionName} published", { auctionName: saved.auctionName })
          : t("{auctionName} saved", { auctionName: saved.auctionName }),
      });
      if (auction === null) address.set({ auction: saved.id }, true);
      await Promise.all(
        [["staff", "auctions", "search"], ["staff", "units"], ["auctions"]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      );
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      if (issues.length > 0) return showIssues(issues);
      setFailure(messageOf(error, t("Couldn't save the auction.")));
      if (auction !== null && error instanceof ApiError && error.status === 409) {
        await queries.invalidateQueries({
          queryKey: auctionForStaffQuery(call, auction.id).queryKey,
        });
      }
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  return (
    <SavedForm
      label={t("Auction")}
      subject="auction"
      isNew={auction === null}
      restored={draft.restored}
      changed={changed}
      both={both.map(labelOf)}
      failure={failure}
      busy={busy}
      frozen={frozen}
      onSave={() => unawaited(save())}
      actions={
        isDraft ? (
          <PublishAuction
            values={values}
            units={units}
            changed={changed}
            busy={busy}
            onPublish={() => unawaited(save(true))}
          />
        ) : null
      }
      onDiscard={() => {
        draft.restart(draftOf(auction, house));
        setFaults({});
        setFailure(null);
      }}
    >
      <fieldset disabled={frozen} className="grid min-w-0 gap-6">
        <Card title={t("Details and schedule")}>
          <AuctionTimes values={values} faults={faults} onChange={change} />
        </Card>
        <Card title={t("Run list")}>
          <RunListField
            auctionId={auction?.id ?? null}
            lots={values.lots}
            units={units.data ?? new Map()}
            closes={closesOf(auction)}
            zone={values.timeZone}
            fixed={!isDraft}
            error={faults["lots"]}
            onChange={(lots) => change({ lots })}
          />
        </Card>
        <Card title={t("Terms")}>
          <AuctionTerms values={values} house={house} faults={faults} onChange={change} />
        </Card>
      </fieldset>
    </SavedForm>
  );
}

const closesOf = (auction: AuctionForStaff | null): ReadonlyMap<number, string | null> =>
  new Map((auction?.runList ?? []).map(({ inventoryId, closesAt }) => [inventoryId, closesAt]));
