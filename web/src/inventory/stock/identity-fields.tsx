import { identifierTypes } from "@gavelyard/contract/inventory/inventory-fields";
import type { InventoryType } from "@gavelyard/contract/inventory/inventory-fields";
import { decodeVin } from "@gavelyard/domain/inventory/vin-decode";
import {
  hasRightCheckDigit,
  isNorthAmericanVin,
  isVinShaped,
  normalizeVin,
} from "@gavelyard/domain/inventory/vin";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../../api/api-context.ts";
import { serverNow } from "../../clock.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/form/field.tsx";
import { yardsQuery } from "../api.ts";
import { SellerField } from "./seller-field.tsx";
import type { UnitValues } from "./unit-values.ts";

const titles = {
  VIN: "VIN",
  SERIAL: t("Serial number"),
  HIN: t("Hull number"),
  NONE: t("None"),
} as const satisfies Record<(typeof identifierTypes)[number], string>;

/** Fields for yard, seller and identifier; a typed VIN is checked and decoded to make and year. */
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
  const wrongDigit = isVin && hasWrongCheckDigit(vin);
  const wrongYear = isVin && faults["modelYear"] !== undefined;
  const lacksVin = faults["identifierType"] !== undefined;
  const asksReason = reason !== "" || wrongDigit || wrongYear || lacksVin;
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
      <SellerField
        hint={t("Blank: the unit is the house's own.")}
        sellerId={String(values["sellerId"] ?? "")}
        error={faults["sellerId"]}
        onChange={(sellerId) => onChange({ sellerId })}
      />
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
        {isVin ? <Decoded vin={vin} type={type} values={values} onChange={onChange} /> : null}
      </div>
      {asksReason ? (
        <TextField
          label={t("Reason to accept this identifier")}
          hint={t(
            "Needed if the VIN's check digit or year looks wrong, or there is no VIN. Kept on record.",
          )}
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
  if (hasWrongCheckDigit(vin)) return t("The check digit is wrong. Check the VIN.");
  return isNorthAmericanVin(vin) ? t("The check digit is valid.") : t("17 characters.");
}

/** Only North American VINs have a check digit. */
const hasWrongCheckDigit = (vin: string): boolean =>
  isVinShaped(vin) && isNorthAmericanVin(vin) && !hasRightCheckDigit(vin);

/** Buttons that take make and model year from the VIN; both years where the VIN can mean two. */
function Decoded({
  vin,
  type,
  values,
  onChange,
}: {
  vin: string;
  type: InventoryType;
  values: UnitValues;
  onChange: (changes: UnitValues) => void;
}) {
  const gvwrLb = Number(values["specs.gvwrLb"] ?? "") || null;
  const unit = { inventoryType: type, gvwrLb };
  const decoded = decodeVin(vin, unit, new Date(serverNow()).getUTCFullYear());
  if (decoded === null) return null;
  const { manufacturer, modelYears } = decoded;
  const knowsYear = modelYears.some((year) => String(year) === values["modelYear"]);
  const offers: readonly UnitValues[] = [
    ...(manufacturer === null || manufacturer === values["manufacturer"] ? [] : [{ manufacturer }]),
    ...(knowsYear ? [] : modelYears.map((year) => ({ modelYear: String(year) }))),
  ];
  if (offers.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {offers.map((offer) => {
        const [value] = Object.values(offer);
        return (
          <Button key={String(value)} onClick={() => onChange(offer)}>
            {t("Use {value}", { value: String(value) })}
          </Button>
        );
      })}
    </div>
  );
}
