import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { z } from "zod";
import { imageKinds } from "@gavelyard/contract/inventory/inventory-fields";
import { tint } from "../../../demo-pictures/tint.ts";
import type { ImageTuple } from "../inventory/card-sql.ts";
import { placeholderOf } from "../media/decode-picture.ts";
import { paints } from "@gavelyard/demo/paints";
import type { CatalogueUnit, PicturedDamage } from "@gavelyard/demo/unit";
import { uuidOf } from "./uuid-of.ts";

/** A picture whose original is rendered when it is first asked for. */
export interface MediaSource {
  /** UUID derived from the drawing and color, so that all demos share its renditions. */
  readonly id: string;
  /** `demo:<body>/<view>/<color>`: units that look alike share it. */
  readonly source: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string | null;
}

/** One picture of a unit and its description. */
export interface Shot extends MediaSource {
  readonly kind: ImageTuple[1];
  readonly alt: string;
  readonly finding?: Pick<PicturedDamage, "area" | "item">;
}

export interface PicturePlan {
  shotsOf(
    unit: Pick<
      CatalogueUnit,
      "looks" | "color" | "damage" | "modelYear" | "manufacturer" | "model"
    >,
  ): Shot[];
}

/** Manifest entry for damage pictures, which belong to no body. */
const DAMAGE = "damage";
/** Folder of the 360° view. */
const SPIN = "spin";
const folder = new URL("../../../demo-pictures/", import.meta.url);

const manifestSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  spin: z.object({
    body: z.string(),
    color: z.string(),
    frames: z.int().positive(),
    width: z.int().positive(),
    height: z.int().positive(),
  }),
  views: z.record(z.string(), z.object({ kind: z.enum(imageKinds), alt: z.string() })),
  palette: z.record(z.string(), z.string().regex(/^#[0-9a-f]{6}$/)),
  bodies: z.record(z.string(), z.array(z.string()).min(1)),
});
type Manifest = z.infer<typeof manifestSchema>;

async function readManifest(): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(new URL("manifest.json", folder), "utf8")));
}

const pathOf = (body: string, view: string, kind: "" | ".mask") =>
  fileURLToPath(new URL(`originals/${body}/${view}${kind}.webp`, folder));

const placeholders = new Map<string, Promise<string>>();

/** Returns a view's placeholder, in the original's neutral paint. Cached. */
function placeholderOfView(path: string): Promise<string> {
  const known = placeholders.get(path) ?? placeholderOf(path);
  placeholders.set(path, known);
  return known;
}

const framesOf = ({ spin }: Manifest): string[] =>
  Array.from({ length: spin.frames }, (_, at) => String(at + 1).padStart(2, "0"));

interface DrawnView {
  readonly view: string;
  readonly kind: Shot["kind"];
  readonly alt: string;
  readonly placeholder: string;
  /** Hashes of the rendering and its mask, which identify this version of the view. */
  readonly drawing: string;
}

async function drawingOf(body: string, view: string): Promise<string> {
  const [original, mask] = await Promise.all([
    readFile(pathOf(body, view, "")),
    readFile(pathOf(body, view, ".mask")),
  ]);
  return `${hash("sha256", original)} ${hash("sha256", mask)}`;
}

/** Loads the picture manifest. A unit uses the first of its `looks` that has pictures. */
export async function loadPicturePlan(): Promise<PicturePlan> {
  const manifest = await readManifest();
  const { width, height, views } = manifest;
  const bodies = new Map<string, DrawnView[]>();
  for (const [body, taken] of Object.entries(manifest.bodies)) {
    const drawn = taken.map(async (view) => {
      const described = views[view];
      if (described === undefined) throw new Error(`the view ${view} is not described`);
      return {
        view,
        ...described,
        placeholder: await placeholderOfView(pathOf(body, view, "")),
        drawing: await drawingOf(body, view),
      };
    });
    bodies.set(body, await Promise.all(drawn));
  }
  return {
    shotsOf: (unit) => {
      const body = unit.looks.find((look) => bodies.has(look));
      const color = paints[unit.color];
      if (body === undefined || color === undefined) return [];
      const shot = (of: string, { view, kind, alt, placeholder, drawing }: DrawnView): Shot => ({
        id: uuidOf(`${drawing} ${color}`),
        source: `demo:${of}/${view}/${color}`,
        width,
        height,
        placeholder,
        kind,
        alt: `${unit.modelYear} ${unit.manufacturer} ${unit.model}, ${alt}`,
      });
      const damage = unit.damage.flatMap(({ photo, area, item }) =>
        (bodies.get(DAMAGE) ?? [])
          .filter(({ view }) => view === photo)
          .map((view) => ({ ...shot(DAMAGE, view), finding: { area, item } })),
      );
      return [...(bodies.get(body) ?? []).map((view) => shot(body, view)), ...damage];
    },
  };
}

/** The drawn 360° view, in order, and what it shows. */
export interface DrawnSpin {
  readonly look: string;
  readonly color: string;
  readonly frames: readonly MediaSource[];
}

export async function loadSpin(): Promise<DrawnSpin> {
  const manifest = await readManifest();
  const { body, color, width, height } = manifest.spin;
  const frames = framesOf(manifest).map(async (frame) => ({
    id: uuidOf(`${await drawingOf(SPIN, frame)} ${color}`),
    source: `demo:${SPIN}/${frame}/${color}`,
    width,
    height,
    placeholder: null,
  }));
  return { look: body, color, frames: await Promise.all(frames) };
}

/**
 * Renders the original of a demo picture, `<body>/<view>/<color>`, in that color.
 * @throws Error for a reference that is not in the manifest
 */
export async function demoPicture(reference: string): Promise<Buffer> {
  const manifest = await readManifest();
  const { palette } = manifest;
  const [body = "", view = "", color = ""] = reference.split("/");
  const views = new Map([...Object.entries(manifest.bodies), [SPIN, framesOf(manifest)]]);
  const known = views.get(body)?.includes(view) === true && Object.hasOwn(palette, color);
  const hex = palette[color];
  if (!known || hex === undefined) throw new Error(`there is no demo picture ${reference}`);
  return tint(pathOf(body, view, ""), pathOf(body, view, ".mask"), hex);
}
