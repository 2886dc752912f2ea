import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../../api/api-context.ts";
import type { Call } from "@gavelyard/client/call";
import { messageOf } from "../../api/messages.ts";
import { ConfirmButton } from "../../ui/overlay/confirm-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";

type UnitAction = "publishInventory" | "withdrawInventory" | "deleteInventory";

interface Outcome {
  readonly unit: InventoryCard;
  /** Null on success. */
  readonly fault: string | null;
}

async function runOnEach(
  call: Call,
  action: UnitAction,
  units: readonly InventoryCard[],
  onProgress: (done: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const unit of units) {
    const fault = await call(action, { params: { id: String(unit.id) } }).then(
      () => null,
      (error: unknown) => messageOf(error, t("Something went wrong.")),
    );
    outcomes.push({ unit, fault });
    onProgress(outcomes.length);
  }
  return outcomes;
}

export function StockActions({
  units,
  onDone,
}: {
  units: readonly InventoryCard[];
  onDone: () => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  /** How many units the action is done with; null while none runs. */
  const [done, setDone] = useState<number | null>(null);
  const busy = done !== null;
  const [report, setReport] = useState<readonly Outcome[] | null>(null);
  const run = async (action: UnitAction) => {
    setDone(0);
    setReport(await runOnEach(call, action, units, setDone));
    setDone(null);
    onDone();
    await Promise.all(
      [["staff"], ["inventories"]].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
  return (
    <>
      {units.length === 0 ? null : (
        <>
          <Button busy={busy} onClick={() => unawaited(run("publishInventory"))}>
            {done === null ? t("Publish") : t("{done} of {of} done", { done, of: units.length })}
          </Button>
          <ConfirmButton
            label={t("Withdraw")}
            title={plural(units.length, "Withdraw {n} unit?", "Withdraw {n} units?")}
            confirmLabel={t("Withdraw")}
            busy={busy}
            onConfirm={() => unawaited(run("withdrawInventory"))}
          >
            {t("Buyers can't see them until you publish them again.")}
          </ConfirmButton>
          <ConfirmButton
            label={t("Archive")}
            title={plural(units.length, "Archive {n} unit?", "Archive {n} units?")}
            confirmLabel={t("Archive")}
            tone="danger"
            busy={busy}
            onConfirm={() => unawaited(run("deleteInventory"))}
          >
            {t("You can still find archived units, but not edit or sell them.")}
          </ConfirmButton>
        </>
      )}
      {report === null ? null : <Report outcomes={report} onClose={() => setReport(null)} />}
    </>
  );
}

function Report({ outcomes, onClose }: { outcomes: readonly Outcome[]; onClose: () => void }) {
  const failed = outcomes.filter(({ fault }) => fault !== null);
  return (
    <Sheet title={t("Results")} place="right" onClose={onClose}>
      <p role="status" className="mb-3">
        {t("{done} done, {failed} failed.", {
          done: outcomes.length - failed.length,
          failed: failed.length,
        })}
      </p>
      <ul className="grid gap-3">
        {failed.map(({ unit, fault }) => (
          <li key={unit.id} className="rounded-md border border-line p-3">
            <p className="font-semibold">
              <span className="code">{unit.stockNumber}</span> {unit.name}
            </p>
            <p className="text-outbid">{fault}</p>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
