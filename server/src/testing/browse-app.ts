import Fastify, { type FastifyInstance } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import type { Pool } from "pg";
import { pino } from "pino";
import { auctionRoutes } from "../auctions/routes.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { seedDemo } from "../demo/seed.ts";
import { Bus } from "../events/bus.ts";
import { LocalFiles } from "../files/local-files.ts";
import { Admission } from "../http/limits/admission.ts";
import { registerErrors } from "../http/errors.ts";
import { createServe } from "../http/serve.ts";
import { registerUploads } from "../http/uploads/uploads.ts";
import { Catalogue } from "../inventory/catalogue/catalogue.ts";
import { inventoryRoutes } from "../inventory/routes.ts";
import { UnitViews } from "../inventory/unit-views.ts";
import { readSettings } from "../settings.ts";
import { siteRoutes } from "../site/routes.ts";
import { openDatabase, openPool } from "./database.ts";
import { openPlainSecrets } from "./secrets.ts";
import { seedStillDemo } from "./still-demo.ts";

/** The browsing routes on their own database. Each response is checked against its schema. */
export interface BrowseApp {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly pool: Pool;
  get(url: string): Promise<{ status: number; body: unknown; text: string }>;
  post(url: string, body: object): Promise<{ status: number; body: unknown; text: string }>;
  close(): Promise<void>;
}

/** Opens the app on an empty database, a fresh demo, or a demo in which nothing opens or closes. */
export async function openBrowseApp(content: "empty" | "demo" | "still demo"): Promise<BrowseApp> {
  const database = await openDatabase();
  const settings = readSettings({ DATABASE_URL: database.url, DEMO: "1" });
  const log = pino({ level: "silent" });
  const pool = openPool(database.url, 4);
  if (content === "demo") await inTransaction(pool, (tx) => seedDemo(tx));
  if (content === "still demo") await seedStillDemo(pool);
  const context: Context = {
    settings,
    databaseUrl: database.url,
    servers: null,
    pool,
    secrets: await openPlainSecrets(pool),
    bus: new Bus(database.url, log),
    files: new LocalFiles("/nonexistent"),
    log,
    publicUrl: "https://gavelyard.example",
  };
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  registerErrors(app);
  await registerUploads(app);
  const serve = createServe(app, async () => "invalid", {
    isConfirmed: async () => false,
    checkResponses: true,
    admission: new Admission(),
  });
  const catalogue = new Catalogue(context);
  inventoryRoutes(serve, catalogue, new UnitViews(context));
  auctionRoutes(serve, context);
  siteRoutes(serve, context);
  await app.ready();
  const answer = (response: { statusCode: number; body: string }) => ({
    status: response.statusCode,
    body: JSON.parse(response.body) as unknown,
    text: response.body,
  });
  return {
    app,
    context,
    pool,
    get: async (url) => answer(await app.inject({ method: "GET", url })),
    post: async (url, body) => answer(await app.inject({ method: "POST", url, payload: body })),
    close: async () => {
      await app.close();
      await catalogue.stop();
      await pool.end();
      await database.drop();
    },
  };
}
