import { readFileSync } from "node:fs";
import type { z } from "zod";

/** Reads and validates a file in `demo/content`. @throws ZodError when it violates the schema */
export function content<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  const text = readFileSync(new URL(`../content/${name}.json`, import.meta.url), "utf8");
  return schema.parse(JSON.parse(text));
}
