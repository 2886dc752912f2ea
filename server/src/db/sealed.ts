import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Db } from "./pool.ts";
import { keptSecret } from "./kept-secret.ts";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Texts that are kept encrypted, so that a query, a log or a copied table tells nothing: tax numbers, gate
 * PINs. Each is bound to the row that it belongs to; copied to another one it opens nothing.
 */
export class Sealer {
  readonly #key: Buffer;

  /** @param secret what the key is derived from; with another one nothing kept can be read */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", `gavelyard ${purpose}`, 32));
  }

  /** The site's own sealer for a purpose; its secret is drawn when it is first asked for. */
  static async of(db: Db, purpose: string): Promise<Sealer> {
    const fresh = randomBytes(32).toString("base64");
    return new Sealer(await keptSecret(db, "sealing-secret", fresh), purpose);
  }

  /** A text as it is kept: nonce, tag and cipher. */
  seal(row: string, text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(row));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** The text kept for a row; null when it was sealed for another one, under another secret, or touched. */
  open(row: string, kept: Buffer): string | null {
    try {
      const decipher = createDecipheriv(ALGORITHM, this.#key, kept.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(row));
      decipher.setAuthTag(kept.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(kept.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      return null;
    }
  }
}
