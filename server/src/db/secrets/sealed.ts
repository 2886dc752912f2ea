import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts stored texts such as tax numbers and gate PINs, so that queries, logs and copied tables
 * don't reveal them. Each is bound to its row and can't be decrypted from another one.
 */
export class FieldCipher {
  readonly #key: Buffer;
  readonly #markKey: Buffer;

  /** @param secret the key is derived from it; stored texts can't be read with another one */
  constructor(secret: string, purpose: string) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", `gavelyard ${purpose}`, 32));
    this.#markKey = Buffer.from(
      hkdfSync("sha256", secret, "", `gavelyard marks of ${purpose}`, 32),
    );
  }

  /** Returns a keyed hash, by which rows with equal texts are found without decrypting any. */
  mark(text: string): Buffer {
    return createHmac("sha256", this.#markKey).update(text, "utf8").digest();
  }

  /** Returns nonce, tag and ciphertext. */
  seal(row: string, text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(row));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Decrypts a row's text; null when it was sealed for another row or secret, or was altered. */
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
