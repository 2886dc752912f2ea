import { msg } from "@gavelyard/messages/text";
import { id } from "@gavelyard/contract/common";
import { exportJournal } from "@gavelyard/contract/sales/journal";
import * as payments from "@gavelyard/contract/sales/payments";
import * as pickups from "@gavelyard/contract/sales/pickups";
import * as sales from "@gavelyard/contract/sales/sales";
import { centsToDollars } from "@gavelyard/domain/money";
import { Readable } from "node:stream";
import type { PoolClient } from "pg";
import { z } from "zod";
import { auctionForStaff } from "../auctions/staff-sql.ts";
import type { Context } from "../context.ts";
import { storeDocument } from "../documents/store-document.ts";
import { attachment } from "../documents/send-document.ts";
import { act } from "../events/act.ts";
import { once } from "../events/once.ts";
import { actorOf } from "../http/actor.ts";
import { badRequest } from "../refusal.ts";
import { recordListing } from "../http/note-listing.ts";
import type { Serve } from "../http/serve.ts";
import { digestOf } from "../http/uploads/uploads.ts";
import { cardsByIds } from "../inventory/sql.ts";
import { contactOf } from "../operating-settings/sql.ts";
import type { Proposals } from "../proposals/proposals.ts";
import { cleanUp } from "./award/clean-up.ts";
import { decideLot } from "./offer/decide-lot.ts";
import { declareWinner, declareWinners, lotsToDeclare } from "./award/declare-winners.ts";
import { endAwardAs } from "./end-award.ts";
import { unpaidOf } from "./invoices-sql.ts";
import { offerNextBidder, offerSecondChance } from "./offer/offer-to-bidder.ts";
import { requestKey, type Recorder, type SaleActor } from "./lock-sale.ts";
import { paymentsAsCsv } from "./payment/export-payments.ts";
import { countJournal, fileEndings, journalFile } from "./books/export-journal.ts";
import { countExported } from "./payment/export-sql.ts";
import { pickupsOn, waitingForPickup } from "./pickups-sql.ts";
import { lotsOfAuction } from "./sale-sql.ts";
import { settleAuction } from "./award/settle-auction.ts";
import { takePartPayment, takePayment } from "./payment/take-payment.ts";
import { invoiceAfter } from "./invoice/to-invoice.ts";
import { noSuchAuction, winningBidOf, winningBidsOf } from "./award/winning-bids.ts";

const declareInput = z.object({ auctionId: id, declarations: sales.declareWinners.body });
/** A second chance names the ended award, an offer to the next bidder its lot. */
const decisionInput = z.object({ lotId: id, decision: sales.decideLot.body });
const offerInput = z.union([
  sales.offerSecondChance.body.extend({ awardId: id }),
  sales.offerNextBidder.body.extend({ lotId: id }),
]);

/**
 * Routes with which staff declare winners, decide lots, settle auctions and record payments
 * (specification section 7, D27 to D29).
 */
