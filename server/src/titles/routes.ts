import * as contract from "@gavelyard/contract/titles";
import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import { attachment } from "../documents/send-document.ts";
import { act } from "../events/act.ts";
import { actorOf } from "../http/actor.ts";
import { recordListing } from "../http/note-listing.ts";
import type { Serve } from "../http/serve.ts";
import { byUrgency, houseDays, isIn, presentTitle, toLine } from "./present-title.ts";
import { noSuchUnit, recordTitle, recordTitleEvent } from "./record-title.ts";
import { registerAsCsv } from "./register.ts";
import { soldBetween } from "./register-sql.ts";
import { openTitles, titlesOf } from "./sql.ts";

const MOST_LINES = 200;
const MOST_FOUND = 20;

/** Routes of the title desk (D82). `named` returns the newest units that a text finds. */
export function titleRoutes(
  serve: Serve,
  context: Context,
  named: (q: string, atMost: number) => Promise<readonly number[]>,
): void {
  const { pool, secrets, settings } = context;
  const cipher = () => secrets.cipher("title numbers");
  const titleOf = async (db: Db, inventoryId: number) => {
    const [row] = await titlesOf(db, [inventoryId]);
    if (row === undefined) throw noSuchUnit();
    return presentTitle(db, row, await houseDays(db, settings), cipher());
  };

  serve(contract.titleDesk, async ({ query: { part, q } }) => {
    const house = await houseDays(pool, settings);
    const open = (await openTitles(pool)).map((row) => toLine(row, house));
    const found =
      q === ""
        ? open.filter((line) => isIn(part, line)).toSorted(byUrgency)
        : (await titlesOf(pool, await named(q, MOST_FOUND))).map((row) => toLine(row, house));
    const count = (one: contract.TitlePart) => open.filter((line) => isIn(one, line)).length;
    return {
      counts: {
        DUE: count("DUE"),
        EXPECTED: count("EXPECTED"),
        CHECK: count("CHECK"),
        READY: count("READY"),
        AWAY: count("AWAY"),
      },
      units: found.slice(0, MOST_LINES),
    };
  });
  serve(contract.odometerRegister, async ({ query, user, request, reply }) => {
    const rows = await soldBetween(pool, query);
    await recordListing(context, "DATA_EXPORTED", user, request, rows.length);
    await reply
      .header(
        "Content-Disposition",
        attachment(`odometer-register-${query.from}-to-${query.to}.csv`),
      )
      .header("Cache-Control", "no-store")
      .type("text/csv; charset=utf-8")
      .send(registerAsCsv(rows));
  });
  serve(contract.titleOfUnit, ({ params }) => titleOf(pool, params.id));
  serve(contract.recordTitle, ({ params, body, user, request }) =>
    act(context, async (tx) => {
      await recordTitle(tx, params.id, body, cipher(), actorOf(user, request));
      return titleOf(tx, params.id);
    }),
  );
  serve(contract.recordTitleEvent, ({ params, body, user, request }) =>
    act(context, async (tx) => {
      const house = await houseDays(tx, settings);
      await recordTitleEvent(tx, params.id, body, house, actorOf(user, request));
      return titleOf(tx, params.id);
    }),
  );
}
