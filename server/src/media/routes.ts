import {
  mediaFormats,
  mediaWidths,
  type MediaFormat,
  type MediaWidth,
} from "@gavelyard/contract/media";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { notFound } from "../http/errors.ts";
import type { PictureStore } from "./picture-store.ts";

const picturePath = z.object({ id: z.uuid(), file: z.string() });

const files = new Map<string, { width: MediaWidth; format: MediaFormat }>(
  mediaWidths.flatMap((width) =>
    mediaFormats.map((format) => [`${width}.${format}`, { width, format }] as const),
  ),
);

/** `GET /media/{id}/{width}.{format}`: pictures, in the contract's widths and formats only. */
export function mediaRoutes(app: FastifyInstance, store: PictureStore): void {
  app.get("/media/:id/:file", { schema: { hide: true } }, async (request, reply) => {
    const path = picturePath.safeParse(request.params);
    const wanted = path.success ? files.get(path.data.file) : undefined;
    if (!path.success || wanted === undefined) throw notFound("There is no such picture");
    const { id } = path.data;
    // A picture never changes under its address, so that is all the tag has to tell.
    const etag = `"${id}-${path.data.file}"`;
    const known = request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag) ?? false;
    const bytes = await store.rendition(id.toLowerCase(), wanted.width, wanted.format);
    if (bytes === null) throw notFound("There is no such picture");
    void reply.header("Cache-Control", "public, max-age=31536000, immutable").header("ETag", etag);
    if (known) return reply.code(304).send();
    return reply.type(`image/${wanted.format}`).send(bytes);
  });
}
