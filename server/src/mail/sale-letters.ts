import { plural, say, t } from "@gavelyard/messages/text";
import { sayLabel } from "@gavelyard/domain/sales/invoice";
import { formatDollars } from "@gavelyard/domain/money";
import { dayWords, pickupWords } from "@gavelyard/domain/sales/pickup";
import { zoneTitle } from "@gavelyard/domain/time-zone";
import { letterTime, type Letter } from "./letter.ts";
import type { MailContent } from "../jobs/mail-content.ts";
import type { RecordedStep } from "../jobs/sale-mail-content.ts";
import { wordedLetter, type MailTexts } from "./worded-letter.ts";

type SaleContent = Exclude<
  MailContent,
  {
    kind:
      | "CODE"
      | "RESET"
      | "INVITED"
      | "PASSWORD_CHANGED"
      | "FACTORS_CHANGED"
      | "NEW_DEVICE"
      | "PROFILE_CHANGED"
      | "PERMISSIONS_CHANGED"
      | "HOUSE_CHANGED"
      | "LIMIT_CHANGED"
      | "LIMIT_DECIDED"
      | "FINANCE_MOVED"
      | "CERTIFICATE_DECIDED"
      | "CERTIFICATE_ENDS"
      | "ENQUIRY"
      | "STATUS_CHANGED"
      | "WELCOME"
      | "QUESTION_ANSWERED"
      | "QUESTION_ENDED"
      | "NEW_ANSWERS";
  }
>;

