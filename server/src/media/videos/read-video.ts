import { refuseVideo } from "@gavelyard/domain/inventory/videos";
import { msg } from "@gavelyard/messages/text";
import { open } from "node:fs/promises";
import { ByteSource, makeEdits, VideoFault, type ReadVideo } from "./byte-source.ts";
import { readMp4 } from "./mp4.ts";
import { readWebm } from "./webm.ts";

/**
 * Reads the structure of a video's file, and removes metadata from the file, such as the location.
 * Nothing is re-encoded.
 * @throws VideoFault
 */
export async function cleanVideo(path: string): Promise<Omit<ReadVideo, "edits">> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const source = new ByteSource(file, size);
    const { edits, ...facts } = await readVideo(source);
    const refusal = refuseVideo(facts);
    if (refusal !== null) throw new VideoFault(refusal);
    await makeEdits(file, edits);
    return facts;
  } finally {
    await file.close();
  }
}

async function readVideo(source: ByteSource): Promise<ReadVideo> {
  const start = await source.read(0, Math.min(8, source.size));
  if (start.toString("latin1", 4, 8) === "ftyp") return readMp4(source);
  if (start.length >= 4 && start.readUInt32BE() === 0x1a45dfa3) return readWebm(source);
  throw new VideoFault(msg("Send an MP4 with H.264 and AAC, or a WebM"));
}
