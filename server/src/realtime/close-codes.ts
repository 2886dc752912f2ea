import type { RefusalCode } from "@gavelyard/contract/refusals";
import type { Message } from "@gavelyard/messages/text";

/** WebSocket close codes by reason; codes from 4000 on are our own. */
export const closeCodes = {
  protocol: 4400,
  token: 4401,
  access: 4403,
  silence: 4408,
  slow: 4413,
  limit: 4429,
  restart: 4503,
} as const;
export type EndReason = keyof typeof closeCodes;

/** Codes of ERROR frames, unless a fault has a more exact one. */
export const refusalCodes: Readonly<Record<EndReason, RefusalCode>> = {
  protocol: "unreadable",
  token: "token-invalid",
  access: "role-forbidden",
  silence: "too-slow",
  slow: "too-slow",
  limit: "too-many-requests",
  restart: "unavailable",
};

/**
 * Why a frame is rejected. The client gets code and message in an ERROR, and is disconnected. What
 * only a program's author reads is a string, and stays English.
 */
export interface Fault {
  readonly reason: EndReason;
  readonly code?: RefusalCode;
  readonly message: Message | string;
}

/** Says a message in the language that an `Accept-Language` header prefers. */
export type SayFor = (message: Message, accepted: string | undefined) => string;
