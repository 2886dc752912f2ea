import { t } from "@gavelyard/messages/text";
import { z } from "zod";
import { done, id, idParam, instant, page, pageQuery, text } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { inventoryDetail } from "./inventory.ts";
import { searchUnits } from "./inventory-staff.ts";
import { inventoryStatuses } from "./inventory-fields.ts";
import { laterRoutes } from "../later-routes.ts";
import { encodings, separators, unitTable } from "./unit-table.ts";

/** File uploaded, rows checked, units being created, all created, or canceled. */
export const importStates = ["UPLOADED", "CHECKED", "IMPORTING", "DONE", "CANCELLED"] as const;
/** Whether a row describes a unit that we don't have, or one that we have, with other values or not. */
export const rowMatches = ["NEW", "SAME", "CHANGED"] as const;
export const archiveStates = ["UPLOADING", "WORKING", "DONE", "FAILED"] as const;

const MAX_VALUES = 3_000;
const fieldName = z.enum(unitTable.map(({ name }) => name));
const count = z.int().min(0);

/** A ZIP of pictures, uploaded in parts of `partBytes` so that a broken upload can resume. */
export const pictureArchive = z
  .object({
    id,
    fileName: z.string(),
    bytes: z.int().positive(),
    state: z.enum(archiveStates),
    partBytes: z.int().positive(),
    parts: z.int().positive(),
    /** Part numbers from 1. */
    received: z.array(z.int().positive()),
    /** Files in the ZIP, files that became pictures, rejected files. */
    files: count,
    placed: count,
    refused: count,
    /** For the first 100 rejected files. */
    problems: z.array(z.object({ name: z.string(), message: z.string() })),
    /** Why the whole ZIP failed; empty if some files could be used. */
    failure: z.string(),
  })
  .meta({ id: "PictureArchive" });
export type PictureArchive = z.infer<typeof pictureArchive>;

const importHead = z.object({
  id,
  fileName: z.string(),
  state: z.enum(importStates),
  createdBy: z.string(),
  createdAt: instant,
  rowCount: count,
  /** At the last check. */
  errorRows: count,
  /** Rows in which something looks wrong, at the last check. */
  warningRows: count,
  /** So far. */
  doneRows: count,
});
export type ImportHead = z.infer<typeof importHead>;

/** How a file was read. */
const reading = z.object({
  /** Null for a workbook. */
  separator: z.enum(separators).nullable(),
  encoding: z.enum(encodings).nullable(),
  /** Sheets of a workbook; the hidden ones last. */
  sheets: z.array(z.string()),
  /** Row of the column names; 0 if the first row is a unit. */
  headerRow: count,
  /** Rows that the sheet hides, and whether they were read. */
  hiddenRows: count,
  withHidden: z.boolean(),
  /** The first rows, shortened. */
  head: z.array(z.object({ row: z.int().positive(), cells: z.array(z.string()) })),
});
export type Reading = z.infer<typeof reading>;

/** A text that a field with options doesn't know; empty for blank cells of a needed field. */
const unknownValue = z.object({
  field: z.string(),
  text: z.string(),
  rows: count,
  /** Code of the option that it may mean. */
  suggestion: z.string().nullable(),
});
export type UnknownValue = z.infer<typeof unknownValue>;

/** A list compared with the inventory (D84). Rows with errors aren't counted. */
const listMatches = z.object({
  added: count,
  same: count,
  changed: count,
  /** Fields with other values, most frequent first; `kept` in units whose rules don't allow it. */
  fields: z.array(z.object({ field: z.string(), units: count, kept: count })),
});
export type ListMatches = z.infer<typeof listMatches>;

/** What an import takes of a list. */
const takenParts = z.object({
  /** Units that we don't have. */
  add: z.boolean().default(true),
  /** Changes of units that we have. */
  update: z.boolean().default(false),
  /** Fields that aren't changed. */
  keepFields: z.array(text(1, 60)).max(100).default([]),
  /** Rows of which nothing is taken. */
  skipRows: z.array(z.int().min(1).max(1_000_000)).max(20_000).default([]),
});
export type TakenParts = z.infer<typeof takenParts>;

/** An import with its column mapping. */
export const unitImport = importHead
  .extend({
    /** Sheet of a workbook; null for CSV. */
    sheet: z.string().nullable(),
    /** Null for an import that was uploaded before this was recorded. */
    reading: reading.nullable(),
    columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()) })),
    /** Field of each column; null for one that is left out. */
    mapping: z.array(fieldName.nullable()),
    /** Values for rows without one. */
    defaults: z.partialRecord(fieldName, z.string()),
    /** By field: what texts of the file mean, as letters and digits only; empty for no value. */
    valueMap: z.partialRecord(fieldName, z.record(z.string(), z.string())),
    /** Name under which its choices are kept for the next list of the same source. */
    source: z.string(),
    /** Whether it started with choices that were kept, or that we ship, for that source. */
    isKnownSource: z.boolean(),
    /** At the last check, most frequent first. */
    unknownValues: z.array(unknownValue),
    /** At the last check. */
    matches: listMatches,
    /** Units of the last list of the source that this one doesn't have, and that can be withdrawn. */
    gone: count,
    /** Why the last import failed as a whole; empty if it didn't. */
    failure: z.string(),
    archives: z.array(pictureArchive),
  })
  .meta({ id: "UnitImport" });