/** Writes the emails about lots: their bidding, and what follows the close. */
export function saleLetter(content: SaleContent, siteUrl: string, texts: MailTexts): Letter {
  if (content.kind === "AUCTION_LIVE" || content.kind === "ENDING_SOON")
    return watchedLots(content, siteUrl, texts);
  if (content.kind === "SEARCH_ALERT") return searchAlert(content, siteUrl, texts);
  const lot = { name: content.name, unit: content.title, auction: content.auctionName };
  const dashboard = { url: `${siteUrl}/dashboard` };
  const vehicles = { url: `${siteUrl}/vehicles` };
  const unitPage = { url: `${siteUrl}/truck/${content.inventoryId}` };
  switch (content.kind) {
    case "OUTBID": {
      const closes = letterTime(content.closesAt, content.timeZone);
      const values = { ...lot, price: formatDollars(content.priceCents), closes };
      return wordedLetter(texts, "OUTBID", values, unitPage);
    }
    case "WON": {
      const due = letterTime(content.paymentDueAt, content.timeZone);
      const values = { ...lot, hammer: formatDollars(content.hammerCents), due };
      return withProof(wordedLetter(texts, "WON", values, dashboard), content, siteUrl);
    }
    case "LOST": {
      const values = { ...lot, hammer: formatDollars(content.hammerCents) };
      return withProof(wordedLetter(texts, "LOST", values, vehicles), content, siteUrl);
    }
    case "RESERVE_NOT_MET": {
      const values = { ...lot, hammer: formatDollars(content.hammerCents) };
      return withProof(wordedLetter(texts, "RESERVE_NOT_MET", values, unitPage), content, siteUrl);
    }
    case "DECLARED": {
      const values = {
        ...lot,
        hammer: formatDollars(content.hammerCents),
        invoice: content.invoiceNumber,
        lines: content.lines
          .map(({ label, cents }) => `${sayLabel(label)}: ${formatDollars(cents)}`)
          .join("\n"),
        total: formatDollars(content.totalCents),
        due: letterTime(content.paymentDueAt, content.timeZone),
      };
      return wordedLetter(texts, "DECLARED", values, dashboard);
    }
    case "RUNNER_UP": {
      const hammer = formatDollars(content.hammerCents);
      const values = { ...lot, hammer, bid: formatDollars(content.bidCents) };
      return wordedLetter(texts, "RUNNER_UP", values, vehicles);
    }
    case "BID_DECLINED": {
      const values = { ...lot, bid: formatDollars(content.bidCents) };
      return wordedLetter(texts, "BID_DECLINED", values, vehicles);
    }
    case "COUNTER_OFFER":
    case "SECOND_CHANCE": {
      const values = {
        ...lot,
        bid: formatDollars(content.bidCents),
        offer: formatDollars(content.offerCents),
        until: letterTime(content.until, content.timeZone),
      };
      const letter = wordedLetter(texts, content.kind, values, dashboard);
      return content.kind === "COUNTER_OFFER" ? withStep(letter, content, siteUrl) : letter;
    }
    case "COUNTER_SENT": {
      const until = letterTime(content.until, content.timeZone);
      const values = { ...lot, offer: formatDollars(content.offerCents), until };
      const letter = wordedLetter(texts, "COUNTER_SENT", values, dashboard);
      return withStep(letter, content, siteUrl);
    }
    case "NEGOTIATION_OVER": {
      const values = { ...lot, news: say(content.news), bid: formatDollars(content.bidCents) };
      const letter = wordedLetter(texts, "NEGOTIATION_OVER", values, unitPage);
      return withStep(letter, content, siteUrl);
    }
    case "NEGOTIATION_NEWS": {
      const winners = `${siteUrl}/admin-dashboard?tab=winners&auction=${content.auctionId}`;
      const values = { ...lot, news: say(content.news) };
      return wordedLetter(texts, "NEGOTIATION_NEWS", values, { url: winners });
    }
    case "OFFER_WITHDRAWN": {
      const values = { ...lot, offer: formatDollars(content.offerCents) };
      return wordedLetter(texts, "OFFER_WITHDRAWN", values, vehicles);
    }
    case "BID_VOIDED": {
      const values = { ...lot, bid: formatDollars(content.bidCents), reason: content.reason };
      return wordedLetter(texts, "BID_VOIDED", values, unitPage);
    }
    case "AWARD_ENDED": {
      const { reason } = content;
      const values = { ...lot, hammer: formatDollars(content.hammerCents), reason };
      const kind = content.how === "DEFAULTED" ? "SALE_DEFAULTED" : "SALE_VOIDED";
      return wordedLetter(texts, kind, values, dashboard);
    }
    case "PAYMENT_RECEIVED": {
      const paid = formatDollars(content.paidCents);
      const values = { ...lot, paid, invoice: content.invoiceNumber };
      return wordedLetter(texts, "PAYMENT_RECEIVED", values, dashboard);
    }
    case "PART_PAYMENT": {
      const values = {
        ...lot,
        paid: formatDollars(content.receivedCents),
        invoice: content.invoiceNumber,
        balance: formatDollars(content.balanceCents),
        due:
          content.paymentDueAt === null
            ? t("the due date")
            : letterTime(content.paymentDueAt, content.timeZone),
      };
      return wordedLetter(texts, "PART_PAYMENT", values, dashboard);
    }
    case "PAYMENT_VOIDED": {
      const values = {
        ...lot,
        paid: formatDollars(content.voidedCents),
        invoice: content.invoiceNumber,
        balance: formatDollars(content.balanceCents),
        reason: content.reason,
      };
      const kind = content.endsRelease ? "PAYMENT_REVERSED" : "PAYMENT_VOIDED";
      return wordedLetter(texts, kind, values, dashboard);
    }
    case "PROOF_REFUSED": {
      const values = { ...lot, invoice: content.invoiceNumber, reason: content.reason };
      return wordedLetter(texts, "PROOF_REFUSED", values, dashboard);
    }
    case "PICKUP_SET": {
      const slot = `${pickupWords(content)}, ${zoneTitle(content.timeZone)}`;
      return wordedLetter(texts, "PICKUP_SET", { ...lot, slot, yard: content.yard }, dashboard);
    }
    case "RELEASE_ISSUED": {
      const pickup = letterTime(content.pickupDueAt, content.timeZone);
      return wordedLetter(
        texts,
        "RELEASE_ISSUED",
        { ...lot, yard: content.yard, pickup },
        dashboard,
      );
    }
    case "DELIVERY_REQUESTED": {
      const values = { ...lot, destination: content.destination };
      return wordedLetter(texts, "DELIVERY_REQUESTED", values, dashboard);
    }
    case "DELIVERY_QUOTED": {
      const values = {
        ...lot,
        quote: formatDollars(content.quoteCents),
        leaves: dayWords(content.pickupFrom),
        arrives: dayWords(content.arrivesFrom),
        until: letterTime(content.until, content.timeZone),
      };
      return wordedLetter(texts, "DELIVERY_QUOTED", values, dashboard);
    }
    case "DELIVERY_ACCEPTED": {
      const values = {
        ...lot,
        quote: formatDollars(content.quoteCents),
        invoice: content.invoiceNumber,
        total: formatDollars(content.totalCents),
        balance: formatDollars(content.balanceCents),
        due: letterTime(content.paymentDueAt, content.timeZone),
      };
      return wordedLetter(texts, "DELIVERY_ACCEPTED", values, dashboard);
    }
    case "DELIVERY_CANCELED": {
      const { invoiceNumber, refundCents, wasAccepted = true, reason } = content;
      // Empty values leave out the paragraph about the invoice.
      const billed = wasAccepted
        ? { invoice: invoiceNumber, refund: formatDollars(refundCents) }
        : { invoice: "", refund: "" };
      const values = { ...lot, ...billed, reason };
      return wordedLetter(texts, "DELIVERY_CANCELED", values, dashboard);
    }
    case "DELIVERY_LEFT": {
      const values = {
        ...lot,
        carrier: content.carrierName,
        arrives: dayWords(content.arrivesFrom),
      };
      return wordedLetter(texts, "DELIVERY_LEFT", values, dashboard);
    }
    case "DELIVERED":
      return wordedLetter(texts, "DELIVERED", lot, dashboard);
  }
}

