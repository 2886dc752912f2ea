import type { UnitAct, UnitActProgress } from "@gavelyard/contract/inventory/unit-acts";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import { useEffect } from "react";
import { useCall } from "../../api/api-context.ts";
import { Read } from "../../api/read.tsx";
import { useAction } from "../../api/use-action.ts";
import { download } from "../../documents/files.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/overlay/confirm-button.tsx";
import { count } from "../../ui/text/format.ts";
import { unitActQuery } from "../api.ts";
import { sizeOf, unitsOf, type Selection } from "./selection.ts";

/** Acts on the chosen units, which the server carries out one by one. */
export function StockActions({
  selection,
  onStart,
}: {
  selection: Selection;
  onStart: (act: UnitActProgress) => void;
}) {
  const start = useAction(
    (call, kind: UnitAct) => call("startUnitAct", { body: { kind, ...unitsOf(selection) } }),
    { done: t("Started"), failed: t("Couldn't start it. Nothing was changed."), refresh: [] },
  );
  const run = (kind: UnitAct) => start.mutate(kind, { onSuccess: onStart });
  const labels = useAction(() => download("printLabels", { body: unitsOf(selection) }), {
    done: t("File saved"),
    failed: t("Couldn't print the labels."),
    refresh: [],
  });
  const size = sizeOf(selection);
  if (size === 0) return null;
  return (
    <>
      <Button busy={start.isPending} onClick={() => run("PUBLISH")}>
        {t("Publish")}
      </Button>
      <ConfirmButton
        label={t("Withdraw")}
        title={plural(size, "Withdraw {n} unit?", "Withdraw {n} units?")}
        confirmLabel={t("Withdraw")}
        busy={start.isPending}
        onConfirm={() => run("WITHDRAW")}
      >
        {t("Buyers can't see them until you publish them again.")}
      </ConfirmButton>
      <ConfirmButton
        label={t("Archive")}
        title={plural(size, "Archive {n} unit?", "Archive {n} units?")}
        confirmLabel={t("Archive")}
        tone="danger"
        busy={start.isPending}
        onConfirm={() => run("ARCHIVE")}
      >
        {t("You can still find archived units, but not edit or sell them.")}
      </ConfirmButton>
      <Button busy={labels.isPending} onClick={() => labels.mutate(undefined)}>
        <Tag aria-hidden className="size-4" /> {t("Print labels")}
      </Button>
    </>
  );
}

/** How far an act is, which units it refused, and its undo. It goes on when this page is left. */
export function ActProgress({
  id,
  onUndo,
  onClose,
}: {
  id: number;
  onUndo: (act: UnitActProgress) => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const query = useQuery(unitActQuery(useCall(), id));
  const isFinished = query.data?.finished === true;
  useEffect(() => {
    if (!isFinished) return;
    for (const queryKey of [["staff", "units"], ["inventories"]])
      queries.invalidateQueries({ queryKey }).catch(() => {});
  }, [queries, isFinished]);
  const undo = useAction((call) => call("undoUnitAct", { params: { id: String(id) } }), {
    done: t("Undo started"),
    failed: t("Couldn't undo it. Nothing was changed."),
    refresh: [["staff", "unit-acts"]],
  });
  return (
    <section aria-label={t("Results")} className="my-3 rounded-lg border border-line bg-sheet p-4">
      <Read query={query} failure={t("Couldn't load the results.")} className="h-16">
        {(act) => (
          <div className="grid gap-3">
            <div className="flex flex-wrap items-center gap-3">
              <p role="status" className="mr-auto font-semibold">
                {act.finished
                  ? t("{done} done, {failed} failed.", {
                      done: count(act.done),
                      failed: count(act.refused),
                    })
                  : t("{done} of {of} done", {
                      done: count(act.done + act.refused),
                      of: count(act.units),
                    })}
              </p>
              {act.finished && act.undoable > 0 ? (
                <Button
                  busy={undo.isPending}
                  onClick={() => undo.mutate(null, { onSuccess: onUndo })}
                >
                  {plural(act.undoable, "Undo for {n} unit", "Undo for {n} units")}
                </Button>
              ) : null}
              {act.finished ? <Button onClick={onClose}>{t("Close")}</Button> : null}
            </div>
            {act.finished ? null : (
              <progress
                aria-label={t("Progress")}
                className="w-full"
                max={act.units}
                value={act.done + act.refused}
              />
            )}
            {act.faults.length === 0 ? null : (
              <ul className="grid max-h-80 gap-2 overflow-auto">
                {act.faults.map(({ inventoryId, stockNumber, name, message }) => (
                  <li key={inventoryId}>
                    <span className="code">{stockNumber}</span> {name}:{" "}
                    <span className="text-outbid">{message}</span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Read>
    </section>
  );
}
