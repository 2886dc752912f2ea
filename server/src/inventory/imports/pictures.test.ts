import type { LoosePicture } from "@gavelyard/contract/inventory/loose-pictures";
import type { PictureArchive } from "@gavelyard/contract/inventory/unit-imports";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PictureStore } from "../../media/picture-store.ts";
import { sourceOf } from "../../media/sql.ts";
import { importsPath, openImports, unitRow, type ImportApp } from "../../testing/imports.ts";
import { archive, csv } from "../../testing/spreadsheets.ts";
import { claimArchive } from "./archives-sql.ts";
import { placeArchive } from "./place-pictures.ts";

let yard: ImportApp;
beforeAll(async () => {
  yard = await openImports();
});
afterAll(() => yard.app.close());

let shade = 0;
const photo = (): Promise<Buffer> => {
  shade += 1;
  const background = { r: shade % 256, g: 90, b: (shade * 37) % 256 };
  return sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer();
};

async function imported(stockNumbers: readonly string[]): Promise<number> {
  const { id } = await yard.checked(stockNumbers.map((stockNumber) => unitRow(stockNumber)));
  await yard.start(id);
  await yard.importer.workOnce();
  return id;
}

const open = (id: number, zip: Buffer, fileName = "pictures.zip") =>
  yard.app.post(`${importsPath}/${id}/archives`, { fileName, bytes: zip.length }, yard.staff.jwt);

async function send(id: number, zip: Buffer, made: PictureArchive): Promise<void> {
  for (let part = 1; part <= made.parts; part += 1) {
    if (made.received.includes(part)) continue;
    const bytes = zip.subarray((part - 1) * made.partBytes, part * made.partBytes);
    const reply = await sendPart(id, made.id, part, bytes);
    expect(reply.statusCode, reply.body).toBe(200);
  }
}
const sendPart = (id: number, archiveId: number, part: number, bytes: Buffer) =>
  yard.app.form(
    "PUT",
    `${importsPath}/${id}/archives/${archiveId}/parts/${part}`,
    [["part", { fileName: "part", bytes }]],
    yard.staff.jwt,
  );
const begin = (id: number, archiveId: number) =>
  yard.app.post(`${importsPath}/${id}/archives/${archiveId}/start`, undefined, yard.staff.jwt);

async function take(id: number, zip: Buffer, fileName?: string): Promise<PictureArchive> {
  const opened = await open(id, zip, fileName);
  expect(opened.statusCode, opened.body).toBe(200);
  const made = opened.json<PictureArchive>();
  await send(id, zip, made);
  expect((await begin(id, made.id)).json()).toMatchObject({ state: "WORKING" });
  await yard.importer.workOnce();
  return last(id);
}
async function last(id: number): Promise<PictureArchive> {
  const { archives } = await yard.read(id);
  const archiveOf = archives.at(-1);
  if (archiveOf === undefined) throw new Error("no ZIP");
  return archiveOf;
}
const picturesOf = async (stockNumber: string) =>
  yard.app.query(
    `SELECT p.position, p.kind, p.alt, m.width FROM inventory i
      JOIN inventory_images p ON p.inventory_id = i.id JOIN media m ON m.id = p.media_id
      WHERE i.stock_number = $1 ORDER BY p.position`,
    [stockNumber],
  );

const looseIn = async (id: number) =>
  (await yard.app.get(`${importsPath}/${id}/pictures`, yard.staff.jwt)).json<{
    pictures: LoosePicture[];
  }>().pictures;
const file = (one: LoosePicture | undefined) => ({
  archiveId: one?.archiveId,
  position: one?.position,
});

