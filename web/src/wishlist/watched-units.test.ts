import { expect, test } from "vitest";
import { noPicture, readWatchedUnits } from "./watched-units.ts";

const only = (item: unknown) => readWatchedUnits([item])[0];

test("reads the main field names as served", () => {
  const served = {
    id: 7,
    name: "2019 Peterbilt 579",
    vehicleName: "not this",
    price: 4_100,
    startingPrice: 3_000,
    year: 2019,
    modelYear: 2018,
    mileage: 412_380,
    odometer: 1,
    odometerUnit: "KM",
    location: "Amarillo, TX",
    image: "/media/a/320.webp",
    images: [{ id: "a", url: "/media/a/320.webp", alt: "Front", width: 1_280, height: 853 }],
    status: "IN_AUCTION",
    inventoryStatus: "DRAFT",
    dateAdded: "2026-11-20T10:00:00.000Z",
    createdAt: "2026-11-01T10:00:00.000Z",
    manufacturer: "Peterbilt",
    model: "579",
    inventoryType: "TRUCK_TRACTOR",
    engineType: "PACCAR MX-13",
    runCondition: "RUNS_DRIVES",
    titleBrand: "SALVAGE",
    grade: 2.5,
    description: "One owner.",
    featured: true,
    lot: null,
  };
  expect(only(served)).toMatchObject({
    id: 7,
    name: "2019 Peterbilt 579",
    price: 4_100,
    year: 2019,
    mileage: 412_380,
    facts:
      "412,380 km\u00A0· PACCAR MX-13\u00A0· Runs and drives\u00A0· Salvage title\u00A0· Grade 2.5",
    location: "Amarillo, TX",
    place: "Amarillo, TX",
    image: "/media/a/320.webp",
    images: [{ id: "a", url: "/media/a/320.webp", alt: "Front" }],
    picture: { id: "a", url: "/media/a/320.webp", alt: "Front", width: 1_280 },
    status: "IN_AUCTION",
    dateAdded: "2026-11-20T10:00:00.000Z",
    description: "One owner.",
    featured: true,
  });
});

test("reads the older format by all fallbacks of the specification", () => {
  expect(
    only({
      id: "8",
      vehicleName: "Mack Anthem",
      startingPrice: 9_500,
      modelYear: 2021,
      odometer: 88_000,
      imageUrl: ["https://pictures.example/8.jpg", "https://pictures.example/9.jpg"],
      inventoryStatus: "AVAILABLE",
      createdAt: "2026-11-02T10:00:00Z",
      uploadedAt: "2026-11-03T10:00:00Z",
    }),
  ).toMatchObject({
    id: 8,
    name: "Mack Anthem",
    price: 9_500,
    year: 2021,
    mileage: 88_000,
    facts: "88,000 mi",
    image: "https://pictures.example/8.jpg",
    status: "AVAILABLE",
    dateAdded: "2026-11-02T10:00:00Z",
    location: null,
    place: "",
    images: [],
    lot: null,
    engineType: null,
    featured: false,
  });
});

test.each([
  [{ modelYear: 2020, manufacturer: "Kenworth", model: "T680" }, "2020 Kenworth T680"],
  [{ name: "", vehicleName: null, modelYear: 2020, model: "T680" }, "2020 T680"],
  [{ name: null }, "Unknown Vehicle"],
  [{}, "Unknown Vehicle"],
])("%j is called %j", (fields, name) => {
  expect(only({ id: 1, ...fields })?.name).toBe(name);
});

test.each([
  [{ imageUrl: "/media/b/320.webp", images: ["/media/c/320.webp"] }, "/media/b/320.webp"],
  [{ image: null, imageUrl: null, images: ["/media/c/320.webp"] }, "/media/c/320.webp"],
  [{ image: "", imageUrl: [], images: [{ url: "/media/d/320.webp" }] }, "/media/d/320.webp"],
  [{ images: null }, noPicture],
  [{ images: [null, 4] }, noPicture],
])("the picture of %j is %j", (fields, image) => {
  expect(only({ id: 1, ...fields })?.image).toBe(image);
});

test("the date falls back to the upload, and unknown values are null", () => {
  expect(only({ id: 1, uploadedAt: "2026-11-03T10:00:00Z" })?.dateAdded).toBe(
    "2026-11-03T10:00:00Z",
  );
  expect(only({ id: 1 })).toMatchObject({
    price: null,
    year: null,
    mileage: null,
    dateAdded: null,
  });
});

test("skips items that aren't units", () => {
  expect(
    readWatchedUnits([null, "a", {}, { id: 0 }, { id: "x" }, { id: 3 }]).map(({ id }) => id),
  ).toEqual([3]);
  expect(readWatchedUnits(null)).toEqual([]);
  expect(readWatchedUnits({ message: "none" })).toEqual([]);
});
