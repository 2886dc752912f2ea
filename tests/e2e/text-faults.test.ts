import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { withoutNote } from "@gavelyard/messages/fill";
import { describe, expect, test } from "vitest";
import { textFaults } from "../text-faults.ts";

test.each([
  ["1 accounts", "1 accounts"],
  ["Faltan 1 archivos por leer", "1 archivos"],
  ["Hay 1 nuevos mensajes", "1 nuevos mensajes"],
  ["Placed 1 failed bids", "1 failed bids"],
  ["Moved to PICKUP_READY", "PICKUP_READY"],
  ["Closes in America/Chicago", "America/Chicago"],
  ["Closed 2026-11-28T05:20", "2026-11-28T05:20"],
  ["3:00 p. m. hora central", "hora central"],
  ["Total: $NaN", "NaN"],
  ["Sold to [object Object]", "[object Object]"],
])("“%s” has a fault", (text, fault) => {
  expect(textFaults(text)).toEqual([fault]);
});

test.each([
  "1 account, 21 bids, 1,001 lots",
  "Page 1 of 1 pages",
  "Lot 1 vehicles",
  "1 archivo, 2 archivos",
])("“%s” has none", (text) => {
  expect(textFaults(text)).toEqual([]);
});

describe("texts with a count of 1", () => {
  /** Values that are fixed, or shown only from a number above 1. */
  const alwaysMany = /^(?:max|most$|fewest$|MAX_|MIN_|closedLots$|round$|number$|count$|files$)/;
  /** The settings' and the code's own numbers. */
  const fixed = /\{seconds\} seconds apart|cada \{seconds\} segundos|^(?:Views|Vistas), /;

  test("have a singular", () => {
    const faults = [...dictionaryOf("es")]
      .flatMap(([english, spanish]) => [withoutNote(english), spanish])
      .filter((text) => !fixed.test(text))
      .flatMap((text) =>
        textFaults(
          text.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
            name === "n" || alwaysMany.test(name) ? "2" : "1",
          ),
        )
          .filter((fault) => fault.startsWith("1 "))
          .map((fault) => `${text}: ${fault}`),
      );
    expect(faults).toEqual([]);
  });
});
