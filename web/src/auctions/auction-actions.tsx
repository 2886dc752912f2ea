import type { AuctionForStaff, AuctionPrint } from "@gavelyard/contract/auctions/auctions-staff";
import { formatDateTime, zoneTitle } from "@gavelyard/domain/time-zone";
import { wallTimeIn, wallTimeToMs } from "@gavelyard/domain/wall-time";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useCall } from "../api/api-context.ts";
import { serverNow } from "../clock.ts";
import { download } from "../documents/files.ts";
import { useAction } from "../api/use-action.ts";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { ActionButton } from "../api/action-button.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { TextField } from "../ui/form/field.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { useAddress } from "../ui/page/use-address.ts";
import { settingsQuery } from "../settings/api.ts";
import { clockChangeHint } from "./clock-change.ts";

const refresh = [["staff"], ["auctions"], ["inventories"]] as const;
const DAY_MS = 86_400_000;

/** Actions on an auction's lifecycle; the server decides what is allowed (D12, D16, D28, D30). */
export function AuctionActions({ auction }: { auction: AuctionForStaff }) {
  const address = useAddress();
  const { id, lifecycle, status, auctionName } = auction;
  const params = { id: String(id) };
  const move = useAction(
    (call, body: { status: "LIVE" | "EXPIRED"; reason?: string }) =>
      call("changeAuctionStatus", { params, body }),
    { done: t("Auction rescheduled"), failed: t("Couldn't reschedule the auction."), refresh },
  );
  const duplicate = useAction((call) => call("duplicateAuction", { params }), {
    done: t("Auction duplicated. Set its times."),
    failed: t("Couldn't duplicate the auction."),
    refresh,
  });
  const reasons = useQuery(settingsQuery(useCall())).data?.reasons.value.controlRoom ?? [];
  const published = lifecycle === "PUBLISHED";
  const ahead = lifecycle === "DRAFT" || (published && status === "UPCOMING");
  const over = published && status === "EXPIRED";
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {published && status === "LIVE" ? (
        <LinkButton tone="primary" to={`?tab=control&auction=${id}`}>
          {t("Control room")}
        </LinkButton>
      ) : null}
      {published && status === "UPCOMING" ? (
        <ConfirmButton
          label={t("Start now")}
          title={t("Start {auctionName} now?", { auctionName })}
          confirmLabel={t("Start auction")}
          busy={move.isPending}
          onConfirm={() => move.mutate({ status: "LIVE" })}
        >
          {t("All lots open for bids now. Closing times stay the same.")}
        </ConfirmButton>
      ) : null}
      {published && (status === "UPCOMING" || status === "LIVE") ? (
        <RescheduleButton auction={auction} />
      ) : null}
      {published && status === "LIVE" ? (
        <ConfirmButton
          label={t("End now")}
          title={t("End {auctionName} now?", { auctionName })}
          confirmLabel={t("End auction")}
          tone="danger"
          reason
          presets={reasons}
          busy={move.isPending}
          onConfirm={(reason) => move.mutate({ status: "EXPIRED", reason })}
        >
          {t("All open lots close now, at their current high bids.")}
        </ConfirmButton>
      ) : null}
      {over ? (
        <>
          <LinkButton to={`?tab=winners&auction=${id}`}>{t("Winners")}</LinkButton>
          <ActionButton
            label={t("Settle")}
            title={t("Settle {auctionName}?", { auctionName })}
            confirmLabel={t("Settle")}
            tone="primary"
            act={(call) => call("settleAuction", { params })}
            done={t("Auction settled")}
            failed={t("Couldn't settle the auction.")}
            refresh={refresh}
          >
            {auction.undecidedLots === 0
              ? t("Every lot has an outcome. You can't undo this.")
              : t("{lots} still need an outcome. Decide them, then settle.", {
                  lots: plural(auction.undecidedLots, "{n} lot", "{n} lots"),
                })}
          </ActionButton>
        </>
      ) : null}
      <Button
        busy={duplicate.isPending}
        onClick={() =>
          duplicate.mutate(null, { onSuccess: (copy) => address.set({ auction: copy.id }) })
        }
      >
        {t("Duplicate")}
      </Button>
      <PrintButton id={id} kind="RUN_LIST" label={t("Print run list")} />
      <PrintButton id={id} kind="CATALOG" label={t("Print catalog")} />
      {ahead ? (
        <ActionButton
          label={t("Cancel")}
          title={t("Cancel {auctionName}?", { auctionName })}
          confirmLabel={t("Cancel auction")}
          tone="danger"
          act={(call) => call("deleteAuction", { params })}
          done={t("Auction canceled")}
          failed={t("Couldn't cancel the auction.")}
          refresh={refresh}
        >
          {t(
            "Its units become available for other auctions. You can't undo this, but you can duplicate the auction.",
          )}
        </ActionButton>
      ) : null}
    </div>
  );
}

