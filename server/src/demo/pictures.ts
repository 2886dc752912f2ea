import { access, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { tint } from "../../../demo-pictures/tint.ts";
import type { ImageTuple } from "../inventory/card-row.ts";
import { placeholderOf } from "../media/picture-store.ts";
import { paints } from "./catalogue/colours.ts";
import type { CatalogueUnit } from "./catalogue/unit.ts";

/** One picture of a unit: where its original comes from and how it is described. */
export interface Shot {
  /** `demo:<body>/<view>/<colour>`: units that look alike share it. */
  readonly source: string;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string | null;
  readonly kind: ImageTuple[1];
  readonly alt: string;
}

/** Which pictures each unit has. */
export interface PicturePlan {
  shotsOf(
    unit: Pick<CatalogueUnit, "looks" | "colour" | "modelYear" | "manufacturer" | "model">,
  ): Shot[];
}

const folder = new URL("../../../demo-pictures/", import.meta.url);

const manifestSchema = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  views: z.array(z.object({ view: z.string(), alt: z.string() })).min(1),
  palette: z.record(z.string(), z.string().regex(/^#[0-9a-f]{6}$/)),
  bodies: z.record(z.string(), z.string()),
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

/** Reads which bodies there are pictures of; a unit is shown as the first of its looks among them. */
export async function loadPicturePlan(): Promise<PicturePlan> {
  const manifest = await readManifest();
  const { width, height, views } = manifest;
  const bodies = new Map<string, { view: string; alt: string; placeholder: string }[]>();
  for (const body of Object.keys(manifest.bodies)) {
    const paths = views.map(({ view }) => pathOf(body, view, ""));
    if (!(await allExist(paths))) continue;
    const stands = await Promise.all(paths.map(placeholderOfView));
    bodies.set(
      body,
      views.map(({ view, alt }, index) => ({ view, alt, placeholder: stands[index] ?? "" })),
    );
  }
  return {
    shotsOf: (unit) => {
      const body = unit.looks.find((look) => bodies.has(look));
      const colour = paints[unit.colour];
      if (body === undefined || colour === undefined) return [];
      return (bodies.get(body) ?? []).map(({ view, alt, placeholder }) => ({
        source: `demo:${body}/${view}/${colour}`,
        width,
        height,
        placeholder,
        kind: "EXTERIOR",
        alt: `${unit.modelYear} ${unit.manufacturer} ${unit.model}, ${alt}`,
      }));
    },
  };
}

async function allExist(paths: readonly string[]): Promise<boolean> {
  const found = await Promise.allSettled(paths.map((path) => access(path)));
  return found.every(({ status }) => status === "fulfilled");
}

/**
 * Makes the original of a demo picture, `<body>/<view>/<colour>`: the body's rendering in the colour.
 * @throws Error for a reference that the manifest does not know
 */
export async function demoPicture(reference: string): Promise<Buffer> {
  const { palette, bodies, views } = await readManifest();
  const [body = "", view = "", colour = ""] = reference.split("/");
  const known =
    Object.hasOwn(bodies, body) &&
    views.some((each) => each.view === view) &&
    Object.hasOwn(palette, colour);
  const hex = palette[colour];
  if (!known || hex === undefined) throw new Error(`there is no demo picture ${reference}`);
  return tint(pathOf(body, view, ""), pathOf(body, view, ".mask"), hex);
}
