import { mediaFormats, mediaWidths } from "@gavelyard/contract/inventory/media";
import Fastify, { type FastifyInstance } from "fastify";
import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPool } from "../db/pool.ts";
import { LocalFiles } from "../files/local-files.ts";
import { registerErrors } from "../http/errors.ts";
import { openDatabase, type TestDatabase } from "../testing/database.ts";
import { placeholderOf } from "./decode-picture.ts";
import { PictureStore } from "./picture-store.ts";
import { mediaRoutes } from "./routes.ts";
import { insertPicture, sourceOf } from "./sql.ts";
import { letPass } from "../testing/wait-for.ts";

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let directory: string;
let store: PictureStore;
let app: FastifyInstance;

beforeAll(async () => {
  database = await openDatabase();
  pool = createPool(database.url, 2);
  directory = await mkdtemp(join(tmpdir(), "gavelyard-media-"));
  store = new PictureStore(new LocalFiles(directory), (id) => sourceOf(pool, id));
  app = Fastify();
  registerErrors(app);
  mediaRoutes(app, store);
});
afterAll(async () => {
  await app.close();
  await pool.end();
  await database.drop();
  await rm(directory, { recursive: true });
});

/** Makes a picture with a photo's level of detail and with metadata that must not be published. */
function photo(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#456",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
}

async function stored(width: number, height: number): Promise<string> {
  const picture = await store.storePicture(await photo(width, height).jpeg().toBuffer());
  await insertPicture(pool, picture);
  return picture.id;
}

describe("storing a picture", () => {
  it("rotates it upright, keeps its size and drops its metadata", async () => {
    const sent = await photo(600, 400)
      .withExif({
        IFD0: { Artist: "Somebody", Orientation: "6" },
        IFD3: { GPSLatitude: "35/1 11/1 0/1" },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(sent).metadata()).exif).toBeDefined();
    const picture = await store.storePicture(sent);
    expect(picture).toMatchObject({ width: 400, height: 600 });
    await insertPicture(pool, picture);
    const served = await store.rendition(picture.id, 320, "webp");
    const metadata = await sharp(served ?? Buffer.alloc(0)).metadata();
    expect(metadata).toMatchObject({ width: 320, height: 480, format: "webp" });
    expect(metadata.exif ?? metadata.icc ?? metadata.xmp).toBeUndefined();
  });

  it("limits wide ones to twice the widest rendition", async () => {
    const picture = await store.storePicture(await photo(4000, 1000).png().toBuffer());
    expect(picture).toMatchObject({ width: 2560, height: 640 });
  });

  it("makes a placeholder of a few hundred bytes", async () => {
    const { placeholder } = await store.storePicture(await photo(900, 600).webp().toBuffer());
    expect(placeholder).toMatch(/^data:image\/webp;base64,[\w+/=]+$/);
    expect(placeholder.length).toBeLessThan(600);
    const bytes = Buffer.from(placeholder.slice(placeholder.indexOf(",") + 1), "base64");
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, format: "webp" });
    expect(await placeholderOf(await photo(90, 60).png().toBuffer())).toContain("data:image/webp");
  });

  it.each([
    [
      "a drawing",
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      ),
    ],
    [
      "an animation",
      Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
    ],
    ["nothing", Buffer.alloc(0)],
    ["a page", Buffer.from("<!doctype html><title>x</title>")],
  ])("refuses %s", async (_, bytes) => {
    await expect(store.storePicture(bytes)).rejects.toMatchObject({ statusCode: 400 });
  });

  it("refuses half a picture", async () => {
    const whole = await photo(600, 400).jpeg().toBuffer();
    await expect(store.storePicture(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      statusCode: 400,
    });
  });
});

