import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A decrypted notification, as a browser gets it from its push service. */
export interface Pushed {
  readonly device: string;
  readonly notice: { title: string; body: string; path: string; tag: string };
  readonly headers: IncomingHttpHeaders;
}

/**
 * A push service and its browsers. They decrypt notifications (RFC 8291) with an implementation
 * independent of the server's.
 */
export interface PushService {
  readonly origin: string;
  readonly pushed: Pushed[];
  /** HTTP status of the next responses. */
  status: number;
  /** Creates a browser's subscription, as it is sent to the server. */
  subscribe(device: string): { endpoint: string; keys: { p256dh: string; auth: string } };
  close(): Promise<void>;
}

interface Keys {
  readonly pair: ReturnType<typeof createECDH>;
  readonly auth: Buffer;
}

export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, Keys>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const device = (request.url ?? "").slice("/push/".length);
      const keys = browsers.get(device);
      if (keys !== undefined && service.status === 201) {
        const notice = JSON.parse(decrypt(Buffer.concat(chunks), keys));
        service.pushed.push({ device, notice, headers: request.headers });
      }
      response.writeHead(keys === undefined ? 404 : service.status).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const service: PushService = {
    origin: `http://127.0.0.1:${port}`,
    pushed: [],
    status: 201,
    subscribe: (device) => {
      const pair = createECDH("prime256v1");
      const auth = randomBytes(16);
      browsers.set(device, { pair, auth });
      return {
        endpoint: `${service.origin}/push/${device}`,
        keys: { p256dh: pair.generateKeys("base64url"), auth: auth.toString("base64url") },
      };
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return service;
}

/** Decrypts one record of content coding `aes128gcm` (RFC 8188) with the keys of RFC 8291. */
function decrypt(body: Buffer, { pair, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32));
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${what}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

/** Verifies the signature with the key in the header (RFC 8292) and returns the sender's claims. */
export function vapidClaims({ headers }: Pushed, publicKey: string): Record<string, unknown> {
  const [, token = "", key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const holds =
    key === publicKey &&
    verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
  if (!holds) throw new Error("the signature does not hold");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
