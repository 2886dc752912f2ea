import { t } from "@gavelyard/messages/text";
import * as imports from "@gavelyard/contract/inventory/unit-imports";
import { unitLabel } from "@gavelyard/contract/inventory/unit-table";
import type { Context } from "../../context.ts";
import { actorOf } from "../../http/actor.ts";
import { recordListing } from "../../http/note-listing.ts";
import type { Serve } from "../../http/serve.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { located } from "../../http/distance.ts";
import { exportedUnits } from "../export-units.ts";
import { archivesOf, partsOf, type ArchiveRecord } from "./archives-sql.ts";
import {
  cancelImport,
  importOr404,
  mapColumns,
  correctRows,
  readAgain,
  startImport,
  createImport,
} from "./change-import.ts";
import { csvLines, sendCsv } from "../../documents/csv.ts";
import { amongOf } from "./among.ts";
import { previewUnits, publishReady, resultsOf, withdrawGone } from "./import-results.ts";
import { shownRows } from "./shown-rows.ts";
import {
  goneCount,
  gonePage,
  headOf,
  importsPage,
  rowsPage,
  sampleRows,
  type ImportRecord,
  type RowRecord,
} from "./sql.ts";
import { archiveOr404, openArchive, startArchive, takePart } from "./take-archive.ts";
import { pageOf } from "../../http/page.ts";

const SAMPLES = 3;
const CSV_ROWS = 500;

/** Routes that import units and pictures from files and export units to CSV. */
export function unitImportRoutes(serve: Serve, context: Context, catalogue: Catalogue): void {
  const { pool } = context;

  serve(imports.exportUnits, async ({ body, user, request, reply }) => {
    const units = await catalogue.unitsForStaff(await located(body), await amongOf(context, body));
    await recordListing(context, "DATA_EXPORTED", user, request, units.length, 0);
    await sendCsv(reply, "units.csv", exportedUnits(pool, units));
  });

  serve(imports.unitImports, async ({ query }) => {
    const { imports: content, total } = await importsPage(pool, query);
    return pageOf(content.map(headOf), total, query);
  });
  serve(imports.createUnitImport, async ({ user, request }) => {
    const [upload] = request.uploads;
    // The contract requires the file.
    if (upload === undefined) throw new Error("a form came without its file");
    return shown(context, await createImport(context, upload, actorOf(user, request)));
  });
  serve(imports.unitImportById, ({ params }) => shown(context, params.id));
  serve(imports.unitImportRows, async ({ params, query }) => {
    const record = await importOr404(context, params.id);
    const faulty = query.errors === "true";
    const warned = query.warnings === "true";
    const { rows, total } = await rowsPage(pool, record.id, { ...query, faulty, warned });
    return pageOf(await shownRows(pool, record, rows), total, query);
  });
  serve(imports.unitImportCsv, async ({ params, query, reply }) => {
    const { id, headers } = await importOr404(context, params.id);
    const faulty = query.errors === "true";
    async function* chunks() {
      yield csvLines([[...headers, "Errors"]]);
      for (let page = 0; ; page += 1) {
        const { rows } = await rowsPage(pool, id, { page, size: CSV_ROWS, faulty });
        if (rows.length === 0) return;
        yield csvLines(rows.map((row) => [...row.cells, errorsText(row, headers)]));
      }
    }
    await sendCsv(reply, `import-${id}${faulty ? "-errors" : ""}.csv`, chunks());
  });

  serve(imports.mapUnitImport, async ({ params, body, user, request }) => {
    await mapColumns(context, params.id, body, actorOf(user, request));
    return shown(context, params.id);
  });
  serve(imports.readUnitImport, async ({ params, body, user, request }) => {
    await readAgain(context, params.id, body, actorOf(user, request));
    return shown(context, params.id);
  });
  serve(imports.mendUnitImport, async ({ params, body, user, request }) => {
    await correctRows(context, params.id, body, actorOf(user, request));
    return shown(context, params.id);
  });
  serve(imports.startUnitImport, async ({ params, body, user, request }) => {
    await startImport(context, params.id, body, actorOf(user, request));
    return shown(context, params.id);
  });
  serve(imports.previewUnitImport, async ({ params, user, request }) => [
    ...(await previewUnits(context, params.id, actorOf(user, request))),
  ]);
  serve(imports.goneUnits, async ({ params, query }) => {
    const { id } = await importOr404(context, params.id);
    return pageOf(await gonePage(pool, id, query), await goneCount(pool, id), query);
  });
  serve(imports.withdrawGone, async ({ params, user, request }) => ({
    withdrawn: await withdrawGone(context, params.id, actorOf(user, request)),
  }));
  serve(imports.unitImportResults, ({ params }) => resultsOf(context, params.id));
  serve(imports.publishUnitImport, async ({ params, user, request }) => ({
    published: await publishReady(context, params.id, actorOf(user, request)),
  }));
  serve(imports.cancelUnitImport, async ({ params, user, request }) => {
    await cancelImport(context, params.id, actorOf(user, request));
    return { message: t("Import canceled") };
  });

  serve(imports.openPictureArchive, async ({ params, body, user, request }) => {
    const id = await openArchive(context, params.id, body, actorOf(user, request));
    return toArchive(await archiveOr404(context, params.id, id));
  });
  serve(imports.sendArchivePart, async ({ params, request }) => {
    const archive = await archiveOr404(context, params.id, params.archiveId);
    const [upload] = request.uploads;
    if (upload === undefined) throw new Error("a form came without its part");
    await takePart(context, archive, params.part, upload);
    return toArchive(await archiveOr404(context, params.id, params.archiveId));
  });
  serve(imports.startPictureArchive, async ({ params, user, request }) => {
    const archive = await archiveOr404(context, params.id, params.archiveId);
    await startArchive(context, archive, actorOf(user, request));
    return toArchive(await archiveOr404(context, params.id, params.archiveId));
  });
}

const isCompared = ({ state }: ImportRecord): boolean => state === "CHECKED" || state === "DONE";

async function shown(context: Context, id: number): Promise<imports.UnitImport> {
  const record = await importOr404(context, id);
  const rows = await sampleRows(context.pool, id);
  const samplesOf = (column: number) => {
    const texts = new Set(rows.map((cells) => (cells[column] ?? "").slice(0, 80)));
    texts.delete("");
    return [...texts].slice(0, SAMPLES);
  };
  return {
    ...headOf(record),
    sheet: record.sheet,
    reading: record.reading,
    columns: record.headers.map((header, column) => ({ header, samples: samplesOf(column) })),
    mapping: [...record.mapping],
    defaults: record.defaults,
    valueMap: record.valueMap,
    source: record.source,
    isKnownSource: record.isKnownSource,
    unknownValues: [...record.unknownValues],
    matches: record.matches,
    gone: isCompared(record) ? await goneCount(context.pool, id) : 0,
    failure: record.failure,
    archives: (await archivesOf(context.pool, id)).map(toArchive),
  };
}

function toArchive(record: ArchiveRecord): imports.PictureArchive {
  const { id, bytes, state, received, files, placed, refused, problems, failure } = record;
  return {
    id,
    fileName: record.file_name,
    bytes,
    state,
    partBytes: record.part_bytes,
    parts: partsOf(record),
    received: received.toSorted((a, b) => a - b),
    files,
    placed,
    refused,
    problems,
    failure,
  };
}

function errorsText({ errors }: RowRecord, headers: readonly string[]): string {
  return errors
    .map(({ field, column, message }) => {
      const name = column === null ? unitLabel(field) : (headers[column] ?? field);
      return `${name}: ${message}`;
    })
    .join("; ");
}
