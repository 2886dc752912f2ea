import { expect, test } from "vitest";
import { z } from "zod";
import { mergeChanges, freshDraft, savedDraft } from "./saved-draft.ts";

const base = { name: "Truck", price: "100", steps: [{ from: "0" }], note: "" };

test("local edits stay, the rest follows the server, and conflicts are listed", () => {
  const typed = {
    ...freshDraft(base, "1"),
    values: { ...base, price: "150", steps: [{ from: "5" }], note: "Same" },
  };
  const theirs = { name: "Lorry", price: "120", steps: [{ from: "0" }], note: "Same" };
  const merged = mergeChanges(typed, theirs, "2");
  expect(merged).toEqual({
    values: { name: "Lorry", price: "150", steps: [{ from: "5" }], note: "Same" },
    base: theirs,
    updatedAt: "2",
    both: ["price"],
  });
  const again = mergeChanges(merged, theirs, "3");
  expect(again).toMatchObject({ values: merged.values, both: [] });
});

test("drops a field that the server no longer has", () => {
  const typed = { ...freshDraft({ a: "", b: "" }, "1"), values: { a: "x", b: "y" } };
  const theirs: { a: string; b?: string } = { a: "" };
  expect(mergeChanges<{ a: string; b?: string }>(typed, theirs, "2").values).toEqual({ a: "x" });
});

test("a draft survives storage, and one of another shape is rejected", () => {
  const schema = savedDraft(z.object({ name: z.string() }));
  const draft = freshDraft({ name: "x" }, null);
  expect(schema.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  expect(schema.safeParse({ ...draft, base: { title: "x" } }).success).toBe(false);
});
