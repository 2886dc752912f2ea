import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";
import { waitFor } from "../testing/wait-for.ts";
import { PictureRefused, readDocumentPicture } from "./read-upload.ts";

/** Takes long enough to be stopped on the way. */
const slow = await sharp({
  create: { width: 4_900, height: 5_000, channels: 3, background: "red" },
})
  .png()
  .toBuffer();
const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
  .png()
  .toBuffer();

/** Returns the processes that decode for this one. */
async function decoders(): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]);
  return stdout.split("\n").flatMap((line) => {
    const [, pid, parent, args = ""] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? [];
    return Number(parent) === process.pid && args.includes("picture-worker") ? [Number(pid)] : [];
  });
}
const oneDecoder = () => waitFor(async () => (await decoders())[0], "a process that decodes");
const tooLarge = expect.objectContaining({ name: "PictureRefused", why: "too-large" });

test("a decoder that crashes refuses its picture, and the next picture gets another one", async () => {
  const reading = readDocumentPicture(slow, "png");
  const refused = expect(reading).rejects.toEqual(tooLarge);
  const crashed = await oneDecoder();
  process.kill(crashed, "SIGKILL");
  await refused;
  expect((await readDocumentPicture(small, "png")).subarray(1, 4).toString()).toBe("PNG");
  expect(await decoders()).not.toContain(crashed);
});

test("a picture that takes longer than 30 seconds is refused, and its decoder ends", async () => {
  await readDocumentPicture(small, "png");
  const stuck = await oneDecoder();
  process.kill(stuck, "SIGSTOP");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const reading = readDocumentPicture(small, "png");
  const refused = expect(reading).rejects.toBeInstanceOf(PictureRefused);
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  await refused;
  await expect.poll(decoders).not.toContain(stuck);
  expect((await readDocumentPicture(small, "png")).length).toBeGreaterThan(0);
});

test.each([
  [1_200, "ends", 1],
  [200, "goes on", null],
])("a decoder that needs %i MB %s", async (megabytes, _does, code) => {
  const held = `globalThis.held = Buffer.alloc(${megabytes} * 2 ** 20, 1)`;
  const decoder = fork(new URL("./picture-worker.ts", import.meta.url), {
    execArgv: ["--import", `data:text/javascript,${encodeURIComponent(held)}`],
    serialization: "advanced",
  });
  onTestFinished(() => {
    decoder.kill("SIGKILL");
  });
  const exited = once(decoder, "exit").then(([status]) => ({ status }));
  const answered = once(decoder, "message").then(() => ({ status: null }));
  if (code === null) decoder.send({ bytes: small, as: "png" });
  expect(await Promise.race([exited, answered])).toEqual({ status: code });
});
