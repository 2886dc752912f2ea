import { inventoryTypes } from "@gavelyard/contract/inventory/inventory-fields";
import { newUnit, type UnitForStaff } from "@gavelyard/contract/inventory/inventory-staff";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t, say } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { useCall } from "../../api/api-context.ts";
import { ApiError } from "@gavelyard/client/call";
import { messageOf } from "../../api/messages.ts";
import { useSession } from "../../session/session.ts";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/form/field.tsx";
import { words } from "../../ui/text/format.ts";
import { mergeChanges, freshDraft, savedDraft } from "../../ui/form/saved-draft.ts";
import { SavedForm } from "../../ui/form/saved-form.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useAddress } from "../../ui/page/use-address.ts";
import { useDraft } from "../../ui/form/use-draft.ts";
import { unitForStaffQuery } from "../api.ts";
import { IdentityFields } from "./identity-fields.tsx";
import { fitsType, unitSections } from "@gavelyard/contract/inventory/unit-fields";
import { UnitFieldInput } from "./unit-field-input.tsx";
import { bodyOf, emptyValues, labelOf, valuesOf, type UnitValues } from "./unit-values.ts";

const valuesSchema = z.record(z.string(), z.union([z.string(), z.boolean()]));
const draftSchema = savedDraft<UnitValues>(valuesSchema);
const draftOf = (unit: UnitForStaff | null) =>
  freshDraft(unit === null ? emptyValues() : valuesOf(unit), unit?.updatedAt ?? null);

/** The unit form keeps its input, even if another person saves first. */
export function UnitEditor({ unit }: { unit: UnitForStaff | null }) {
  const call = useCall();
  const queries = useQueryClient();
  const address = useAddress();
  const userId = useSession()?.userId ?? 0;
  const draft = useDraft(`${userId}:unit:${unit?.id ?? "new"}`, draftSchema, () => draftOf(unit));
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const current = draft.values;
  if (unit !== null && unit.updatedAt !== current.updatedAt) {
    draft.keep(mergeChanges(current, valuesOf(unit), unit.updatedAt));
  }
  const { values, base, both } = current;
  const changed = Object.keys(values).some((name) => values[name] !== base[name]);
  const type = inventoryTypes.find((one) => one === values["inventoryType"]) ?? "OTHER";
  const change = (changes: UnitValues) => {
    draft.keep({ ...current, values: { ...values, ...changes } });
    setFaults((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes))),
    );
  };

  const save = async () => {
    const body = bodyOf(type, values, { ...unit?.specs });
    const checked = newUnit.safeParse(body);
    const missing = unit === null && !(Number(values["yardId"]) > 0);
    if (!checked.success || missing) {
      const messages = Object.fromEntries(
        (checked.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
      );
      return showFaults({
        ...messages,
        ...(missing ? { yardId: t("Enter the unit's location") } : {}),
      });
    }
    setBusy(true);
    setFailure(null);
    try {
      const saved =
        unit === null
          ? await call("createInventory", { body: checked.data })
          : await call("updateInventory", {
              body: {
                ...checked.data,
                id: unit.id,
                ...(current.updatedAt === null ? {} : { updatedAt: current.updatedAt }),
              },
            });
      queries.setQueryData(unitForStaffQuery(call, saved.id).queryKey, saved);
      draft.restart(draftOf(unit === null ? null : saved));
      toast({ type: "success", title: t("{name} saved", { name: saved.name }) });
      if (unit === null) address.set({ unit: saved.id }, true);
      await queries.invalidateQueries({ queryKey: ["staff", "units", "search"] });
    } catch (error) {
      await showFailure(error);
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  const showFailure = async (error: unknown) => {
    const issues = error instanceof ApiError ? error.issues : [];
    if (issues.length > 0)
      return showFaults(Object.fromEntries(issues.map((i) => [i.path, i.message])));
    setFailure(messageOf(error, t("Couldn't save the unit.")));
    if (unit !== null && error instanceof ApiError && error.status === 409) {
      await queries.invalidateQueries({ queryKey: unitForStaffQuery(call, unit.id).queryKey });
    }
    return undefined;
  };
  const showFaults = (messages: Readonly<Record<string, string>>) => {
    setFaults(messages);
    setFailure(
      t("Not saved. {faults}", {
        faults: Object.entries(messages)
          .map(([name, message]) => `${labelOf(name)}: ${message}`)
          .join("; "),
      }),
    );
  };
  return (
    <SavedForm
      label={t("Unit")}
      subject="unit"
      isNew={unit === null}
      restored={draft.restored}
      changed={changed}
      both={both.map(labelOf)}
      failure={failure}
      busy={busy}
      onSave={() => unawaited(save())}
      onDiscard={() => {
        draft.restart(draftOf(unit));
        setFaults({});
        setFailure(null);
      }}
    >
      <Card title={t("Identity")}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t("Type")}
            value={type}
            onChange={(event) => change({ inventoryType: event.target.value })}
          >
            {inventoryTypes.map((value) => (
              <option key={value} value={value}>
                {words(value)}
              </option>
            ))}
          </SelectField>
          <IdentityFields type={type} values={values} faults={faults} onChange={change} />
        </div>
      </Card>
      {unitSections.map(({ title, fields }) => {
        const shown = fields.filter((field) => fitsType(field, type));
        if (shown.length === 0) return null;
        return (
          <Card key={title.text} title={say(title)}>
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {shown.map((field) => (
                <UnitFieldInput
                  key={field.name}
                  field={field}
                  value={values[field.name] ?? ""}
                  error={faults[field.name]}
                  onChange={(value) => change({ [field.name]: value })}
                />
              ))}
            </div>
          </Card>
        );
      })}
    </SavedForm>
  );
}
