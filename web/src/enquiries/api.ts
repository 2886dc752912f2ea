import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

/** Which enquiries are asked for: a part of what they say, or one of them alone. */
interface EnquirySearch {
  readonly q: string;
  readonly id: number | null;
  readonly page: number;
}

/** Leads of the landing page, or messages of the contact page, newest first. */
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
