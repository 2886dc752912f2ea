import * as feeds from "@gavelyard/contract/inventory/feeds";
import type { InventoryCard } from "@gavelyard/contract/inventory/inventory";
import type { Pool } from "pg";
import type { Context } from "../context.ts";
import type { Serve } from "../http/serve.ts";
import { feedCards } from "./feed-sql.ts";
import { csvLines, sendCsv } from "../documents/csv.ts";

const BATCH = 500;

type Cell = string | number | null;

const columns: Readonly<Record<string, (unit: InventoryCard, publicUrl: string) => Cell>> = {
  ID: ({ id }) => id,
  "Stock number": ({ stockNumber }) => stockNumber,
  Title: ({ name }) => name,
  Type: ({ inventoryType }) => inventoryType,
  Year: ({ year }) => year,
  Manufacturer: ({ manufacturer }) => manufacturer,
  Model: ({ model }) => model,
  Odometer: ({ odometer }) => odometer,
  "Odometer unit": ({ odometerUnit }) => odometerUnit,
  "Engine hours": ({ engineHours }) => engineHours,
  "Title brand": ({ titleBrand }) => titleBrand,
  Location: ({ location }) => location,
  Status: ({ status }) => status,
  "Price (USD)": ({ price }) => price,
  "Closes at": ({ lot }) => lot?.closesAt ?? null,
  Page: ({ id }, publicUrl) => `${publicUrl}/truck/${id}`,
  Picture: ({ image }, publicUrl) => (image === null ? null : new URL(image, publicUrl).href),
};

/**
 * Serves the inventory to other systems as buyers see it, without reserves or maximum bids (D52).
 */
export function feedRoutes(serve: Serve, { pool, publicUrl }: Context): void {
  serve(feeds.inventoryFeed, async ({ query }) => {
    const units = await feedCards(pool, query.after ?? 0, BATCH);
    return { units, next: units.length < BATCH ? null : (units.at(-1)?.id ?? null) };
  });
  serve(feeds.inventoryFeedCsv, async ({ reply }) => {
    await sendCsv(reply, "inventory.csv", linesOf(pool, publicUrl));
  });
}

async function* linesOf(pool: Pool, publicUrl: string): AsyncGenerator<string> {
  let units = await feedCards(pool, 0, BATCH);
  yield csvLines([Object.keys(columns)]);
  while (units.length > 0) {
    yield csvLines(
      units.map((unit) => Object.values(columns).map((cell) => cell(unit, publicUrl) ?? "")),
    );
    units = await feedCards(pool, units.at(-1)?.id ?? 0, BATCH);
  }
}
