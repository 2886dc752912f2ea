import sharp from "sharp";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { buildCatalogue } from "@gavelyard/demo/build-catalogue";
import { modelLines } from "@gavelyard/demo/model-lines";
import { paints } from "@gavelyard/demo/paints";
import { demoPicture, loadPicturePlan } from "./pictures.ts";

const manifest = JSON.parse(
  readFileSync(new URL("../../../demo-pictures/manifest.json", import.meta.url), "utf8"),
) as {
  palette: Record<string, string>;
  width: number;
  height: number;
  spin: { frames: number; width: number; height: number };
  bodies: Record<string, string[]>;
};
const originals = new URL("../../../demo-pictures/originals/", import.meta.url);

const spinFrames = Array.from({ length: manifest.spin.frames }, (_, at) =>
  String(at + 1).padStart(2, "0"),
);

describe("the demo's pictures", () => {
  it("have the same names in the catalogue and the manifest", () => {
    const looks = new Set(modelLines.flatMap((line) => line.looks));
    expect([...looks].filter((look) => !(look in manifest.bodies))).toEqual([]);
    expect(Object.values(paints).filter((paint) => !(paint in manifest.palette))).toEqual([]);
    const colors = new Set(modelLines.flatMap((line) => line.colors));
    expect([...colors].filter((color) => paints[color] === undefined)).toEqual([]);
  });

  it("show exactly the views in the manifest", () => {
    const named = Object.entries(manifest.bodies).flatMap(([body, views]) =>
      views.flatMap((view) => [`${body}/${view}.mask.webp`, `${body}/${view}.webp`]),
    );
    named.push(...spinFrames.flatMap((frame) => [`spin/${frame}.mask.webp`, `spin/${frame}.webp`]));
    const kept = readdirSync(originals, { recursive: true, encoding: "utf8" });
    expect(kept.filter((file) => file.endsWith(".webp")).toSorted()).toEqual(named.toSorted());
  });

  it("have the manifest's size and are small enough to commit", async () => {
    let total = 0;
    for (const [body, views] of Object.entries(manifest.bodies)) {
      for (const view of views) {
        const file = readFileSync(new URL(`${body}/${view}.webp`, originals));
        const mask = readFileSync(new URL(`${body}/${view}.mask.webp`, originals));
        const { width, height } = await sharp(file).metadata();
        expect([width, height], `${body}/${view}`).toEqual([manifest.width, manifest.height]);
        expect(file.length, `${body}/${view}`).toBeLessThan(200_000);
        total += file.length + mask.length;
      }
    }
    for (const frame of spinFrames) {
      const { width, height } = await sharp(
        readFileSync(new URL(`spin/${frame}.webp`, originals)),
      ).metadata();
      expect([width, height]).toEqual([manifest.spin.width, manifest.spin.height]);
    }
    expect(total).toBeLessThan(40_000_000);
  });

  it("show every unit from at least six sides, each described", async () => {
    const plan = await loadPicturePlan();
    for (const unit of buildCatalogue(new Date())) {
      const shots = plan.shotsOf(unit);
      expect(shots.length, unit.looks[0]).toBeGreaterThanOrEqual(6);
      expect(new Set(shots.map(({ alt }) => alt)).size).toBe(shots.length);
      for (const { alt } of shots) expect(alt).toContain(`${unit.manufacturer} ${unit.model}, `);
    }
  });

  it("show damage where the condition report says so, and nowhere else", async () => {
    const plan = await loadPicturePlan();
    const units = buildCatalogue(new Date());
    for (const unit of units) {
      const noted = new Set(unit.specs.conditionReport?.sections.map(({ item }) => item));
      const shown = plan.shotsOf(unit).filter(({ kind }) => kind === "DAMAGE");
      expect(shown.map(({ finding }) => finding?.item)).toEqual(
        unit.damage.map(({ item }) => item),
      );
      for (const { finding } of shown) expect(noted).toContain(finding?.item);
    }
    const photos = new Set(units.flatMap(({ damage }) => damage.map(({ photo }) => photo)));
    expect([...photos].toSorted()).toEqual(manifest.bodies.damage?.toSorted());
  });

  it("show a unit from every side in its own paint, shared by those that look alike", async () => {
    const plan = await loadPicturePlan();
    const shots = buildCatalogue(new Date()).map((unit) => plan.shotsOf(unit));
    const shown = shots.filter((each) => each.length > 0);
    expect(shown.length).toBeGreaterThan(0);
    for (const each of shown) {
      expect(new Set(each.map(({ source }) => source)).size).toBe(each.length);
      expect(each[0]?.source).toContain("/front-three-quarter/");
      expect(each[0]?.placeholder).toMatch(/^data:image\/webp;base64,/);
    }
    expect(new Set(shown.flat().map(({ source }) => source)).size).toBeLessThan(
      shown.flat().length,
    );
  });

  it("keep their ids from one demo to the next, one for each look", async () => {
    const shots = async () => {
      const plan = await loadPicturePlan();
      return buildCatalogue(new Date()).flatMap((unit) => plan.shotsOf(unit));
    };
    const first = await shots();
    expect((await shots()).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    const ids = new Map(first.map(({ source, id }) => [source, id]));
    expect(new Set(ids.values()).size).toBe(ids.size);
    // The media route accepts only UUIDs.
    expect([...ids.values()].filter((id) => !z.uuid().safeParse(id).success)).toEqual([]);
  });

  it("have the color of their paint", async () => {
    const mean = async (color: string) => {
      const { channels } = await sharp(await demoPicture(`aero-sleeper/side/${color}`)).stats();
      return channels.map((channel) => channel.mean);
    };
    const [red, blue] = [await mean("red"), await mean("blue")];
    expect((red[0] ?? 0) - (blue[0] ?? 0)).toBeGreaterThan(3);
    expect((blue[2] ?? 0) - (red[2] ?? 0)).toBeGreaterThan(3);
  });

  it.each([
    "aero-sleeper/side/pink",
    "ship/side/red",
    "aero-sleeper/above/red",
    "../side/red",
    "spin/13/red",
    "",
    "toString/side/red",
  ])("have no %j", async (reference) => {
    await expect(demoPicture(reference)).rejects.toThrow("no demo picture");
  });
});
