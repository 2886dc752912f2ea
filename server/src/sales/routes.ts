import { msg } from "@gavelyard/messages/text";
import * as payments from "@gavelyard/contract/sales/payments";
import * as pickups from "@gavelyard/contract/sales/pickups";
import * as sales from "@gavelyard/contract/sales/sales";
import { defaultFees, feeTableOf } from "@gavelyard/domain/sales/fees";
import { haulClassOf } from "@gavelyard/domain/sales/haul-class";
import { exemptingOf } from "@gavelyard/domain/sales/certificates";
import { taxedAt } from "@gavelyard/domain/sales/tax";
import { spendingOfUser, spendingOfUsers } from "@gavelyard/contract/sales/spending";
import * as statements from "@gavelyard/contract/sales/statements";
import { isStaff } from "@gavelyard/domain/users/roles";
import type { Context } from "../context.ts";
import { sendPdf } from "../documents/pdf.ts";
import { sendDocument } from "../documents/send-document.ts";
import { documentById } from "../documents/sql.ts";
import { act } from "../events/act.ts";
import { once } from "../events/once.ts";
import type { Principal } from "../http/access.ts";
import { actorOf } from "../http/actor.ts";
import { Refusal, notFound } from "../refusal.ts";
import type { Serve } from "../http/serve.ts";
import { accountInEffect } from "../bank-details/sql.ts";
import { cardsByIds } from "../inventory/sql.ts";
import { toPlace } from "../inventory/tax-sql.ts";
import { contactOf } from "../operating-settings/sql.ts";
import { answerOffer } from "./offer/answer-offer.ts";
import { billOfSalePdf } from "./invoice/bill-of-sale-pdf.ts";
import { soldUnit } from "./invoice/sold-unit-sql.ts";
import { invoicePdf } from "./invoice/invoice-pdf.ts";
import { invoiceById, invoicesOf, type InvoiceRow } from "./invoices-sql.ts";
import { offerById, offersOf } from "./offers-sql.ts";
import { requestKey } from "./lock-sale.ts";
import { salesOf } from "./sale-sql.ts";
import { setPickup } from "./pickup/set-pickup.ts";
import { spendingByMonth, spendingTrends } from "./spending-sql.ts";
import { statementPdf } from "./invoice/statement-pdf.ts";
import { statementOf } from "./invoice/to-statement.ts";
import { gatePinOf, toInvoice } from "./invoice/to-invoice.ts";
import { toNegotiation, toOffer } from "./award/winning-bids.ts";

const saleOf = ({
  id: userId,
  auctionId,
}: {
  readonly id: number;
  readonly auctionId: number;
}) => ({
  userId,
  auctionId,
});

