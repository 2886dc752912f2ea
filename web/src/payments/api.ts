import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

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

export const invoiceQuery = (call: Call, userId: number, id: number) =>
  queryOptions({
    queryKey: ["me", userId, "invoices", id],
    queryFn: () => call("invoiceById", { params: { id: String(id) } }),
  });

/** An invoice as staff open it by its number. */
export const staffInvoiceQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "invoices", id],
    queryFn: () => call("invoiceById", { params: { id: String(id) } }),
  });

/** Where and how an invoice is paid, and the proofs of payment sent for it. */
export const howToPayQuery = (call: Call, userId: number, id: number) =>
  queryOptions({
    queryKey: ["me", userId, "how-to-pay", id],
    queryFn: () => call("howToPay", { params: { id: String(id) } }),
  });

/** The same as staff see it. */
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

/** The lots of an auction that closed with a bid. */
export const winningBidsQuery = (call: Call, auctionId: number) =>
  queryOptions({
    queryKey: ["staff", "winners", auctionId],
    queryFn: () => call("winningBids", { params: { auctionId: String(auctionId) } }),
  });

/** The appointments of a day to collect units, and units that wait without one. */
export const pickupsQuery = (call: Call, day: string) =>
  queryOptions({
    queryKey: ["staff", "pickups", day],
    queryFn: () => call("pickupsOfDay", { query: { day } }),
  });

/** The lots of an auction that were won and are not paid. */
export const unpaidQuery = (call: Call, auctionId: number) =>
  queryOptions({
    queryKey: ["staff", "unpaid", auctionId],
    queryFn: () => call("unpaidInventories", { params: { id: String(auctionId) } }),
  });
