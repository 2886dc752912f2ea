import { expect, test } from "vitest";
import { z } from "zod";
import { broughtUpToDate, freshDraft, savedDraft } from "./saved-draft.ts";

const base = { name: "Truck", price: "100", steps: [{ from: "0" }], note: "" };

test("what was typed here stays, the rest follows the server, and what both changed is named", () => {
  const typed = {
    ...freshDraft(base, "1"),
    values: { ...base, price: "150", steps: [{ from: "5" }], note: "Same" },
  };
  const theirs = { name: "Lorry", price: "120", steps: [{ from: "0" }], note: "Same" };
  const merged = broughtUpToDate(typed, theirs, "2");
  expect(merged).toEqual({
    values: { name: "Lorry", price: "150", steps: [{ from: "5" }], note: "Same" },
    base: theirs,
    updatedAt: "2",
    both: ["price"],
  });
  const again = broughtUpToDate(merged, theirs, "3");
  expect(again).toMatchObject({ values: merged.values, both: [] });
});

test("a field that the server no longer has goes", () => {
  const typed = { ...freshDraft({ a: "", b: "" }, "1"), values: { a: "x", b: "y" } };
  const theirs: { a: string; b?: string } = { a: "" };
  expect(broughtUpToDate<{ a: string; b?: string }>(typed, theirs, "2").values).toEqual({ a: "x" });
});

test("a draft is read as it was written, and one of another form is refused", () => {
  const schema = savedDraft(z.object({ name: z.string() }));
  const draft = freshDraft({ name: "x" }, null);
  expect(schema.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  expect(schema.safeParse({ ...draft, base: { title: "x" } }).success).toBe(false);
});
