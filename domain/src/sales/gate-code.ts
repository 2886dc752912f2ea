/** What the QR code of a pickup paper says: the award, and the PIN that lets its unit leave. */
export interface GateCode {
  readonly awardId: number;
  readonly gatePin: string;
}

/** Returns the text of a pickup paper's QR code. It is no address, so no browser remembers it. */
export const gateCode = ({ awardId, gatePin }: GateCode): string => `GY-GATE ${awardId} ${gatePin}`;

/** Reads a QR code at the gate; null for any other code. */
export function readGateCode(text: string): GateCode | null {
  const [, award, gatePin] = /^GY-GATE ([1-9]\d{0,14}) (\d{6})$/.exec(text.trim()) ?? [];
  return award === undefined || gatePin === undefined ? null : { awardId: Number(award), gatePin };
}
