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

export const offersQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "offers"],
    queryFn: () => call("offersOfUser", { params: { id: String(userId) } }),
  });
