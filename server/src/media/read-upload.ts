import { fork, type ChildProcess } from "node:child_process";
import { TaskQueue } from "../task-queue.ts";
import type { DecodedOriginal, PictureFormat } from "./decode-picture.ts";

/** Message to a process that decodes pictures. */
export interface DecodeTask {
  readonly bytes: Uint8Array;
  /** `original` for a unit's picture, or the format of a document. */
  readonly as: "original" | PictureFormat;
}
export type DecodeAnswer =
  | { readonly original: DecodedOriginal }
  | { readonly document: Uint8Array }
  | { readonly refused: "damaged" | "too-large" };

/** An upload that isn't a picture, or that is too large to be decoded within the limits. */
export class PictureRefused extends Error {
  override readonly name = "PictureRefused";
  readonly why: "damaged" | "too-large";

  constructor(why: "damaged" | "too-large") {
    super(`the picture is ${why}`);
    this.why = why;
  }
}

const MAX_AT_ONCE = 2;
const MAX_WAITING = 100;
const TIMEOUT_MS = 30_000;
const IDLE_MS = 60_000;
const queue = new TaskQueue(MAX_AT_ONCE, MAX_WAITING);
const idle = new Map<ChildProcess, NodeJS.Timeout>();

/**
 * Decodes an uploaded picture as a unit's original.
 * @throws PictureRefused; Refusal 503 when too many are waiting
 */
export async function readOriginal(bytes: Buffer): Promise<DecodedOriginal> {
  const answer = await decode({ bytes, as: "original" });
  if (!("original" in answer)) throw new PictureRefused("damaged");
  const { original } = answer;
  return { ...original, data: Buffer.from(original.data) };
}

/**
 * Returns a document's picture upright and without metadata.
 * @throws PictureRefused; Refusal 503 when too many are waiting
 */
export async function readDocumentPicture(bytes: Buffer, as: PictureFormat): Promise<Buffer> {
  const answer = await decode({ bytes, as });
  if (!("document" in answer)) throw new PictureRefused("damaged");
  return Buffer.from(answer.document);
}

/**
 * Decodes in a process of its own: a picture of a few bytes can take seconds and hundreds of
 * megabytes, and a decoder can crash. Libvips would use the threads in which this process checks
 * passwords and reads files. The process knows no secrets and ends when a picture exceeds time or
 * memory.
 */
function decode(task: DecodeTask): Promise<DecodeAnswer> {
  return queue.take(async () => {
    const [child = startProcess()] = idle.keys();
    clearTimeout(idle.get(child));
    idle.delete(child);
    hold(child, true);
    const { promise, resolve } = Promise.withResolvers<DecodeAnswer | null>();
    const ended = () => resolve(null);
    child.once("message", resolve).once("exit", ended).once("error", ended);
    const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
    child.send(task, (error) => {
      if (error !== null) resolve(null);
    });
    const answer = await promise;
    clearTimeout(timer);
    child.off("message", resolve).off("exit", ended).off("error", ended);
    if (answer === null) {
      child.kill("SIGKILL");
      throw new PictureRefused("too-large");
    }
    hold(child, false);
    idle.set(child, setTimeout(() => child.disconnect(), IDLE_MS).unref());
    if ("refused" in answer) throw new PictureRefused(answer.refused);
    return answer;
  });
}

function startProcess(): ChildProcess {
  const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
  const child = fork(new URL("./picture-worker.ts", import.meta.url), {
    // One thread of libuv to decode in; no settings and no secrets.
    env: { PATH, LD_LIBRARY_PATH, SystemRoot, UV_THREADPOOL_SIZE: "1" },
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.on("exit", () => {
    clearTimeout(idle.get(child));
    idle.delete(child);
  });
  return child;
}

/** Only a busy process keeps this one alive. */
function hold(child: ChildProcess, isBusy: boolean): void {
  if (isBusy) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
