import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { z } from "zod";
import { imageKinds } from "@gavelyard/contract/inventory-fields";
import { tint } from "../../../demo-pictures/tint.ts";
import type { ImageTuple } from "../inventory/card-sql.ts";
import { placeholderOf } from "../media/picture-store.ts";
import { paints } from "@gavelyard/demo/colours";
import type { CatalogueUnit, PicturedDamage } from "@gavelyard/demo/unit";
import { uuidOf } from "./uuid-of.ts";

/** One picture of a unit: where its original comes from and how it is described. */
export interface Shot {
  /** A UUID that follows from what is shown, so that what was made of it serves every demo. */
  readonly id: string;
  /** `demo:<body>/<view>/<colour>`: units that look alike share it. */
  readonly source: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string | null;
  readonly kind: ImageTuple[1];
  readonly alt: string;
  /** What of the condition report it shows. */
  readonly finding?: Pick<PicturedDamage, "area" | "item">;
}

/** Which pictures each unit has. */
export interface PicturePlan {
  shotsOf(
    unit: Pick<
      CatalogueUnit,
      "looks" | "colour" | "damage" | "modelYear" | "manufacturer" | "model"
    >,
  ): Shot[];
}

/** Where the manifest lists pictures of damage, which are not of one body. */
const DAMAGE = "damage";
const folder = new URL("../../../demo-pictures/", import.meta.url);

const manifestSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
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

/** The stand-in of a view, in the neutral paint of its original; computed once. */
function placeholderOfView(path: string): Promise<string> {
  const known = placeholders.get(path) ?? placeholderOf(path);
  placeholders.set(path, known);
  return known;
}

interface DrawnView {
  readonly view: string;
  readonly kind: Shot["kind"];
  readonly alt: string;
  readonly placeholder: string;
  /** Tells this drawing of the view from any other. */
  readonly drawing: string;
}

async function drawingOf(body: string, view: string): Promise<string> {
  const [original, mask] = await Promise.all([
    readFile(pathOf(body, view, "")),
    readFile(pathOf(body, view, ".mask")),
  ]);
  return `${hash("sha256", original)} ${hash("sha256", mask)}`;
}

/** Reads which bodies there are pictures of; a unit is shown as the first of its looks among them. */
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
      const colour = paints[unit.colour];
      if (body === undefined || colour === undefined) return [];
      const shot = (of: string, { view, kind, alt, placeholder, drawing }: DrawnView): Shot => ({
        id: uuidOf(`${drawing} ${colour}`),
        source: `demo:${of}/${view}/${colour}`,
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

/**
 * Makes the original of a demo picture, `<body>/<view>/<colour>`: the body's rendering in the colour.
 * @throws Error for a reference that the manifest does not know
 */
export async function demoPicture(reference: string): Promise<Buffer> {
  const { palette, bodies } = await readManifest();
  const [body = "", view = "", colour = ""] = reference.split("/");
  const known =
    Object.hasOwn(bodies, body) &&
    bodies[body]?.includes(view) === true &&
    Object.hasOwn(palette, colour);
  const hex = palette[colour];
  if (!known || hex === undefined) throw new Error(`there is no demo picture ${reference}`);
  return tint(pathOf(body, view, ""), pathOf(body, view, ".mask"), hex);
}
