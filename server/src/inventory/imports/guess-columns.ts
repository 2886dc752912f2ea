import { guessMapping } from "./guess-mapping.ts";
import type { StartingChoices } from "./choices.ts";
import { distanceOf } from "./number-units.ts";
import type { Table } from "./table.ts";

/** Guesses the field of each column, and the odometer's unit where its header names kilometers. */
export function guessColumns({
  headers,
}: Pick<Table, "headers">): Pick<StartingChoices, "mapping" | "defaults"> {
  const mapping = guessMapping(headers);
  const odometer = headers[mapping.indexOf("odometer")] ?? "";
  return { mapping, defaults: distanceOf(odometer) === "KM" ? { odometerUnit: "KM" } : {} };
}
