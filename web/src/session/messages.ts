import { ApiError } from "../api/client.ts";

/** The server's message, else the fallback of the specification's section 8. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message !== "" ? error.message : fallback;
}