function PrintButton({ id, kind, label }: { id: number; kind: AuctionPrint; label: string }) {
  const print = useAction(
    () => download("printAuction", { params: { id: String(id) }, query: { kind } }),
    { done: t("File saved"), failed: t("Couldn't print the lots."), refresh: [] },
  );
  return (
    <Button busy={print.isPending} onClick={() => print.mutate(undefined)}>
      {label}
    </Button>
  );
}

function RescheduleButton({ auction }: { auction: AuctionForStaff }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("Reschedule")}
      </Button>
      {open ? (
        <Sheet title={t("Reschedule")} place="right" onClose={() => setOpen(false)}>
          <RescheduleForm auction={auction} onDone={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </>
  );
}

function RescheduleForm({ auction, onDone }: { auction: AuctionForStaff; onDone: () => void }) {
  const { id, timeZone, startTime } = auction;
  const startMs = startTime === null ? serverNow() : Date.parse(startTime);
  const [start, setStart] = useState(() =>
    wallTimeIn(startMs > serverNow() ? startMs : serverNow() + DAY_MS, timeZone),
  );
  const move = useAction(
    (call) =>
      call("changeAuctionStatus", {
        params: { id: String(id) },
        body: {
          status: "UPCOMING",
          startTime: new Date(wallTimeToMs(start, timeZone)).toISOString(),
        },
      }),
    { done: t("Auction rescheduled"), failed: t("Couldn't reschedule the auction."), refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    move.mutate(null, { onSuccess: onDone });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <TextField
        label={t("Starts ({timeZone})", { timeZone: zoneTitle(timeZone) })}
        hint={clockChangeHint(start, timeZone)}
        type="datetime-local"
        required
        value={start}
        onChange={(event) => setStart(event.target.value)}
      />
      <p className="text-soft">
        {t(
          "Closing times move with the start. After the first bid, you can't move the start later.",
        )}
      </p>
      {start === "" ? null : (
        <NewCloses auction={auction} byMs={wallTimeToMs(start, timeZone) - startMs} />
      )}
      <Button type="submit" tone="primary" busy={move.isPending}>
        {t("Reschedule")}
      </Button>
    </form>
  );
}

/** When lots close, and will close once everything moves by some time. */
function NewCloses({
  auction: { runList, timeZone },
  byMs,
}: {
  auction: AuctionForStaff;
  byMs: number;
}) {
  const at = (closesAt: string | null, shiftMs: number) =>
    closesAt === null ? "" : formatDateTime(Date.parse(closesAt) + shiftMs, timeZone);
  return (
    <div className="max-h-80 overflow-auto rounded-md border border-line">
      <table className="w-full text-sm" aria-label={t("New closing times")}>
        <thead className="sticky top-0 bg-paper text-left">
          <tr>
            <th className="p-2">{t("Lot")}</th>
            <th className="p-2">{t("Closes now")}</th>
            <th className="p-2">{t("New close")}</th>
          </tr>
        </thead>
        <tbody>
          {runList.map(({ inventoryId, lotNumber, closesAt }) => (
            <tr key={inventoryId} className="border-t border-line">
              <th scope="row" className="figures p-2 text-left">
                {lotNumber}
              </th>
              <td className="p-2 text-soft">{at(closesAt, 0)}</td>
              <td className="p-2 font-semibold">{at(closesAt, byMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