test("pictures are assigned by stock number, in the order of their names; the rest is reported", async () => {
  const id = await imported(["P-1", "P-2", "P-3"]);
  const [wide, first] = [
    await sharp({ create: { width: 640, height: 200, channels: 3, background: "#123" } })
      .png()
      .toBuffer(),
    await photo(),
  ];
  const zip = archive({
    "P-1_10.jpg": await photo(),
    "p-1_2.png": wide,
    "P-1.jpg": first,
    "P-2/b.jpg": await photo(),
    "P-2/a/inside.jpg": await photo(),
    "P-2/again.jpg": first,
    "P-3.jpg": Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    "P-3_copy.jpg": first,
    "P-3_copy (2).jpg": first,
    "P-3_list.txt": Buffer.from("a list"),
    "P-30.jpg": await photo(),
    "front.jpg": await photo(),
    "__MACOSX/._P-1.jpg": Buffer.from("x"),
    "P-1/.DS_Store": Buffer.from("x"),
  });
  const done = await take(id, zip);
  expect(done).toMatchObject({ state: "DONE", failure: "", files: 12, placed: 7, refused: 5 });
  expect(Object.fromEntries(done.problems.map(({ name, message }) => [name, message]))).toEqual({
    "P-3.jpg": expect.stringContaining("as a picture"),
    "P-3_list.txt": expect.stringContaining("as a picture"),
    "P-3_copy (2).jpg": "The unit already has this picture",
    "P-30.jpg": "No single unit has that stock number, VIN or lot number",
    "front.jpg": "No single unit has that stock number, VIN or lot number",
  });
  expect(await picturesOf("P-1")).toMatchObject([
    { position: 0, width: 300, kind: "EXTERIOR", alt: "2019 Peterbilt 579" },
    { position: 1, width: 640 },
    { position: 2, width: 300 },
  ]);
  expect(await picturesOf("P-2")).toHaveLength(3);
  expect(await picturesOf("P-3")).toHaveLength(1);
  const acts = await yard.app.query(
    "SELECT 1 FROM audit_log WHERE action = 'images-changed' AND actor_id = $1",
    [yard.staff.userId],
  );
  expect(acts).toHaveLength(3);
  // The uploaded parts are deleted.
  expect(await yard.app.context.files.read(`imports/${id}/${done.id}/1`)).toBeNull();
  expect((await readdir(tmpdir())).filter((name) => name.startsWith("gavelyard-zip-"))).toEqual([]);

  // What matches no unit waits until staff say which unit it shows.
  const waiting = await looseIn(id);
  expect(waiting.map(({ name }) => name)).toEqual(["front.jpg", "P-30.jpg"]);
  const [unit] = await yard.app.query("SELECT id FROM inventory WHERE stock_number = 'P-3'");
  const body = { inventoryId: unit?.["id"], pictures: [file(waiting[1]), file(waiting[0])] };
  expect(
    (await yard.app.post(`${importsPath}/${id}/pictures`, body, yard.staff.jwt)).json(),
  ).toEqual({
    placed: 2,
  });
  expect(
    (await yard.app.post(`${importsPath}/${id}/pictures`, body, yard.staff.jwt)).json(),
  ).toEqual({
    placed: 0,
  });
  expect(await looseIn(id)).toEqual([]);
  expect(await picturesOf("P-3")).toHaveLength(3);
  expect(await last(id)).toMatchObject({ placed: 9, refused: 3 });

  // Uploading the same ZIP again adds nothing.
  const again = await take(id, zip, "pictures again.zip");
  expect(again).toMatchObject({ state: "DONE", placed: 0 });
  expect(await picturesOf("P-1")).toHaveLength(3);
});

test("pictures without a unit are kept once, left out, and never added to a unit twice", async () => {
  const id = await imported(["L-1"]);
  const [own, other] = [await photo(), await photo()];
  await take(id, archive({ "L-1.jpg": own, "x.jpg": other, "y.jpg": other }));
  const [kept, ...others] = await looseIn(id);
  expect([kept?.name, others]).toEqual(["x.jpg", []]);
  const left = await yard.app.delete(`${importsPath}/${id}/pictures`, yard.staff.jwt, {
    pictures: [file(kept)],
  });
  expect(left.statusCode, left.body).toBe(200);
  expect(await looseIn(id)).toEqual([]);
  const none = { inventoryId: 999_999, pictures: [file(kept)] };
  const lost = await yard.app.post(`${importsPath}/${id}/pictures`, none, yard.staff.jwt);
  expect(lost.statusCode).toBe(404);
  expect(await picturesOf("L-1")).toHaveLength(1);
});

