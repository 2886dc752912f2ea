/** The process that decodes uploaded pictures, one at a time (`read-upload.ts`). */
import { unawaited } from "@gavelyard/domain/unawaited";
import { setPriority } from "node:os";
import { toDocument, toOriginal } from "./decode-picture.ts";
import type { DecodeAnswer, DecodeTask } from "./read-upload.ts";

/** Lower priority than the process that decides bids, as a `nice` value. */
const PRIORITY = 10;
/** The largest pictures that we take need 700 MB. */
const MAX_MEMORY = 1024 * 1024 * 1024;
const LOOK_EVERY_MS = 20;

try {
  setPriority(PRIORITY);
} catch {
  // If the system refuses it, the process runs at normal priority.
}
// Decoding happens in another thread, so this one can watch it.
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY) process.exit(1);
}, LOOK_EVERY_MS).unref();

async function answerTo({ bytes, as }: DecodeTask): Promise<DecodeAnswer> {
  try {
    return as === "original"
      ? { original: await toOriginal(bytes) }
      : { document: await toDocument(bytes, as) };
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes("pixel limit");
    return { refused: isTooLarge ? "too-large" : "damaged" };
  }
}

process.on("message", (task: DecodeTask) => {
  unawaited(answerTo(task).then((answer) => process.send?.(answer)));
});
process.on("disconnect", () => process.exit());
