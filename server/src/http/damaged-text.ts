import { msg } from "@gavelyard/messages/text";
import type { FastifyRequest } from "fastify";
import { badFields } from "../refusal.ts";

/**
 * Whether a text holds a NUL or half a surrogate pair, neither of which the database can store, or
 * the character that replaces bytes that aren't UTF-8.
 */
const isDamaged = (text: string) => /[\0\uFFFD]/.test(text) || !text.isWellFormed();

/** Returns the path of the first damaged text or field name in a value; null if there is none. */
function damagedField(value: unknown): string | null {
  // Not recursive: a body may be nested as deep as it is long.
  const left: [path: string, value: unknown][] = [["", value]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [path, item] = next;
    if (typeof item === "string" && isDamaged(item)) return path;
    if (typeof item !== "object" || item === null) continue;
    for (const [name, field] of Object.entries(item)) {
      if (isDamaged(name)) return path;
      left.push([path === "" ? name : `${path}.${name}`, field]);
    }
  }
  return null;
}

/**
 * Refuses a call with a damaged text, which would fail in the database or be stored damaged.
 * @throws Refusal 400
 */
export async function refuseDamagedText({
  params,
  query,
  body,
  uploads,
}: FastifyRequest): Promise<void> {
  const names = Object.fromEntries(uploads.map(({ field, fileName }) => [field, fileName]));
  for (const given of [params, query, body, names]) {
    const path = damagedField(given);
    if (path !== null)
      throw badFields([{ path, message: msg("Must not contain unreadable characters") }]);
  }
}
