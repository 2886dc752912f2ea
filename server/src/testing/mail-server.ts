import { unawaited } from "@gavelyard/domain/unawaited";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail server that a test makes accept or refuse messages. */
export interface MailServer {
  readonly url: string;
  readonly messages: string[];
  /** Messages that were received, also those that aren't answered yet. */
  received: number;
  refuse: boolean;
  /** While set, messages are answered only when it resolves. */
  hold: Promise<void> | null;
  /** Answers no message until `work` ends: the text of a code is deleted once it's sent. */
  holding<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    // Connections stay open between emails.
    closeTimeout: 100,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      const answer = () => {
        if (server.refuse)
          return done(Object.assign(new Error("try later"), { responseCode: 451 }));
        server.messages.push(Buffer.concat(chunks).toString());
        done();
      };
      stream.on("end", () => {
        server.received += 1;
        unawaited(Promise.resolve(server.hold).then(answer));
      });
    },
  });
  // A client that is killed resets its connection.
  smtp.on("error", () => {});
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  const { port } = smtp.server.address() as AddressInfo;
  const server: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    messages: [],
    received: 0,
    refuse: false,
    hold: null,
    async holding(work) {
      const release = Promise.withResolvers<void>();
      server.hold = release.promise;
      try {
        return await work();
      } finally {
        server.hold = null;
        release.resolve();
      }
    },
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
  return server;
}
