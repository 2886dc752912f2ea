import { t } from "@gavelyard/messages/text";
import type { Image, Lot } from "@gavelyard/contract/inventory/inventory";
import { unitFacts, type ListedUnit } from "../ui/unit-facts.ts";

export const noPicture = "/no-picture.svg";

/** A watched unit with the specification's names (section 3). */
export interface WatchedUnit extends ListedUnit {
  readonly year: number | null;
  readonly mileage: number | null;
  readonly location: string | null;
  readonly image: string;
  readonly images: readonly Image[];
  readonly status: string | null;
  readonly dateAdded: string | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly inventoryType: string | null;
  readonly engineType: string | null;
  readonly description: string | null;
  readonly featured: boolean;
  readonly lot: Lot | null;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

function text(item: Fields, ...names: string[]): string | null {
  for (const name of names) {
    const value = item[name];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return null;
}

function number(item: Fields, ...names: string[]): number | null {
  for (const name of names) {
    const value = item[name];
    const read = typeof value === "string" && value !== "" ? Number(value) : value;
    if (typeof read === "number" && Number.isFinite(read)) return read;
  }
  return null;
}

/** Reads a picture: an object from our store, or only a URL. */
function readImage(value: unknown, alt: string): Image[] {
  const fields = isFields(value) ? value : { url: value };
  const url = text(fields, "url");
  if (url === null) return [];
  return [
    {
      kind: "EXTERIOR",
      order: 0,
      placeholder: text(fields, "placeholder"),
      id: text(fields, "id") ?? "",
      url,
      thumbUrl: text(fields, "thumbUrl") ?? url,
      alt: text(fields, "alt") ?? alt,
      width: number(fields, "width") ?? 0,
      height: number(fields, "height") ?? 0,
    },
  ];
}

const isLot = (value: unknown): value is Lot =>
  isFields(value) && text(value, "status") !== null && text(value, "closesAt") !== null;

function readWatchedUnit(item: unknown): WatchedUnit[] {
  if (!isFields(item)) return [];
  const id = number(item, "id");
  if (id === null || !Number.isSafeInteger(id) || id < 1) return [];
  const described = [number(item, "modelYear"), text(item, "manufacturer"), text(item, "model")]
    .filter((part) => part !== null)
    .join(" ");
  const name = text(item, "name", "vehicleName") ?? (described || t("Unknown Vehicle"));
  const pictures = ["image", "imageUrl", "images"].flatMap((field) =>
    [item[field]].flat().flatMap((each) => readImage(each, name)),
  );
  const stored = pictures.filter((picture) => picture.id !== "");
  const mileage = number(item, "mileage", "odometer");
  const location = text(item, "location");
  return [
    {
      id,
      name,
      price: number(item, "price", "startingPrice"),
      year: number(item, "year", "modelYear"),
      mileage,
      facts: unitFacts({
        odometer: mileage,
        odometerUnit: item["odometerUnit"] === "KM" ? "KM" : "MI",
        engineHours: number(item, "engineHours"),
        engineType: text(item, "engineType"),
        bodyStyle: text(item, "bodyStyle"),
        runCondition: text(item, "runCondition"),
        titleBrand: text(item, "titleBrand"),
        grade: number(item, "grade"),
      }),
      location,
      place: location ?? "",
      image: pictures[0]?.url ?? noPicture,
      images: [item["images"]].flat().flatMap((each) => readImage(each, name)),
      picture: stored[0] ?? pictures[0],
      status: text(item, "status", "inventoryStatus"),
      dateAdded: text(item, "dateAdded", "createdAt", "uploadedAt"),
      manufacturer: text(item, "manufacturer"),
      model: text(item, "model"),
      inventoryType: text(item, "inventoryType"),
      engineType: text(item, "engineType"),
      description: text(item, "description"),
      featured: item["featured"] === true,
      hasVideo: item["hasVideo"] === true,
      lot: isLot(item["lot"]) ? item["lot"] : null,
    },
  ];
}

/** Reads a watchlist by its current names, else by all fallbacks of the specification (D35). */
export const readWatchedUnits = (answer: unknown): WatchedUnit[] =>
  Array.isArray(answer) ? answer.flatMap(readWatchedUnit) : [];
