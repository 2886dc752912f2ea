/** Why a client is sent away, with its close code; those from 4000 on are the product's own. */
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

/** Why a frame cannot be done; its client is told and sent away. */
export interface Fault {
  readonly reason: EndReason;
  readonly message: string;
}
