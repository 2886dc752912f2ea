import proxyAddr from "@fastify/proxy-addr";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { controlRoutes } from "./auctions/control-routes.ts";
import { auctionRoutes } from "./auctions/routes.ts";
import { auctionStaffRoutes } from "./auctions/staff-routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { isConfirmed } from "./auth/session-sql.ts";
import { Sessions } from "./auth/sessions.ts";
import { bankDetailsRoutes } from "./bank-details/routes.ts";
import { bidLimitRoutes } from "./bid-limits/routes.ts";
import { createCloser } from "./bidding/closer.ts";
import { BidDesk } from "./bidding/desk.ts";
import { createLotSource } from "./bidding/lot-source.ts";
import { biddingRoutes } from "./bidding/routes.ts";
import type { Context } from "./context.ts";
import { enquiryRoutes } from "./enquiries/routes.ts";
import { financeRoutes } from "./finance/routes.ts";
import { officeRoutes } from "./office/routes.ts";
import { operatingSettingsRoutes } from "./operating-settings/routes.ts";
import { salesRoutes } from "./sales/routes.ts";
import { salesStaffRoutes } from "./sales/staff-routes.ts";
import { mailRoutes } from "./jobs/routes.ts";
import { mailboxRoutes } from "./demo/mailbox.ts";
import { refuseDemoAccountFromAfar } from "./demo/who-may.ts";
import { createCallPool } from "./db/pool.ts";
import { Admission } from "./http/admission.ts";
import { registerCallRates } from "./http/call-rates.ts";
import { answerUnroutable, registerErrors, sendNothingThere } from "./http/errors.ts";
import { registerFixedHeaders } from "./http/fixed-headers.ts";
import { healthRoutes } from "./http/health.ts";
import type { Connections } from "./http/connections.ts";
import { createHttpServer } from "./http/http-server.ts";
import { openListeners, type Address, type Listeners } from "./http/listeners.ts";
import { registerMetrics } from "./http/metrics.ts";
import { registerOpenApi } from "./http/openapi.ts";
import { registerPages } from "./http/pages.ts";
import { createServe } from "./http/serve.ts";
import { registerUploads } from "./http/uploads.ts";
import { unitImportRoutes } from "./inventory/imports/routes.ts";
import { inventoryRoutes } from "./inventory/routes.ts";
import { UnitViews } from "./inventory/unit-views.ts";
import { stockRoutes } from "./inventory/staff-routes.ts";
import { mediaRoutes } from "./media/routes.ts";
import type { PictureStore } from "./media/picture-store.ts";
import { paymentProofRoutes } from "./payment-proofs/routes.ts";
import { proofRoutes } from "./proofs/routes.ts";
import { connectEvents } from "./realtime/connect-events.ts";
import { Realtime } from "./realtime/realtime.ts";
import { WatcherCounts } from "./realtime/watcher-counts.ts";
import { savedSearchRoutes } from "./saved-searches/routes.ts";
import { signalRoutes } from "./signals/routes.ts";
import { siteRoutes } from "./site/routes.ts";
import { sitemapRoutes } from "./site/sitemap.ts";
import { userRoutes } from "./users/routes.ts";
import { userStaffRoutes } from "./users/staff-routes.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";
import type { Endpoint } from "@gavelyard/contract/endpoint";

const BODY_LIMIT_BYTES = 1_048_576;
/** Connections that browsing cannot take up: for sessions, closing lots and whether all is well. */
const URGENT_CONNECTIONS = 4;

/** The assembled server: every part, not yet listening. */
export interface App {
  readonly http: FastifyInstance;
  readonly desk: BidDesk;
  readonly realtime: Realtime;
  /** The calls that are served. */
  readonly registered: ReadonlySet<Endpoint>;
  /**
   * Opens for calls and connections; answers where.
   * @throws Error with code EADDRINUSE when the port is taken
   */
  listen(address: Address): Promise<string>;
  /** Serves on for a while, but tells every client to come over another connection next time. */
  drain(forMs: number): Promise<void>;
  /** Refuses what is new, finishes what is under way and lets go of everything. */
  stop(): Promise<void>;
}

export interface AppOptions {
  readonly pictures: PictureStore;
  /** Holds every answer against its schema; for tests and development. */
  readonly checkResponses: boolean;
  /** Leaves the pages out, for tests of calls alone. */
  readonly pages: boolean;
  readonly isReady: () => boolean;
}

