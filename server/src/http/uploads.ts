import multipart, { type SavedMultipartFile } from "@fastify/multipart";
import type { Endpoint, FileRule } from "@gavelyard/contract/endpoint";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import { parse as parseQuery } from "node:querystring";
import { stat } from "node:fs/promises";
import { badFields, badRequest, HttpError } from "./errors.ts";
import { formReader } from "./form-fields.ts";

/** A file of a form, kept in a temporary place until the request is answered. */
export interface UploadedFile {
  /** The form's field. */
  readonly field: string;
  /** As the sender named it; never a path of ours. */
  readonly fileName: string;
  /** Where its bytes are. */
  readonly path: string;
  readonly bytes: number;
}

/** D15. */
const MIB = 1024 * 1024;
const MAX_FILE_BYTES = 10 * MIB;
/** All of a form but its files: its fields, its boundaries and whatever stands around them. */
const MAX_FORM_BYTES = MIB;
const MAX_FIELDS = 300;
const MAX_FIELD_BYTES = 262_144;

declare module "fastify" {
  interface FastifyRequest {
    uploads: readonly UploadedFile[];
  }
}

/** Lets routes take forms: urlencoded ones, and multipart ones with files. Register before routes. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: MAX_FILE_BYTES,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      fieldNameSize: 100,
      headerPairs: 50,
    },
  });
  app.decorateRequest("uploads");
  app.addHook("onRequest", (request, _reply, done) => {
    request.uploads = [];
    done();
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      done(null, new UrlEncoded(new Map(Object.entries(parseQuery(String(body), "&", "=")))));
    },
  );
}

/** Marks a body that came as a form, so that a call that takes JSON alone can refuse it. */
class UrlEncoded {
  readonly fields: ReadonlyMap<string, unknown>;

  constructor(fields: ReadonlyMap<string, unknown>) {
    this.fields = fields;
  }
}

/**
 * Makes what gathers the fields of a call before they are validated (D10): its JSON body, else its
 * form, else its query; files of a multipart form land in `request.uploads`.
 */
export function gatherInput(
  endpoint: Pick<Endpoint, "body" | "input" | "files">,
): (request: FastifyRequest) => Promise<void> {
  const takesForms = endpoint.input === "anywhere" || endpoint.files !== undefined;
  if (!takesForms) {
    return async (request) => {
      if (request.isMultipart() || request.body instanceof UrlEncoded) {
        throw new HttpError(415, "Send the fields as application/json");
      }
    };
  }
  const read = endpoint.body === undefined ? () => ({}) : formReader(endpoint.body);
  const rules = new Map(Object.entries(endpoint.files ?? {}));
  return async (request) => {
    const query = read(fieldsOf(request.query));
    if (request.isMultipart()) {
      const form = await readMultipart(request, rules);
      request.uploads = form.files;
      request.body = { ...query, ...read(form.fields) };
    } else if (request.body instanceof UrlEncoded) {
      request.body = { ...query, ...read(request.body.fields) };
    } else if (request.body === undefined || request.body === null) {
      request.body = query;
    } else if (typeof request.body === "object" && !Array.isArray(request.body)) {
      request.body = { ...query, ...request.body };
    }
    for (const [field, rule] of rules) {
      if (rule.required === true && !request.uploads.some((file) => file.field === field)) {
        throw badFields([{ path: field, message: "Attach a file" }]);
      }
    }
  };
}

function fieldsOf(query: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof query === "object" && query !== null ? Object.entries(query) : []);
}

async function readMultipart(
  request: FastifyRequest,
  rules: ReadonlyMap<string, FileRule>,
): Promise<{ fields: ReadonlyMap<string, unknown>; files: UploadedFile[] }> {
  const most = [...rules.values()].reduce((sum, rule) => sum + rule.atMost, 0);
  const maxBytes = most * MAX_FILE_BYTES + MAX_FORM_BYTES;
  if (Number(request.headers["content-length"]) > maxBytes) throw tooLarge(maxBytes);
  const saving = request.saveRequestFiles({ limits: { files: most } });
  const saved = await Promise.race([saving, cutBeyond(request.raw, maxBytes)]).catch(
    (error: unknown) => {
      throw error instanceof HttpError ? error : unreadable(error);
    },
  );
  const files = await Promise.all(saved.files.map(uploadedFile));
  for (const [field, count] of countByField(files)) {
    const atMost = rules.get(field)?.atMost ?? 0;
    if (count > atMost) {
      const message =
        atMost === 0
          ? "Must contain no file"
          : `Must have at most ${atMost} ${atMost === 1 ? "file" : "files"}`;
      throw badFields([{ path: field, message }]);
    }
  }
  return { fields: textFields(saved.values), files };
}

/** Stops reading a body, and rejects, once it is larger than `maxBytes`; never resolves. */
function cutBeyond(body: IncomingMessage, maxBytes: number): Promise<never> {
  let left = maxBytes;
  return new Promise((_resolve, reject) => {
    const count = (part: Buffer) => {
      left -= part.length;
      if (left >= 0) return;
      body.off("data", count).unpipe().pause();
      reject(tooLarge(maxBytes));
    };
    body.on("data", count);
  });
}

const tooLarge = (maxBytes: number) =>
  new HttpError(413, `Attachments can total up to ${maxBytes / MIB} MB.`);

async function uploadedFile(file: SavedMultipartFile): Promise<UploadedFile> {
  const { size } = await stat(file.filepath);
  return { field: file.fieldname, fileName: file.filename, path: file.filepath, bytes: size };
}

function countByField(files: readonly UploadedFile[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { field } of files) counts.set(field, (counts.get(field) ?? 0) + 1);
  return counts;
}

/** The form's fields that hold text; one that was sent several times is a list. */
function textFields(parts: object): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, given] of Object.entries(parts)) {
    const texts = [given].flat().flatMap((part: unknown) => textOf(part));
    if (texts.length > 0) fields.set(name, texts.length === 1 ? texts[0] : texts);
  }
  return fields;
}

function textOf(part: unknown): unknown[] {
  if (typeof part !== "object" || part === null || !("type" in part) || part.type !== "field")
    return [];
  if ("valueTruncated" in part && part.valueTruncated === true) {
    throw new HttpError(413, "A form field is too long");
  }
  return "value" in part ? [part.value] : [];
}

/** Faults of a form are its sender's. */
function unreadable(error: unknown): HttpError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "FST_REQ_FILE_TOO_LARGE") return new HttpError(413, "A file can be up to 10 MB");
  if (code === "FST_FILES_LIMIT") return new HttpError(413, "Too many files");
  if (/^FST_(PARTS|FIELDS)_LIMIT$/.test(code))
    return new HttpError(413, "The form has too many fields");
  return badRequest("We can't read the form. It is damaged or incomplete.");
}
