import { videoTypes } from "@gavelyard/contract/inventory/media";
import { msg } from "@gavelyard/messages/text";
import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import type { Context } from "../context.ts";
import { notFound } from "../refusal.ts";
import { IMMUTABLE, knowsTag } from "./caching.ts";
import { rangeOf } from "./range.ts";
import { captionsOf, videoById } from "./sql.ts";
import { videoName } from "./video-store.ts";

const file = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(mp4|webm|vtt)$/;
/** Bytes read at a time, so that a slow client holds no more memory than these. */
const PART_BYTES = 256 * 1024;

/**
 * Serves `GET /media/videos/{id}.mp4` or `.webm`, also in ranges (RFC 9110), and `GET
 * /media/captions/{id}.vtt`. A removed video is no longer served.
 */
export function videoRoutes(app: FastifyInstance, { pool, files }: Context): void {
  app.get<{ Params: { file: string } }>(
    "/media/videos/:file",
    { schema: { hide: true } },
    async (request, reply) => {
      const [, id = "", ending = ""] = file.exec(request.params.file) ?? [];
      const type = videoTypes.find((each) => each === `video/${ending}`);
      const video = type === undefined ? null : await videoById(pool, id);
      if (video === null || video.contentType !== type) throw notFound(msg("Video not found"));
      const etag = `"${video.sha256}"`;
      reply.header("ETag", etag).header("Accept-Ranges", "bytes");
      if (knowsTag(request, etag)) return reply.header("Cache-Control", IMMUTABLE).code(304).send();
      // If the caller has a part of another version, send the whole file.
      const isSame = (request.headers["if-range"] ?? etag) === etag;
      const range = isSame ? rangeOf(request.headers.range, video.bytes) : null;
      if (range === "unsatisfiable")
        return reply.code(416).header("Content-Range", `bytes */${video.bytes}`).send();
      const { start, end } = range ?? { start: 0, end: video.bytes - 1 };
      if (range !== null)
        reply.code(206).header("Content-Range", `bytes ${start}-${end}/${video.bytes}`);
      reply
        .header("Cache-Control", IMMUTABLE)
        .header("Content-Length", end - start + 1)
        .type(type);
      const bytes = request.method === "HEAD" ? [] : parts(id, start, end);
      return reply.send(Readable.from(bytes, { objectMode: false }));
    },
  );

  app.get<{ Params: { file: string } }>(
    "/media/captions/:file",
    { schema: { hide: true } },
    async (request, reply) => {
      const [, id = "", ending] = file.exec(request.params.file) ?? [];
      const captions = ending === "vtt" ? await captionsOf(pool, id) : null;
      if (captions === null) throw notFound(msg("Captions not found"));
      return reply
        .header("Cache-Control", IMMUTABLE)
        .type("text/vtt; charset=utf-8")
        .send(captions);
    },
  );

  async function* parts(id: string, start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at <= end;) {
      const part = await files.readPart(videoName(id), at, Math.min(PART_BYTES, end - at + 1));
      if (part === null) throw new Error(`video ${id} ends at byte ${at}`);
      yield part;
      at += part.length;
    }
  }
}
