import { expect, test } from "vitest";
import { stateNames } from "@gavelyard/domain/states-of-us";
import { stateOutlines } from "./state-outlines.ts";

test("the pages' outlines of states match the installed us-atlas", async () => {
  const outlines = await stateOutlines();
  const byCode = Object.entries(stateNames).flatMap(([code, name]) => {
    const outline = outlines.get(name);
    return outline === undefined ? [] : [[code, outline] as const];
  });
  expect(byCode.length).toBeGreaterThanOrEqual(51);
  // `npm test -- state-outlines -u` rewrites the file after an update of us-atlas.
  await expect(
    `{\n${byCode.map(([code, outline]) => `  "${code}": ${JSON.stringify(outline)}`).join(",\n")}\n}\n`,
  ).toMatchFileSnapshot("../web/src/inventory/yard-map/states.json");
});
