import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from "@gavelyard/contract/sign-in/passkeys";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** Ways in which an authenticator or its browser can misbehave. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly unverified?: true;
  readonly userHandle?: string;
  /** Fixed signature counter instead of an increasing one. */
  readonly counter?: number;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** A software security key with one passkey. */
export class Authenticator {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(32);
  readonly #origin: string;
  #userHandle = "";
  #counter = 0;

  constructor(origin = "https://gavelyard.example") {
    this.#origin = origin;
  }

  make(options: PasskeyCreation, how: Deviation = {}): PasskeyAttestation {
    this.#userHandle = options.user.id;
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const authData = Buffer.concat([
      this.#authData(options.rp.id, how, HAS_KEY),
      Buffer.alloc(16),
      length,
      this.#id,
      key,
    ]);
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, string>>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ]),
    );
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: text(this.#clientData("webauthn.create", options.challenge, how)),
        attestationObject: text(attestationObject),
        transports: ["internal"],
      },
    };
  }

  sign({ challenge, rpId }: PasskeyRequest, how: Deviation = {}): PasskeyAssertion {
    const clientData = this.#clientData("webauthn.get", challenge, how);
    const authData = this.#authData(rpId, how);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(sign("sha256", signed, this.#keys.privateKey)),
        userHandle: how.userHandle ?? this.#userHandle,
      },
    };
  }

  #credential() {
    return { id: text(this.#id), rawId: text(this.#id), type: "public-key" as const };
  }

  #clientData(type: string, challenge: string, how: Deviation): Buffer {
    const data = {
      type,
      challenge: how.challenge ?? challenge,
      origin: how.origin ?? this.#origin,
    };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
  }

  #authData(rpId: string, how: Deviation, more = 0): Buffer {
    this.#counter = how.counter ?? this.#counter + 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const verified = how.unverified === true ? 0 : USER_VERIFIED;
    return Buffer.concat([
      sha256(how.rpId ?? rpId),
      Buffer.from([USER_PRESENT | verified | more]),
      counter,
    ]);
  }
}

export function decodeBase32(secret: string): Buffer {
  const bits = [...secret]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter))
    .map((five) => five.toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
