import { say } from "@gavelyard/messages/text";
import proxyAddr from "@fastify/proxy-addr";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";
import { createNoteListing } from "./http/note-listing.ts";
import { createNoteRefusal } from "./http/note-refusal.ts";
import { validatorCompiler } from "fastify-type-provider-zod";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { authenticateKey, isApiKey } from "./api-keys/authenticate-key.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { OutageWatch } from "./outages/outage-watch.ts";
import { controlRoutes } from "./auctions/control/routes.ts";
import { logCopyLagSec } from "./audit/copy-logs.ts";
import { jobFigures } from "./jobs/runner.ts";
import { auctionRoutes } from "./auctions/routes.ts";
import { auctionStaffRoutes } from "./auctions/staff-routes.ts";
import { factorRoutes } from "./sign-in/factors/routes.ts";
import { breachCheckFailures } from "./sign-in/new-password.ts";
import { authRoutes } from "./sign-in/routes.ts";
import { authStaffRoutes } from "./sign-in/staff-routes.ts";
import { isConfirmed } from "./sign-in/session-sql.ts";
import { Sessions } from "./sign-in/sessions.ts";
import { backupRoutes } from "./backups/routes.ts";
import { bankDetailsRoutes } from "./bank-details/routes.ts";
import { bidLimitRoutes } from "./bid-limits/routes.ts";
import { createCloser } from "./bidding/closer.ts";
import { BidDesk } from "./bidding/desk.ts";
import { createLotSource } from "./bidding/lot-source.ts";
import { biddingRoutes } from "./bidding/routes.ts";
import type { Context } from "./context.ts";
import { enquiryRoutes } from "./enquiries/routes.ts";
import { financeRoutes } from "./finance/routes.ts";
import { auditLogRoutes } from "./audit-log/routes.ts";
import { reportRoutes } from "./reports/routes.ts";
import { staffSearchRoutes } from "./staff-search/routes.ts";
import { tableViewRoutes } from "./table-views/routes.ts";
import { workQueueRoutes } from "./work-queue/routes.ts";
import { operatingSettingsRoutes } from "./operating-settings/routes.ts";
import { salesDeliveryRoutes } from "./sales/delivery/routes.ts";
import { salesRoutes } from "./sales/routes.ts";
import { gateRoutes } from "./sales/gate-routes.ts";
import { receiptRoutes } from "./sales/payment/receipt-routes.ts";
import { salesStaffRoutes } from "./sales/staff-routes.ts";
import { mailRoutes } from "./mail/routes.ts";
import { UnsubscribeLinks } from "./mail/unsubscribe-links.ts";
import { mailboxRoutes } from "./demo/mailbox.ts";
import { refuseRemoteDemoAccount } from "./demo-accounts/who-may.ts";
import { createCallPool } from "./db/pool.ts";
import type { AuthenticateCall } from "./http/access.ts";
import { Admission } from "./http/limits/admission.ts";
import { CallRates, countNetworks } from "./http/limits/call-rates.ts";
import { answerUnparsed, answerUnroutable, registerErrors, sendNotFound } from "./http/errors.ts";
import { registerFixedHeaders } from "./http/fixed-headers.ts";
import { healthRoutes } from "./http/health.ts";
import type { Connections } from "./http/connections/connections.ts";
import { createHttpServer, type Certificate } from "./http/connections/http-server.ts";
import { openListeners, type Address, type Listeners } from "./http/connections/listeners.ts";
import { registerMetrics } from "./http/metrics.ts";
import { registerOpenApi } from "./http/openapi.ts";
import { answerTooManyPages, registerPages } from "./http/pages/pages.ts";
import { networkOf } from "./http/limits/rate-limits.ts";
import { inLanguage, preferredLanguage, registerLanguages } from "./http/reader-language.ts";
import { createScanUpload } from "./http/uploads/scan-upload.ts";
import { createServe } from "./http/serve.ts";
import { countUpload } from "./http/limits/upload-quota.ts";
import { registerUploads } from "./http/uploads/uploads.ts";
import { feedRoutes } from "./inventory/feeds.ts";
import { unitActRoutes } from "./inventory/acts/routes.ts";
import { readTable } from "./inventory/imports/read-table.ts";
import { unitImportRoutes } from "./inventory/imports/routes.ts";
import { Catalogue } from "./inventory/catalogue/catalogue.ts";
import { inventoryRoutes } from "./inventory/routes.ts";
import { UnitViews } from "./inventory/unit-views.ts";
import { loosePictureRoutes } from "./inventory/loose-pictures/routes.ts";
import { spellingRoutes } from "./inventory/spellings/routes.ts";
import { yardPictureRoutes } from "./inventory/yard-pictures/routes.ts";
import { stockRoutes } from "./inventory/staff-routes.ts";
import { mediaRoutes } from "./media/routes.ts";
import type { PictureStore } from "./media/picture-store.ts";
import { videoRoutes } from "./media/video-routes.ts";
import { pageReportRoutes } from "./page-reports/routes.ts";
import { paymentProofRoutes } from "./payment-proofs/routes.ts";
import { Proposals } from "./proposals/proposals.ts";
import { proposalRoutes } from "./proposals/routes.ts";
import { deliveryRoutes } from "./sales/delivery/estimate-routes.ts";
import { priceGuideRoutes } from "./price-guide/routes.ts";
import { questionRoutes } from "./questions/routes.ts";
import { proofRoutes } from "./lot-proofs/routes.ts";
import { createOutbidPushes } from "./push/outbid-pushes.ts";
import type { Pushes } from "./push/pushes.ts";
import { Inbox } from "./notifications/inbox.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { pushRoutes } from "./push/routes.ts";
import { connectEvents } from "./realtime/connect-events.ts";
import { Realtime } from "./realtime/realtime.ts";
import { WatcherCounts } from "./realtime/watcher-counts.ts";
import { savedSearchRoutes } from "./saved-searches/routes.ts";
import { signalRoutes } from "./shill-signals/routes.ts";
import { siteRoutes } from "./site/routes.ts";
import { securityTextRoutes } from "./site/security-txt.ts";
import { sitemapRoutes } from "./site/sitemap.ts";
import { sellerRoutes } from "./sellers/routes.ts";
import { taxCertificateRoutes } from "./tax-certificates/routes.ts";
import { taxRoutes } from "./tax/routes.ts";
import { titleRoutes } from "./titles/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { userStaffRoutes } from "./users/staff-routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { wishlistRoutes } from "./wishlist/routes.ts";

