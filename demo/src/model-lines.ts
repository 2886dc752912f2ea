import { z } from "zod";
import { content } from "./content.ts";
import { modelLine, type ModelLine } from "./model-line.ts";

/** The files of `demo/content/lines`. Their order decides which units a delivery has. */
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
/** A line takes the fields of its kind, and replaces some with its own. */
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
