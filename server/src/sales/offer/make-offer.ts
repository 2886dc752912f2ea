import { msg } from "@gavelyard/messages/text";
import { inEachLanguage } from "../../http/reader-language.ts";
import { centsToDollars, formatDollars } from "@gavelyard/domain/money";
import { offerNotice } from "@gavelyard/domain/users/push-notices";
import { longestOfferMs, offerStatusAt } from "@gavelyard/domain/sales/sale-phase";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import type { PoolClient } from "pg";
import { insertAudit } from "../../audit/sql.ts";
import { Refusal } from "../../refusal.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import type { RecordedStep } from "../../jobs/mail-content.ts";
import { mailTo, notice, unitOfMail } from "../announce-award.ts";
import { peopleByIds, personById } from "../bids-sql.ts";
import { insertOffer, setOfferStatus } from "../offers-sql.ts";
import type { Recorder, SaleActor } from "../lock-sale.ts";
import type { OfferKind, Sale } from "../sale-sql.ts";

export interface NewOffer {
  readonly kind: OfferKind;
  readonly userId: number;
  /** The bid that the offer is based on, and its amount. */
  readonly bidId: number;
  readonly bidCents: number;
  readonly cents: number;
  /** ISO 8601 time until which it can be accepted. */
  readonly until: string;
  readonly reason: string | null;
  /** Its step in the lot's record, for a counteroffer. */
  readonly recorded: RecordedStep | null;
}

/**
 * Makes an offer and notifies its bidder.
 * @throws Refusal 422 for a time in the past or more than 30 days away
 */
export async function makeOffer(
  tx: PoolClient,
  record: Recorder,
  sale: Sale,
  offer: NewOffer,
  by: SaleActor,
): Promise<void> {
  const untilMs = Date.parse(offer.until);
  if (untilMs <= sale.nowMs)
    throw new Refusal("value-refused", msg("until: Enter a time in the future"));
  if (untilMs > sale.nowMs + longestOfferMs) {
    throw new Refusal("value-refused", msg("until: An offer can be open for up to 30 days"));
  }
  const id = await insertOffer(tx, sale.lotId, offer, by.userId);
  const person = await personById(tx, offer.userId);
  await mailTo(tx, person, `offer:${id}`, {
    kind: offer.kind,
    ...unitOfMail(sale, person),
    timeZone: sale.timeZone,
    bidCents: offer.bidCents,
    offerCents: offer.cents,
    until: new Date(untilMs).toISOString(),
    recorded: offer.recorded,
  });
  const until = inEachLanguage(() => formatDateTime(untilMs, sale.timeZone));
  const { inventoryId, title } = sale;
  await enqueue(tx, "send-push", {
    userId: offer.userId,
    kind: "OFFER",
    notice: offerNotice({ inventoryId, title, offerCents: offer.cents, until }),
    goodUntil: new Date(untilMs).toISOString(),
    deviceId: null,
  });
  record(
    notice(
      sale,
      [offer.userId],
      msg("You can buy it for {offer}.", { offer: formatDollars(offer.cents) }),
    ),
  );
  await insertAudit(tx, {
    actorId: by.userId,
    action: offer.kind === "COUNTER_OFFER" ? "counter-offered" : "second-chance-offered",
    subjectType: "lot",
    subjectId: sale.lotId,
    after: { userId: offer.userId, amount: centsToDollars(offer.cents), until: offer.until },
    reason: offer.reason,
    ip: by.ip,
  });
}

/**
 * Withdraws a lot's open offer, if there is one. Notifies the bidder unless the offer had expired.
 */
export async function withdrawOffer(tx: PoolClient, record: Recorder, sale: Sale): Promise<void> {
  const { offer } = sale;
  if (offer === null || offer.status !== "OPEN") return;
  await setOfferStatus(tx, offer.id, "WITHDRAWN");
  if (offerStatusAt(sale.nowMs, offer) !== "OPEN") return;
  const person = (await peopleByIds(tx, [offer.userId])).get(offer.userId);
  if (person === undefined) return;
  await mailTo(tx, person, `offer-withdrawn:${offer.id}`, {
    kind: "OFFER_WITHDRAWN",
    ...unitOfMail(sale, person),
    offerCents: offer.cents,
  });
  const words = msg("The offer for {offer} was withdrawn.", { offer: formatDollars(offer.cents) });
  record(notice(sale, [offer.userId], words));
}
