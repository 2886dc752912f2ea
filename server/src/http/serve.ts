import { msg } from "@gavelyard/messages/text";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "@gavelyard/contract/endpoint";
import { errorBody } from "@gavelyard/contract/refusals";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseServers } from "../db/servers/servers.ts";
import { z } from "zod";
import type { Admission } from "./limits/admission.ts";
import type { CallRates } from "./limits/call-rates.ts";
import { deviceOf, isUnattended } from "../network/device.ts";
import { refuseDamagedText } from "./damaged-text.ts";
import { isUnavailable } from "../db/is-unavailable.ts";
import { confirmFirst, Refusal, SecondPersonNeeded } from "../refusal.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import type { NoteListing } from "./note-listing.ts";
import type { NoteRefusal } from "./note-refusal.ts";
import { gatherInput, type CountUpload, type ScanUpload } from "./uploads/uploads.ts";
import { admit, admitSubject, subjectOf, type AuthenticateCall, type Principal } from "./access.ts";

declare module "fastify" {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** Whether calls place, raise or retract bids, which are counted by themselves. */
    bids?: boolean;
  }
}

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Null only on public calls without a session. */
  readonly user: E["access"] extends "public" ? Principal | null : Principal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * A response that is already JSON. It is checked against its schema only in tests and development.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Answer<E extends Endpoint> = ResponseOf<E> | JsonText;

export type Serve = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
) => void;

/** Patterns of path parameters, so that they never match fixed words (D7). */
const paramForms = [
  { examples: ["1", "5000"], form: String.raw`^\d+$` },
  { examples: ["018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d"], form: "^[0-9a-fA-F-]{36}$" },
] as const;
const wordPattern = "^[A-Za-z_-]+$";

const refused = {
  description: "Refused; `code` says why",
  content: { "application/json": { schema: errorBody } },
};
const proposed = { ...refused, description: "Proposed; a second person has to confirm it (D38)" };

/** @throws Error for a proposal of a kind that the contract doesn't state */
function checkProposal(endpoint: Endpoint, error: unknown): void {
  if (!(error instanceof SecondPersonNeeded)) return;
  if (endpoint.secondPerson?.includes(error.kind) !== true)
    throw new Error(`${endpoint.route.path} doesn't state ${error.kind} in secondPerson`);
}

/** Returns the path in the router's syntax. IDs match only digits, documents only UUIDs (D7). */
function routerPath({ route, params }: Endpoint): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const schema = params?.shape[name];
    const known = paramForms.find(({ examples }) =>
      examples.some((example) => schema?.safeParse(example).success === true),
    );
    return `:${name}(${known?.form ?? wordPattern})`;
  });
}

/**
 * Returns the function that serves calls: it authorizes a call, validates it by the contract's
 * schemas, then runs the handler.
 */
