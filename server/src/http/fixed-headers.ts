import type { FastifyInstance } from "fastify";
import helmet from "helmet";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** Addresses of scripts, styles and pictures. */
const fileAddress = /^\/(?:assets|media)\//;
/** What of it means something for a file that a page loads; the rest is about pages. */
const fileHeaderNames: readonly string[] = ["strict-transport-security", "x-content-type-options"];
/** What of it means something for the answer to a call, which somebody may put into a frame. */
const answerHeaderNames: readonly string[] = [...fileHeaderNames, "x-frame-options"];

/**
 * Puts the headers of safety on every answer, and the request's number. They are the same on each, so
 * what `helmet` sets is worked out once: again for each answer it took a twentieth of a bid's time.
 * What pages may load is said by the pages themselves. The many small files of a first view carry only
 * what concerns them, and so do answers under `/api`: the rest was half a kilobyte with each.
 */
export function registerFixedHeaders(app: FastifyInstance): void {
  const headers = helmetHeaders();
  const only = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
  const [fileHeaders, answerHeaders] = [only(fileHeaderNames), only(answerHeaderNames)];
  app.addHook("onRequest", (request, reply, done) => {
    // Whatever states no age of its own is kept by nobody.
    reply.header("Cache-Control", "no-store");
    if (fileAddress.test(request.url)) reply.headers(fileHeaders);
    else {
      const isCall = request.url.startsWith("/api/");
      reply.headers(isCall ? answerHeaders : headers).header("x-request-id", request.id);
    }
    done();
  });
}

function helmetHeaders(): Readonly<Record<string, string>> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet({ contentSecurityPolicy: false, crossOriginResourcePolicy: false })(
    response.req,
    response,
    (error) => {
      if (error instanceof Error) throw error;
    },
  );
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
