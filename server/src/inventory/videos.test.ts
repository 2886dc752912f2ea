import type { UnitForStaff } from "@gavelyard/contract/inventory/inventory-staff";
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sweepFiles } from "../documents/sweep-files.ts";
import { videoName } from "../media/video-store.ts";
import { openAuthApp, type AuthApp, type FormFile, type SignedUp } from "../testing/auth-app.ts";
import { mp4Of, PLACE, placeBox, webmOf } from "../testing/video-files.ts";
import { trailer } from "../testing/trailer.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());

const captions = "WEBVTT\n\n00:01.000 --> 00:04.000\nThe engine starts.\n";
const file = (bytes: Buffer | string, fileName = "walk.mp4"): FormFile => ({
  fileName,
  bytes: Buffer.from(bytes),
});
const picture = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: "#456" } })
    .jpeg()
    .toBuffer();

let serial = 0;
async function enter(): Promise<UnitForStaff> {
  const made = await app.post(
    "/api/adminsupport/createInventory",
    trailer(`V-${++serial}`),
    staff.jwt,
  );
  const { id } = made.json<UnitForStaff>();
  const pictured = await app.form(
    "POST",
    `/api/adminsupport/addImageToInventory/${id}`,
    [["imageUrllist", file(await picture(), "a.jpg")]],
    staff.jwt,
  );
  return pictured.json();
}

type Parts = [string, string | FormFile][];
const add = (id: number, parts: Parts, jwt = staff.jwt) =>
  app.form("POST", `/api/adminsupport/inventory/${id}/videos`, parts, jwt);
const addMp4 = (id: number, bytes = mp4Of()) =>
  add(id, [
    ["kind", "WALK_AROUND"],
    ["video", file(bytes)],
  ]);
const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });

async function added(id: number, bytes?: Buffer) {
  const reply = await addMp4(id, bytes);
  expect(reply.statusCode, reply.body).toBe(200);
  const video = reply.json<UnitForStaff>().videos.at(-1);
  if (video === undefined) throw new Error("no video was added");
  return video;
}

