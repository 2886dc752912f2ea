import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const saleTermsQuery = (call: Call) =>
  queryOptions({ queryKey: ["sale-terms"], queryFn: () => call("saleTerms") });
