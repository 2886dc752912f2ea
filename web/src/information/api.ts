import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

/** The terms of sales as operators have set them. */
export const saleTermsQuery = (call: Call) =>
  queryOptions({ queryKey: ["sale-terms"], queryFn: () => call("saleTerms") });
