import { ApiError } from "@gavelyard/client/call";

/**
 * Whether sending the same call again can end otherwise: without an answer, after an error of the
 * server, or too many calls, but not after a refusal.
 */
export const canRepeat = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [0, 401, 408, 429].includes(error.status);
