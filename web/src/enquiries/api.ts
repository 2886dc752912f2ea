import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

interface EnquirySearch {
  readonly q: string;
  readonly id: number | null;
  readonly page: number;
}

/** Leads from the landing page or messages from the contact page, newest first. */
export const enquiriesQuery = (
  call: Call,
  kind: "leads" | "messages",
  { q, id, page }: EnquirySearch,
) =>
  queryOptions({
    queryKey: ["staff", kind, q, id, page],
    queryFn: () =>
      call(kind === "leads" ? "listLeads" : "listMessages", {
        query:
          id === null ? { q: q.slice(0, 100), page: String(page), size: "20" } : { id: String(id) },
      }),
    placeholderData: keepPreviousData,
  });
