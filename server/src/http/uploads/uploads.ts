import { msg, pluralMsg } from "@gavelyard/messages/text";
import multipart from "@fastify/multipart";
import type { Endpoint, FileRule } from "@gavelyard/contract/endpoint";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { IncomingMessage } from "node:http";
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse as parseQuery } from "node:querystring";
import { pipeline } from "node:stream/promises";
import { FILES_RESERVE_BYTES, DiskFullError, roomLeft } from "../../room-left.ts";
import { badFields, Refusal } from "../../refusal.ts";
import { formReader } from "./form-fields.ts";

/** A file of a form, in a temporary place until the request is answered. */
export interface UploadedFile {
  readonly field: string;
  /** The sender's file name, never used as a path. */
  readonly fileName: string;
  readonly path: string;
  readonly bytes: number;
}

/** Returns the SHA-256 of an uploaded file. */
export const digestOf = async ({ path }: Pick<UploadedFile, "path">): Promise<Buffer> =>
  createHash("sha256")
    .update(await readFile(path))
    .digest();

/** Limits of D15. */
const MIB = 1024 * 1024;
const MAX_FILE_MB = 10;
const MAX_FORM_BYTES = MIB;
const MAX_FIELDS = 300;
const MAX_FIELD_BYTES = 262_144;

declare module "fastify" {
  interface FastifyRequest {
    uploads: readonly UploadedFile[];
  }
}

/** Enables forms: urlencoded, and multipart with files. Register it before the routes. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: MAX_FILE_MB * MIB,
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

/** A urlencoded body. Calls that take only JSON reject it. */
class UrlEncoded {
  readonly fields: ReadonlyMap<string, unknown>;

  constructor(fields: ReadonlyMap<string, unknown>) {
    this.fields = fields;
  }
}

/** Counts a form with files before it is read; throws if it is too much. */
export type CountUpload = (request: FastifyRequest, maxBytes: number) => Promise<void>;

/** Checks a file of a form before a handler sees it; throws if it must not be stored. */
export type ScanUpload = (request: FastifyRequest, file: UploadedFile) => Promise<void>;

/**
 * Returns a hook that collects the fields of a call before validation (D10): the query, overridden
 * by the JSON body or the form. Files of a multipart form go to `request.uploads`.
 * @throws Refusal 413 or 415
 */
