import fc from "fast-check";
import { expect, test } from "vitest";
import { sparkPath } from "./sparkline.tsx";

test.each([
  [[0, 5, 10], "M0 100L50 50L100 0"],
  [[0, 0], "M0 100L100 100"],
  [[7, 7, 7], "M0 0L50 0L100 0"],
])("the line of %j is %s", (values, path) => {
  expect(sparkPath(values)).toBe(path);
});

test("a line has a point per value, stays in its square and touches the top at its maximum", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 2, maxLength: 60 }), (values) => {
      const points = [...sparkPath(values).matchAll(/[ML]([\d.]+) ([\d.]+)/g)];
      const heights = points.map(([, , y]) => Number(y));
      expect(points).toHaveLength(values.length);
      for (const [, x, y] of points) {
        expect(Number(x)).toBeLessThanOrEqual(100);
        expect(Number(y)).toBeLessThanOrEqual(100);
      }
      if (Math.max(...values) > 0) expect(Math.min(...heights)).toBe(0);
    }),
  );
});
