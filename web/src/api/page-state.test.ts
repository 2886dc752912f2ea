import fc from "fast-check";
import { expect, test } from "vitest";
import { pack, unpack } from "./page-state.ts";

const overWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("unpacking restores what was packed", () => {
  const row = fc.record({ id: fc.nat(), lot: fc.option(fc.record({ bids: fc.nat() })) });
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.array(row), fc.dictionary(fc.string(), row)),
      (data) => {
        expect(unpack(overWire(pack(data)))).toEqual(overWire(data));
      },
    ),
  );
});

test("rows with the same fields name them once, without placeholders", () => {
  const rows = [
    { id: 1, placeholder: "data:a", lot: { bids: 2 } },
    { id: 3, placeholder: null, lot: { bids: 4 } },
  ];
  expect(pack(rows)).toEqual([
    ["id", "lot"],
    [0, 1, 3],
    [["bids"], [0, 2, 4]],
  ]);
  expect(unpack(pack(rows))).toEqual([
    { id: 1, lot: { bids: 2 } },
    { id: 3, lot: { bids: 4 } },
  ]);
});

test.each([
  [[], [0]],
  [
    [{}, {}],
    [0, {}, {}],
  ],
  [
    [{ a: 1 }, null],
    [0, { a: 1 }, null],
  ],
  [
    [{ a: 1 }, { b: 1 }],
    [0, { a: 1 }, { b: 1 }],
  ],
  [{ a: undefined, b: [[1]] }, { b: [0, [0, 1]] }],
])("%j is packed as %j", (data, packed) => {
  expect(pack(data)).toEqual(packed);
});