export type UnitImport = z.infer<typeof unitImport>;

/** A row, numbered as in spreadsheets. */
export const importRow = z
  .object({
    row: z.int().positive(),
    cells: z.array(z.string()),
    /** The line, if it couldn't be split into cells; empty otherwise. */
    line: z.string(),
    /** The values as they will be stored, worded, in the order of the columns of an export. */
    values: z.array(
      z.object({
        field: z.string(),
        text: z.string(),
        /** Whether it says something else than the cell: converted, or given for all rows. */
        converted: z.boolean(),
      }),
    ),
    errors: z.array(
      z.object({
        field: z.string(),
        /** From 0; null when the file doesn't have the field. */
        column: count.nullable(),
        message: z.string(),
      }),
    ),
    /** What looks wrong, and may be right. */
    warnings: z.array(z.object({ field: z.string(), message: z.string() })),
    /** The unit that the row added. */
    inventoryId: id.nullable(),
    match: z.enum(rowMatches),
    /** The unit that the row describes, if we have it; else the last one with its VIN that has left. */
    unit: z
      .object({ id, stockNumber: z.string(), status: z.enum(inventoryStatuses), left: z.boolean() })
      .nullable(),
    /** Fields of that unit with other values, worded. */
    changes: z.array(
      z.object({
        field: z.string(),
        before: z.string(),
        after: z.string(),
        /** Why it stays; empty if it can change. */
        kept: z.string(),
      }),
    ),
    /** Whether the import changed that unit, or why it couldn't. */
    updated: z.boolean(),
    refusal: z.string(),
  })
  .meta({ id: "ImportRow" });
export type ImportRow = z.infer<typeof importRow>;

const staff = { tag: "Inventory by staff", access: "staff", permission: "auctions" } as const;
const one = z.object({ id: idParam });
const archive = z.object({ id: idParam, archiveId: idParam });
const onlyThose = z.enum(["true", "false"]).default("false");

export const unitImports = endpoint(laterRoutes.unitImports, {
  people: null,
  ...staff,
  summary: "Imports of units, latest first",
  query: pageQuery,
  response: page(importHead),
});

export const createUnitImport = endpoint(laterRoutes.createUnitImport, {
  ...staff,
  summary: "Upload a CSV or XLSX file of units; we guess its columns",
  files: { file: { kind: "document", atMost: 1, required: true } },
  response: unitImport,
  errors: [413],
});

export const unitImportById = endpoint(laterRoutes.unitImportById, {
  people: null,
  ...staff,
  summary: "One import of units",
  params: one,
  response: unitImport,
  errors: [404],
});

export const unitImportRows = endpoint(laterRoutes.unitImportRows, {
  people: null,
  ...staff,
  summary: "Rows of an import, all or only those with errors or warnings",
  params: one,
  query: pageQuery.extend({
    errors: onlyThose,
    warnings: onlyThose,
    match: z.enum(rowMatches).optional(),
  }),
  response: page(importRow),
  errors: [404],
});

export const unitImportCsv = endpoint(laterRoutes.unitImportCsv, {
  people: null,
  ...staff,
  summary: "Rows of an import as CSV, with a column of errors",
  params: one,
  query: z.object({ errors: onlyThose }),
  response: z.unknown(),
  download: "text/csv",
  errors: [404],
});

export const mapUnitImport = endpoint(laterRoutes.mapUnitImport, {
  ...staff,
  summary: "Match columns and set values for all rows; checks every row",
  params: one,
  body: z.object({
    mapping: z.array(fieldName.nullable()).max(100),
    defaults: z.partialRecord(fieldName, text(0, 300)).default({}),
    valueMap: z
      .partialRecord(fieldName, z.record(text(1, 300), text(0, 300)))
      .refine(
        (given) =>
          Object.values(given).reduce((sum, one) => sum + Object.keys(one ?? {}).length, 0) <=
          MAX_VALUES,
        t("Up to 3,000 values can be matched"),
      )
      .default({}),
    /** Name under which the choices are kept when the import starts; unchanged if left out. */
    source: text(1, 80).optional(),
  }),
  response: unitImport,
  errors: [404, 409],
});