test("a ZIP is uploaded in parts, and an interrupted upload resumes where it was", async () => {
  const id = await imported(["Q-1"]);
  const noise = Buffer.alloc(9_000_000);
  for (let at = 0; at < noise.length; at += 4) noise.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
  const zip = archive({ "Q-1.jpg": await photo(), "other.bin": noise.map((b, n) => b ^ (n >> 7)) });
  const made = (await open(id, zip)).json<PictureArchive>();
  const { partBytes } = made;
  const parts = Math.ceil(zip.length / partBytes);
  expect(made).toMatchObject({ state: "UPLOADING", parts, received: [] });
  expect((await sendPart(id, made.id, 1, zip.subarray(0, 5))).statusCode).toBe(400);
  expect((await sendPart(id, made.id, parts + 1, zip.subarray(0, 5))).statusCode).toBe(400);
  expect((await begin(id, made.id)).json()).toMatchObject({
    statusCode: 409,
    message: "Parts of the ZIP file are missing",
  });
  const tail = zip.subarray((parts - 1) * partBytes);
  await sendPart(id, made.id, parts, tail);
  await sendPart(id, made.id, parts, tail);
  const resumed = (await open(id, zip)).json<PictureArchive>();
  expect(resumed).toMatchObject({ id: made.id, received: [parts] });
  await send(id, zip, resumed);
  await begin(id, made.id);
  expect((await begin(id, made.id)).statusCode).toBe(200);
  expect((await sendPart(id, made.id, 1, zip.subarray(0, partBytes))).statusCode).toBe(409);
  await yard.importer.workOnce();
  expect(await last(id)).toMatchObject({ state: "DONE", placed: 1, refused: 1 });
});

test("a stop in between keeps what is placed, and the rest follows", async () => {
  const id = await imported(["R-1", "R-2"]);
  const zip = archive({
    "R-1.jpg": await photo(),
    "R-2_1.jpg": await photo(),
    "R-2_2.jpg": await photo(),
  });
  const made = (await open(id, zip)).json<PictureArchive>();
  await send(id, zip, made);
  await begin(id, made.id);
  expect(await claimArchive(yard.app.context.pool)).toBe(made.id);
  const stop = new AbortController();
  // Stops while it reads the second unit's pictures.
  const halting = new PictureStore(yard.app.context.files, (one) =>
    sourceOf(yard.app.context.pool, one),
  );
  let taken = 0;
  const storePicture = halting.storePicture.bind(halting);
  halting.storePicture = (bytes) => {
    taken += 1;
    if (taken === 2) stop.abort();
    return storePicture(bytes);
  };
  await placeArchive(yard.app.context, halting, made.id, stop.signal);
  expect(await last(id)).toMatchObject({ state: "WORKING", files: 3, placed: 1 });
  expect(await picturesOf("R-2")).toHaveLength(0);
  await yard.importer.workOnce();
  expect(await last(id)).toMatchObject({ state: "DONE", placed: 3, refused: 0 });
  expect(await picturesOf("R-1")).toHaveLength(1);
  expect(await picturesOf("R-2")).toHaveLength(2);
});

test("a ZIP that is invalid, leads outside, lies or is a bomb does no harm", async () => {
  const id = await imported(["S-1"]);
  expect(await take(id, Buffer.from("no ZIP at all"), "none.zip")).toMatchObject({
    state: "FAILED",
    failure: "We can't read this ZIP file",
  });
  const outside = await take(
    id,
    archive({ "S-1.jpg": await photo(), "../../gavelyard-outside.jpg": await photo() }),
    "slip.zip",
  );
  expect(outside).toMatchObject({ state: "FAILED", files: 0 });
  expect(outside.failure).toContain("an unsafe path");
  expect(existsSync("/tmp/gavelyard-outside.jpg")).toBe(false);
  const absolute = await take(id, archive({ "/etc/S-1.jpg": await photo() }), "absolute.zip");
  expect(absolute).toMatchObject({ state: "FAILED" });

  const bomb = archive({ "S-1.jpg": Buffer.alloc(60_000_000), "S-1_2.jpg": await photo() });
  const exploded = await take(id, bomb, "bomb.zip");
  expect(exploded).toMatchObject({ state: "DONE", placed: 1, refused: 1 });
  expect(exploded.problems[0]?.message).toBe("A picture can be up to 10 MB");
  // The same with a directory that states a small size.
  const lying = Buffer.from(bomb);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(60_000_000);
  const small = Buffer.alloc(4);
  small.writeUInt32LE(1_000);
  for (let at = lying.indexOf(size); at >= 0; at = lying.indexOf(size, at)) small.copy(lying, at);
  const lied = await take(id, lying, "lying.zip");
  expect(lied.problems).toContainEqual({ name: "S-1.jpg", message: "This file is damaged" });

  const many = Object.fromEntries(
    Array.from({ length: 5_001 }, (_, n) => [`S-1_${n}.jpg`, Buffer.from("x")] as const),
  );
  expect((await take(id, archive(many), "many.zip")).failure).toContain("more than 5,000 files");
  const huge = await yard.app.post(
    `${importsPath}/${id}/archives`,
    { fileName: "huge.zip", bytes: 600_000_000 },
    yard.staff.jwt,
  );
  expect(huge.statusCode).toBe(413);
});

