import { english, msg, type Message } from "@gavelyard/messages/text";
import type { FileHandle } from "node:fs/promises";

/** Thrown for a file that isn't an acceptable video, with a message for its sender. */
export class VideoFault extends Error {
  override readonly name = "VideoFault";
  readonly said: Message;

  constructor(said: Message) {
    super(english(said));
    this.said = said;
  }
}

export const damaged = () =>
  new VideoFault(msg("This video is damaged or incomplete. Export it again."));

/** Overwrites a part of a file: `head`, then as many zeros. The file's length stays. */
export interface Edit {
  readonly at: number;
  readonly head: Buffer;
  readonly zeros: number;
}

/** Facts about a video's file, and the edits that remove its metadata. */
export interface ReadVideo {
  readonly contentType: "video/mp4" | "video/webm";
  readonly durationMs: number;
  readonly width: number;
  readonly height: number;
  readonly silent: boolean;
  readonly edits: readonly Edit[];
}

const WINDOW_BYTES = 64 * 1024;

/** Reads parts of a file. Small consecutive reads share one read of the disk. */
export class ByteSource {
  readonly size: number;
  readonly #file: FileHandle;
  #window = Buffer.alloc(0);
  #windowAt = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** @throws VideoFault if the file is shorter */
  async read(at: number, length: number): Promise<Buffer> {
    if (at < 0 || at + length > this.size) throw damaged();
    if (at < this.#windowAt || at + length > this.#windowAt + this.#window.length) {
      const window = Buffer.alloc(Math.min(Math.max(length, WINDOW_BYTES), this.size - at));
      const { bytesRead } = await this.#file.read(window, 0, window.length, at);
      if (bytesRead < length) throw damaged();
      this.#window = window.subarray(0, bytesRead);
      this.#windowAt = at;
    }
    return this.#window.subarray(at - this.#windowAt, at - this.#windowAt + length);
  }
}

export async function makeEdits(file: FileHandle, edits: readonly Edit[]): Promise<void> {
  const zeros = Buffer.alloc(WINDOW_BYTES);
  for (const { at, head, zeros: count } of edits) {
    await file.write(head, 0, head.length, at);
    for (let done = 0; done < count; done += WINDOW_BYTES) {
      const length = Math.min(WINDOW_BYTES, count - done);
      await file.write(zeros, 0, length, at + head.length + done);
    }
  }
}
