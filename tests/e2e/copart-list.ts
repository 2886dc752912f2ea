import { makeVin } from "@gavelyard/domain/inventory/vin";

/** The columns of Copart's list, in its order. */
const columns =
  "Id,Yard number,Yard name,Sale Date M/D/CY,Day of Week,Sale time (HHMM),Time Zone,Item#,Lot number,Vehicle Type,Year,Make,Model Group,Model Detail,Body Style,Color,Damage Description,Secondary Damage,Sale Title State,Sale Title Type,Has Keys-Yes or No,Lot Cond. Code,VIN,Odometer,Odometer Brand,Est. Retail Value,Repair cost,Engine,Drive,Transmission,Fuel Type,Cylinders,Runs/Drives,Sale Status,High Bid =non-vix,Sealed=Vix,Special Note,Location city,Location state,Location ZIP,Location country,Currency Code,Image Thumbnail,Create Date/Time,Grid/Row,Make-an-Offer Eligible,Buy-It-Now Price,Image URL,Trim,Last Updated Time,Rentals,Copart Select,Seller Name,Offsite Address1,Offsite State,Offsite City,Offsite Zip,Sale Light,AutoGrade,Announcements"
    .replace("non-vix,Sealed", "non-vix;Sealed")
    .split(",")
    .map((name) => name.replace(";", ","));

/** By column: its texts, each in so many of the 200 rows, as such lists have them. */
const spread: Readonly<Record<string, readonly (readonly [rows: number, text: string])[]>> = {
  "Vehicle Type": [
    ...([
      [132, "V"],
      [9, "R"],
      [8, "K"],
      [7, "C"],
      [7, "U"],
      [5, "A"],
      [5, "B"],
      [5, "M"],
    ] as const),
    ...([
      [5, "J"],
      [5, "S"],
      [5, "N"],
      [5, "D"],
      [2, "H"],
    ] as const),
  ],
  "Body Style": [
    [40, "SPORT UTILITY VEHICLE"],
    [60, "SEDAN 4DR"],
    [32, "CREW PICKUP"],
    [68, ""],
  ],
  "Damage Description": [
    ...([
      [80, "FRONT END"],
      [50, "REAR END"],
      [17, "MINOR DENT/SCRATCHES"],
      [27, "SIDE"],
    ] as const),
    ...([
      [21, "BURN - ENGINE"],
      [3, "TOP/ROOF"],
      [1, "WATER/FLOOD"],
      [1, "MISSING/ALTERED VIN"],
    ] as const),
  ],
  "Secondary Damage": [
    [142, ""],
    [53, "SIDE"],
    [3, "MISSING/ALTERED VIN"],
    [1, "REPLACED VIN"],
    [1, "TOP/ROOF"],
  ],
  "Sale Title Type": [
    ...([
      [75, "ST"],
      [39, "CT"],
      [23, "SV"],
      [18, "SC"],
      [11, "BS"],
      [2, "PO"],
      [2, "RB"],
    ] as const),
    ...([
      [2, "RS"],
      [1, "CD"],
      [9, "NU"],
      [5, "OA"],
      [5, "CZ"],
      [2, ""],
      [1, "IR"],
      [1, "IC"],
    ] as const),
    ...([
      [1, "SM"],
      [1, "BP"],
      [1, "IP"],
      [1, "NF"],
    ] as const),
  ],
  "Has Keys-Yes or No": [
    [163, "YES"],
    [19, "NO"],
    [18, "EXM"],
  ],
  "Odometer Brand": [
    [104, "A"],
    [59, "N"],
    [30, "E"],
    [5, "X"],
    [2, ""],
  ],
  Drive: [
    [57, ""],
    [50, "FRONT WHEEL DRIVE"],
    [35, "REAR WHEEL DRIVE"],
    [32, "ALL WHEEL DRIVE"],
    [24, "4X4 W/REAR WHEEL DRV"],
    [2, "4X2"],
  ],
  Transmission: [
    [170, "AUTOMATIC"],
    [16, "MANUAL"],
    [14, ""],
  ],
  "Fuel Type": [
    [110, "GAS"],
    [46, ""],
    [20, "DIESEL"],
    [12, "FLEXIBLE"],
    [8, "ELECTRIC AND GAS HYBRID"],
    [4, "ELECTRIC"],
  ],
  "Runs/Drives": [
    [102, "Run & Drive Verified"],
    [76, "DEFAULT"],
    [11, "Vehicle Starts"],
    [11, ""],
  ],
  "Location country": [
    [28, "CAN"],
    [172, "USA"],
  ],
  "Currency Code": [
    [28, "CAD"],
    [172, "USD"],
  ],
  "Model Detail": [
    [197, "MODEL"],
    [3, "UNKNOWN"],
  ],
};
const texts: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(spread).map(([column, parts]) => [
    column,
    parts.flatMap(([rows, text]) => Array.from({ length: rows }, () => text)),
  ]),
);

/** A list of 200 rows in Copart's columns and codes, with lot numbers and VINs from `serial` on. */
export function copartList(serial: number): string[][] {
  const rows = Array.from({ length: 200 }, (_, at) => {
    const number = serial + at;
    const own: Readonly<Record<string, string>> = {
      Id: `${at + 1}`,
      "Yard name": at % 2 === 0 ? "TX - NORTH AUSTIN" : "IA - CEDAR RAPIDS",
      "Lot number": `COP${number}`,
      Year: "2019",
      Make: "FORD",
      "Model Group": "ALL MODELS",
      VIN: makeVin(`1FMAB1C2_KA52${number}`),
      Odometer: `${140_000 + number}`,
      "Special Note": at % 7 === 0 ? `"drove through "wet" cement", ${at}` : "",
      "Buy-It-Now Price": "0.0",
    };
    return columns.map((column) => texts[column]?.[at] ?? own[column] ?? "");
  });
  return [columns, ...rows];
}
