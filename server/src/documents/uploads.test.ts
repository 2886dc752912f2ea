import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { documentName } from "./store-document.ts";
import { sweepFiles } from "./sweep-files.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const pdf = (bytes = 100) => ({
  fileName: "letter.pdf",
  bytes: Buffer.concat([Buffer.from("%PDF-1.4\n%"), Buffer.alloc(bytes, "x")]),
});
const askLimit = (user: SignedUp, amount = "60000", file = pdf()) =>
  app.form(
    "POST",
    `/api/bid-limit-request/${user.userId}`,
    [
      ["bidLimitAmount", amount],
      ["docType", "BANK_LETTER"],
      ["document", file],
    ],
    user.jwt,
  );
const apply = (user: SignedUp, files = [pdf()]) =>
  app.form(
    "POST",
    "/createfinancerequest",
    [
      ...Object.entries({
        applicantType: "INDIVIDUAL",
        fullName: "Ann Owner",
        email: "ann@example.com",
        phone: "+1 806 555 0100",
        address: JSON.stringify({
          street: "1 Main St",
          city: "Amarillo",
          state: "TX",
          zip: "79101",
        }),
        dateOfBirth: "1980-02-29",
        amount: "45000",
        termMonths: "60",
        consentCreditCheck: "true",
        consentVersion: "2026-01",
      }),
      ...files.map((file) => ["documents", file] as const),
    ],
    user.jwt,
  );
const spendUploads = (user: SignedUp, name: string, hits: number) =>
  app.query("INSERT INTO rate_windows VALUES ($1, $2, clock_ms() + interval '20 hours')", [
    `${name}:${user.userId}`,
    hits,
  ]);

test.each(["jpeg", "png", "webp"] as const)(
  "a %s document loses the camera's metadata and is upright (ASVS 14.2.8)",
  async (format) => {
    const user = await app.customer();
    const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: "red" } })
      .withExif({ IFD0: { Model: "Spy Cam" }, IFD3: { GPSLatitude: "35/1 13/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { documentId } = (
      await askLimit(user, "60000", { fileName: `photo.${format}`, bytes: photo })
    ).json();
    const kept = (await app.context.files.read(documentName(documentId))) ?? Buffer.alloc(0);
    expect(await sharp(kept).metadata()).toMatchObject({ format, width: 20, height: 40 });
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
    expect(kept.includes("Spy Cam")).toBe(false);
    const [row] = await app.query("SELECT bytes FROM documents WHERE id = $1", [documentId]);
    expect(Number(row?.["bytes"])).toBe(kept.length);
  },
);

test("a damaged picture is refused with a message, and not stored", async () => {
  const user = await app.customer();
  const whole = await sharp({ create: { width: 400, height: 400, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const reply = await askLimit(user, "60000", {
    fileName: "photo.jpg",
    bytes: whole.subarray(0, 300),
  });
  expect([reply.statusCode, reply.json().issues]).toEqual([
    400,
    [{ path: "document", message: "This picture is damaged. Attach another.", code: "refused" }],
  ]);
});

describe("a customer who sends files to fill the disk (D42)", () => {
  test("stores nothing with a limit request that is refused anyway", async () => {
    const user = await app.customer();
    const write = vi.spyOn(app.context.files, "write");
    expect((await askLimit(user, "10")).statusCode).toBe(400);
    expect((await askLimit(user)).statusCode).toBe(200);
    expect(write).toHaveBeenCalledTimes(1);
    expect((await askLimit(user)).statusCode).toBe(409);
    expect(write).toHaveBeenCalledTimes(1);
  });

  test("has up to three open applications, even if more are sent at once", async () => {
    const user = await app.customer();
    const answers = await Promise.all(Array.from({ length: 6 }, () => apply(user)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 200, 200, 409, 409, 409,
    ]);
    const write = vi.spyOn(app.context.files, "write");
    const refused = await apply(user);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain("3 open applications");
    expect(write).not.toHaveBeenCalled();
  });

  test("is refused before the body is read once the day's count is used up", async () => {
    const user = await app.customer();
    await spendUploads(user, "uploads-day", 50);
    const write = vi.spyOn(app.context.files, "write");
    const refused = await askLimit(user);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().message).toBe(
      "You've reached the daily upload limit. Try again in 20 hours.",
    );
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(70_000);
    expect(write).not.toHaveBeenCalled();
  });

  test("is refused once the day's bytes are used up, and nobody else is", async () => {
    const user = await app.customer();
    const other = await app.customer();
    await spendUploads(user, "upload-kib-day", 200 * 1024 - 2);
    expect((await askLimit(user, "60000", pdf(10_000))).statusCode).toBe(429);
    expect((await askLimit(other, "60000", pdf(10_000))).statusCode).toBe(200);
    // The limit does not apply to calls without files.
    expect((await app.get(`/api/bid-limit-status/${user.userId}`, user.jwt)).statusCode).toBe(200);
  });

  test("cannot hide the size of a body by not stating it", async () => {
    const user = await app.customer();
    await spendUploads(user, "upload-kib-day", 195 * 1024);
    const reply = await app.app.inject({
      method: "POST",
      url: `/api/bid-limit-request/${user.userId}`,
      headers: {
        authorization: `Bearer ${user.jwt}`,
        "content-type": "multipart/form-data; boundary=x",
      },
      payload: Readable.from(["--x--\r\n"]),
    });
    expect(reply.statusCode).toBe(429);
  });
});

describe("files without a record", () => {
  const stored = async (age: string) => {
    const id = randomUUID();
    await app.context.files.write(documentName(id), Buffer.from("%PDF-"), "application/pdf");
    await app.query("INSERT INTO unclaimed_files VALUES ($1, clock_ms() - $2::interval)", [
      id,
      age,
    ]);
    return id;
  };
  const has = async (id: string) => (await app.context.files.read(documentName(id))) !== null;

  test("are removed after a day, and documents stay", async () => {
    const user = await app.customer();
    const { documentId } = (await askLimit(user)).json<{ documentId: string }>();
    const old = await stored("25 hours");
    const fresh = await stored("1 hour");
    await sweepFiles(app.context);
    expect(await has(old)).toBe(false);
    expect(await has(fresh)).toBe(true);
    expect(await has(documentId)).toBe(true);
    const left = "SELECT id FROM unclaimed_files WHERE id = ANY ($1)";
    expect(await app.query(left, [[old, fresh, documentId]])).toEqual([{ id: fresh }]);
  });

  test("include files of refused requests", async () => {
    const user = await app.customer();
    const answers = await Promise.all([askLimit(user), askLimit(user), askLimit(user)]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const documents = "SELECT id FROM documents WHERE owner_id = $1";
    const kept = await app.query(documents, [user.userId]);
    expect(kept).toHaveLength(1);
    await app.query("UPDATE unclaimed_files SET since = since - interval '2 days'");
    await sweepFiles(app.context);
    expect(await has(String(kept[0]?.["id"]))).toBe(true);
    expect(await app.query("SELECT id FROM unclaimed_files")).toEqual([]);
  });
});
