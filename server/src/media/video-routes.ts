import { videoTypes } from "@gavelyard/contract/media";
import { msg } from "@gavelyard/messages/text";
import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import type { Context } from "../context.ts";
import { notFound } from "../http/errors.ts";
import { FOR_GOOD, knowsTag } from "./kept-for-good.ts";
import { rangeOf } from "./range.ts";
import { captionsOf, videoById } from "./sql.ts";
import { videoName } from "./video-store.ts";

const file = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(mp4|webm|vtt)$/;
/** Bytes read at a time, so that a slow reader holds no more than these. */
const PART_BYTES = 256 * 1024;

/**
 * Serves `GET /media/videos/{id}.mp4` or `.webm`, also in ranges (RFC 9110), and
 * `GET /media/captions/{id}.vtt`. A removed video is gone at once.
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
      if (knowsTag(request, etag)) return reply.header("Cache-Control", FOR_GOOD).code(304).send();
      // Another version than the one of which the caller has a part is sent whole.
      const isSame = (request.headers["if-range"] ?? etag) === etag;
      const range = isSame ? rangeOf(request.headers.range, video.bytes) : null;
      if (range === "unsatisfiable")
        return reply.code(416).header("Content-Range", `bytes */${video.bytes}`).send();
      const { start, end } = range ?? { start: 0, end: video.bytes - 1 };
      if (range !== null)
        reply.code(206).header("Content-Range", `bytes ${start}-${end}/${video.bytes}`);
      reply
        .header("Cache-Control", FOR_GOOD)
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
      return reply.header("Cache-Control", FOR_GOOD).type("text/vtt; charset=utf-8").send(captions);
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
