import * as deliveries from "@gavelyard/contract/sales/deliveries";
import { invoice } from "@gavelyard/contract/sales/payments";
import { isStaff } from "@gavelyard/domain/users/roles";
import type { PoolClient } from "pg";
import type { Context } from "../../context.ts";
import { act } from "../../events/act.ts";
import { once } from "../../events/once.ts";
import { actorOf } from "../../http/actor.ts";
import type { Serve } from "../../http/serve.ts";
import { answerDelivery } from "./answer-delivery.ts";
import { cancelDelivery } from "./cancel-delivery.ts";
import { openDeliveries } from "../deliveries-sql.ts";
import { markDelivered } from "./mark-delivered.ts";
import { requestKey, type Recorder, type SaleActor } from "../lock-sale.ts";
import { quoteDelivery } from "./quote-delivery.ts";
import { requestDelivery, withdrawDelivery } from "./request-delivery.ts";
import { invoiceAfter } from "../invoice/to-invoice.ts";

/** Routes for deliveries, from the buyer's request to the door (D62). */
export function salesDeliveryRoutes(serve: Serve, context: Context): void {
  const { pool, secrets } = context;
  /** Runs `work`, once per idempotency key, and returns the invoice afterward. */
  const onInvoice = (
    by: SaleActor,
    asked: string,
    work: (tx: PoolClient, record: Recorder) => Promise<number>,
  ) =>
    act(context, (tx, record) =>
      once(tx, requestKey(by, asked), invoice, async () =>
        invoiceAfter(tx, await work(tx, record)),
      ),
    );

  serve(deliveries.requestDelivery, ({ params, body, user, request }) => {
    const by = { ...actorOf(user, request), staff: isStaff(user.role) };
    return onInvoice(by, `request-delivery ${params.id} ${JSON.stringify(body)}`, (tx, record) =>
      requestDelivery(tx, record, params.id, body, by),
    );
  });
  serve(deliveries.withdrawDelivery, ({ params, user, request }) => {
    const by = actorOf(user, request);
    return onInvoice(by, `withdraw-delivery ${params.id}`, (tx) =>
      withdrawDelivery(tx, params.id, by),
    );
  });
  serve(deliveries.answerDelivery, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    return onInvoice(by, `answer-delivery ${params.id} ${JSON.stringify(body)}`, (tx) =>
      answerDelivery(tx, params.id, body, by),
    );
  });

  serve(deliveries.openDeliveries, () => openDeliveries(pool));
  serve(deliveries.quoteDelivery, ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    return onInvoice(by, `quote-delivery ${params.id} ${JSON.stringify(body)}`, (tx, record) =>
      quoteDelivery(tx, record, params.id, body, by),
    );
  });
  serve(deliveries.cancelDelivery, async ({ params, body, user, request }) => {
    const by = actorOf(user, request);
    const cipher = secrets.cipher("gate PINs");
    const operation = `cancel-delivery ${params.id} ${JSON.stringify(body)}`;
    return onInvoice(by, operation, (tx, record) =>
      cancelDelivery(tx, record, params.id, body, cipher, by),
    );
  });
  serve(deliveries.markDelivered, ({ params, user, request }) => {
    const by = actorOf(user, request);
    return onInvoice(by, `delivered ${params.id}`, (tx, record) =>
      markDelivered(tx, record, params.id, by),
    );
  });
}
