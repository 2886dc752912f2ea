import { identifierTypes } from "@gavelyard/contract/inventory-fields";
import type { InventoryType } from "@gavelyard/contract/inventory-fields";
import { decodeVin } from "@gavelyard/domain/vin-decode";
import { hasRightCheckDigit, isVinShaped, normalizeVin } from "@gavelyard/domain/vin";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { serverNow } from "../../clock.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { yardsQuery } from "../api.ts";
import type { UnitValues } from "./unit-values.ts";

const titles = {
  VIN: "VIN",
  SERIAL: t("Serial number"),
  HIN: t("Hull number"),
  NONE: t("None"),
} as const satisfies Record<(typeof identifierTypes)[number], string>;

/** Fields for yard and identifier; a typed VIN is checked and decoded to make and year. */
export function IdentityFields({
  type,
  values,
  faults,
  onChange,
}: {
  type: InventoryType;
  values: UnitValues;
  faults: Readonly<Record<string, string>>;
  onChange: (changes: UnitValues) => void;
}) {
  const yards = useQuery(yardsQuery(useCall()));
  const kind = String(values["identifierType"] ?? "");
  const typed = String(values["vin"] ?? "");
  const reason = String(values["vinOverrideReason"] ?? "");
  const isVin = kind === "VIN" || (kind === "" && type !== "EQUIPMENT" && type !== "OTHER");
  const vin = normalizeVin(typed);
  const wrongDigit = isVin && isVinShaped(vin) && !hasRightCheckDigit(vin);
  const wrongYear = isVin && faults["modelYear"] !== undefined;
  const asksReason = reason !== "" || wrongDigit || wrongYear;
  return (
    <>
      <SelectField
        label={t("Yard")}
        error={faults["yardId"] ?? faults["location"]}
        value={String(values["yardId"] ?? "")}
        onChange={(event) => onChange({ yardId: event.target.value })}
      >
        <option value="">{t("Choose")}</option>
        {(yards.data ?? []).map(({ id, name, city, state }) => (
          <option key={id} value={id}>
            {name}, {city}, {state}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("Identifier")}
        error={faults["identifierType"]}
        value={kind}
        onChange={(event) => onChange({ identifierType: event.target.value })}
      >
        <option value="">{t("Default for its type and year")}</option>
        {identifierTypes.map((value) => (
          <option key={value} value={value}>
            {titles[value]}
          </option>
        ))}
      </SelectField>
      <div>
        <TextField
          label={t("VIN or serial number")}
          error={faults["vin"]}
          hint={isVin ? vinHint(vin) : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={25}
          value={typed}
          onChange={(event) => onChange({ vin: event.target.value })}
        />
        {isVin ? <Decoded vin={vin} values={values} onChange={onChange} /> : null}
      </div>
      {asksReason ? (
        <TextField
          label={t("Reason to accept this VIN")}
          hint={t("Needed if the VIN's check digit or year looks wrong. Kept on record.")}
          error={faults["vinOverrideReason"]}
          maxLength={300}
          value={reason}
          onChange={(event) => onChange({ vinOverrideReason: event.target.value })}
        />
      ) : null}
    </>
  );
}

function vinHint(vin: string): string {
  if (vin === "") return t("17 letters and digits.");
  if (!isVinShaped(vin))
    return t("{number} of 17 characters. No I, O or Q.", { number: vin.length });
  return hasRightCheckDigit(vin)
    ? t("The check digit is valid.")
    : t("The check digit is wrong. Check the VIN.");
}

function Decoded({
  vin,
  values,
  onChange,
}: {
  vin: string;
  values: UnitValues;
  onChange: (changes: UnitValues) => void;
}) {
  const decoded = decodeVin(vin, new Date(serverNow()).getUTCFullYear());
  if (decoded === null) return null;
  const { manufacturer, modelYears } = decoded;
  const [year] = modelYears;
  const decodedValues: UnitValues = {
    ...(manufacturer === null ? {} : { manufacturer }),
    ...(year === undefined || modelYears.some((one) => String(one) === values["modelYear"])
      ? {}
      : { modelYear: String(year) }),
  };
  const differing = Object.entries(decodedValues).filter(([name, value]) => values[name] !== value);
  if (differing.length === 0) return null;
  return (
    <Button className="mt-2" onClick={() => onChange(decodedValues)}>
      {t("Use {values}", { values: differing.map(([, value]) => value).join(", ") })}
    </Button>
  );
}
