import { z } from "zod";

/** The parts of a JSON schema that samples use. */
export interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly default?: unknown;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
}

/** Returns a schema's input as a JSON schema with its references inlined. */
export function shapeOf(schema: z.ZodType): Shape {
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
  return inlined(shape, shape.$defs ?? {});
}

function inlined(shape: Shape, named: Readonly<Record<string, Shape>>): Shape {
  const target = named[shape.$ref?.replace("#/$defs/", "") ?? ""];
  if (target !== undefined) return inlined(target, named);
  const each = (list: readonly Shape[] | undefined) =>
    list?.map((variant) => inlined(variant, named)) ?? [];
  const properties = Object.entries(shape.properties ?? {}).map(
    ([name, field]) => [name, inlined(field, named)] as const,
  );
  return {
    ...shape,
    ...(shape.anyOf && { anyOf: each(shape.anyOf) }),
    ...(shape.oneOf && { oneOf: each(shape.oneOf) }),
    ...(shape.allOf && { allOf: each(shape.allOf) }),
    ...(shape.properties && { properties: Object.fromEntries(properties) }),
    ...(shape.items && { items: inlined(shape.items, named) }),
  };
}

/** Sample values of fields with rules beyond their schema. */
const known: Readonly<Record<string, unknown>> = {
  email: "somebody@example.com",
  phone: "+18065550100",
  phoneNumber: "+18065550100",
  contactPhone: "+18065550100",
  name: "Some Body",
  fullName: "Some Body",
  password: "correct horse battery",
  newPassword: "correct horse battery staple",
  otp: "123456",
  timeZone: "America/Chicago",
  state: "TX",
  zip: "79101",
  units: "1,2",
  dateOfBirth: "1980-01-01",
  question: "Does the PTO engage at idle?",
  until: "2030-01-01T00:00:00.000Z",
  gatePin: "123456",
  taxId: "123456789",
  endpoint: "https://fcm.googleapis.com/fcm/send/sample",
  // A point on the curve P-256, and 16 bytes.
  p256dh: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
  auth: "AAAAAAAAAAAAAAAAAAAAAA",
  status: undefined,
};

/** Makes a minimal value that a schema accepts. Rules outside the schema are not considered. */
export function sampleOf(shape: Shape, name = ""): unknown {
  if (known[name] !== undefined && (shape.type === "string" || shape.type === undefined)) {
    return known[name];
  }
  if (shape.default !== undefined) return shape.default;
  if (shape.const !== undefined) return shape.const;
  const [choice] = shape.enum ?? [];
  if (choice !== undefined) return choice;
  const [part] = shape.anyOf ?? shape.oneOf ?? shape.allOf ?? [];
  if (part !== undefined) return sampleOf(part, name);
  switch (shape.type) {
    case "object":
      return Object.fromEntries(
        (shape.required ?? []).map((field) => [
          field,
          sampleOf(shape.properties?.[field] ?? {}, field),
        ]),
      );
    case "array":
      return Array.from({ length: shape.minItems ?? 1 }, () => sampleOf(shape.items ?? {}));
    case "integer":
    case "number":
      return Math.max(shape.minimum ?? 1, (shape.exclusiveMinimum ?? 0) + 1);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return sampleText(shape);
  }
}

function sampleText({ format, minLength }: Shape): string {
  switch (format) {
    case "uuid":
      return "018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d";
    case "date-time":
      return "2030-01-01T00:00:00.000Z";
    case "date":
      return "2030-01-01";
    case "email":
      return "somebody@example.com";
    default:
      return "x".repeat(Math.max(6, minLength ?? 1));
  }
}

/** Lists a schema's fields as paths, including nested objects and lists. */
export function fieldsOf(shape: Shape, depth = 0): string[][] {
  if (depth > 3) return [];
  const variants = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  const inside = variants.flatMap((variant) => fieldsOf(variant, depth));
  const own = Object.entries(shape.properties ?? {}).flatMap(([name, field]) => [
    [name],
    ...fieldsOf(field, depth + 1).map((path) => [name, ...path]),
  ]);
  const items = shape.items === undefined ? [] : fieldsOf(shape.items, depth + 1);
  return [...inside, ...own, ...items.map((path) => ["0", ...path])];
}

export function withField(sample: unknown, path: readonly string[], value: unknown): unknown {
  const [field, ...rest] = path;
  if (field === undefined) return value;
  if (Array.isArray(sample)) {
    const list: unknown[] = [...sample];
    list[Number(field)] = withField(list[Number(field)], rest, value);
    return list;
  }
  const known = typeof sample === "object" && sample !== null ? sample : {};
  const next = withField(Reflect.get(known, field), rest, value);
  const copy = new Map(Object.entries(known));
  if (next === undefined) copy.delete(field);
  else copy.set(field, next);
  return Object.fromEntries(copy);
}