const BODY_LIMIT_BYTES = 1_048_576;
/**
 * Connections apart from those for browsing: for what must go on whatever anyone sends (closing lots
 * and health checks), for sessions, raises and retractions, and for API keys, which anyone can make
 * us look up.
 */
const CONNECTIONS = { closing: 2, bidders: 4, keys: 2 } as const;

export interface App {
  readonly http: FastifyInstance;
  readonly desk: BidDesk;
  readonly realtime: Realtime;
  /** Every route as method and path, including those outside the contract. */
  readonly routes: readonly string[];
  /**
   * Starts listening and returns the URL.
   * @throws Error with code EADDRINUSE if the port is taken
   */
  listen(address: Address): Promise<string>;
  /** Keeps serving, but closes each connection after its next response. */
  drain(forMs: number): Promise<void>;
  /** Stops listening, finishes requests in progress and releases all resources. */
  stop(): Promise<void>;
}

export interface AppOptions {
  readonly pictures: PictureStore;
  readonly pushes: Pushes;
  /** Checks every response against its schema; for tests and development. */
  readonly checkResponses: boolean;
  /** False in tests of the API. */
  readonly pages: boolean;
  readonly isReady: () => boolean;
  /** For TLS; null for plain HTTP. */
  readonly certificate?: Certificate | null;
}

