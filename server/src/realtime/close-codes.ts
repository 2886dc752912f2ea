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

/** Why a frame is rejected. The client gets the message in an ERROR, and is disconnected. */
export interface Fault {
  readonly reason: EndReason;
  readonly message: string;
}
