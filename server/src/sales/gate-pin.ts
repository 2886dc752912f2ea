import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto";

/**
 * Gate PINs, which open the yard for a paid unit (D29), are kept encrypted and not hashed: of six
 * digits a hash tells the PIN to anyone who tries a million, and the winner has to be shown it again.
 * The key comes from the server's own secret; each cipher is bound to its award, so that one copied
 * to another row opens nothing.
 */
export class GatePins {
  readonly #key: Buffer;

  /** @param secret what the server signs with; with another one the PINs kept cannot be read */
  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", "gavelyard gate pin", 32));
  }

  /** Draws a PIN. */
  draw(): string {
    return String(randomInt(1_000_000)).padStart(6, "0");
  }

  /** The PIN of an award as it is kept: nonce, tag and cipher. */
  seal(awardId: number, pin: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
    cipher.setAAD(Buffer.from(`award ${awardId}`));
    const sealed = Buffer.concat([cipher.update(pin, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** The PIN kept for an award; null when it was sealed for another one or under another secret. */
  open(awardId: number, kept: Buffer): string | null {
    const nonce = kept.subarray(0, NONCE_BYTES);
    const tag = kept.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#key, nonce, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(`award ${awardId}`));
      decipher.setAuthTag(tag);
      const sealed = kept.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
    } catch {
      return null;
    }
  }

  /** Whether a PIN given at the gate is the one kept; takes the same time for any wrong one. */
  matches(awardId: number, kept: Buffer, given: string): boolean {
    const pin = this.open(awardId, kept);
    const [one, other] = [Buffer.from(pin ?? ""), Buffer.from(given)];
    return pin !== null && one.length === other.length && timingSafeEqual(one, other);
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