/** Assembles the server. The only file that sees all parts. */
export async function createApp(context: Context, options: AppOptions): Promise<App> {
  const { settings, pool, bus, log } = context;
  const { pushes } = options;
  const address = context.servers ?? context.databaseUrl;
  const closingPool = createCallPool(address, CONNECTIONS.closing);
  const biddersPool = createCallPool(address, CONNECTIONS.bidders);
  const keysPool = createCallPool(address, CONNECTIONS.keys);
  const closing: Context = { ...context, pool: closingPool };
  const urgent: Context = { ...context, pool: biddersPool };
  const sessions = new Sessions(urgent);
  const admission = new Admission();
  const rates = new CallRates({ pool, factor: settings.rateLimits, log });
  const trusted = proxyAddr.compile([...settings.trustProxy]);
  const outages = new OutageWatch(address, context);
  await outages.start();
  const desk = new BidDesk({ address, bus, log, gate: outages });
  const origins = [
    new URL(context.publicUrl).origin,
    ...(settings.apiOrigin === null ? [] : [new URL(settings.apiOrigin).origin]),
  ];
  const realtime = new Realtime({
    authenticate: async (token) => {
      const principal = await sessions.authenticate(token, true);
      if (typeof principal === "string" || !principal.needsFactor) return principal;
      // Staff who need a second factor first get only what a customer gets (D45).
      return { ...principal, role: "ROLE_CUSTOMER", permissions: [] };
    },
    lots: createLotSource(pool),
    allowedOrigins: origins,
    networkFactor: settings.rateLimits,
    networkOf: (request) => networkOf(proxyAddr(request, trusted)),
    admits: (network, socket, refuse) => rates.admits("network-live", network, socket, refuse),
    receivesEvents: () => bus.complete,
    sayFor: (message, accepted) =>
      inLanguage(preferredLanguage(accepted, settings.languages), () => say(message)),
    log,
  });
  connectEvents(bus, realtime);
  const watchers = new WatcherCounts(bus, realtime);
  const closer = createCloser(closing, outages);
  const outbidPushes = createOutbidPushes(context, pushes);
  const inbox = new Inbox(context);
  const views = new UnitViews(context);
  const catalogue = new Catalogue(context);

  let connections: Connections | null = null;
  const logger: FastifyBaseLogger = log;
  const http = Fastify({
    loggerInstance: logger,
    // Creates a logger per request only if requests are logged.
    childLoggerFactory: (parent, bindings, of) =>
      log.isLevelEnabled("info") ? parent.child(bindings, of) : parent,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: false },
    trustProxy: (address, hop) => trusted(address, hop),
    genReqId: () => randomUUID(),
    // Calls on connections that are still open during shutdown are served.
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnparsed,
    serverFactory: (handler) => {
      const created = createHttpServer(handler, realtime, options);
      connections = created.connections;
      return created.server;
    },
  });
  const routes: string[] = [];
  http.addHook("onRoute", ({ method, url }) => {
    routes.push(`${String(method)} ${url}`);
  });
  http.setValidatorCompiler(validatorCompiler);
  // Responses are typed by the contract, and checked against it in tests, so they are only
  // serialized.
  http.setSerializerCompiler(() => (data) => JSON.stringify(data));
  registerErrors(http);
  registerFixedHeaders(http);
  const pageFigures = registerMetrics(http, context, {
    live: () => realtime.stats(),
    admission,
    catalogue: () => catalogue.figures(),
    breachCheckFailures,
    logCopyLagSec,
    jobs: jobFigures,
  });
  registerLanguages(http, settings.languages);
  countNetworks(http, rates, {
    isOwn: (request) => admission.isHeld(request),
    answerPage: (request, reply, seconds) =>
      options.pages &&
      answerTooManyPages(request, reply, { languages: settings.languages, seconds }),
  });
  await registerOpenApi(http);
  await registerUploads(http);

  const authenticate: AuthenticateCall = (bearer, { ip, unattended }) =>
    isApiKey(bearer)
      ? authenticateKey(keysPool, bearer, ip, settings.staffFactorFrom)
      : sessions.authenticate(bearer, unattended);
  const serve = createServe(http, authenticate, {
    ...options,
    admission,
    countCaller: (principal, bidOn) => rates.countCaller(principal, bidOn),
    countUpload: (request, maxBytes) => countUpload(context, request, maxBytes),
    scanUpload: createScanUpload(context),
    noteRefusal: createNoteRefusal(context),
    noteListing: createNoteListing(context),
    isConfirmed: ({ jti }) => isConfirmed(pool, jti),
    servers: context.servers,
  });
  healthRoutes(http, closing, options.isReady);
  const refuseSignIn = (request: FastifyRequest, email: string) =>
    refuseRemoteDemoAccount(context.settings, request, email);
  authRoutes(serve, context, sessions, refuseSignIn);
  factorRoutes(serve, context, sessions, refuseSignIn);
  apiKeyRoutes(serve, context);
  webhookRoutes(serve, context);
  const proposals = new Proposals(context);
  userRoutes(serve, context, proposals);
  userStaffRoutes(serve, context, proposals);
  authStaffRoutes(serve, proposals);
  inventoryRoutes(serve, catalogue, views);
  stockRoutes(serve, context, options.pictures, catalogue);
  feedRoutes(serve, context);
  spellingRoutes(serve, context);
  unitActRoutes(serve, context, catalogue);
  unitImportRoutes(serve, context, catalogue);
  loosePictureRoutes(serve, context);
  yardPictureRoutes(serve, context, options.pictures);
  auctionRoutes(serve, context);
  auctionStaffRoutes(serve, context, options.pictures, proposals);
  controlRoutes(serve, context, proposals, (inventoryId) => watchers.of(inventoryId));
  biddingRoutes(serve, context, { desk, urgent, proposals });
  proofRoutes(serve, context);
  bidLimitRoutes(serve, context, proposals);
  salesRoutes(serve, context);
  salesDeliveryRoutes(serve, context);
  salesStaffRoutes(serve, context, proposals);
  gateRoutes(serve, context, proposals);
  receiptRoutes(serve, context, proposals);
  sellerRoutes(serve, context);
  taxCertificateRoutes(serve, context);
  taxRoutes(serve, context, (bytes) => readTable(bytes, { headerRow: 1 }));
  titleRoutes(serve, context, (q, atMost) => catalogue.named(q, atMost));
  paymentProofRoutes(serve, context);
  financeRoutes(serve, context);
  enquiryRoutes(serve, context);
  auditLogRoutes(serve, context);
  reportRoutes(serve, context);
  workQueueRoutes(serve, context);
  tableViewRoutes(serve, context);
  staffSearchRoutes(serve, context, (q, atMost) => catalogue.named(q, atMost));
  wishlistRoutes(serve, context);
  savedSearchRoutes(serve, context, (filter, since) => catalogue.countNewer(filter, since));
  operatingSettingsRoutes(serve, context, proposals);
  backupRoutes(serve, context);
  bankDetailsRoutes(serve, context);
  proposalRoutes(serve, context, proposals);
  mailRoutes(serve, context, new UnsubscribeLinks(context.secrets));
  notificationRoutes(serve, context);
  pushRoutes(serve, context, pushes);
  priceGuideRoutes(serve, context);
  questionRoutes(serve, context);
  deliveryRoutes(serve, context);
  signalRoutes(serve, context);
  siteRoutes(serve, context);
  pageReportRoutes(serve, context, pageFigures);
  sitemapRoutes(http, context);
  securityTextRoutes(http, context);
  mediaRoutes(http, options.pictures);
  videoRoutes(http, context);
  mailboxRoutes(http, context);
  if (options.pages) {
    const { dev, avatarUrl } = settings;
    await registerPages(http, {
      dev,
      languages: settings.languages,
      avatarUrl,
      origins,
      departures: () => catalogue.departures(),
      admission,
      files: context.files,
      log,
    });
  } else http.setNotFoundHandler(sendNotFound);
  await http.ready();
  await catalogue.start();
  closer.wake();
  watchers.start();
  let listeners: Listeners | null = null;

  return {
    http,
    desk,
    realtime,
    routes,
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
      await outages.stop();
      http.server.close();
      const listenersClosed = listeners?.close();
      await Promise.all([realtime.drain(), connections?.end()]);
      watchers.stop();
      await Promise.all([listenersClosed, http.close()]);
      await views.write();
      await catalogue.stop();
      await desk.close();
      // Last calls and bids have told people by now.
      await outbidPushes.stop();
      await inbox.stop();
      rates.stop();
      await Promise.all([closingPool.end(), biddersPool.end(), keysPool.end()]);
    },
  };
}