describe("GET /media/{id}/{file}", () => {
  it("serves the contract's widths and formats, never wider than the original", async () => {
    const id = await stored(700, 466);
    for (const width of mediaWidths) {
      for (const format of mediaFormats) {
        const response = await app.inject(`/media/${id}/${width}.${format}`);
        expect(response.statusCode).toBe(200);
        expect(response.headers).toMatchObject({
          "content-type": `image/${format}`,
          "cache-control": "public, max-age=31536000, immutable",
        });
        const metadata = await sharp(response.rawPayload).metadata();
        expect(metadata.width).toBe(Math.min(width, 700));
        expect(metadata.format).toBe(format === "avif" ? "heif" : format);
      }
    }
  });

  it("answers 304 only for its own ETag", async () => {
    const id = await stored(200, 100);
    const first = await app.inject(`/media/${id}/160.avif`);
    const etag = String(first.headers["etag"]);
    const again = await app.inject({
      url: `/media/${id}/160.avif`,
      headers: { "if-none-match": `"other", ${etag}` },
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
    const other = await app.inject({
      url: `/media/${id}/160.webp`,
      headers: { "if-none-match": etag },
    });
    expect(other.statusCode).toBe(200);
  });

  it.each(["161.webp", "160.png", "160", "0160.webp", "..%2f160.webp", "1e2.webp"])(
    "has no %s",
    async (file) => {
      expect((await app.inject(`/media/${await stored(200, 100)}/${file}`)).statusCode).toBe(404);
    },
  );

  it.each([randomUUID(), "1", "..%2f..%2fetc", "00000000-0000-0000-0000-00000000000g"])(
    "has no picture %s",
    async (id) => {
      expect((await app.inject(`/media/${id}/160.webp`)).statusCode).toBe(404);
    },
  );

  it("serves the same picture whatever the case of its id", async () => {
    const id = await stored(200, 100);
    expect((await app.inject(`/media/${id.toUpperCase()}/160.webp`)).statusCode).toBe(200);
  });
});

describe("a picture from a source", () => {
  async function fromSource(source: string): Promise<string> {
    const { rows } = await pool.query<{ id: string }>(
      "INSERT INTO media (width, height, source) VALUES (300, 200, $1) RETURNING id",
      [source],
    );
    return rows[0]?.id ?? "";
  }

  it("has its original made once, however many requests and processes need it", async () => {
    let made = 0;
    const source = async (reference: string) => {
      made++;
      expect(reference).toBe("tractor/front:blue");
      return photo(300, 200).webp().toBuffer();
    };
    store.register("yard", source);
    const id = await fromSource("yard:tractor/front:blue");
    const rendered = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        store.rendition(id, index % 2 === 0 ? 160 : 320, "webp"),
      ),
    );
    expect(made).toBe(1);
    expect(new Set(rendered.map((bytes) => bytes?.toString("base64"))).size).toBe(2);
    const sibling = new PictureStore(new LocalFiles(directory), (of) => sourceOf(pool, of));
    expect(await sibling.rendition(id, 160, "webp")).toEqual(rendered[0]);
    expect(made).toBe(1);
  });

  it("is retried after its source failed", async () => {
    let fails = true;
    store.register("shaky", async () => {
      if (fails) throw new Error("no picture today");
      return photo(300, 200).webp().toBuffer();
    });
    const id = await fromSource("shaky:one");
    await expect(store.rendition(id, 160, "avif")).rejects.toThrow("no picture today");
    fails = false;
    expect(await store.rendition(id, 160, "avif")).not.toBeNull();
  });

  it("leaves no unfinished file behind", async () => {
    const files = await readdir(directory, { recursive: true, withFileTypes: true });
    const names = files.filter((file) => file.isFile()).map((file) => file.name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !/^([0-9a-f-]{36}|\d+)\.(webp|avif)$/.test(name))).toEqual([]);
  });
});

describe("making many", () => {
  it("sheds excess requests instead of slowing down", async () => {
    const narrow = new PictureStore(
      new LocalFiles(await mkdtemp(join(directory, "narrow-"))),
      async () => "slow:x",
    );
    let running = 0;
    let most = 0;
    narrow.register("slow", async () => {
      most = Math.max(most, ++running);
      await letPass(5, "drawing takes a while");
      running--;
      return photo(20, 20).webp().toBuffer();
    });
    const results = await Promise.allSettled(
      Array.from({ length: 400 }, () => narrow.rendition(randomUUID(), 160, "webp")),
    );
    const shed = results.filter((result) => result.status === "rejected");
    expect(shed.length).toBeGreaterThan(0);
    expect(shed.every((result) => result.reason.statusCode === 503)).toBe(true);
    expect(most).toBeLessThanOrEqual(2);
  });
});
