import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
} from "playwright";
import { inject } from "vitest";
import { session } from "@gavelyard/contract/sign-in/sign-in";
import { createDatabase, rowsOf } from "./database.ts";
import { startDemo, type Product } from "./product.ts";
import { appearance, PagePool, QUIET_PAGE } from "./page-pool.ts";

/** The demo marketplace in a separate process, with browsers to open it. */
export interface Stage {
  readonly product: Product;
  /** Opens an empty page until the test is finished. With options, its browser context is new. */
  open(
    size: Size,
    options?: Pick<
      BrowserContextOptions,
      "baseURL" | "colorScheme" | "serviceWorkers" | "timezoneId" | "userAgent"
    >,
  ): Promise<Page>;
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Puts a unit into a live auction, with a soft close of 20 s and a price that no demo bidder
   * pays. Returns the unit's ID.
   */
  liveLot(closesInSec: number, auctionId?: number): Promise<number>;
  /** Moves the close of a lot that has no bids yet. */
  moveClose(inventoryId: number, closesInSec: number): Promise<void>;
  close(): Promise<void>;
}

export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const;
export type Size = keyof typeof sizes;

/** A busy machine shows what is expected, if not soon. */
const PATIENCE_MS = 60_000;

export const chromiumOptions = {
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    // Pages live too briefly for optimized code, whose making takes a tenth of a browser's CPU.
    "--js-flags=--no-maglev --no-turbofan",
  ],
};

let shared: Browser | null = null;

/** Returns the browser that a worker's files share. It ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  if (shared?.isConnected() !== true) shared = await chromium.launch(chromiumOptions);
  return shared;
}

/** A demo customer whose limit is high enough for test lots. */
export const fleet = { email: "fleet@demo.example", password: "forty-trucks-rolling-3" } as const;

export interface DemoProduct {
  readonly product: Product;
  /** As the owner of the tables. */
  readonly databaseUrl: string;
  close(): Promise<void>;
}

export async function openDemo(
  postgresUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<DemoProduct> {
  const database = await createDatabase(postgresUrl, inject("demoTemplate"));
  const product = await startDemo(database, inject("filesUrl"), env);
  return {
    product,
    databaseUrl: database.ownerUrl,
    close: async () => {
      await product.stop();
      await database.drop();
    },
  };
}

export async function openStage(
  postgresUrl: string,
  env: Readonly<Record<string, string>> = {},
  ownBrowser?: LaunchOptions,
): Promise<Stage> {
  const [demo, own] = await Promise.all([
    openDemo(postgresUrl, env),
    ownBrowser === undefined ? null : chromium.launch(ownBrowser),
  ]);
  const contexts: BrowserContext[] = [];
  const { product, databaseUrl } = demo;
  const query: Stage["query"] = (text, values) => rowsOf(databaseUrl, text, values);
  const pool = new PagePool(async (options) => {
    // A browser that died is replaced.
    const browser = own ?? (await sharedBrowser());
    const context = await browser.newContext({
      viewport: sizes.desktop,
      baseURL: product.url,
      ...appearance,
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    contexts.push(context);
    return context.newPage();
  }, product.output);
  let lotNumber = 9_000;
  return {
    product,
    query,
    async open(size, options) {
      const page = await pool.take(options);
      await page.setViewportSize(sizes[size]);
      return page;
    },
    async liveLot(closesInSec, auctionId) {
      const [lot] = await query<{ inventory_id: number }>(
        `WITH unit AS (
            SELECT id FROM inventory WHERE status = 'AVAILABLE' ORDER BY id LIMIT 1
          ), made AS (
            INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at,
              starting_cents, lot_number, soft_close_window_sec, soft_close_extend_sec)
            SELECT unit.id,
              COALESCE($3, (SELECT auction_id FROM lots
                WHERE closed_at IS NULL AND opens_at < clock_ms() LIMIT 1)),
              clock_ms() - interval '1 minute', clock_ms() + make_interval(secs => $1),
              clock_ms() + make_interval(secs => $1), 90000000, $2, 20, 20
            FROM unit RETURNING id, inventory_id
          )
          UPDATE inventory i SET status = 'IN_AUCTION', current_lot_id = made.id FROM made
          WHERE i.id = made.inventory_id RETURNING i.id AS inventory_id`,
        [closesInSec, ++lotNumber, auctionId],
      );
      if (lot === undefined) throw new Error("the demo has no unit to offer");
      return lot.inventory_id;
    },
    async moveClose(inventoryId, closesInSec) {
      await query(
        `UPDATE lots SET closes_at = at, scheduled_closes_at = at
          FROM (SELECT clock_ms() + make_interval(secs => $2) AS at) t
          WHERE inventory_id = $1 AND closed_at IS NULL`,
        [inventoryId, closesInSec],
      );
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await own?.close();
      await demo.close();
    },
  };
}

interface Account {
  readonly email: string;
  readonly password: string;
}

/** In dollars, by email. */
export async function setLimits(
  { query }: Pick<Stage, "query">,
  dollars: number,
  ...emails: readonly string[]
): Promise<void> {
  await query(
    `UPDATE bidders SET limit_cents = $1
      WHERE user_id IN (SELECT id FROM users WHERE email = ANY ($2))`,
    [dollars * 100, emails],
  );
}

/** Signs in with the form and waits for the role's dashboard. */
export async function signInByHand(
  page: Page,
  { email, password }: Account,
  form: "/signin" | "/admin-login" = "/signin",
): Promise<void> {
  await openAwake(page, form);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/dashboard$/);
}

/** Signs in without the form, and opens a page or the role's dashboard. */
export async function signIn(
  page: Page,
  { email, password }: Account,
  path?: string,
): Promise<void> {
  const reply = await page.request.post("/auth/login", { data: { email, password } });
  const answer = session.parse(await reply.json());
  // To access the origin's storage.
  await page.goto(QUIET_PAGE);
  await page.evaluate(({ jwt, userId, userRole, name, ...user }) => {
    const items = { jwt, userId: String(userId), userRole, userName: name, userEmail: user.email };
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, answer);
  if (path !== undefined) {
    await page.goto(path);
    return;
  }
  await page.goto(answer.userRole.startsWith("ROLE_ADMIN") ? "/admin-dashboard" : "/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Opens a page and waits until it is interactive. */
export async function openAwake(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await awake(page);
}

/** Waits until a page works and has its fonts, which can change the height of its text. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      performance.getEntriesByName("interactive").length > 0 &&
      "fonts" in document.documentElement.dataset,
  );
}

/** Waits until keyboard shortcuts work. */
export async function keysAwake(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("keys").length > 0);
}

/** The visible bid panel of a lot's page. */
export const panel = (page: Page) =>
  page.getByRole("region", { name: "Bidding" }).filter({ visible: true });

/** Bids the next minimum, and confirms it where that is asked: always for the first bid on a lot. */
export async function bid(page: Page): Promise<void> {
  await panel(page)
    .getByRole("button", { name: /^Bid \$/ })
    .click();
  const confirm = panel(page).getByRole("button", { name: "Confirm bid" });
  if (await confirm.isVisible()) await confirm.click();
}
