import type { ImportRow, UnitImport } from "@gavelyard/contract/inventory/unit-imports";
import { Importer } from "../inventory/imports/importer.ts";
import { PictureStore } from "../media/picture-store.ts";
import { sourceOf } from "../media/sql.ts";
import { makeVin } from "@gavelyard/domain/inventory/vin";
import type { LightMyRequestResponse } from "fastify";
import { openAuthApp, type AuthApp, type Row, type SignedUp } from "./auth-app.ts";
import { takeSerials } from "./serial.ts";
import { csv } from "./spreadsheets.ts";

export const importsPath = "/api/adminsupport/imports";
/** Column headers of the rows that `unitRow` makes. */
export const headers = [
  "Stock #",
  "Type",
  "Year",
  "Make",
  "Model",
  "Title",
  "Starting price",
  "VIN",
];

export const newStockNumber = () => `I-${takeSerials()}`;

/** Makes a VIN that no other unit has, from its first ten characters, the check digit as `_`. */
export const newVin = (start = "1XPBD49X_K") =>
  makeVin(`${start}D${String(takeSerials()).slice(-6).padStart(6, "0")}`);

/** Returns a valid row for an import, with the given cells replaced. */
export function unitRow(
  stockNumber = newStockNumber(),
  more: Partial<Record<string, string>> = {},
): string[] {
  const cells: Record<string, string> = {
    "Stock #": stockNumber,
    Type: "Truck tractor",
    Year: "2019",
    Make: "Peterbilt",
    Model: "579",
    Title: "Clean",
    "Starting price": "$31,500",
    VIN: "",
  };
  return headers.map((header) => more[header] ?? cells[header] ?? "");
}

/** A server with a yard, a staff account, and an importer that runs only when called. */
export interface ImportApp {
  readonly app: AuthApp;
  readonly staff: SignedUp;
  readonly pictures: PictureStore;
  readonly importer: Importer;
  upload(file: Buffer, fileName?: string): Promise<UnitImport>;
  /** Checks an import with the guessed columns and one yard for all units. */
  check(one: UnitImport, change?: object): Promise<LightMyRequestResponse>;
  checked(rows: readonly string[][]): Promise<UnitImport>;
  start(id: number, body?: object): Promise<LightMyRequestResponse>;
  read(id: number): Promise<UnitImport>;
  rowsOf(id: number, query?: string): Promise<ImportRow[]>;
  unitsLike(stockNumbers: readonly string[]): Promise<Row[]>;
}

export async function openImports(): Promise<ImportApp> {
  const app = await openAuthApp({ rateLimits: 0 });
  const staff = await app.support();
  const { context } = app;
  const pictures = new PictureStore(context.files, (id) => sourceOf(context.pool, id));
  await app.query(
    `INSERT INTO yards (name, city, state, zip, time_zone)
      VALUES ('Amarillo Yard', 'Amarillo', 'TX', '79101', 'America/Chicago')`,
  );
  const answered = <T>(reply: LightMyRequestResponse): T => {
    if (reply.statusCode !== 200) throw new Error(reply.body);
    return reply.json<T>();
  };
  const upload: ImportApp["upload"] = async (bytes, fileName = "units.csv") =>
    answered(await app.form("POST", importsPath, [["file", { fileName, bytes }]], staff.jwt));
  const check: ImportApp["check"] = (one, change = {}) =>
    app.put(
      `${importsPath}/${one.id}/mapping`,
      { mapping: one.mapping, defaults: { yard: "Amarillo Yard" }, ...change },
      staff.jwt,
    );
  return {
    app,
    staff,
    pictures,
    importer: new Importer(context, pictures),
    upload,
    check,
    checked: async (rows) => answered(await check(await upload(csv([headers, ...rows])))),
    start: (id, body = {}) => app.post(`${importsPath}/${id}/start`, body, staff.jwt),
    read: async (id) => answered(await app.get(`${importsPath}/${id}`, staff.jwt)),
    rowsOf: async (id, query = "") =>
      answered<{ content: ImportRow[] }>(
        await app.get(`${importsPath}/${id}/rows?size=100${query}`, staff.jwt),
      ).content,
    unitsLike: (stockNumbers) =>
      app.query("SELECT * FROM inventory WHERE stock_number = ANY($1::text[]) ORDER BY id", [
        stockNumbers,
      ]),
  };
}