describe("a video of a unit (D67)", () => {
  test("is added with its picture, captions and transcript, and shown once the unit is shown", async () => {
    const { id } = await enter();
    const reply = await add(id, [
      ["kind", "ENGINE_RUNNING"],
      ["transcript", "Cold start. The engine idles at 650 rpm."],
      ["video", file(webmOf(), "cold.webm")],
      ["poster", file(await picture(), "frame.jpg")],
      ["captions", file(captions, "cold.vtt")],
    ]);
    expect(reply.statusCode, reply.body).toBe(200);
    const [video] = reply.json<UnitForStaff>().videos;
    expect(video).toMatchObject({
      kind: "ENGINE_RUNNING",
      contentType: "video/webm",
      durationMs: 5_000,
      width: 640,
      height: 360,
      silent: true,
      transcript: "Cold start. The engine idles at 650 rpm.",
    });
    expect((await get(`/media/${video?.posterId}/160.webp`)).statusCode).toBe(200);
    const text = await get(video?.captionsUrl ?? "");
    expect(text.body).toBe(captions);
    expect(text.headers).toMatchObject({
      "content-type": "text/vtt; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
    expect((await get(`/inventory/${id}`)).statusCode).toBe(404);
    await app.query("UPDATE inventory SET status = 'AVAILABLE' WHERE id = $1", [id]);
    const shown = (await get(`/inventory/${id}`)).json();
    expect(shown).toMatchObject({ hasVideo: true, videos: [{ id: video?.id }] });
    const listed = await app.post("/inventories/filter", { q: shown.stockNumber });
    expect(listed.json().content).toMatchObject([{ id, hasVideo: true }]);
    expect(listed.json().content[0]).not.toHaveProperty("videos");
    const audit = "SELECT after FROM audit_log WHERE action = 'videos-changed' AND subject_id = $1";
    expect(await app.query(audit, [id])).toMatchObject([
      { after: { videos: [{ id: video?.id }] } },
    ]);
  });

  test("can be changed in part, and removed", async () => {
    const { id, images } = await enter();
    const { id: videoId, url } = await added(id);
    const change = (parts: Parts) =>
      app.form("PUT", `/api/adminsupport/inventory/${id}/videos/${videoId}`, parts, staff.jwt);
    const first = await change([
      ["posterId", images[0]?.id ?? ""],
      ["captions", file(captions, "a.vtt")],
    ]);
    const posterId = images[0]?.id;
    expect(first.json().videos).toMatchObject([{ kind: "WALK_AROUND", posterId }]);
    const { captionsUrl } = first.json().videos[0];
    const second = await change([
      ["kind", "DRIVING"],
      ["transcript", "It shifts smoothly."],
    ]);
    expect(second.json().videos).toMatchObject([
      { kind: "DRIVING", posterId, captionsUrl, transcript: "It shifts smoothly." },
    ]);
    const third = await change([["removeCaptions", "true"]]);
    expect(third.json().videos).toMatchObject([{ captionsUrl: null, kind: "DRIVING" }]);
    expect((await get(captionsUrl)).statusCode).toBe(404);
    expect((await change([["posterId", randomUUID()]])).json().message).toContain("pictures");

    const path = `/api/adminsupport/inventory/${id}/videos/`;
    expect((await app.delete(`${path}${randomUUID()}`, staff.jwt)).statusCode).toBe(404);
    expect((await app.delete(`${path}${videoId}`, staff.jwt)).json().videos).toEqual([]);
    expect((await get(url)).statusCode).toBe(404);
    const kept = () => app.context.files.readPart(videoName(videoId), 0, 1);
    await sweepFiles(app.context);
    expect(await kept()).not.toBeNull();
    await app.query("UPDATE unclaimed_files SET since = since - interval '2 days'");
    await sweepFiles(app.context);
    expect(await kept()).toBeNull();
  });

  test("is one of up to four, even if two are sent at once", async () => {
    const { id } = await enter();
    for (let n = 0; n < 3; n += 1) await added(id);
    const both = await Promise.all([addMp4(id), addMp4(id)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const fifth = await addMp4(id);
    expect(fifth.statusCode).toBe(409);
    expect(fifth.json().message).toContain("up to 4 videos");
    await app.query("UPDATE unclaimed_files SET since = since - interval '2 days'");
    await sweepFiles(app.context);
    const videos = await app.query("SELECT id FROM unit_videos WHERE inventory_id = $1", [id]);
    for (const video of videos)
      expect(await app.context.files.readPart(videoName(String(video["id"])), 0, 1)).not.toBeNull();
  });

  test("never contains where it was filmed", async () => {
    const { id } = await enter();
    const { url } = await added(id, mp4Of({ data: true, inMoov: placeBox(), after: placeBox() }));
    const served = await get(url);
    expect(served.rawPayload.includes(PLACE)).toBe(false);
    expect(served.rawPayload.includes("V".repeat(99))).toBe(true);
  });

  test.each<[string, Parts, number, string]>([
    ["without a file", [["kind", "DRIVING"]], 400, "Attach a file"],
    ["with a page as video", [["video", file("<script>alert(1)</script>")]], 400, "MP4"],
    ["with a broken video", [["video", file(mp4Of().subarray(0, -1))]], 400, "damaged"],
    [
      "of an unknown kind",
      [
        ["kind", "SELFIE"],
        ["video", file(mp4Of())],
      ],
      400,
      "kind",
    ],
    [
      "with a page as captions",
      [
        ["video", file(mp4Of())],
        ["captions", file("<b>")],
      ],
      400,
      "WEBVTT",
    ],
    [
      "with two videos",
      [
        ["video", file(mp4Of())],
        ["video", file(mp4Of())],
      ],
      400,
      "at most 1 file",
    ],
    [
      "with captions of 2 MB",
      [["captions", file(Buffer.alloc(2 * 1024 * 1024))]],
      413,
      "up to 1 MB",
    ],
    [
      "with a picture of 11 MB",
      [["poster", file(Buffer.alloc(11 * 1024 * 1024))]],
      413,
      "up to 10 MB",
    ],
  ])("%s is refused", async (_what, parts, status, said) => {
    const { id } = await enter();
    const given = new Map<string, string | FormFile>([["kind", "DRIVING"]]);
    const form: Parts = parts.some(([name]) => name === "kind") ? parts : [...given, ...parts];
    const reply = await add(id, form);
    expect(reply.statusCode, reply.body).toBe(status);
    expect(reply.body).toContain(said);
    expect(await app.query("SELECT 1 FROM unit_videos WHERE inventory_id = $1", [id])).toEqual([]);
  });

  test("of an archived or unknown unit is refused, and so are customers", async () => {
    const { id } = await enter();
    await app.query("UPDATE inventory SET status = 'ARCHIVED' WHERE id = $1", [id]);
    expect((await addMp4(id)).statusCode).toBe(409);
    expect((await addMp4(999_999)).statusCode).toBe(404);
    const customer = await app.customer();
    const parts: Parts = [["video", file(mp4Of())]];
    expect((await add(id, parts, customer.jwt)).statusCode).toBe(403);
  });
});

describe("GET /media/videos/{file}", () => {
  let url: string;
  let whole: Buffer;
  beforeAll(async () => {
    url = (await added((await enter()).id)).url;
    whole = mp4Of();
  });

  test("sends the whole file, cacheable forever", async () => {
    const reply = await get(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload.equals(whole)).toBe(true);
    expect(reply.headers).toMatchObject({
      "content-type": "video/mp4",
      "content-length": String(whole.length),
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    const again = await get(url, { "if-none-match": String(reply.headers["etag"]) });
    expect(again.statusCode).toBe(304);
    const head = await app.app.inject({ method: "HEAD", url });
    expect(head.headers["content-length"]).toBe(String(whole.length));
    expect(head.body).toBe("");
  });

  test.each([
    ["bytes=0-", 0, undefined],
    ["bytes=5-9", 5, 10],
    ["bytes=-7", -7, undefined],
  ])("sends the range %s", async (range, from, to) => {
    const reply = await get(url, { range });
    expect(reply.statusCode).toBe(206);
    const part = whole.subarray(from, to);
    expect(reply.rawPayload.equals(part)).toBe(true);
    const start = from < 0 ? whole.length + from : from;
    const end = start + part.length - 1;
    expect(reply.headers["content-range"]).toBe(`bytes ${start}-${end}/${whole.length}`);
  });

  test("refuses a range behind the end, and sends all for what it doesn't serve in parts", async () => {
    const behind = await get(url, { range: "bytes=100000-" });
    expect(behind.statusCode).toBe(416);
    expect(behind.headers["content-range"]).toBe(`bytes */${whole.length}`);
    const many = Array.from({ length: 500 }, (_, n) => `${n}-${n}`).join(",");
    for (const range of [`bytes=${many}`, "bytes=9-5", "lines=1-2"])
      expect((await get(url, { range })).statusCode).toBe(200);
    const other = await get(url, { range: "bytes=0-1", "if-range": '"another"' });
    expect(other.statusCode).toBe(200);
  });

  test.each(["x.mp4", `${randomUUID()}.mp4`, `${randomUUID()}.exe`, "..%2f..%2fetc", "%00.mp4"])(
    "returns 404 for %s",
    async (name) => {
      expect((await get(`/media/videos/${name}`)).statusCode).toBe(404);
      expect((await get(`/media/captions/${name}`)).statusCode).toBe(404);
    },
  );

  test("doesn't serve a video as another type", async () => {
    expect((await get(url.replace(".mp4", ".webm"))).statusCode).toBe(404);
  });
});
