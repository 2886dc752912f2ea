import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

export const wishlistQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "wishlist"],
    queryFn: () => call("wishlist", { params: { userId: String(userId) } }),
  });