/** Puts the parts together. The only file that sees all of them. */
export async function createApp(context: Context, options: AppOptions): Promise<App> {
  const { settings, pool, bus, log } = context;
  const urgentPool = createCallPool(context.databaseUrl, URGENT_CONNECTIONS);
  const urgent: Context = { ...context, pool: urgentPool };
  const sessions = await Sessions.open(urgent);
  const admission = new Admission();
  const trusted = proxyAddr.compile([...settings.trustProxy]);
  const desk = new BidDesk({ url: context.databaseUrl, bus, log });
  const realtime = new Realtime({
    authenticate: sessions.authenticate,
    lots: createLotSource(pool),
    allowedOrigins: [
      context.publicUrl,
      ...(settings.apiOrigin === null ? [] : [settings.apiOrigin]),
    ],
    addressFactor: settings.rateLimits,
    addressOf: (request) => proxyAddr(request, trusted),
    hearsOthers: () => bus.complete,
    log,
  });
  connectEvents(bus, realtime);
  const watchers = new WatcherCounts(bus, realtime);
  const closer = createCloser(urgent);
  const views = new UnitViews(context);

  let connections: Connections | null = null;
  const logger: FastifyBaseLogger = log;
  const http = Fastify({
    loggerInstance: logger,
    // A logger for each request is made only where each request is logged.
    childLoggerFactory: (parent, bindings, of) =>
      log.isLevelEnabled("info") ? parent.child(bindings, of) : parent,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: false },
    trustProxy: (address, hop) => trusted(address, hop),
    genReqId: () => randomUUID(),
    // While a stop lets connections go, calls on them are still answered.
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    serverFactory: (handler) => {
      const made = createHttpServer(handler, realtime);
      connections = made.connections;
      return made.server;
    },
  });
  http.setValidatorCompiler(validatorCompiler);
  // Answers are typed by the contract, and held against it in tests, so they are only written out.
  http.setSerializerCompiler(() => (data) => JSON.stringify(data));
  registerErrors(http);
  registerFixedHeaders(http);
  registerMetrics(http, context, { live: () => realtime.stats(), admission });
  const rates = await registerCallRates(http, {
    pool,
    factor: settings.rateLimits,
    log,
    isOwn: (request) => admission.isHeld(request),
  });
  await registerOpenApi(http);
  await registerUploads(http);

  const { serve, registered } = createServe(http, sessions.authenticate, {
    ...options,
    admission,
    countCall: rates.countAccount,
    isConfirmed: ({ jti }) => isConfirmed(pool, jti),
  });
  healthRoutes(http, urgent, options.isReady);
  authRoutes(serve, context, sessions, (request, email) =>
    refuseDemoAccountFromAfar(context.settings, request, email),
  );
  userRoutes(serve, context);
  userStaffRoutes(serve, context);
  inventoryRoutes(serve, context, views);
  stockRoutes(serve, context, options.pictures);
  unitImportRoutes(serve, context);
  auctionRoutes(serve, context);
  auctionStaffRoutes(serve, context, options.pictures);
  controlRoutes(serve, context, (inventoryId) => watchers.of(inventoryId));
  biddingRoutes(serve, context, { desk, urgent });
  proofRoutes(serve, context);
  bidLimitRoutes(serve, context);
  salesRoutes(serve, context);
  salesStaffRoutes(serve, context);
  paymentProofRoutes(serve, context);
  financeRoutes(serve, context);
  enquiryRoutes(serve, context);
  officeRoutes(serve, context);
  wishlistRoutes(serve, context);
  savedSearchRoutes(serve, context);
  operatingSettingsRoutes(serve, context);
  bankDetailsRoutes(serve, context);
  mailRoutes(serve, context);
  signalRoutes(serve, context);
  siteRoutes(serve, context);
  sitemapRoutes(http, context);
  mediaRoutes(http, options.pictures);
  mailboxRoutes(http, context);
  if (options.pages) {
    const { dev, avatarUrl } = settings;
    await registerPages(http, { dev, avatarUrl, admission, countCall: rates.countAddress });
  } else http.setNotFoundHandler(sendNothingThere);
  await http.ready();
  closer.wake();
  watchers.start();
  let listeners: Listeners | null = null;

  return {
    http,
    desk,
    realtime,
    registered,
    listen: async (address) => {
      let url = "";
      listeners = await openListeners(http.server, address, async (options) => {
        url = await http.listen(options);
      });
      return url;
    },
    drain: async (forMs) => {
      connections?.startEnding();
      await sleep(forMs);
    },
    stop: async () => {
      await closer.stop();
      http.server.close();
      const listenersClosed = listeners?.close();
      await Promise.all([realtime.drain(), connections?.end()]);
      watchers.stop();
      await Promise.all([listenersClosed, http.close()]);
      await views.write();
      await desk.close();
      await urgentPool.end();
    },
  };
}
