import { msg } from "@gavelyard/messages/text";
import { id } from "@gavelyard/contract/common";
import * as payments from "@gavelyard/contract/sales/payments";
import { creditTax as taxCredit } from "@gavelyard/contract/tax-certificates";
import * as receipts from "@gavelyard/contract/sales/receipts";
import { centsToDollars } from "@gavelyard/domain/money";
import { isStaff } from "@gavelyard/domain/users/roles";
import type { PoolClient } from "pg";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { sendDocument } from "../../documents/send-document.ts";
import { documentById } from "../../documents/sql.ts";
import { storeDocument } from "../../documents/store-document.ts";
import { act } from "../../events/act.ts";
import { once } from "../../events/once.ts";
import { actorOf } from "../../http/actor.ts";
import { notFound, Refusal } from "../../refusal.ts";
import type { Serve } from "../../http/serve.ts";
import { digestOf } from "../../http/uploads/uploads.ts";
import { contactOf } from "../../operating-settings/sql.ts";
import type { Proposals } from "../../proposals/proposals.ts";
import { fileOfReceipt, owingBuyersPage } from "../buyer-accounts-sql.ts";
import { buyerAccount, toAgeing, toOwingBuyer } from "./buyer-account.ts";
import { creditTax } from "./credit-tax.ts";
import { endReceipt, refundCredit } from "./end-receipt.ts";
import { requestKey, type Recorder, type SaleActor } from "../lock-sale.ts";
import { reportCash } from "./report-cash.ts";
import { payFromCredit, takeReceipt } from "./take-receipt.ts";
import { invoiceAfter } from "../invoice/to-invoice.ts";
import { voidPayment } from "./void-payment.ts";

const reversalInput = z.union([
  receipts.endReceipt.body.extend({ receiptId: id }),
  payments.voidPayment.body.extend({ paymentId: id }),
]);
const refundInput = receipts.refundCredit.body.extend({ receiptId: id });

/** Routes for the money of one buyer: receipts, credit and refunds (D75). */
export function receiptRoutes(serve: Serve, context: Context, proposals: Proposals): void {
  const { pool, files, secrets, settings } = context;
  const reversal = proposals.register(
    "PAYMENT_REVERSAL",
    reversalInput,
    (tx, record, input, by): Promise<number> =>
      "receiptId" in input
        ? endReceipt(tx, record, input.receiptId, input, by)
        : voidPayment(tx, record, input.paymentId, input, by),
  );
  const refund = proposals.register("CREDIT_REFUND", refundInput, (tx, _record, input, by) =>
    refundCredit(tx, settings, input.receiptId, input, by),
  );
  /** `work`, done once per idempotency key, with the account of the buyer that it returns. */
  const onAccount =
    (by: SaleActor, request: string, work: (tx: PoolClient, record: Recorder) => Promise<number>) =>
    (tx: PoolClient, record: Recorder) =>
      once(tx, requestKey(by, request), receipts.buyerAccountSchema, async () =>
        buyerAccount(tx, settings, await work(tx, record), true),
      );
  const desk = () => ({ settings, cipher: secrets.cipher("gate PINs") });

  serve(receipts.buyerAccount, ({ params, user }) =>
    buyerAccount(pool, settings, params.id, isStaff(user.role)),
  );
  serve(receipts.owingBuyers, async ({ query }) => {
    const { rows, total, ...sums } = await owingBuyersPage(pool, query);
    return {
      content: rows.map(toOwingBuyer),
      totalElements: total,
      totalPages: Math.ceil(total / query.size),
      number: query.page,
      size: query.size,
      balance: centsToDollars(sums.balanceCents),
      ageing: toAgeing(sums.ageing),
      credit: centsToDollars(sums.creditCents),
    };
  });
  serve(receipts.recordReceipt, async ({ params, body, user, request }) => {
    const [upload] = request.uploads;
    const by = actorOf(user, request);
    const digest = upload === undefined ? "" : (await digestOf(upload)).toString("hex");
    const document =
      upload === undefined
        ? null
        : await storeDocument(context, upload, { userId: params.id, purpose: "RECEIPT" });
    const operation = `receipt ${params.id} ${JSON.stringify(body)} ${digest}`;
    return act(
      context,
      onAccount(by, operation, async (tx, record) => {
        await takeReceipt(tx, record, params.id, { ...body, document }, desk(), by);
        return params.id;
      }),
    );
  });
  serve(receipts.payFromCredit, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    return act(
      context,
      onAccount(by, `credit ${params.id} ${JSON.stringify(body)}`, (tx, record) =>
        payFromCredit(tx, record, params.id, body, desk(), by),
      ),
    );
  });
  serve(payments.voidPayment, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    const key = requestKey(by, `void-payment ${params.id} ${JSON.stringify(body)}`);
    return reversal.orPropose({ paymentId: params.id, ...body }, by, (tx, record) =>
      once(tx, key, payments.invoice, async () =>
        invoiceAfter(tx, await voidPayment(tx, record, params.id, body, by)),
      ),
    );
  });
  serve(receipts.endReceipt, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    return reversal.orPropose(
      { receiptId: params.id, ...body },
      by,
      onAccount(by, `end-receipt ${params.id} ${JSON.stringify(body)}`, (tx, record) =>
        endReceipt(tx, record, params.id, body, by),
      ),
    );
  });
  serve(receipts.refundCredit, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    return refund.orPropose(
      { receiptId: params.id, ...body },
      by,
      onAccount(by, `refund ${params.id} ${JSON.stringify(body)}`, (tx) =>
        refundCredit(tx, settings, params.id, body, by),
      ),
    );
  });
  serve(receipts.reportCash, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    return act(
      context,
      onAccount(by, `cash-report ${params.id} ${JSON.stringify(body)}`, (tx) =>
        reportCash(tx, params.id, body, by),
      ),
    );
  });
  serve(taxCredit, async ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    const { hoursZone: zone } = await contactOf(pool, settings);
    const asked = `tax-credit ${params.id} ${JSON.stringify(body)}`;
    return act(context, (tx, record) =>
      once(tx, requestKey(by, asked), payments.invoice, async () =>
        invoiceAfter(
          tx,
          await creditTax(tx, record, params.id, body, { cipher: desk().cipher, zone }, by),
        ),
      ),
    );
  });
  serve(receipts.receiptFile, async ({ params, user, reply }) => {
    const file = await fileOfReceipt(pool, params.id);
    if (file === null) throw notFound(msg("Receipt not found"));
    if (file.userId !== user.userId && !isStaff(user.role))
      throw new Refusal("not-yours", msg("This belongs to another account"));
    const document = file.documentId === null ? null : await documentById(pool, file.documentId);
    if (document === null) throw notFound(msg("This receipt has no file"));
    await sendDocument(files, reply, document);
  });
}
