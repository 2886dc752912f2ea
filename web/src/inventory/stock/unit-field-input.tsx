import { CheckField, SelectField, TextArea, TextField } from "../../ui/form/field.tsx";
import { t, say } from "@gavelyard/messages/text";
import { runConditions, runMeanings } from "@gavelyard/domain/inventory/run-condition";
import { words } from "../../ui/text/format.ts";
import type { UnitField } from "@gavelyard/contract/inventory/unit-fields";

export function UnitFieldInput({
  field: { name, label: named, kind, options = [] },
  value,
  error,
  onChange,
}: {
  field: UnitField;
  value: string | boolean;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}) {
  const label = say(named);
  if (kind === "flag") {
    return (
      <CheckField
        label={label}
        error={error}
        className="self-end"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  const text = String(value);
  if (kind === "choice") {
    return (
      <SelectField
        label={label}
        hint={name === "runCondition" ? runHint(text) : undefined}
        error={error}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{t("Unknown")}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {words(option)}
          </option>
        ))}
      </SelectField>
    );
  }
  if (kind === "area") {
    return (
      <TextArea
        label={label}
        error={error}
        className="sm:col-span-full"
        value={text}
        maxLength={name === "description" ? 5_000 : 2_000}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <TextField
      label={label}
      error={error}
      inputMode={kind === "number" ? "decimal" : "text"}
      autoComplete="off"
      value={text}
      maxLength={120}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function runHint(value: string): string | undefined {
  const condition = runConditions.find((each) => each === value);
  return condition === undefined
    ? undefined
    : t("Buyers read: {text}", { text: runMeanings[condition].checked });
}
