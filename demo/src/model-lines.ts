import { z } from "zod";
import { content } from "./content.ts";
import { modelLine, type ModelLine } from "./model-line.ts";

/** Files in `demo/content/lines`. Their order decides which units a delivery has. */
const files = [
  "tractors",
  "trucks",
  "pickups",
  "vans",
  "cars",
  "trailers",
  "equipment",
  "buses-and-rvs",
  "specialty",
];

const fields = z.record(z.string(), z.unknown());
/** Lines inherit the fields of their kind and can override them. */
const lineFile = z.strictObject({
  kinds: z.record(z.string(), fields),
  lines: z.array(z.looseObject({ kind: z.string().optional() })),
});

function readLines(file: string): ModelLine[] {
  const { kinds, lines } = content(`lines/${file}`, lineFile);
  return lines.map(({ kind, ...own }) => {
    const shared = kind === undefined ? {} : kinds[kind];
    if (shared === undefined) throw new Error(`${file} has no kind "${kind}"`);
    return modelLine.parse({ ...shared, ...own });
  });
}

export const modelLines: readonly ModelLine[] = files.flatMap(readLines);
