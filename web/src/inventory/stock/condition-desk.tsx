import { t } from "@gavelyard/messages/text";
import { conditionReport } from "@gavelyard/contract/inventory/inventory-specs";
import type { UnitForStaff } from "@gavelyard/contract/inventory/inventory-staff";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { ApiError } from "@gavelyard/client/call";
import { messageOf } from "../../api/messages.ts";
import { useSession } from "../../session/session.ts";
import { ConfirmButton } from "../../ui/overlay/confirm-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextArea, TextField } from "../../ui/form/field.tsx";
import { mergeChanges, freshDraft, isSame, savedDraft } from "../../ui/form/saved-draft.ts";
import { SavedForm } from "../../ui/form/saved-form.tsx";
import { LinesField } from "../../ui/form/lines-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useDraft } from "../../ui/form/use-draft.ts";
import { unitForStaffQuery } from "../api.ts";
import {
  blankFinding,
  blankTire,
  conditionOf,
  conditionValues,
  conditionValuesOf,
  type ConditionValues,
} from "./condition-values.ts";
import { FindingFields } from "./finding-fields.tsx";

const draftSchema = savedDraft<ConditionValues>(conditionValues);
const labels: Readonly<Record<string, string>> = {
  inspector: t("Inspector"),
  inspectedOn: t("Inspected on"),
  sections: t("Findings"),
  tires: t("Tires"),
  obdCodes: t("Fault codes"),
  fluids: t("Fluids"),
  leaks: t("Leaks"),
  brakes: t("Brakes"),
};
const tireColumns = [
  { field: "position", title: t("Position") },
  { field: "brand", title: t("Brand") },
  { field: "size", title: t("Size") },
  { field: "treadDepth32nds", title: t("Tread (1/32 in)") },
  { field: "dotYear", title: t("Year made") },
] as const;

