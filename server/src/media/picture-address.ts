import { msg } from "@gavelyard/messages/text";
import { badFields } from "../http/errors.ts";

const ourPicture =
  /^(?:https?:\/\/[^/?#]+)?\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/\d+\.(?:avif|webp)$/;
const bareId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the id of one of our pictures, from its URL or bare id. We never fetch pictures from
 * elsewhere, so other URLs are refused (D10).
 * @param field name for the message
 * @throws HttpError 400
 */
export function pictureIdOf(address: string, publicUrl: string, field: string): string {
  const given = address.trim().toLowerCase();
  if (bareId.test(given)) return given;
  const id = ourPicture.exec(given)?.[1];
  const isAbsolute = /^[a-z]+:/.test(given);
  const isOurs = !isAbsolute || given.startsWith(`${publicUrl.toLowerCase()}/media/`);
  if (id === undefined || !isOurs) {
    const message = msg("Only pictures of this site's own store can be named by their address");
    throw badFields([{ path: field, message }]);
  }
  return id;
}