export function createServe(
  app: FastifyInstance,
  authenticate: AuthenticateCall,
  options: {
    checkResponses: boolean;
    admission: Admission;
    /** Counts a call of an account; throws over the limit. */
    countCaller?: CallRates["countCaller"];
    countUpload?: CountUpload;
    scanUpload?: ScanUpload;
    /** Logs calls that an account may not make (D54). */
    noteRefusal?: NoteRefusal;
    /** Logs lists of personal data (D60). */
    noteListing?: NoteListing;
    /** Whether the user confirmed in this session within the last ten minutes (D41). */
    isConfirmed: (principal: Principal) => Promise<boolean>;
    /** Database servers; calls that only read are retried if one of them is lost. */
    servers?: DatabaseServers | null;
  },
): Serve {
  const { admission, servers = null, noteRefusal = async () => {} } = options;
  app.decorateRequest("principal", null);

  return (endpoint, handler) => {
    const slotOf = (request: FastifyRequest) =>
      admission.slotOf(endpoint, request, request.principal !== null);
    const noteRefusalOf = (request: FastifyRequest) => (principal: Principal) =>
      noteRefusal(principal, endpoint, request);
    const subjectInPath = endpoint.route.path.includes(`{${endpoint.subject ?? ""}}`);
    app.route({
      method: endpoint.route.method,
      ...(endpoint.changes === true ? { exposeHeadRoute: false } : {}),
      url: routerPath(endpoint),
      config: { bids: endpoint.urgent === true },
      schema: {
        summary: endpoint.summary,
        tags: [endpoint.tag],
        ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
        ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
        ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
        ...(endpoint.files === undefined && endpoint.input !== "anywhere"
          ? {}
          : { consumes: ["application/json", "multipart/form-data"] }),
        ...(endpoint.download === undefined ? {} : { produces: [endpoint.download] }),
        response: {
          200: endpoint.response,
          ...(endpoint.secondPerson === undefined ? {} : { 202: proposed }),
          "4xx": refused,
          "5xx": refused,
        },
        ...(endpoint.access === "public" ? {} : { security: securityOf(endpoint) }),
      },
      onRequest: async (request) => {
        if (endpoint.changes === true) refusePrefetch(request.headers);
        if (endpoint.route.once === true) idempotencyKey(request);
        // Under load, rejects calls without a token before any lookup. A token may mean another
        // slot.
        if (request.headers.authorization === undefined)
          admission.check(admission.slotOf(endpoint, request, false));
        const caller = { ip: deviceOf(request).ip, unattended: isUnattended(request) };
        const noted = noteRefusalOf(request);
        const bearer = { header: request.headers.authorization, caller };
        const { countCaller } = options;
        const bidOn = endpoint.urgent === true ? lotOrBidOf(request) : null;
        request.principal = await admit(
          endpoint,
          bearer,
          async (token, from) => {
            const principal = await withRetry(servers, () => authenticate(token, from));
            if (typeof principal !== "string") countCaller?.(principal, bidOn);
            return principal;
          },
          noted,
        );
        admission.check(slotOf(request));
        // Checked before the body is read. A user named in the query or body is checked in the
        // handler.
        if (subjectInPath) await admitNamed(endpoint, request, noted);
        if (endpoint.confirmAgain === true && request.principal !== null) {
          if (!(await options.isConfirmed(request.principal))) throw confirmFirst();
        }
      },
      preValidation: [
        gatherInput(endpoint, options.countUpload, options.scanUpload),
        refuseDamagedText,
      ],
      handler: async (request, reply) => {
        // The validator compiler has parsed these with the endpoint's schemas.
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          user: request.principal,
          request,
          reply,
        } as Call<typeof endpoint>;
        if (!subjectInPath) await admitNamed(endpoint, request, noteRefusalOf(request));
        // The response may depend on the session, so only anonymous responses are cached.
        if (endpoint.maxAgeSec !== undefined && request.principal === null) {
          const age = `public, max-age=${endpoint.maxAgeSec}`;
          reply.header("Cache-Control", age).header("Vary", "Accept, Authorization");
        }
        const result = await admission
          .run(slotOf(request), () =>
            onlyReads(endpoint) ? withRetry(servers, () => handler(call)) : handler(call),
          )
          .catch((error: unknown) => {
            checkProposal(endpoint, error);
            throw error;
          });
        if (reply.sent || endpoint.download !== undefined) {
          await options.noteListing?.(endpoint, request, undefined);
          return reply;
        }
        const isText = result instanceof JsonText;
        if (options.checkResponses)
          endpoint.response.parse(isText ? JSON.parse(result.text) : result);
        if (!isText) {
          await options.noteListing?.(endpoint, request, result);
          return result;
        }
        return reply.type("application/json; charset=utf-8").send(result.text);
      },
    });
  };
}

/** Returns what a call that bids is about: a unit's lot or a bid, by its ID in the path. */
function lotOrBidOf({ params }: FastifyRequest): string {
  const { inventoryId, id } = z
    .object({ inventoryId: z.string().optional(), id: z.string().optional() })
    .parse(params);
  return inventoryId === undefined ? `bid ${id ?? ""}` : `lot ${inventoryId}`;
}

function securityOf({ scope }: Endpoint): Record<string, string[]>[] {
  return [{ bearer: [] }, ...(scope === undefined ? [] : [{ apiKey: [scope] }])];
}

/** Time during which a read is retried while another server takes over. */
const RETRY_FOR_MS = 2_000;
const RETRY_DELAY_MS = 50;

const onlyReads = ({ route, changes, readsOnly }: Endpoint): boolean =>
  route.method === "GET" ? changes !== true : readsOnly === true;

/** Runs a read, and retries it on another server if the database is unavailable. */
async function withRetry<T>(
  servers: DatabaseServers | null,
  read: () => Promise<T> | T,
): Promise<T> {
  const sinceMs = performance.now();
  for (let again = false; ; again = true) {
    try {
      return await read();
    } catch (error) {
      const isOver = again && performance.now() - sinceMs > RETRY_FOR_MS;
      if (servers === null || !isUnavailable(error) || isOver) throw error;
      await sleep(RETRY_DELAY_MS);
    }
  }
}

/**
 * Rejects prefetching of a GET that changes something: browsers may load a link before anyone
 * follows it.
 * @throws Refusal 403 (D9)
 */
function refusePrefetch(headers: IncomingHttpHeaders): void {
  const purposes = [
    headers["purpose"],
    headers["sec-purpose"],
    headers["x-moz"],
    headers["x-purpose"],
  ];
  if (/prefetch|prerender|preview/i.test(purposes.join()))
    throw new Refusal(
      "cross-site",
      msg("Open the link to make this change. Preloading it doesn't count."),
    );
  const { "sec-fetch-site": site = "same-origin", "sec-fetch-dest": dest = "empty" } = headers;
  if (site !== "same-origin" || dest !== "empty")
    throw new Refusal(
      "cross-site",
      msg("This change can't be made from another site. Nothing was changed."),
    );
}

async function admitNamed(
  endpoint: Endpoint,
  request: FastifyRequest,
  noteRefusal: (principal: Principal) => Promise<void>,
): Promise<void> {
  const { principal } = request;
  if (endpoint.subject === undefined || principal === null) return;
  try {
    admitSubject(endpoint, subjectOf(endpoint.subject, request), principal);
  } catch (error) {
    await noteRefusal(principal);
    throw error;
  }
}
