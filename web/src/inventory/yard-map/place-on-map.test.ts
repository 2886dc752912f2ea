import { describe, expect, test } from "vitest";
import { yardMap } from "./place-on-map.ts";

describe("a yard on its state's map", () => {
  test("is where the city is", () => {
    // Amarillo is in the north of Texas, Brownsville at its southern tip.
    const amarillo = yardMap({ state: "TX", lat: 35.2, lng: -101.8 });
    const brownsville = yardMap({ state: "TX", lat: 25.9, lng: -97.5 });
    if (amarillo === null || brownsville === null) throw new Error("Texas has a map");
    expect(amarillo.y).toBeLessThan(amarillo.height * 0.2);
    expect(brownsville.y).toBeGreaterThan(brownsville.height * 0.95);
    expect(brownsville.x).toBeGreaterThan(amarillo.x);
  });

  test("crosses the date line in Alaska", () => {
    const anchorage = yardMap({ state: "AK", lat: 61.2, lng: -149.9 });
    expect(anchorage?.x).toBeGreaterThan(100);
    expect(anchorage?.x).toBeLessThan(160);
  });

  test("is missing without a position, or with one outside the state", () => {
    expect(yardMap({ state: "TX", lat: null, lng: -101.8 })).toBeNull();
    expect(yardMap({ state: "TX", lat: 35.2, lng: null })).toBeNull();
    for (const [lat, lng] of [
      [40.7, -101.8],
      [20, -101.8],
      [35.2, -74],
      [35.2, -120],
    ] as const)
      expect(yardMap({ state: "TX", lat, lng })).toBeNull();
    expect(yardMap({ state: "TX", lat: Number.NaN, lng: -101.8 })).toBeNull();
    expect(yardMap({ state: "ZZ", lat: 35.2, lng: -101.8 })).toBeNull();
  });
});
