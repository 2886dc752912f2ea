import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "@gavelyard/contract/endpoint";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IncomingHttpHeaders } from "node:http";
import type { Admission } from "./admission.ts";
import { confirmFirst, forbidden } from "./errors.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import { gatherInput } from "./uploads.ts";
import { admit, admitSubject, type Authenticate, type Principal } from "./access.ts";

declare module "fastify" {
  interface FastifyRequest {
    principal: Principal | null;
  }
}

/** A call as its handler sees it: parsed, and made by one who may. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Null only on public calls without a session. */
  readonly user: E["access"] extends "public" ? Principal | null : Principal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Serves one call of the contract. */
export type Serve = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<ResponseOf<E>> | ResponseOf<E>,
) => void;

/** What a parameter of a path may look like, so that fixed words never collide with it (D7). */
const paramForms = [
  { examples: ["1", "5000"], form: String.raw`^\d+$` },
  { examples: ["018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d"], form: "^[0-9a-fA-F-]{36}$" },
] as const;
const wordForm = "^[A-Za-z_-]+$";

/** The contract's path in the router's own form: ids match digits only, documents' UUIDs (D7). */
function routerPath({ route, params }: Endpoint): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const schema = params?.shape[name];
    const known = paramForms.find(({ examples }) =>
      examples.some((example) => schema?.safeParse(example).success === true),
    );
    return `:${name}(${known?.form ?? wordForm})`;
  });
}

/**
 * Makes the function with which every feature serves its calls: access first, then validation by
 * the contract's schemas, then the handler. `registered` collects what was served.
 */
export function createServe(
  app: FastifyInstance,
  authenticate: Authenticate,
  options: {
    checkResponses: boolean;
    /** Gives calls their turns, or refuses them while there are too many. */
    admission: Admission;
    /** Counts a call of an account; throws when there are too many. */
    countCall?: (request: FastifyRequest) => Promise<void>;
    /** Whether the password was entered in this session within the last ten minutes (D41). */
    isConfirmed: (principal: Principal) => Promise<boolean>;
  },
): { serve: Serve; registered: Set<Endpoint> } {
  const registered = new Set<Endpoint>();
  const { admission } = options;
  app.decorateRequest("principal", null);

  const serve: Serve = (endpoint, handler) => {
    registered.add(endpoint);
    const turnOf = (request: FastifyRequest) =>
      admission.turnOf(endpoint, request, request.principal !== null);
    const subjectInPath = endpoint.route.path.includes(`{${endpoint.subject ?? ""}}`);
    app.route({
      method: endpoint.route.method,
      ...(endpoint.changes === true ? { exposeHeadRoute: false } : {}),
      url: routerPath(endpoint),
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
        response: { 200: endpoint.response },
        ...(endpoint.access === "public" ? {} : { security: [{ bearer: [] }] }),
      },
      onRequest: async (request) => {
        if (endpoint.changes === true) refusePrefetch(request.headers);
        if (endpoint.route.once === true) idempotencyKey(request);
        // Before anything is looked up, for those who will be refused; a token may change the turn.
        if (request.headers.authorization === undefined)
          admission.check(admission.turnOf(endpoint, request, false));
        request.principal = await admit(endpoint, request.headers.authorization, authenticate);
        await options.countCall?.(request);
        admission.check(turnOf(request));
        // Before a body is read; one that a query or body names is held against the caller below.
        if (subjectInPath) admitNamed(endpoint, request);
        if (endpoint.confirmAgain === true && request.principal !== null) {
          if (!(await options.isConfirmed(request.principal))) throw confirmFirst();
        }
      },
      preValidation: gatherInput(endpoint),
      handler: async (request, reply) => {
        // The validator compiler has parsed these by the endpoint's own schemas.
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          user: request.principal,
          request,
          reply,
        } as Call<typeof endpoint>;
        if (!subjectInPath) admitNamed(endpoint, request);
        // A session may change what is answered, so such an answer is nobody else's.
        if (endpoint.maxAgeSec !== undefined && request.principal === null) {
          const age = `public, max-age=${endpoint.maxAgeSec}`;
          reply.header("Cache-Control", age).header("Vary", "Accept, Authorization");
        }
        const result = await admission.run(turnOf(request), () => handler(call));
        if (reply.sent || endpoint.download !== undefined) return reply;
        if (options.checkResponses) endpoint.response.parse(result);
        return result;
      },
    });
  };
  return { serve, registered };
}

/**
 * Browsers may load a link before anyone follows it.
 * @throws HttpError 403 for such a request to a GET that changes something (D9)
 */
function refusePrefetch(headers: IncomingHttpHeaders): void {
  const purposes = [
    headers["purpose"],
    headers["sec-purpose"],
    headers["x-moz"],
    headers["x-purpose"],
  ];
  if (/prefetch|prerender|preview/i.test(purposes.join()))
    throw forbidden("Open this link to make the change. Preloading it changes nothing.");
}

function admitNamed(endpoint: Endpoint, request: FastifyRequest): void {
  if (endpoint.subject === undefined || request.principal === null) return;
  admitSubject(endpoint, subjectOf(endpoint.subject, request), request.principal);
}

function subjectOf(name: string, request: FastifyRequest): number {
  for (const part of [request.params, request.query, request.body]) {
    if (typeof part === "object" && part !== null && name in part) {
      return Number(Reflect.get(part, name));
    }
  }
  return Number.NaN;
}
