import { makeVin } from "@gavelyard/domain/inventory/vin";
import type { ModelLine } from "./model-line.ts";
import type { Chance } from "./random.ts";

/** Model year codes from 1980 on, repeating every 30 years (49 CFR 565.15). */
const yearCodes = "ABCDEFGHJKLMNPRSTVWXY123456789";

/**
 * Returns a unit's identifier: a VIN with the maker's prefix, year code and check digit, or a
 * serial number in the maker's format. `sequence` makes it unique in its line.
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