/** Routes for a buyer's offers, invoices and pickups (D27 to D29). */
export function salesRoutes(serve: Serve, context: Context): void {
  const { pool, files, secrets, settings } = context;

  serve(sales.answerOffer, ({ params, body, user, request }) =>
    act(context, async (tx, record) => {
      const by = actorOf(user, request);
      const key = requestKey(by, `answer-offer ${params.id} ${JSON.stringify(body)}`);
      return once(tx, key, sales.answerOffer.response, async () => {
        await answerOffer(tx, record, params.id, body, by);
        const offer = await offerById(tx, params.id);
        if (offer === null) throw new Error(`offer ${params.id} is gone`);
        return toOffer(offer, offer);
      });
    }),
  );

  serve(sales.offersOfUser, async ({ params }) => {
    const offers = await offersOf(pool, params.id);
    const cards = await cardsByIds(
      pool,
      offers.map(({ inventoryId }) => inventoryId),
    );
    const countered = offers.filter(({ kind }) => kind === "COUNTER_OFFER");
    // The newest counteroffer of each lot, since offers come newest first.
    const newest = new Map(countered.toReversed().map(({ lotId, id }) => [lotId, id]));
    const sales = new Map(
      (await salesOf(pool, [...newest.keys()])).map((sale) => [sale.lotId, sale]),
    );
    return offers.flatMap((offer) => {
      const inventory = cards.get(offer.inventoryId);
      const sale = newest.get(offer.lotId) === offer.id ? sales.get(offer.lotId) : undefined;
      if (inventory === undefined) return [];
      const exempting = exemptingOf(offer.certificates, offer);
      const fees = feeTableOf({
        ...taxedAt(offer.fees ?? defaultFees, toPlace(offer.place), haulClassOf(offer.type)),
        ...(exempting === null ? {} : { exemptBy: exempting.number }),
      });
      const negotiation = sale === undefined ? null : toNegotiation(sale);
      return [{ ...toOffer(offer, offer), inventory, fees, negotiation }];
    });
  });

  const readable = async (id: number, user: Principal): Promise<InvoiceRow> => {
    const row = await invoiceById(pool, id);
    if (row === null) throw notFound(msg("Invoice not found"));
    if (row.user_id !== user.userId && !isStaff(user.role)) {
      throw new Refusal("not-yours", msg("This belongs to another account"));
    }
    return row;
  };
  serve(payments.invoiceById, async ({ params, user, reply }) => {
    const row = await readable(params.id, user);
    reply.header("Cache-Control", "no-store");
    // A leaked API key must not be enough to pick up a unit.
    const mine = row.user_id === user.userId && user.key === undefined;
    return toInvoice(row, mine ? gatePinOf(row, secrets.cipher("gate PINs")) : null);
  });
  serve(payments.invoicePdf, async ({ params, user, reply }) => {
    const row = await readable(params.id, user);
    const pdf = await invoicePdf(
      toInvoice(row, null),
      await contactOf(pool, settings),
      await accountInEffect(context),
    );
    await sendPdf(reply, row.number, pdf);
  });
  serve(payments.billOfSale, async ({ params, user, reply }) => {
    const row = await readable(params.id, user);
    const invoice = toInvoice(row, null);
    const unit = await soldUnit(pool, row.award_id);
    if (invoice.status !== "PAID" || (invoice.release?.clearsAt ?? null) !== null || unit === null)
      throw new Refusal(
        "too-early",
        msg("The bill of sale is ready once your payment has cleared"),
      );
    const pdf = await billOfSalePdf(invoice, unit, await contactOf(pool, settings));
    await sendPdf(reply, `${row.number}-bill-of-sale`, pdf);
  });
  serve(statements.statementOfSale, ({ params }) => statementOf(context, saleOf(params)));
  serve(statements.statementPdf, async ({ params, reply }) => {
    const statement = await statementOf(context, saleOf(params));
    const pdf = await statementPdf(statement, await contactOf(pool, settings));
    await sendPdf(reply, statement.reference, pdf);
  });
  serve(payments.invoiceFile, async ({ params, user, reply }) => {
    const row = await readable(params.id, user);
    const document = row.document_id === null ? null : await documentById(pool, row.document_id);
    if (document === null) throw notFound(msg("This invoice has no file"));
    await sendDocument(files, reply, document);
  });
  serve(pickups.setPickup, async ({ params, body, user, request }) => {
    const by = { ...actorOf(user, request), staff: isStaff(user.role) };
    const key = requestKey(by, `pickup ${params.id} ${JSON.stringify(body)}`);
    const cipher = secrets.cipher("gate PINs");
    const invoice = await act(context, (tx, record) =>
      once(tx, key, payments.invoice, async () => {
        const row = await invoiceById(tx, await setPickup(tx, record, params.id, body, by));
        if (row === null) throw new Error(`award ${params.id} has no invoice`);
        return toInvoice(row, null);
      }),
    );
    // The gate PIN isn't stored with the response, so it is added here for the winner.
    const row = await invoiceById(pool, invoice.id);
    if (row === null || by.staff || invoice.release === null) return invoice;
    return { ...invoice, release: { ...invoice.release, gatePin: gatePinOf(row, cipher) } };
  });
  serve(spendingOfUser, ({ params }) => spendingByMonth(pool, params.id));
  serve(spendingOfUsers, ({ query }) => spendingTrends(pool, query.users));
  serve(payments.invoicesOfUser, async ({ params }) =>
    (await invoicesOf(pool, params.id)).map((row) => toInvoice(row, null)),
  );
}
