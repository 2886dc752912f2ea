import { z } from "zod";

/** What a field may be, as JSON Schema names types. */
type Kind = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

/** How text in one field is read. */
interface FieldReader {
  readonly kinds: ReadonlySet<Kind>;
  /** How each item of a list is read. */
  readonly items: FieldReader | null;
}

const kindName = z.enum(["string", "number", "integer", "boolean", "array", "object", "null"]);
const jsonSchema = z.looseObject({
  type: z.union([kindName, z.array(kindName)]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  $ref: z.string().optional(),
});
type JsonSchema = z.infer<typeof jsonSchema>;

/**
 * Makes a reader of form and query fields for a body's schema (D10). Text becomes a number, a
 * boolean, a list or an object where the schema wants that and the text plainly is one; all else
 * stays as it is, for the schema to judge. An empty text in a field that cannot be text is left out.
 */
export function formReader(
  body: z.ZodType,
): (fields: ReadonlyMap<string, unknown>) => Record<string, unknown> {
  const root = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  const readers = new Map(
    Object.entries(propertiesOf(resolve(root, root), root)).map(([name, property]) => [
      name,
      readerOf(property, root),
    ]),
  );
  return (fields) =>
    Object.fromEntries(
      [...fields].flatMap(([name, value]) => {
        const reader = readers.get(name);
        const read = reader === undefined ? value : readValue(reader, value);
        return read === undefined ? [] : [[name, read]];
      }),
    );
}

function propertiesOf(schema: JsonSchema, root: unknown): Record<string, unknown> {
  const own = schema.properties ?? {};
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return Object.assign({}, ...parts.map((part) => propertiesOf(resolve(part, root), root)), own);
}

/** Follows `#/$defs/Name`. */
function resolve(given: unknown, root: unknown): JsonSchema {
  const schema = jsonSchema.parse(given);
  if (schema.$ref === undefined) return schema;
  let target: unknown = root;
  for (const step of schema.$ref.split("/").slice(1)) {
    target = typeof target === "object" && target !== null ? Reflect.get(target, step) : undefined;
  }
  return jsonSchema.parse(target);
}

function readerOf(given: unknown, root: unknown): FieldReader {
  const schema = resolve(given, root);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
    (part) => readerOf(part, root),
  );
  const own: Kind[] = schema.type === undefined ? [] : [schema.type].flat();
  const constants = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  const kinds = new Set<Kind>([
    ...own,
    ...(own.length === 0 ? constants.map(kindOf) : []),
    ...parts.flatMap((part) => [...part.kinds]),
  ]);
  const items =
    schema.items === undefined
      ? (parts.find((part) => part.items !== null)?.items ?? null)
      : readerOf(schema.items, root);
  return { kinds, items };
}

function kindOf(value: unknown): Kind {
  return value === null ? "null" : kindName.catch("string").parse(typeof value);
}

const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,6})?$/;

function readValue(reader: FieldReader, value: unknown): unknown {
  const { kinds, items } = reader;
  if (Array.isArray(value)) {
    return kinds.has("array") && items !== null
      ? value.map((item) => readValue(items, item))
      : value;
  }
  if (typeof value !== "string") return value;
  const text = value.trim();
  if (text === "" && kinds.has("null")) return null;
  if (text === "" && !kinds.has("string") && !kinds.has("array")) return undefined;
  if (/^[[{]/.test(text) && (kinds.has("array") || kinds.has("object"))) return parsed(text);
  if (kinds.has("array") && items !== null) {
    return text === "" ? [] : text.split(",").map((item) => readValue(items, item.trim()));
  }
  if (kinds.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if ((kinds.has("number") || kinds.has("integer")) && PLAIN_NUMBER.test(text)) return Number(text);
  return value;
}

/** The text as JSON, or the text itself, which the schema then refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