export const readUnitImport = endpoint(laterRoutes.readUnitImport, {
  ...staff,
  summary: "Read the file in another way, and guess its columns again; what is left out is guessed",
  params: one,
  body: z.object({
    separator: z.enum(separators).optional(),
    encoding: z.enum(encodings).optional(),
    sheet: text(1, 100).optional(),
    headerRow: z.int().min(0).max(100_000).optional(),
    withHidden: z.boolean().optional(),
  }),
  response: unitImport,
  errors: [404, 409],
});

export const mendUnitImport = endpoint(laterRoutes.mendUnitImport, {
  ...staff,
  summary: "Change cells, and lines that couldn't be split into cells; checks every row again",
  params: one,
  body: z.object({
    cells: z
      .array(
        z.object({
          row: z.int().min(1).max(1_000_000),
          column: z.int().min(0).max(99),
          text: text(0, 5000),
        }),
      )
      .max(500)
      .default([]),
    lines: z
      .array(z.object({ row: z.int().min(1).max(1_000_000), text: text(1, 10_000) }))
      .max(100)
      .default([]),
  }),
  response: unitImport,
  errors: [404, 409],
});

export const startUnitImport = endpoint(laterRoutes.startUnitImport, {
  ...staff,
  summary:
    "Import new units as drafts, all or none, and change units that we have; with `leaveOut`, without rows with errors",
  params: one,
  body: takenParts.extend({ leaveOut: z.boolean().default(false) }),
  response: unitImport,
  errors: [404, 409],
});

export const previewUnitImport = endpoint(laterRoutes.previewUnitImport, {
  people: null,
  ...staff,
  summary: "The first three units without errors, as buyers would see them",
  params: one,
  response: z.array(inventoryDetail),
  errors: [404, 409],
});

const goneUnit = z
  .object({
    id,
    name: z.string(),
    stockNumber: z.string(),
    status: z.enum(inventoryStatuses),
    inAuction: z.boolean(),
  })
  .meta({ id: "GoneUnit" });
export type GoneUnit = z.infer<typeof goneUnit>;

export const goneUnits = endpoint(laterRoutes.goneUnits, {
  people: null,
  ...staff,
  summary: "Units of the source's last list that this one doesn't have, still to be sold (D84)",
  params: one,
  query: pageQuery,
  response: page(goneUnit),
  errors: [404],
});

export const withdrawGone = endpoint(laterRoutes.withdrawGone, {
  ...staff,
  summary: "Withdraw up to 100 of those units that are in no auction; repeat until none is left",
  params: one,
  response: z.object({ withdrawn: count }),
  errors: [404, 409],
});

/** What has become of an import's units. */
const importResults = z.object({
  added: count,
  updated: count,
  /** Units that couldn't be changed, and why; the first 100. */
  refusals: z.array(z.object({ row: z.int().positive(), message: z.string() })),
  /** Drafts that can be published. */
  ready: count,
  toMend: count,
  /** What drafts lack, most frequent first. */
  gaps: z.array(z.object({ field: z.string(), message: z.string(), units: count })),
  /** IDs of published units that are in no auction; the first 2,000. */
  offerable: z.array(id),
});
export type ImportResults = z.infer<typeof importResults>;

export const unitImportResults = endpoint(laterRoutes.unitImportResults, {
  people: null,
  ...staff,
  summary: "What has become of the units of an import",
  params: one,
  response: importResults,
  errors: [404],
});

export const publishUnitImport = endpoint(laterRoutes.publishUnitImport, {
  ...staff,
  summary: "Publish up to 100 units of an import that are ready; repeat until none is left",
  params: one,
  response: z.object({ published: count }),
  errors: [404],
});

export const cancelUnitImport = endpoint(laterRoutes.cancelUnitImport, {
  ...staff,
  summary: "Cancel an import before any unit is created",
  params: one,
  response: done,
  errors: [404, 409],
});

export const openPictureArchive = endpoint(laterRoutes.openPictureArchive, {
  ...staff,
  summary:
    "Start uploading a ZIP file of pictures for imported units; repeat to learn which parts are missing",
  params: one,
  body: z.object({ fileName: text(1, 200), bytes: z.int().min(1).max(1_000_000_000) }),
  response: pictureArchive,
  errors: [404, 409, 413],
});

export const sendArchivePart = endpoint(laterRoutes.sendArchivePart, {
  ...staff,
  summary: "Upload one part of the ZIP file; safe to repeat",
  params: archive.extend({ part: idParam }),
  files: { part: { kind: "document", atMost: 1, required: true } },
  response: pictureArchive,
  errors: [404, 409, 413],
});

export const startPictureArchive = endpoint(laterRoutes.startPictureArchive, {
  ...staff,
  summary: "Match the pictures of a complete ZIP file to units by stock number",
  params: archive,
  response: pictureArchive,
  errors: [404, 409],
});

export const exportUnits = endpoint(laterRoutes.exportUnits, {
  confirmAgain: true,
  ...staff,
  summary: "All units a search finds as CSV, in the columns an import accepts",
  body: searchUnits.body,
  response: z.unknown(),
  download: "text/csv",
});
