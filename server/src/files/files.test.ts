import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readSettings } from "../settings.ts";
import type { FileStore } from "./file-store.ts";
import { openFiles } from "./open-files.ts";

let folder: string;
let store: S3rver;
let s3Port: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "gavelyard-stores-"));
  store = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: path.join(folder, "s3"),
    configureBuckets: [{ name: "yard", configs: [] }],
  });
  s3Port = (await store.run()).port;
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const filesAt = (url: string): FileStore =>
  openFiles(readSettings({ DATABASE_URL: "postgres://localhost/y", FILES_URL: url }));
const folderFiles = () => filesAt(`file://${path.join(folder, "local")}`);
const bucketFiles = (key = "S3RVER") =>
  filesAt(`s3+http://${key}:S3RVER@127.0.0.1:${s3Port}/yard/some/prefix`);

test("a redirect from a bucket is an error and isn't followed (ASVS 15.3.2)", async () => {
  let calls = 0;
  const elsewhere = createServer((_request, response) => {
    calls += 1;
    response.end("planted");
  }).listen(0, "127.0.0.1");
  const redirecting = createServer((_request, response) => {
    const { port } = elsewhere.address() as AddressInfo;
    response.writeHead(307, { location: `http://127.0.0.1:${port}/yard/file` }).end();
  }).listen(0, "127.0.0.1");
  await Promise.all([once(elsewhere, "listening"), once(redirecting, "listening")]);
  onTestFinished(() => {
    for (const server of [elsewhere, redirecting]) {
      server.closeAllConnections();
      server.close();
    }
  });
  const { port } = redirecting.address() as AddressInfo;
  const files = filesAt(`s3+http://KEY:SECRET@127.0.0.1:${port}/yard`);
  await expect(files.read("a/b")).rejects.toThrow("answered 307");
  await expect(files.write("a/b", Buffer.from("x"), "text/plain")).rejects.toThrow("answered 307");
  await expect(files.list("a/")).rejects.toThrow("answered 307");
  expect(calls).toBe(0);
});

describe.each([
  ["a folder", folderFiles],
  ["a bucket that speaks S3", () => bucketFiles()],
])("files in %s", (_name, open) => {
  test("are read as they were written, whatever they contain", async () => {
    const files = open();
    const bytes = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, index) => index % 251));
    await files.write("documents/ab/abc", bytes, "application/pdf");
    expect(await files.read("documents/ab/abc")).toEqual(bytes);
    await files.write("documents/ab/abc", Buffer.from("again"), "application/pdf");
    expect((await files.read("documents/ab/abc"))?.toString()).toBe("again");
  });

  test("are read in parts, and copied from a path", async () => {
    const files = open();
    const from = path.join(folder, "sent");
    await writeFile(from, Buffer.from("0123456789"));
    await files.writeFrom("videos/ab/abc", from, "video/mp4");
    const part = async (at: number, length: number) =>
      (await files.readPart("videos/ab/abc", at, length))?.toString() ?? null;
    expect(await part(0, 4)).toBe("0123");
    expect(await part(8, 4)).toBe("89");
    expect(await part(10, 4)).toBeNull();
    expect(await files.readPart("videos/no/none", 0, 4)).toBeNull();
  });

  test("are listed by prefix", async () => {
    const files = open();
    for (const name of ["list/b", "list/a/c", "listing", "other/a"])
      await files.write(name, Buffer.from(name), "text/plain");
    expect(await files.list("list/")).toEqual(["list/a/c", "list/b"]);
    expect(await files.list("nothing/")).toEqual([]);
  });

  test("that don't exist are null, and can be removed", async () => {
    const files = open();
    expect(await files.read("documents/no/none")).toBeNull();
    await files.remove("documents/no/none");
    await files.write("a/b", Buffer.from("x"), "image/webp");
    await files.remove("a/b");
    expect(await files.read("a/b")).toBeNull();
  });
});

test("a folder contains complete files only", async () => {
  const files = folderFiles();
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      files.write("same/name", Buffer.from(String(index).repeat(1000)), "image/webp"),
    ),
  );
  expect(await readdir(path.join(folder, "local", "same"))).toEqual(["name"]);
});

test("a bucket's refusal is an error, not an empty response", async () => {
  await expect(bucketFiles("STRANGER").read("a/b")).rejects.toThrow("the file store answered 403");
});
