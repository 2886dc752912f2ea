import { createServer, type AddressInfo, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Certificate } from "../http/connections/http-server.ts";

/** The text that malware scanners agree to find, in two parts so that no scanner finds this file. */
export const eicar = Buffer.from(
  ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD", "-ANTIVIRUS-TEST-FILE!$H+H*"].join(""),
);

/** A scanner that speaks clamd's INSTREAM, with TLS if it has a certificate, and finds `eicar`. */
export async function openScanner(certificate: Certificate | null = null) {
  let answer: string | null = null;
  const judge = (socket: Socket) => {
    let got = Buffer.alloc(0);
    socket.on("data", (part) => {
      got = Buffer.concat([got, part]);
      const file = fileOf(got);
      if (file === null) return;
      const verdict = file.includes(eicar) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK";
      socket.end(`${answer ?? verdict}\0`);
    });
  };
  const server =
    certificate === null ? createServer(judge) : createTlsServer({ ...certificate }, judge);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: certificate === null ? `tcp://127.0.0.1:${port}` : `tls://localhost:${port}`,
    /** Answers every file with this; null to scan again. */
    say: (given: string | null) => {
      answer = given;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Returns the file of a whole INSTREAM command; null while parts are missing. */
function fileOf(got: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  let at = got.indexOf(0) + 1;
  if (at === 0) return null;
  if (got.toString("latin1", 0, at) !== "zINSTREAM\0") throw new Error("not a command of clamd");
  for (;;) {
    if (got.length < at + 4) return null;
    const length = got.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(got.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
}