export function gatherInput(
  endpoint: Pick<Endpoint, "body" | "input" | "files">,
  countUpload: CountUpload = async () => {},
  scanUpload: ScanUpload = async () => {},
): (request: FastifyRequest) => Promise<void> {
  const takesForms = endpoint.input === "anywhere" || endpoint.files !== undefined;
  if (!takesForms) {
    return async (request) => {
      if (request.isMultipart() || request.body instanceof UrlEncoded) {
        throw new Refusal("wrong-content-type", msg("Send the fields as application/json"));
      }
    };
  }
  const read = endpoint.body === undefined ? () => ({}) : formReader(endpoint.body);
  const rules = new Map(Object.entries(endpoint.files ?? {}));
  return async (request) => {
    const query = read(fieldsOf(request.query));
    if (request.isMultipart()) {
      const form = await readMultipart(request, rules, countUpload);
      for (const file of form.files) await scanUpload(request, file);
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
        throw badFields([{ path: field, message: msg("Attach a file") }]);
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
  countUpload: CountUpload,
): Promise<{ fields: ReadonlyMap<string, unknown>; files: UploadedFile[] }> {
  const most = [...rules.values()].reduce((sum, rule) => sum + rule.atMost, 0);
  const maxMb = [...rules.values()].reduce((sum, rule) => sum + rule.atMost * maxMbOf(rule), 0);
  const maxBytes = maxMb * MIB + MAX_FORM_BYTES;
  if (Number(request.headers["content-length"]) > maxBytes) throw tooLarge(maxBytes);
  if (most > 0) await countUpload(request, maxBytes);
  const needed = FILES_RESERVE_BYTES + Number(request.headers["content-length"] ?? 0);
  if ((await roomLeft(tmpdir())) < needed) throw new DiskFullError("the disk is full");
  const largestMb = Math.max(...[...rules.values()].map(maxMbOf), MAX_FILE_MB);
  const saving = saveParts(request, most, largestMb * MIB);
  const { fields, files } = await Promise.race([saving, cutBeyond(request.raw, maxBytes)]).catch(
    (error: unknown) => {
      throw unreadable(error, most, largestMb);
    },
  );
  for (const [field, count] of countByField(files)) {
    const atMost = rules.get(field)?.atMost ?? 0;
    if (count > atMost) {
      const message =
        atMost === 0
          ? msg("Must not be a file")
          : msg("Must have at most {most}", {
              most: pluralMsg(atMost, "{n} file", "{n} files"),
            });
      throw badFields([{ path: field, message }]);
    }
  }
  for (const { field, bytes } of files) {
    const mb = maxMbOf(rules.get(field));
    if (bytes > mb * MIB) throw fileTooLarge(mb);
  }
  return { fields, files };
}

const maxMbOf = (rule: FileRule | undefined) => rule?.maxMb ?? MAX_FILE_MB;

/**
 * Saves a form's files, which are deleted after the response. A text field that is sent several
 * times becomes a list.
 */
async function saveParts(
  request: FastifyRequest,
  maxFiles: number,
  maxFileBytes: number,
): Promise<{ fields: ReadonlyMap<string, unknown>; files: UploadedFile[] }> {
  const saved: string[] = [];
  request.tmpUploads = saved;
  const fields = new Map<string, unknown>();
  const files: UploadedFile[] = [];
  for await (const part of request.parts({
    limits: { files: maxFiles, fileSize: maxFileBytes },
  })) {
    const field = part.fieldname;
    // Typed as a string, but missing when the part has no name.
    if (typeof field !== "string") throw damagedForm();
    if (part.type === "file") {
      const target = createWriteStream(path.join(tmpdir(), randomUUID()));
      saved.push(String(target.path));
      await pipeline(part.file, target);
      const bytes = target.bytesWritten;
      files.push({ field, fileName: part.filename, path: String(target.path), bytes });
    } else {
      if (part.valueTruncated) throw new Refusal("too-large", msg("A form field is too long"));
      const before = fields.get(field);
      fields.set(field, before === undefined ? part.value : [before, part.value].flat());
    }
  }
  return { fields, files };
}

/** Rejects and stops reading once a body is larger than `maxBytes`; never resolves. */
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

const fileTooLarge = (mb: number) =>
  new Refusal("too-large", msg("A file can be up to {mb} MB", { mb }));

const tooLarge = (maxBytes: number) =>
  new Refusal(
    "too-large",
    msg("Attachments can total up to {maxBytes} MB.", { maxBytes: maxBytes / MIB }),
  );

function countByField(files: readonly UploadedFile[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { field } of files) counts.set(field, (counts.get(field) ?? 0) + 1);
  return counts;
}

/** Maps parser errors to 400 or 413, since a broken form is the sender's fault; a full disk isn't. */
function unreadable(error: unknown, most: number, largestMb: number): unknown {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC") return error;
  if (code === "FST_REQ_FILE_TOO_LARGE") return fileTooLarge(largestMb);
  if (code === "FST_FILES_LIMIT") {
    return new Refusal(
      "too-large",
      most === 0
        ? msg("This call doesn't take files")
        : msg("Send up to {most}", { most: pluralMsg(most, "{n} file", "{n} files") }),
    );
  }
  if (/^FST_(PARTS|FIELDS)_LIMIT$/.test(code))
    return new Refusal("too-large", msg("The form has too many fields"));
  return damagedForm();
}

const damagedForm = () =>
  new Refusal("unreadable", msg("We can't read the form. It is damaged or incomplete."));
