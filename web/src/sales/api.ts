import { queryOptions } from "@tanstack/react-query";
import type { Answer, Call } from "@gavelyard/client/call";

export const winningsQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "winnings"],
    queryFn: () => call("userWinnings", { params: { userId: String(userId) } }),
  });

export const purchasedQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "purchased"],
    queryFn: () => call("purchasedInventories", { params: { id: String(userId) } }),
  });

export const invoicesQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "invoices"],
    queryFn: () => call("invoicesOfUser", { params: { id: String(userId) } }),
  });

export const spendingQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "spending"],
    queryFn: () => call("spendingOfUser", { params: { id: String(userId) } }),
  });

export const invoiceQuery = (call: Call, userId: number, id: number) =>
  queryOptions({
    queryKey: ["me", userId, "invoices", id],
    queryFn: () => call("invoiceById", { params: { id: String(id) } }),
  });

export const staffInvoiceQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "invoices", id],
    queryFn: () => call("invoiceById", { params: { id: String(id) } }),
  });

export const statementQuery = (call: Call, userId: number, auctionId: number) =>
  queryOptions({
    queryKey: ["me", userId, "statements", auctionId],
    queryFn: () =>
      call("statementOfSale", { params: { id: String(userId), auctionId: String(auctionId) } }),
  });

export const howToPayQuery = (call: Call, userId: number, id: number) =>
  queryOptions({
    queryKey: ["me", userId, "how-to-pay", id],
    queryFn: () => call("howToPay", { params: { id: String(id) } }),
  });

export const staffHowToPayQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "how-to-pay", id],
    queryFn: () => call("howToPay", { params: { id: String(id) } }),
  });

export const offersQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "offers"],
    queryFn: () => call("offersOfUser", { params: { id: String(userId) } }),
  });

export const winningBidsQuery = (call: Call, auctionId: number) =>
  queryOptions({
    queryKey: ["staff", "winners", auctionId],
    queryFn: () => call("winningBids", { params: { auctionId: String(auctionId) } }),
  });

export const pickupsQuery = (call: Call, day: string) =>
  queryOptions({
    queryKey: ["staff", "pickups", day],
    queryFn: () => call("pickupsOfDay", { query: { day } }),
  });

export const deliveriesQuery = (call: Call) =>
  queryOptions({ queryKey: ["staff", "deliveries"], queryFn: () => call("openDeliveries") });

export const owingBuyersQuery = (call: Call, q: string, page: number) =>
  queryOptions({
    queryKey: ["staff", "owing-buyers", q, page],
    queryFn: () => call("owingBuyers", { query: { q, page: String(page), size: "50" } }),
  });

export const buyerAccountQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["staff", "buyer-accounts", userId],
    queryFn: () => call("buyerAccount", { params: { id: String(userId) } }),
  });

export const unpaidQuery = (call: Call, auctionId: number) =>
  queryOptions({
    queryKey: ["staff", "unpaid", auctionId],
    queryFn: () => call("unpaidInventories", { params: { id: String(auctionId) } }),
  });

/** Units at a yard's gate: the given yard's, that of an award's unit, or the first one's. */
export const gateQuery = (call: Call, at: { yardId?: string; awardId?: string }) =>
  queryOptions({
    queryKey: ["staff", "gate", at],
    queryFn: () => call("gate", { query: at }),
  });

export type OwnOffer = Answer<"offersOfUser">[number];

/** Whether an offer waits for an answer, of the customer or of the seller. */
export const isOpenOffer = ({ status, negotiation }: OwnOffer): boolean =>
  status === "OPEN" || (negotiation?.turn ?? null) !== null;

/** Whether an open offer waits for the customer. */
export const isToAnswer = (offer: OwnOffer): boolean =>
  isOpenOffer(offer) && offer.negotiation?.turn !== "SELLER";
