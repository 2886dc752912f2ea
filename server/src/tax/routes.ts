import * as contract from "@gavelyard/contract/tax";
import { addDays } from "@gavelyard/domain/business-days";
import { basisPointsToPercent, centsToDollars } from "@gavelyard/domain/money";
import { byHaulClass } from "@gavelyard/domain/sales/delivery";
import { coversDay, rateOfSale } from "@gavelyard/domain/sales/tax";
import { wallTimeToMs } from "@gavelyard/domain/wall-time";
import { readFile } from "node:fs/promises";
import type { Context } from "../context.ts";
import { attachment } from "../documents/send-document.ts";
import { act } from "../events/act.ts";
import { actorOf } from "../http/actor.ts";
import { recordListing } from "../http/note-listing.ts";
import type { Serve } from "../http/serve.ts";
import { toPlace } from "../inventory/tax-sql.ts";
import { contactOf } from "../operating-settings/sql.ts";
import { badFields } from "../refusal.ts";
import { importTaxRates, saveTaxPermit, saveTaxRate } from "./change-tax.ts";
import { ratesOf, type RateTable } from "./read-rates.ts";
import { taxReportAsCsv } from "./export-report.ts";
import { taxByState, taxFacts, type StateTaxRow } from "./report-sql.ts";
import { permits, shownRates, taxedYards, type YardRow } from "./sql.ts";

/** Routes of the house's sales tax (D94). `readTable` reads a CSV or XLSX file with a row of names. */
export function taxRoutes(
  serve: Serve,
  context: Context,
  readTable: (bytes: Buffer) => Promise<RateTable>,
): void {
  const { pool } = context;
  const settings = async (): Promise<contract.TaxSettings> => {
    const { rates, count } = await shownRates(pool);
    return {
      permits: (await permits(pool)).map(({ updatedAt, ...permit }) => ({
        ...permit,
        updatedAt: updatedAt.toISOString(),
      })),
      rates,
      rateCount: count,
      yards: (await taxedYards(pool)).map(toYard),
    };
  };

  serve(contract.taxSettings, settings);
  serve(contract.saveTaxPermit, async ({ body, user, request }) => {
    await act(context, (tx) => saveTaxPermit(tx, body, actorOf(user, request)));
    return settings();
  });
  serve(contract.saveTaxRate, async ({ body, user, request }) => {
    await act(context, (tx) => saveTaxRate(tx, body, actorOf(user, request)));
    return settings();
  });
  const periodOf = async ({ from, to }: { readonly from: string; readonly to: string }) => {
    const { hoursZone: zone } = await contactOf(pool, context.settings);
    const startOf = (day: string) => new Date(wallTimeToMs(`${day}T00:00:00`, zone));
    return { zone, period: { from: startOf(from), until: startOf(addDays(to, 1)) } };
  };
  serve(contract.taxReport, async ({ query }) => {
    const { period } = await periodOf(query);
    return toReport(await taxByState(pool, period));
  });
  serve(contract.exportTaxReport, async ({ query, user, request, reply }) => {
    const { period, zone } = await periodOf(query);
    const rows = await taxFacts(pool, period, zone);
    await recordListing(context, "DATA_EXPORTED", user, request, rows.length);
    await reply
      .header("Content-Disposition", attachment(`sales-tax-${query.from}-to-${query.to}.csv`))
      .header("Cache-Control", "no-store")
      .type("text/csv; charset=utf-8")
      .send(taxReportAsCsv(rows));
  });
  serve(contract.importTaxRates, async ({ body, user, request }) => {
    const [upload] = request.uploads;
    // The contract requires the file.
    if (upload === undefined) throw new Error("a form came without its file");
    const rates = ratesOf(await readTable(await readFile(upload.path)), body.startsOn);
    if ("text" in rates) throw badFields([{ path: "file", message: rates }]);
    return act(context, (tx) => importTaxRates(tx, rates, upload.fileName, actorOf(user, request)));
  });
}

function toYard({ place: stored, ...yard }: YardRow): contract.TaxSettings["yards"][number] {
  const place = toPlace(stored);
  const isTaxed = place?.permit != null && coversDay(place.permit, place.day);
  return {
    ...yard,
    percents: isTaxed ? byHaulClass((one) => basisPointsToPercent(rateOfSale(place, one))) : null,
  };
}

type Sums = Omit<StateTaxRow, "state">;

const toSums = ({ sales_cents, taxable_cents, exempt_cents, tax_cents }: Sums) => ({
  sales: centsToDollars(sales_cents),
  taxable: centsToDollars(taxable_cents),
  exempt: centsToDollars(exempt_cents),
  tax: centsToDollars(tax_cents),
});

function toReport(rows: readonly StateTaxRow[]): contract.TaxReport {
  const sum = (column: keyof Sums) => rows.reduce((total, row) => total + row[column], 0);
  return {
    states: rows.map((row) => ({ state: row.state, ...toSums(row) })),
    total: toSums({
      sales_cents: sum("sales_cents"),
      taxable_cents: sum("taxable_cents"),
      exempt_cents: sum("exempt_cents"),
      tax_cents: sum("tax_cents"),
    }),
  };
}