export function salesStaffRoutes(serve: Serve, context: Context, proposals: Proposals): void {
  const { pool, secrets, settings } = context;
  const override = proposals.register(
    "WINNER_OVERRIDE",
    declareInput,
    async (tx, record, { auctionId, declarations }, by) => {
      for (const { lotId, declaration } of await lotsToDeclare(tx, auctionId, declarations))
        await declareWinner(tx, record, lotId, declaration, by);
    },
  );
  const secondChance = proposals.register("SECOND_CHANCE", offerInput, (tx, record, input, by) =>
    "awardId" in input
      ? offerSecondChance(tx, record, input.awardId, input, by)
      : offerNextBidder(tx, record, input.lotId, input, by),
  );
  const waiver = proposals.register("RESERVE_WAIVER", decisionInput, (tx, record, input, by) =>
    decideLot(tx, record, input.lotId, input.decision, by),
  );

  /** `work` on one lot, done once per idempotency key, with the lot's winning bid afterward. */
  const onLot =
    (by: SaleActor, request: string, work: (tx: PoolClient, record: Recorder) => Promise<number>) =>
    (tx: PoolClient, record: Recorder) =>
      once(tx, requestKey(by, request), sales.winningBid, async () =>
        winningBidOf(tx, await work(tx, record)),
      );

  serve(sales.winningBids, ({ params }) => winningBidsOf(pool, params.auctionId));
  serve(sales.declareWinners, ({ params: { auctionId }, body, user, request }) => {
    const by = actorOf(user, request);
    return declareWinners(context, auctionId, body, by, (declaration, work) =>
      override.orPropose({ auctionId, declarations: [declaration] }, by, work),
    );
  });
  serve(sales.decideLot, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    return waiver.orPropose(
      { lotId: params.id, decision: body },
      by,
      onLot(by, `decide ${params.id} ${JSON.stringify(body)}`, async (tx, record) => {
        await decideLot(tx, record, params.id, body, by);
        return params.id;
      }),
    );
  });
  serve(sales.defaultAward, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    const end = { how: "DEFAULTED", reason: body.reason } as const;
    return act(
      context,
      onLot(by, `default ${params.id} ${body.reason}`, (tx, record) =>
        endAwardAs(tx, record, params.id, end, by),
      ),
    );
  });
  serve(sales.voidAward, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    const end = { how: "VOID", reason: body.reason } as const;
    return act(
      context,
      onLot(by, `void ${params.id} ${body.reason}`, (tx, record) =>
        endAwardAs(tx, record, params.id, end, by),
      ),
    );
  });
  serve(sales.offerSecondChance, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    return secondChance.orPropose(
      { awardId: params.id, ...body },
      by,
      onLot(by, `second-chance ${params.id} ${JSON.stringify(body)}`, (tx, record) =>
        offerSecondChance(tx, record, params.id, body, by),
      ),
    );
  });
  serve(sales.offerNextBidder, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    return secondChance.orPropose(
      { lotId: params.id, ...body },
      by,
      onLot(by, `next-bidder ${params.id} ${JSON.stringify(body)}`, (tx, record) =>
        offerNextBidder(tx, record, params.id, body, by),
      ),
    );
  });
  serve(sales.settleAuction, async ({ params, user, request }) => {
    await act(context, (tx) => settleAuction(tx, params.id, actorOf(user, request)));
    const auction = await auctionForStaff(pool, params.id);
    if (auction === null) throw noSuchAuction();
    return auction;
  });
  for (const call of [sales.cleanUpBids, sales.cleanUpBidsByPost]) {
    serve(call, ({ params, user, request }) =>
      act(context, (tx) => cleanUp(tx, params.id, actorOf(user, request))),
    );
  }

  serve(payments.unpaidInventories, async ({ params }) => {
    if ((await lotsOfAuction(pool, params.id)) === null) throw noSuchAuction();
    const rows = await unpaidOf(pool, params.id);
    const cards = await cardsByIds(
      pool,
      rows.map((row) => row.inventory_id),
    );
    return rows.flatMap((row) => {
      const inventory = cards.get(row.inventory_id);
      if (inventory === undefined) return [];
      return {
        awardId: row.award_id,
        status: row.status,
        inventoryId: row.inventory_id,
        lotNumber: row.lot_label,
        userId: row.user_id,
        bidderName: row.name,
        bidderEmail: row.email,
        hammerPrice: centsToDollars(row.hammer_cents),
        total: row.total_cents === null ? null : centsToDollars(row.total_cents),
        paid: centsToDollars(row.paid_cents),
        invoiceId: row.invoice_id,
        invoiceNumber: row.invoice_number,
        paymentDueAt: row.payment_due_at?.toISOString() ?? null,
        overdue: row.payment_due_at !== null && row.payment_due_at < row.now,
        inventory,
      };
    });
  });
  serve(payments.markAsPaid, async ({ params, body, user, request }) => {
    const [upload] = request.uploads;
    if (upload === undefined) throw badRequest(msg("invoice: Attach the invoice file"));
    const by = actorOf(user, request);
    const digest = (await digestOf(upload)).toString("hex");
    const operation = `pay ${params.userId} ${params.inventoryId} ${JSON.stringify(body)} ${digest}`;
    const document = await storeDocument(context, upload, {
      userId: params.userId,
      purpose: "INVOICE",
    });
    const desk = { settings, cipher: secrets.cipher("gate PINs") };
    return act(context, (tx, record) =>
      once(tx, requestKey(by, operation), payments.invoice, async () => {
        const payment = { ...params, ...body, document };
        return invoiceAfter(tx, await takePayment(tx, record, payment, desk, by));
      }),
    );
  });
  serve(payments.recordPayment, async ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    const desk = { settings, cipher: secrets.cipher("gate PINs") };
    const key = requestKey(by, `part-payment ${params.id} ${JSON.stringify(body)}`);
    return act(context, (tx, record) =>
      once(tx, key, payments.invoice, async () => {
        await takePartPayment(tx, record, params.id, body, desk, by);
        return invoiceAfter(tx, params.id);
      }),
    );
  });
  serve(exportJournal, async ({ query, user, request, reply }) => {
    const { hoursZone } = await contactOf(pool, settings);
    const facts = await countJournal(pool, hoursZone, query);
    await recordListing(context, "DATA_EXPORTED", user, request, facts);
    const name = `journal-${query.from}-to-${query.to}.${fileEndings[query.format]}`;
    await reply
      .header("Content-Disposition", attachment(name))
      .header("Cache-Control", "no-store")
      .type("application/octet-stream")
      .send(Readable.from(journalFile(pool, hoursZone, query)));
  });
  serve(payments.exportPayments, async ({ query, user, request, reply }) => {
    const rows = await countExported(pool, query);
    await recordListing(context, "DATA_EXPORTED", user, request, rows);
    const name = `payments-${query.from}-to-${query.to}.csv`;
    await reply
      .header("Content-Disposition", attachment(name))
      .header("Cache-Control", "no-store")
      .type("text/csv; charset=utf-8")
      .send(Readable.from(paymentsAsCsv(pool, query)));
  });
  serve(pickups.pickupsOfDay, async ({ query: { day } }) => ({
    day,
    pickups: await pickupsOn(pool, day),
    waiting: await waitingForPickup(pool),
  }));
}
