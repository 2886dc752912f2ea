import type { UnitImport, UnknownValue } from "@gavelyard/contract/inventory/unit-imports";
import { permissions } from "@gavelyard/domain/users/permissions";
import { fireEvent, screen } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { answer, openScreen } from "../../testing/open-screen.tsx";

const unknown = (text: string, suggestion: string | null = null): UnknownValue => ({
  field: "titleBrand",
  text,
  rows: 3,
  suggestion,
});
const one: UnitImport = {
  id: 1_001,
  fileName: "list.csv",
  state: "CHECKED",
  createdBy: "Grace",
  createdAt: "2026-11-28T10:00:00.000Z",
  rowCount: 9,
  errorRows: 9,
  warningRows: 0,
  doneRows: 0,
  sheet: null,
  reading: null,
  columns: [{ header: "Title", samples: ["A7"] }],
  mapping: ["titleBrand"],
  defaults: {},
  valueMap: {},
  source: "List",
  isKnownSource: false,
  unknownValues: [unknown("A7"), unknown("B7"), unknown("salvage B", "SALVAGE")],
  matches: { added: 0, same: 0, changed: 0, fields: [] },
  gone: 0,
  failure: "",
  archives: [],
};

test("all other values of a field can be set, and set again", async () => {
  const saved = vi.fn<(body: unknown) => void>();
  await openScreen(
    "/admin-dashboard?tab=inventory&import=1001",
    (path, request) => {
      if (path === "/api/user/current") return answer({ id: 2, name: "Grace", permissions });
      if (path === "/api/user/factors") return answer({ need: null });
      if (path.endsWith("/mapping") && typeof request?.body === "string")
        saved(JSON.parse(request.body));
      if (path.endsWith("/rows"))
        return answer({ content: [], number: 0, totalPages: 0, totalElements: 0 });
      return /imports\/1001(?:\/mapping)?$/.test(path) ? answer(one) : undefined;
    },
    "staff",
  );
  const others = await screen.findByLabelText("All other values of Title brand");
  const shown = (text: string) =>
    screen.getByLabelText<HTMLSelectElement>(`“${text}” in Title brand`).value;
  const choose = (value: string) => fireEvent.change(others, { target: { value } });
  choose("CLEAN");
  expect([shown("A7"), shown("B7"), shown("salvage B")]).toEqual(["CLEAN", "CLEAN", "SALVAGE"]);
  choose("FLOOD");
  expect([shown("A7"), shown("B7"), shown("salvage B")]).toEqual(["FLOOD", "FLOOD", "SALVAGE"]);
  fireEvent.change(screen.getByLabelText("“A7” in Title brand"), { target: { value: "LEMON" } });
  choose("REBUILT");
  expect([shown("A7"), shown("B7"), shown("salvage B")]).toEqual(["LEMON", "REBUILT", "SALVAGE"]);
  fireEvent.click(screen.getByRole("button", { name: "Apply to all rows" }));
  await expect
    .poll(() => saved.mock.calls)
    .toMatchObject([
      [{ valueMap: { titleBrand: { A7: "LEMON", B7: "REBUILT", "salvage B": "SALVAGE" } } }],
    ]);
});
