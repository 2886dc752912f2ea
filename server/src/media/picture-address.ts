import { msg } from "@gavelyard/messages/text";
import { badFields } from "../refusal.ts";

const ourPicture =
  /^(?:https?:\/\/[^/?#]+)?\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/\d+\.(?:avif|webp)$/;
const bareId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the id of one of our pictures, from its URL or bare id. We never fetch pictures from
 * elsewhere, so other URLs are refused (D10).
 * @param field name for the message
 * @throws Refusal 400
 */
export function pictureIdOf(address: string, publicUrl: string, field: string): string {
  const input = address.trim().toLowerCase();
  if (bareId.test(input)) return input;
  const id = ourPicture.exec(input)?.[1];
  const isAbsolute = /^[a-z]+:/.test(input);
  const isOurs = !isAbsolute || input.startsWith(`${publicUrl.toLowerCase()}/media/`);
  if (id === undefined || !isOurs) {
    const message = msg("Enter the address of a picture on this site");
    throw badFields([{ path: field, message }]);
  }
  return id;
}