export function ConditionDesk({ unit }: { unit: UnitForStaff }) {
  const call = useCall();
  const queries = useQueryClient();
  const userId = useSession()?.userId ?? 0;
  const zone = unit.yard.timeZone;
  const report = unit.specs.conditionReport;
  const [openedAtMs] = useState(() => Date.now());
  const draftOf = (of: UnitForStaff) =>
    freshDraft(conditionValuesOf(of.specs.conditionReport, zone, openedAtMs), of.updatedAt);
  const draft = useDraft(`${userId}:condition:${unit.id}`, draftSchema, () => draftOf(unit));
  const [opened, setOpened] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const current = draft.values;
  if (unit.updatedAt !== current.updatedAt) {
    draft.keep(mergeChanges(current, conditionValuesOf(report, zone, openedAtMs), unit.updatedAt));
  }
  const { values, base, both } = current;
  const changed = !isSame(values, base);
  const change = (changes: Partial<ConditionValues>) =>
    draft.keep({ ...current, values: { ...values, ...changes } });
  const start = (of: UnitForStaff) => {
    draft.restart(draftOf(of));
    setFaults({});
    setFailure(null);
  };

  const save = async (next: unknown, done: string) => {
    const checked = conditionReport.nullable().safeParse(next);
    if (!checked.success) {
      setFaults(
        Object.fromEntries(
          checked.error.issues.map(({ path, message }) => [path.join("."), message]),
        ),
      );
      setFailure(t("Not saved. Correct the fields marked above."));
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const saved = await call("updateInventory", {
        body: {
          id: unit.id,
          specs: { conditionReport: checked.data },
          ...(current.updatedAt === null ? {} : { updatedAt: current.updatedAt }),
        },
      });
      queries.setQueryData(unitForStaffQuery(call, unit.id).queryKey, saved);
      start(saved);
      toast({ type: "success", title: done });
    } catch (error) {
      setFailure(messageOf(error, t("Couldn't save the inspection.")));
      if (error instanceof ApiError && error.status === 409) {
        await queries.invalidateQueries({ queryKey: unitForStaffQuery(call, unit.id).queryKey });
      }
    } finally {
      setBusy(false);
    }
  };

  if (report === null && !opened && !changed) {
    return (
      <Card title={t("Inspection")}>
        <p className="mb-4 text-soft">
          {t("No condition report yet. Units with a report draw higher bids.")}
        </p>
        <Button onClick={() => setOpened(true)}>{t("Add inspection")}</Button>
      </Card>
    );
  }
  const numbered = values.sections.map((finding, place) => ({ finding, place }));
  return (
    <SavedForm
      label={t("Inspection")}
      subject="inspection"
      isNew={false}
      restored={draft.restored}
      changed={changed}
      both={both.map((name) => labels[name] ?? name)}
      failure={failure}
      busy={busy}
      saveLabel={t("Save inspection")}
      onSave={() => unawaited(save(conditionOf(values, report, zone), t("Inspection saved")))}
      onDiscard={() => start(unit)}
      actions={
        report === null ? null : (
          <ConfirmButton
            label={t("Remove report")}
            title={t("Remove the condition report?")}
            confirmLabel={t("Remove report")}
            tone="danger"
            busy={busy}
            onConfirm={() => unawaited(save(null, t("Condition report removed")))}
          >
            {t("Buyers no longer see it. The audit log keeps a copy.")}
          </ConfirmButton>
        )
      }
    >
      <Card title={t("Inspection")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t("Inspector")}
            autoComplete="off"
            maxLength={80}
            error={faults["inspector"]}
            value={values.inspector}
            onChange={(event) => change({ inspector: event.target.value })}
          />
          <TextField
            label={t("Inspected on")}
            type="date"
            error={faults["inspectedAt"] === undefined ? undefined : t("Enter the inspection date")}
            value={values.inspectedOn}
            onChange={(event) => change({ inspectedOn: event.target.value })}
          />
        </div>
        <div className="mt-4 grid gap-4">
          {numbered.map(({ finding, place }) => (
            <FindingFields
              key={place}
              place={place}
              finding={finding}
              images={unit.images}
              faults={faults}
              onChange={(changes) =>
                change({
                  sections: values.sections.map((one, at) =>
                    at === place ? { ...one, ...changes } : one,
                  ),
                })
              }
              onRemove={() =>
                change({ sections: values.sections.filter((_one, at) => at !== place) })
              }
            />
          ))}
        </div>
        <Button
          className="mt-4"
          disabled={values.sections.length >= 200}
          onClick={() => change({ sections: [...values.sections, blankFinding] })}
        >
          <Plus aria-hidden className="size-4" /> {t("Add finding")}
        </Button>
      </Card>
      <Card title={t("Tires, brakes and fluids")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t("Fault codes")}
            hint={t("Separate with commas")}
            autoComplete="off"
            error={faults["obdCodes"] ?? faults["obdCodes.0"]}
            value={values.obdCodes}
            onChange={(event) => change({ obdCodes: event.target.value })}
          />
          <TextField
            label={t("Fluids")}
            autoComplete="off"
            maxLength={300}
            value={values.fluids}
            onChange={(event) => change({ fluids: event.target.value })}
          />
          <TextField
            label={t("Leaks")}
            autoComplete="off"
            maxLength={300}
            value={values.leaks}
            onChange={(event) => change({ leaks: event.target.value })}
          />
          <TextArea
            label={t("Brakes")}
            hint={t("One line per axle")}
            rows={2}
            error={faults["brakes"] ?? faults["brakes.0"]}
            value={values.brakes}
            onChange={(event) => change({ brakes: event.target.value })}
          />
        </div>
        <div className="mt-4">
          <LinesField
            label={t("Tires")}
            path="tires"
            columns={tireColumns}
            lines={values.tires}
            blank={blankTire}
            least={0}
            most={40}
            faults={faults}
            onChange={(tires) => change({ tires })}
          />
        </div>
      </Card>
    </SavedForm>
  );
}
