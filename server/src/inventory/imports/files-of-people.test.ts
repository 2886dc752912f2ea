import { describe, expect, test } from "vitest";
import { workbook, workbookOf } from "../../testing/spreadsheets.ts";
import { rowReader } from "./check-rows.ts";
import { usesDecimalComma } from "./cell-values.ts";
import { numberTextsOf } from "./column-plans.ts";
import { choicesFor } from "./profiles.ts";
import { tableOf, type TableChoice } from "./table.ts";

/**
 * Files as yards, dealers and other auctions export them. Each row becomes what its author meant,
 * or has an error.
 */
const house = {
  yards: [{ id: 1, name: "Vernon", city: "Vernon", state: "CA" }],
  sellers: [],
  thisYear: 2026,
};

/** Returns each row's values by field, or its errors by field. */
async function read(
  file: string | Buffer,
  choice: TableChoice = {},
  defaults: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, unknown>>[]> {
  const table = await tableOf(Buffer.from(file), choice);
  const choices = choicesFor(table, [], "list.csv");
  const reader = rowReader(
    {
      ...choices,
      headers: table.headers,
      defaults: { ...choices.defaults, ...defaults },
      decimalComma: usesDecimalComma(numberTextsOf(choices.mapping, table.rows)),
    },
    house,
  );
  return table.rows.map((row) => {
    const { faults, values, warnings } = reader(row);
    const warned = warnings.length > 0 ? { warning: warnings[0]?.message } : {};
    return faults.length > 0
      ? Object.fromEntries(faults.map(({ field, message }) => [field, message]))
      : { ...Object.fromEntries(values), ...warned };
  });
}
const lines = (...all: readonly string[]) => all.join("\r\n");

describe("lines", () => {
  const head = "Stock #,Year,Make,Model,Title,Type,Yard,Starting bid,Comments";

  test("an inch mark is an error of its line, and swallows no other vehicle", async () => {
    const rows = await read(
      lines(
        head,
        'S1,2015,Ford,Escape,Clean,SUV,1,500,"6" lift"',
        "S2,2016,Ford,Edge,Clean,SUV,1,700,ok",
        'S3,2017,Ford,Flex,Clean,SUV,1,900,"no keys',
        'S4,2017,Ford,Flex,Clean,SUV,1,900,"tires 16"',
        "S5,2018,Ford,Focus,Clean,SUV,1,900,",
      ),
    );
    expect(rows).toEqual([
      { line: expect.stringContaining("quotation mark") },
      expect.objectContaining({ stockNumber: "S2" }),
      { line: expect.stringContaining("quotation mark") },
      expect.objectContaining({ stockNumber: "S4", description: "tires 16" }),
      expect.objectContaining({ stockNumber: "S5" }),
    ]);
  });

  test("a quote that a later row closes swallows no vehicle", async () => {
    const rows = await read(
      lines(
        head,
        'S1,2015,Ford,Escape,Clean,SUV,1,500,"no keys',
        "S2,2016,Ford,Edge,Clean,SUV,1,700,ok",
        'S3,2017,Ford,Flex,Clean,SUV,1,900,tires 16"',
        "S4,2017,Ford,Flex,Clean,SUV,1,900,ok",
      ),
    );
    expect(rows.map((row) => row["stockNumber"] ?? "error")).toEqual(["error", "S2", "S3", "S4"]);
  });

  test("text of several lines with commas is one cell", async () => {
    const [row] = await read(
      lines(head, 'S1,2015,Ford,Escape,Clean,SUV,1,500,"Runs, drives, stops.\nOne owner, 2 keys"'),
    );
    expect(row).toMatchObject({ description: "Runs, drives, stops.\nOne owner, 2 keys" });
  });

  test.each([
    [
      "price",
      "Stock #,Year,Make,Model,Title,Type,Yard,Comments,Starting bid",
      "S1,2015,Ford,Escape,Clean,SUV,1,ok,$12,500",
    ],
    [
      "reading",
      "Stock #,Year,Make,Model,Title,Type,Yard,Starting bid,Miles",
      "S1,2015,Ford,Escape,Clean,SUV,1,500,112,400",
    ],
    ["text", head, "S1,2015,Ford,Escape,Clean,SUV,1,500,One owner, engine knocks, no keys"],
  ])("a %s with commas and no quotes is an error", async (_what, header, row) => {
    expect(await read(lines(header, row))).toEqual([
      { line: expect.stringContaining("more cells than there are columns") },
    ]);
  });

  test.each(["\t", ";"])(
    "short files with commas in their texts keep their separator %o",
    async (separator) => {
      const row = [
        "S1",
        "2015",
        "Ford",
        "Escape",
        "Clean",
        "SUV",
        "1",
        "500",
        "one owner, runs, drives",
      ];
      const text = [head.split(","), row, row].map((cells) => cells.join(separator)).join("\n");
      expect(await read(`${text}\n`)).toMatchObject([
        { description: row[8] },
        { description: row[8] },
      ]);
    },
  );
});

describe("characters", () => {
  const head = "Stock #,Year,Make,Model,Title,Type,Yard,Starting bid,Comments";
  const row = "S1,2015,Ford,Edge,Clean,SUV,1,500,";
  const [before, after] = [Buffer.from(`${head}\n${row}caf`), Buffer.from("\n")];

  test.each([
    ["UTF-16 without a mark", Buffer.from(`${head}\n${row}café`, "utf16le")],
    ["UTF-16 of old Macs", Buffer.from(`${head}\n${row}café`, "utf16le").swap16()],
    ["Windows", Buffer.concat([before, Buffer.from([0xe9]), after])],
    ["an old Mac", Buffer.concat([before, Buffer.from([0x8e]), after])],
  ])("of %s are read", async (_from, file) => {
    expect(await read(file)).toMatchObject([{ description: "café" }]);
  });

  test("of DOS are refused", async () => {
    const file = Buffer.concat([before, Buffer.from([0x82]), after]);
    await expect(tableOf(file)).rejects.toThrow(/accents/);
  });
});

describe("the row of names", () => {
  const names = "Stock #|Year|Make|Model|Title|Type|Starting bid|Yard";
  const unit = "S1|2007|Pontiac|G6|Clean|SUV|500|1";

  test("is found below a title and above a ruler", async () => {
    const file = lines("# Inventory", "", "Updated 2024-03-27", names, "---|---|---|---", unit);
    expect(await read(file)).toMatchObject([{ stockNumber: "S1", model: "G6" }]);
  });

  test("is left out where it is repeated", async () => {
    expect(await read(lines(names, unit, names, unit.replace("S1", "S2")))).toHaveLength(2);
  });

  test("is followed by units, not by their sums", async () => {
    const file = lines(names, unit, "Subtotal||||||500", unit.replace("S1", "Total"), "Total:|2");
    expect(await read(file)).toMatchObject([{ stockNumber: "S1" }, { stockNumber: "Total" }]);
  });

  test("doesn't exist in a file that starts with a vehicle", async () => {
    const { headers, rows, reading } = await tableOf(Buffer.from(lines(unit, unit)));
    expect([headers[0], rows.length, reading.headerRow]).toEqual(["", 2, 0]);
  });

  test("takes the units from a line of units below it", async () => {
    const rows = await read(
      lines(
        "Stock #,Year,Make,Model,Odometer,GVWR,Title,Type,Yard,Starting bid",
        ",,,,(km),(kg),,,,(USD)",
        "S1,2015,Ford,Edge,80000,2850,Clean,SUV,1,500",
      ),
    );
    expect(rows).toMatchObject([{ odometer: 80_000, odometerUnit: "KM", "specs.gvwrLb": 6_283 }]);
  });

  test("is the one that people choose", async () => {
    const file = Buffer.from(lines(names, unit, unit.replace("S1", "S2")));
    const { headers, rows } = await tableOf(file, { headerRow: 2 });
    expect([headers[0], rows.map(({ cells }) => cells[0])]).toEqual(["S1", ["S2"]]);
  });
});

describe("meanings", () => {
  test("a price for all rows is in dollars, whatever the currency of the row's blank cell", async () => {
    const head = "Stock #,Year,Make,Model,Title,Type,Yard,Starting bid,Currency";
    const rows = await read(
      lines(
        head,
        "S1,2015,Ford,Edge,Clean,SUV,1,N/A,CAD",
        "S2,2015,Ford,Edge,Clean,SUV,1,0,CAD",
        "S3,2015,Ford,Edge,Clean,SUV,1,700,CAD",
      ),
      {},
      { startingPrice: "500" },
    );
    expect(rows).toMatchObject([
      { stockNumber: "S1", startingPrice: 500 },
      { stockNumber: "S2", startingPrice: 500 },
      { startingPrice: expect.stringContaining("CAD") },
    ]);
  });

  test.each(["Run & Drive", "Runs & Drives", "RUN & DRIVE VERIFIED"])("“%s” runs", async (runs) => {
    const head = "Stock #,Year,Make,Model,Title,Type,Yard,Starting bid,Runs/Drives";
    expect(await read(lines(head, `S1,2015,Ford,Edge,Clean,SUV,1,500,${runs}`))).toMatchObject([
      { runCondition: "RUNS_DRIVES" },
    ]);
  });

  test("a reading abroad whose unit is “N/A” is asked about", async () => {
    const head = "Stock #,Year,Make,Model,Title,Type,Yard,Starting bid,Country,Miles,Odometer unit";
    const row = "S1,2015,Ford,Edge,Clean,SUV,1,500,Canada,140753,N/A";
    expect(await read(lines(head, row))).toEqual([
      { odometerUnit: expect.stringContaining("Canada") },
    ]);
  });

  const base = {
    "Stock #": "S1",
    Year: "2015",
    Make: "Ford",
    Model: "Explorer",
    Type: "SUV",
    Yard: "1",
    "Starting bid": "500",
    Title: "Clean",
  };
  const one = async (more: Readonly<Record<string, string>>) => {
    const cells = { ...base, ...more };
    const quoted = (texts: readonly string[]) => texts.map((text) => `"${text}"`).join(",");
    return (await read(lines(quoted(Object.keys(cells)), quoted(Object.values(cells)))))[0];
  };

  test("a column named like the field beats others", async () => {
    expect(await one({ titleType: "Bill of sale", titleBrand: "FLOOD" })).toMatchObject({
      titleBrand: "FLOOD",
    });
  });

  test("a lot number is never a yard", async () => {
    const { Yard: _yard, ...others } = base;
    const cells = { ...others, "Lot #": "1" };
    const file = lines(Object.keys(cells).join(","), Object.values(cells).join(","));
    expect(await read(file)).toEqual([{ yard: "Enter the unit's location" }]);
  });

  test.each([
    ["Odometer (km)", "408882", { odometer: 408_882 }],
    ["Odometer", "80,467 km", { odometer: 80_467, odometerUnit: "KM" }],
    ["Odometer (km)", "50,000 mi", { odometer: 50_000, odometerUnit: "MI" }],
    ["GVWR (kg)", "2850", { "specs.gvwrLb": 6_283 }],
    ["GVWR (kg)", "33,000 lb", { "specs.gvwrLb": 33_000 }],
    ["GVWR", "2850 kg", { "specs.gvwrLb": 6_283 }],
    ["Wheelbase", "20'", { "specs.wheelbaseIn": 240 }],
    ["Displacement", "6.7 L", { "specs.displacementL": 6.7 }],
    ["GVWR", "0", {}],
    ["Cylinders", "0", {}],
    ["Buy now", "0.0", {}],
    ["Odometer", "Unknown", {}],
    ["Transmission", "N/A", {}],
    ["Exterior color", "N/A", {}],
    ["Keys", "true", { "specs.keys": "YES" }],
    ["Keys", "FALSE", { "specs.keys": "NO" }],
    ["Runs", "Run & Drive Verified", { runCondition: "RUNS_DRIVES" }],
    ["Drivetrain", "REAR WHEEL DRIVE", { "specs.drivetrain": "RWD" }],
    ["Starting bid", "US$12,500", { startingPrice: 12_500 }],
    ["Stock #", "\u200bS9", { stockNumber: "S9" }],
    ["Odometer KM", "408882", { odometer: 408_882, odometerUnit: "KM" }],
    ["odometerKm", "408882", { odometer: 408_882, odometerUnit: "KM" }],
    ["Kms", "408882", { odometer: 408_882, odometerUnit: "KM" }],
    ["Miles (000s)", "412", { odometer: 412_000 }],
    ["GVWR kg", "2850", { "specs.gvwrLb": 6_283 }],
    ["GVW (tonnes)", "28", { "specs.gvwrLb": 61_729 }],
    ["GVWR (1000 lb)", "33", { "specs.gvwrLb": 33_000 }],
    ["Horsepower (kW)", "335", { "specs.horsepower": 449 }],
    ["Torque (Nm)", "2237", { "specs.torqueLbFt": 1_650 }],
    ["Displacement", "5900 cc", { "specs.displacementL": 5.9 }],
    ["Fuel", "Gasolina", { fuelType: "GAS" }],
    ["Transmission", "Automatica", { transmission: "AUTOMATIC" }],
    ["Keys", "Sí", { "specs.keys": "YES" }],
    ["Title", "SALVAMENTO", { titleBrand: "SALVAGE" }],
    ["Title", "Salvage Title", { titleBrand: "SALVAGE" }],
    ["Title", "Certificate of Destruction", { titleBrand: "CERT_OF_DESTRUCTION" }],
    ["Estado", "Disponible", {}],
    ["Title state", "Texas", { "specs.titleState": "TX" }],
    ["Title state", "new mexico", { "specs.titleState": "NM" }],
    ["Title state", "N/A", {}],
    ["Kind of identifier", "Serial number", { identifierType: "SERIAL" }],
    [
      "Notes",
      "<p>Runs &amp; drives<br/>Sold with <b>lot 12</b></p>",
      { description: "Runs & drives\nSold with lot 12" },
    ],
    ["Notes", "Bed < 6', price > $500 & AT&T", { description: "Bed < 6', price > $500 & AT&T" }],
  ])("%s “%s”", async (column, cell, expected) => {
    const row = await one({ [column]: cell });
    const field = Object.keys(expected);
    expect(row).toMatchObject({ modelYear: 2015, ...expected });
    if (field.length === 0) expect(Object.values(row ?? {})).not.toContain(0);
  });

  test.each([
    ["Starting price (CAD)", "1000", "startingPrice", /US dollars, and this column is in CAD/],
    ["Odometer", "12.000", "odometer", /two ways/],
    ["Engine hours", "50 %", "engineHours", /isn't a number/],
    ["Engine hours", "12,000 mi", "engineHours", /unit/],
    ["Odometer", "1,200 hrs", "odometer", /unit/],
    ["Odometer", "$1,200", "odometer", /isn't a number/],
    ["Horsepower", "450 lb", "specs.horsepower", /unit/],
    ["Odometer", "123k", "odometer", /isn't a number/],
    ["Stock #", "1.23457E+16", "stockNumber", /shortened/],
    ["Make", "N/A", "manufacturer", /required/],
    ["Price €", "1000", "startingPrice", /in EUR/],
    ["Starting price CDN", "1000", "startingPrice", /in CAD/],
    ["Price (C$)", "1000", "startingPrice", /in CAD/],
    ["Price in pesos", "1000", "startingPrice", /in MXN/],
    ["Estimate to", "12.5", "estimateHigh", /two ways/],
    ["GVWR", "8", "specs.gvwrLb", /weight class/],
    ["GVWR lbs/kg", "2850", "specs.gvwrLb", /unit/],
    ["Odometer (hours)", "4120", "odometer", /unit/],
    ["Odometer (km/mi)", "4120", "odometerUnit", /miles or kilometers/],
    ["Kilometraje", "4120", "odometerUnit", /miles or kilometers/],
    ["Model", "3-Sep", "model", /made a date/],
    ["Model", "2026-03-09", "model", /made a date/],
    ["Year", "2029", "modelYear", /up to 2028/],
    ["UOM", "Hours", "odometerUnit", /isn't one of/],
    ["Title state", "Tex.", "specs.titleState", /two capital letters/],
    ["Location", "2", "yard", /No yard is named/],
  ])("%s “%s” is an error", async (column, cell, field, message) => {
    const { "Starting bid": price, ...others } = base;
    const more = /^(?:Starting|Price)/.test(column) ? {} : { "Starting bid": price };
    const given = { ...others, ...more, [column]: cell };
    const { Yard: _yard, ...without } = given;
    const cells = column === "Location" ? without : given;
    const quoted = (texts: readonly string[]) => texts.map((text) => `"${text}"`).join(",");
    const file = lines(quoted(Object.keys(cells)), quoted(Object.values(cells)));
    expect((await read(file))[0]).toEqual({ [field]: expect.stringMatching(message) });
  });

  test("a reading in miles contradicts a unit of kilometers", async () => {
    expect(await one({ Odometer: "50,000 mi", "Odometer unit": "km" })).toEqual({
      odometer: expect.stringContaining("in miles"),
    });
    expect(await one({ Odometer: "50,000 mi", "Odometer unit": "mi" })).toMatchObject({
      odometer: 50_000,
    });
  });

  test("a reading abroad without a unit is asked for, and prices abroad are errors", async () => {
    const { "Starting bid": _price, ...others } = base;
    const rows = (price: string, more: Readonly<Record<string, string>>) => {
      const cells = { ...others, Odometer: "140753", [price]: "500", ...more };
      return read(lines(Object.keys(cells).join(","), Object.values(cells).join(",")));
    };
    const asked = { odometerUnit: expect.stringContaining("miles or kilometers") };
    expect(await rows("X", { "Currency Code": "CAD" })).toMatchObject([asked]);
    expect(await rows("X", { "Location country": "CAN" })).toMatchObject([asked]);
    expect(await rows("Starting bid", { Currency: "CAD", Unit: "mi" })).toMatchObject([
      { startingPrice: expect.stringContaining("this row's are in CAD") },
    ]);
    for (const [column, text] of [
      ["Country", "USA"],
      ["Currency", "USD"],
      ["Country", "CAN"],
    ] as const) {
      const [row] = await rows("Starting bid", { [column]: text, "Odometer unit": "mi" });
      expect(row).toMatchObject({ odometer: 140_753, odometerUnit: "MI" });
    }
  });

  test.each([
    ["Automobile", "SPORT UTILITY VEHICLE", "SUV"],
    ["AUTOMOBILE", "CREW PICKUP", "PICKUP"],
    ["Automobile", "", "CAR"],
    ["Heavy-duty truck", "TRACTOR TRUCK", "TRUCK_TRACTOR"],
    ["Medium-duty truck", "CARGO VAN", "VAN"],
  ])("%s with the body “%s” is of type %s", async (Type, body, inventoryType) => {
    expect(await one({ Type, "Body Style": body })).toMatchObject({ inventoryType });
  });

  test.each([
    [{ Status: "SOLD" }, /“SOLD” under “Status”/],
    [{ Sold: "Y" }, /under “Sold”/],
    [{ Status: "Available" }, null],
    [{ Make: "2015 Ford" }, /Is “2015 Ford” Ford/],
    [{ Make: "FORD TRUCK" }, /Ford\?/],
    [{ Model: "Ford Explorer" }, /repeats/],
    [{ Model: "2015 Explorer" }, /repeats/],
    [{ Make: "Ram", Model: "1500" }, null],
    [{ Hours: "412,000" }, /miles\?/],
  ])("%o is looked at: %s", async (more, warning) => {
    const row = await one(more);
    expect(row).toMatchObject({ stockNumber: "S1" });
    if (warning === null) expect(row).not.toHaveProperty("warning");
    else expect(row?.["warning"]).toMatch(warning);
  });

  test("a number with a comma is asked about in a file of decimal commas", async () => {
    const file = lines(
      "Stock #;Year;Make;Model;Hours;Title;Type;Starting bid;Yard",
      "S1;2019;Infiniti;QX60;12,500;Clean;SUV;2.000;1",
      "S2;2019;Infiniti;QX60;12,50;Clean;SUV;2.000;1",
    );
    expect(await read(file)).toMatchObject([
      { engineHours: expect.stringContaining("two ways") },
      { engineHours: 12.5, startingPrice: 2_000 },
    ]);
  });

  test("numbers follow the file's own way to write them", async () => {
    const file = lines(
      "Stock #;Year;Make;Model;Mileage;Title;Type;Starting bid;Yard",
      "S1;2019;Infiniti;QX60;12.000;Clean;SUV;2.000;1",
      "S2;2019;Infiniti;QX60;112.500;Clean;SUV;1.500,00;1",
    );
    expect(await read(file)).toMatchObject([
      { odometer: 12_000, startingPrice: 2_000 },
      { odometer: 112_500, startingPrice: 1_500 },
    ]);
  });
});

describe("a workbook", () => {
  const names = ["Stock #", "Year", "Make", "Model", "Title", "Type", "Starting bid", "Yard"];
  const unit = (stock: string) => [stock, 2015, "Ford", "Edge", "Clean", "SUV", 500, 1];

  test("is read from the sheet with the units, whatever comes before", async () => {
    const file = workbook({ Cover: [["ACME Auctions weekly list"]], Cars: [names, unit("S1")] });
    expect((await tableOf(file)).sheet).toBe("Cars");
    expect(await read(file, { sheet: "Cars" })).toMatchObject([{ stockNumber: "S1" }]);
  });

  test("isn't read from a hidden sheet, unless asked", async () => {
    const sheets = { Old: [names, unit("HIDDEN"), unit("HIDDEN-2")], Cars: [names, unit("S1")] };
    const file = workbook(sheets, ["Old"]);
    expect((await tableOf(file)).reading.sheets).toEqual(["Cars", "Old"]);
    expect(await read(file)).toMatchObject([{ stockNumber: "S1" }]);
    expect(await read(file, { sheet: "Old" })).toHaveLength(2);
  });

  const sheet = (rows: string) =>
    workbookOf(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    );
  const texts = (row: number, cells: readonly (string | number)[], more = "") =>
    `<row r="${row}"${more}>${cells
      .map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`)
      .join("")}</row>`;

  test("leaves out the rows that are filtered out, unless asked", async () => {
    const file = sheet(
      texts(1, names) + texts(2, unit("S1"), ' hidden="1"') + texts(3, unit("S2")),
    );
    const { rows, reading } = await tableOf(file);
    expect([rows.map(({ row }) => row), reading.hiddenRows]).toEqual([[3], 1]);
    expect((await tableOf(file, { withHidden: true })).rows).toHaveLength(2);
  });

  test("shows what the spreadsheet shows", async () => {
    const shown = (cell: string) =>
      tableOf(sheet(`${texts(1, ["Stock #", "Make"])}<row r="2">${cell}<c><v>1</v></c></row>`));
    for (const [cell, text] of [
      ['<c s="2"><v>87</v></c>', "00087"],
      ['<c s="3"><v>45000</v></c>', "2023"],
      ['<c s="4"><v>0.5</v></c>', "50%"],
      ['<c s="1"><v>45000</v></c>', "2023-03-15"],
      ["<c><v>123456789012345</v></c>", "123456789012345"],
      ["<c><v>0.30000000000000004</v></c>", "0.3"],
    ] as const)
      expect((await shown(cell)).rows[0]?.cells[0]).toBe(text);
  });

  test("errors, and formulas without a result, are errors of their row", async () => {
    const stock = (cell: string) =>
      texts(2, unit("S1")).replace('<c t="inlineStr"><is><t>S1</t></is></c>', cell);
    for (const [cell, message] of [
      ['<c t="e"><v>#N/A</v></c>', /#N\/A/],
      ["<c><f>A9</f></c>", /no saved result/],
      ["<c><v>12345678901234567</v></c>", /shortened/],
    ] as const) {
      expect(await read(sheet(texts(1, names) + stock(cell)))).toEqual([
        { stockNumber: expect.stringMatching(message) },
      ]);
    }
  });
});

describe("other files are named as what they are", () => {
  test.each([
    ["%PDF-1.7\n1 0 obj", /PDF/],
    ["<?xml version='1.0'?><rss></rss>", /XML/],
    ['[{"vin": 1}]', /JSON/],
  ])("%o", async (text, message) => {
    await expect(tableOf(Buffer.from(text))).rejects.toThrow(message);
  });
  test("a workbook with a password", async () => {
    const file = Buffer.concat([
      Buffer.from("d0cf11e0a1b11ae1", "hex"),
      Buffer.from("EncryptedPackage", "utf16le"),
    ]);
    await expect(tableOf(file)).rejects.toThrow(/password/);
  });
});

/** Real columns and rows of lists that we ship a profile for. */
describe("a list of", () => {
  const given = { yard: "1", startingPrice: "25" };

  test("Copart is read without a question but title codes that we aren't sure of", async () => {
    const head =
      "Id,Yard number,Yard name,Lot number,Vehicle Type,Year,Make,Model Group,Model Detail,Body Style,Color,Damage Description,Secondary Damage,Sale Title State,Sale Title Type,Has Keys-Yes or No,VIN,Odometer,Odometer Brand,Engine,Drive,Transmission,Fuel Type,Cylinders,Runs/Drives,Special Note,Location country,Currency Code,Buy-It-Now Price,Trim,Announcements";
    const rows = await read(
      lines(
        head,
        "1,294,ONTARIO AUCTION,57523226,V,2019,FORD,RANGER,RANGER,PICKUP,BLUE,WATER/FLOOD,MINOR DENT/SCRATCHES,ON,ST,YES,1FMAB1C2XKA523226,140753,N,2.3L 4,4X4 W/REAR WHEEL DRV,AUTOMATIC,GAS,4,Run & Drive Verified,,CAN,CAD,0.0,XL,",
        "2,855,WHOLESALE AUCTION,56357846,K,2020,FORD,F550,F550,CAB CHASSIS,WHITE,SIDE,,MN,CT,EXM,,143157,A,6.7L 8,,AUTOMATIC,FLEXIBLE,8,DEFAULT,,USA,USD,0.0,,",
        "3,855,WHOLESALE AUCTION,56357847,V,2020,FORD,EDGE,EDGE,4DR SPORT UTILITY,WHITE,SIDE,,MN,NU,YES,,0,E,,,,,,DEFAULT,,USA,USD,0.0,,",
      ),
      {},
      given,
    );
    expect(rows).toMatchObject([
      {
        stockNumber: "57523226",
        inventoryType: "PICKUP",
        odometer: 140_753,
        odometerUnit: "KM",
        odometerBrand: "NOT_ACTUAL",
        titleBrand: "SALVAGE",
        primaryDamage: "FLOOD",
        "specs.drivetrain": "4X4",
        startingPrice: 25,
        yard: 1,
      },
      { inventoryType: "TRUCK_STRAIGHT", titleBrand: "CLEAN", "specs.keys": "UNKNOWN" },
      { titleBrand: expect.stringContaining("“NU” isn't one of") },
    ]);
    expect(rows[1]).not.toHaveProperty("odometerUnit");
    expect(rows[0]).not.toHaveProperty("buyNowPrice");
  });

  test("IAA", async () => {
    const head =
      "stockNumber,year,make,model,vehicleType,titleType,titleBrand,vin,odometer,odometerBrand,primaryDamage,secondaryDamage,keys,fuelType,cylinders,driveLineType,runAndDrive,minimumBidAmount";
    const rows = await read(
      lines(
        head,
        "S1,2018,Ford,Escape,AUTOMOBILE,BillOfSale,FLOOD,,45000,ACTUAL,NORMAL WEAR & TEAR,LEFT SIDE,true,FlexibleFuel,4,4x2,true,500",
        "S2,2024,Honda,Prologue,AUTOMOBILE,BillOfSale,SALVAGE/REBUILT,,0,NOT REQUIRED/EXEMPT,TOTAL BURN,,false,Electric,0,,false,0",
      ),
      {},
      given,
    );
    expect(rows).toMatchObject([
      {
        inventoryType: "CAR",
        titleBrand: "FLOOD",
        odometerBrand: "ACTUAL",
        primaryDamage: "NORMAL_WEAR",
        "specs.secondaryDamage": "SIDE",
        "specs.keys": "YES",
        runCondition: "RUNS_DRIVES",
        startingPrice: 500,
      },
      { titleBrand: "REBUILT", odometerBrand: "EXEMPT", "specs.keys": "NO", startingPrice: 25 },
    ]);
    expect(rows[1]).not.toHaveProperty("specs.cylinders");
  });

  const feed = { ...given, inventoryType: "SUV", titleBrand: "CLEAN" };
  const expected = {
    stockNumber: "S1",
    modelYear: 2015,
    manufacturer: "Ford",
    model: "Explorer",
    odometer: 254_122,
    startingPrice: 10_499,
    titleBrand: "CLEAN",
    "specs.exteriorColor": "White",
  };

  test("Google vehicle listings", async () => {
    const file = [
      "id\ttitle\tcondition\tvin\tmake\tmodel\tyear\tmileage\tprice\texterior_color\timage_link",
      "S1\t2015 Ford Explorer, XLT\tused\t\tFord\tExplorer\t2015\t254,122 miles\t10499 USD\tWhite\thttps://x.example/1.jpg",
      "",
    ];
    expect(await read(file.join("\n"), {}, feed)).toMatchObject([expected]);
  });

  test("Meta's vehicle catalog, whose other currencies are errors", async () => {
    const rows = await read(
      lines(
        "vehicle_id,title,make,model,year,vin,mileage.value,mileage.unit,price,sale_price,exterior_color,state_of_vehicle,image[0].url",
        "S1,2015 Ford Explorer,Ford,Explorer,2015,,254122,MI,10499 USD,,White,USED,https://x.example/1.jpg",
        "S2,2015 Ford Explorer,Ford,Explorer,2015,,254122,KM,39733.00 CAD,,White,USED,",
      ),
      {},
      feed,
    );
    expect(rows).toMatchObject([
      { ...expected, odometerUnit: "MI" },
      { startingPrice: expect.stringContaining("isn't a number") },
    ]);
  });

  test("truck dealers", async () => {
    const rows = await read(
      lines(
        "UntId,Stock Type,Make,Model,Year,Price,Mileage,VIN,Engine,Engine Make,Horsepower,Transmission Type,Suspension Type,Drive Train,APU,PTO (Y/N)",
        "171984,USED TRUCK,INTERNATIONAL,LT625,2019,25750,642227,3HSKZAPR2KN141534,CUMMINS X15,CUMMINS,450,Endurant,AIR RIDE,AUTO 6X2,N/A,N",
      ),
      {},
      given,
    );
    expect(rows).toEqual([
      { inventoryType: expect.stringContaining("“USED TRUCK”"), titleBrand: "This is required" },
    ]);
    const trailers = await read(
      lines(
        "UntId,Stock Type,Make,Model,Year,Price,VIN,Body Type,GVWR,Tandem,Refer",
        "188086,NEW TRAILER,HYUNDAI,FLATBED,2024,43900,3H3F532K9RJ464401,N/A,0,N/A,N/A",
      ),
      {},
      { ...given, titleBrand: "CLEAN" },
    );
    expect(trailers).toMatchObject([
      { stockNumber: "188086", inventoryType: "TRAILER", startingPrice: 43_900 },
    ]);
    expect(trailers[0]).not.toHaveProperty("specs.gvwrLb");
  });

  test("car dealers", async () => {
    const rows = await read(
      lines(
        "StockNumber,VIN,New/Used,Year,Make,Model,Body,Miles,ExteriorColor,InteriorColor,SellingPrice,Description,ImageList",
        "S1,,Used,2015,Ford,Explorer,SUV,254122,White,Black,10499,One owner,https://x.example/1.jpg",
      ),
      {},
      feed,
    );
    expect(rows).toMatchObject([{ ...expected, description: "One owner" }]);
  });
});
