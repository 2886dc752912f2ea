import { msg } from "@gavelyard/messages/text";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createHash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Context } from "../context.ts";
import { bearerToken } from "./access.ts";
import type { Admission } from "./limits/admission.ts";
import type { Settings } from "../settings.ts";
import { notFound } from "../refusal.ts";
import { isPassedOn, namesThisServer } from "../network/nearby.ts";
import { unhandledRejections } from "./unhandled-rejections.ts";

export interface LiveFigures {
  readonly connections: number;
  readonly subscriptions: number;
  readonly lotsWatched: number;
  readonly delivered: number;
  readonly conflated: number;
}

/** Counts what pages report about themselves (D79). */
export interface PageFigures {
  readonly failed: (kind: string) => void;
  readonly painted: (route: string, seconds: number) => void;
  readonly responded: (route: string, seconds: number) => void;
}

/** Routes with figures of their own; all others are one, since anybody can report some. */
const measuredRoutes = new Set(["/", "/vehicles", "/truck/:id", "/auctions", "/auctions/:id"]);

/**
 * Serves `/metrics` in Prometheus' format: duration of calls by route and status, the connection
 * pool, live bidding, the process, and what pages report. Register it before the routes that it
 * measures.
 */
export function registerMetrics(
  app: FastifyInstance,
  { pool, bus, settings }: Pick<Context, "pool" | "bus" | "settings">,
  {
    live,
    admission,
    catalogue,
    breachCheckFailures,
    logCopyLagSec,
    jobs,
  }: {
    live: () => LiveFigures;
    admission: Admission;
    catalogue: () => { units: number; bytes: number };
    breachCheckFailures: () => number;
    logCopyLagSec: () => number;
    jobs: () => {
      readonly oldestDueSec: number;
      readonly replaced: number;
      readonly strandedMails: number;
    };
  },
): PageFigures {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const seconds = new Histogram({
    name: "gavelyard_http_seconds",
    help: "Time from request to response",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `gavelyard_${name}`,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge("database_connections", "Pool connections", () => pool.totalCount);
  gauge("database_waiting", "Statements waiting for a connection", () => pool.waitingCount);
  gauge("bus_complete", "1 while events of all processes arrive, else 0", () =>
    bus.complete ? 1 : 0,
  );
  gauge("log_copy_lag_seconds", "Age of the oldest record that isn't copied", logCopyLagSec);
  gauge("jobs_oldest_due_seconds", "Wait of the oldest due job", () => jobs().oldestDueSec);
  gauge("job_runners_replaced", "Failed job runners replaced since start", () => jobs().replaced);
  gauge("mails_unsent", "Emails of the last week that no job sends", () =>
    settings.smtpUrl === null ? 0 : jobs().strandedMails,
  );
  gauge("unhandled_rejections", "Unhandled promise rejections since start", unhandledRejections);
  gauge("catalogue_units", "Units in the browse cache", () => catalogue().units);
  gauge("catalogue_bytes", "Bytes of the browse cache", () => catalogue().bytes);
  gauge(
    "breach_checks_failed",
    "Checks for breached passwords without an answer since start",
    breachCheckFailures,
  );
  const requests = (figure: "running" | "waiting" | "refused", help: string) =>
    new Gauge({
      name: `gavelyard_requests_${figure}`,
      help,
      labelNames: ["queue"],
      registers,
      collect() {
        for (const queue of admission.figures()) this.labels(queue.slot).set(queue[figure]);
      },
    });
  requests("running", "Requests in progress, by queue");
  requests("waiting", "Requests in the queue");
  requests("refused", "Requests rejected since start because their slot would have come too late");
  gauge("live_connections", "Live connections", () => live().connections);
  gauge("live_subscriptions", "Subscriptions of live connections", () => live().subscriptions);
  gauge("live_lots", "Lots with live followers", () => live().lotsWatched);
  gauge("live_delivered", "Live messages delivered since start", () => live().delivered);
  gauge("live_conflated", "Live messages replaced by newer ones", () => live().conflated);

  const failures = new Counter({
    name: "gavelyard_page_failures",
    help: "Failures that pages reported since start",
    labelNames: ["kind"],
    registers,
  });
  const pageSeconds = (figure: string, help: string, buckets: number[]) =>
    new Histogram({
      name: `gavelyard_page_${figure}_seconds`,
      help,
      labelNames: ["route"],
      buckets,
      registers,
    });
  const lcp = pageSeconds(
    "lcp",
    "Largest contentful paint of pages, as browsers reported it",
    [0.5, 1, 1.5, 2.5, 4, 8],
  );
  const inp = pageSeconds(
    "inp",
    "Interaction to next paint of pages, as browsers reported it",
    [0.05, 0.1, 0.2, 0.5, 1, 2],
  );
  const measured = (route: string) => (measuredRoutes.has(route) ? route : "other");

  app.addHook("onResponse", (request, reply, done) => {
    seconds
      .labels(request.method, request.routeOptions.url ?? "none", String(reply.statusCode))
      .observe(reply.elapsedTime / 1_000);
    done();
  });

  app.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, settings)) throw notFound(msg("Page not found"));
    reply.type(registry.contentType);
    return reply.send(await registry.metrics());
  });
  return {
    failed: (kind) => failures.labels(kind).inc(),
    painted: (route, sec) => lcp.labels(measured(route)).observe(sec),
    responded: (route, sec) => inp.labels(measured(route)).observe(sec),
  };
}

/**
 * With a token, allows anyone who sends it; without one, only direct requests from this machine.
 */
function mayRead(
  request: FastifyRequest,
  { metricsToken: token, publicUrl }: Pick<Settings, "metricsToken" | "publicUrl">,
): boolean {
  if (token !== null) {
    const digest = (text: string) => createHash("sha256").update(text).digest();
    const given = bearerToken(request.headers.authorization) ?? "";
    return timingSafeEqual(digest(given), digest(token));
  }
  const near = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(request.socket.remoteAddress ?? "");
  return near && !isPassedOn(request) && namesThisServer(request, publicUrl);
}