/**
 * Adds the root of the lot's record, with which recipients can verify later that it is unchanged.
 */
function withProof(
  letter: Letter,
  { proofRoot, inventoryId }: { proofRoot?: string | null | undefined; inventoryId: number },
  siteUrl: string,
): Letter {
  if (proofRoot === null || proofRoot === undefined) return letter;
  const paragraph = t(
    "Every bid on this lot is on record. Keep this email: the lot's proof at {lotUrl} must always produce the root {proofRoot}.",
    { lotUrl: `${siteUrl}/truck/${inventoryId}`, proofRoot },
  );
  return { ...letter, paragraphs: [...letter.paragraphs, paragraph] };
}

/** Adds the hash of a negotiation's step, with which its reader can check the lot's proof. */
function withStep(
  letter: Letter,
  { recorded, inventoryId }: { recorded?: RecordedStep | null | undefined; inventoryId: number },
  siteUrl: string,
): Letter {
  if (recorded === null || recorded === undefined) return letter;
  const step = {
    lotUrl: `${siteUrl}/truck/${inventoryId}`,
    seq: recorded.seq,
    hash: recorded.hash,
  };
  const paragraph =
    recorded.salt === null
      ? t(
          "This is on record. Keep this email: in the lot's proof, at {lotUrl}, step {seq} of the negotiation must always have the hash {hash}.",
          step,
        )
      : t(
          "This is on record. Keep this email: in the lot's proof, at {lotUrl}, step {seq} of the negotiation must always have the hash {hash}, and its amount the salt {salt}.",
          { ...step, salt: recorded.salt },
        );
  return { ...letter, paragraphs: [...letter.paragraphs, paragraph] };
}

function watchedLots(
  content: Extract<MailContent, { kind: "AUCTION_LIVE" | "ENDING_SOON" }>,
  siteUrl: string,
  texts: MailTexts,
): Letter {
  const { name, auctionName, lots, lotCount, timeZone } = content;
  const more = lotCount - lots.length;
  const lines = [
    ...lots.map(({ title, closesAt }) =>
      t("{title}: closes {closesAt}", { title, closesAt: letterTime(closesAt, timeZone) }),
    ),
    ...(more > 0 ? [t("And {more} more.", { more })] : []),
  ];
  const values = {
    name,
    auction: auctionName,
    count: plural(lotCount, "{n} lot", "{n} lots"),
    lots: lines.join("\n"),
  };
  const url = `${siteUrl}/auctions/${content.auctionId}`;
  return wordedLetter(texts, content.kind, values, { url });
}

function searchAlert(
  { name, count, searches }: Extract<MailContent, { kind: "SEARCH_ALERT" }>,
  siteUrl: string,
  texts: MailTexts,
): Letter {
  const groups = searches.map((search) =>
    [
      t('Matches for your saved search "{name}":', { name: search.name }),
      ...search.units.map(({ inventoryId, title, priceCents, closesAt, timeZone }) =>
        t("{title}: {price}, closes {closesAt}\n{lotUrl}", {
          title,
          price: formatDollars(priceCents),
          closesAt: letterTime(closesAt, timeZone),
          lotUrl: `${siteUrl}/truck/${inventoryId}`,
        }),
      ),
      ...(search.more > 0
        ? [t("And {more} more: {url}", { more: search.more, url: siteUrl + search.path })]
        : []),
    ].join("\n"),
  );
  const values = {
    name,
    found: plural(count, "{n} new unit", "{n} new units"),
    units: groups.join("\n\n"),
  };
  const url = `${siteUrl}${searches[0]?.path ?? "/vehicles"}`;
  return wordedLetter(texts, "SEARCH_ALERT", values, { url });
}
