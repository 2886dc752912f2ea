import { z } from "zod";

type Kind = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

interface FieldReader {
  readonly kinds: ReadonlySet<Kind>;
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
 * Returns a function that converts form and query fields for a schema (D10). It converts text to a
 * number, boolean, list or object where the schema expects one and the text clearly is one; other
 * text stays as it is, for the schema to check. Empty text is left out if the field can't be text.
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
  const isNumber = (kinds.has("number") || kinds.has("integer")) && !kinds.has("string");
  if (isNumber && PLAIN_NUMBER.test(text)) return Number(text);
  return value;
}

/** Parses JSON. Returns invalid JSON as text, which the schema then rejects. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
