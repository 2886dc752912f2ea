import { msg } from "@gavelyard/messages/text";
import {
  mediaFormats,
  mediaWidths,
  type MediaFormat,
  type MediaWidth,
} from "@gavelyard/contract/inventory/media";
import { drawAvatar } from "@gavelyard/domain/users/avatar";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { notFound } from "../refusal.ts";
import { IMMUTABLE, knowsTag } from "./caching.ts";
import type { PictureStore } from "./picture-store.ts";

const picturePath = z.object({ id: z.uuid(), file: z.string() });

const files = new Map<string, { width: MediaWidth; format: MediaFormat }>(
  mediaWidths.flatMap((width) =>
    mediaFormats.map((format) => [`${width}.${format}`, { width, format }] as const),
  ),
);

/**
 * Serves `GET /media/{id}/{width}.{format}`, pictures in the contract's widths and formats only,
 * and `GET /media/avatars/{file}`, avatars drawn from the initials in their file names (D34).
 */
export function mediaRoutes(app: FastifyInstance, store: PictureStore): void {
  app.get<{ Params: { file: string } }>(
    "/media/avatars/:file",
    { schema: { hide: true } },
    (request, reply) => {
      const drawn = drawAvatar(request.params.file);
      if (drawn === null) throw notFound(msg("Picture not found"));
      return reply
        .header("Cache-Control", IMMUTABLE)
        .type("image/svg+xml; charset=utf-8")
        .send(drawn);
    },
  );

  app.get("/media/:id/:file", { schema: { hide: true } }, async (request, reply) => {
    const path = picturePath.safeParse(request.params);
    const rendition = path.success ? files.get(path.data.file) : undefined;
    if (!path.success || rendition === undefined) throw notFound(msg("Picture not found"));
    const { id } = path.data;
    // A picture's content never changes, so its id and file name suffice as ETag.
    const etag = `"${id}-${path.data.file}"`;
    const known = knowsTag(request, etag);
    const bytes = await store.rendition(id.toLowerCase(), rendition.width, rendition.format);
    if (bytes === null) throw notFound(msg("Picture not found"));
    reply.header("Cache-Control", IMMUTABLE).header("ETag", etag);
    if (known) return reply.code(304).send();
    return reply.type(`image/${rendition.format}`).send(bytes);
  });
}