test("a unit that accepts no more pictures reports it", async () => {
  const id = await imported(["T-1", "T-2"]);
  const many = await Promise.all(
    Array.from({ length: 61 }, async (_, n) => [`T-1/${n}.jpg`, await photo()] as const),
  );
  const done = await take(id, archive(Object.fromEntries([...many, ["T-2.jpg", await photo()]])));
  expect(done).toMatchObject({ state: "DONE", placed: 1, refused: 61 });
  expect(done.problems[0]?.message).toContain("up to 60 pictures");
  expect(await picturesOf("T-1")).toHaveLength(0);
});

test("pictures wait for their units", async () => {
  const one = await yard.upload(csv([["Stock #"], ["W-1"]]));
  const reply = await open(one.id, Buffer.from("x"));
  expect(reply.statusCode).toBe(409);
  expect(reply.json().message).toContain("Import the units first");
});

test("an upload abandoned for days is deleted", async () => {
  const id = await imported(["X-1"]);
  const zip = archive({ "X-1.jpg": await photo() });
  const made = (await open(id, zip)).json<PictureArchive>();
  await send(id, zip, made);
  await yard.app.query(
    "UPDATE unit_import_archives SET updated_at = clock_ms() - interval '3 days' WHERE id = $1",
    [made.id],
  );
  await yard.importer.workOnce();
  expect(await last(id)).toMatchObject({ state: "FAILED" });
  expect(await yard.app.context.files.read(`imports/${id}/${made.id}/1`)).toBeNull();
});

test("pictures are placed on any unit of the house that they name for sure, and on no sold one", async () => {
  const before = await imported(["HX-1001", "HX-1002", "HX-2015", "HX-77", "H-X77", "HX-SOLD1"]);
  const vin = "1FTFW1ET9DFC10312";
  await yard.app.query("UPDATE inventory SET vin = $1 WHERE stock_number = 'HX-1002'", [vin]);
  await yard.app.query("UPDATE inventory SET stock_number = '2015' WHERE stock_number = 'HX-2015'");
  await yard.app.query("UPDATE inventory SET status = 'SOLD' WHERE stock_number = 'HX-SOLD1'");
  const id = await imported(["HY-1"]);
  const zip = archive({
    "HY-1.jpg": await photo(),
    "hx1001_2.jpg": await photo(),
    "HX-1001/inside.jpg": await photo(),
    [`${vin}-1.jpg`]: await photo(),
    "DFC10312 front.jpg": await photo(),
    "2015 Ford front.jpg": await photo(),
    // Two units have it without hyphens.
    "HX77.jpg": await photo(),
    "HX-SOLD1.jpg": await photo(),
  });
  const done = await take(id, zip);
  expect(done).toMatchObject({ state: "DONE", files: 8, placed: 5, refused: 3 });
  expect(done.problems.map(({ name }) => name)).toEqual([
    "2015 Ford front.jpg",
    "HX-SOLD1.jpg",
    "HX77.jpg",
  ]);
  expect(await picturesOf("HX-1001")).toHaveLength(2);
  expect(await picturesOf("HX-1002")).toHaveLength(2);
  expect((await looseIn(id)).map(({ name }) => name)).toHaveLength(3);
  expect((await yard.read(before)).archives).toEqual([]);
});
