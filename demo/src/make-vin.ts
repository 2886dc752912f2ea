import { makeVin } from "@gavelyard/domain/vin";
import type { ModelLine } from "./model-line.ts";
import type { Chance } from "./random.ts";

/** Codes of model years from 1980 on, repeating every thirty years (49 CFR 565.15). */
const yearCodes = "ABCDEFGHJKLMNPRSTVWXY123456789";

/**
 * The identifier of a unit of a line: a VIN with the maker's own prefix, year code and check digit, or
 * a serial number in the maker's form. `sequence` sets units of a line apart.
 */
export function identifierOf(
  line: ModelLine,
  modelYear: number,
  sequence: number,
  chance: Chance,
): string {
  if (line.vin === null) {
    return (line.serial ?? "######").replace(/#/g, () => String(chance.int(0, 9)));
  }
  const { wmi, descriptor, plant } = line.vin;
  const yearCode = yearCodes.charAt((modelYear - 1980) % yearCodes.length);
  const serial = String(100_000 + ((sequence * 7_919 + chance.int(0, 7_000)) % 900_000));
  return makeVin(`${wmi}${descriptor}0${yearCode}${plant}${serial}`);
}
