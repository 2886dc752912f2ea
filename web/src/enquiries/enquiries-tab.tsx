import type { Enquiry } from "@gavelyard/contract/enquiries";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { useAction } from "../api/use-action.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Choices } from "../ui/form/choices.tsx";
import { money } from "../ui/text/format.ts";
import { Pagination } from "../ui/list/pagination.tsx";
import { PhoneLink } from "../ui/text/phone-link.tsx";
import { SearchField } from "../ui/form/search-field.tsx";
import { EmptyState } from "../ui/states.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { enquiriesQuery } from "./api.ts";

const kinds = [
  ["leads", t("Leads")],
  ["messages", t("Messages")],
] as const;

export default function EnquiriesTab() {
  const address = useAddress();
  const kind = address.get("kind") === "messages" ? "messages" : "leads";
  const page = numberOf(address.get("page")) ?? 0;
  const q = address.get("q");
  const id = numberOf(address.get("enquiry"));
  const query = useQuery(enquiriesQuery(useCall(), kind, { q, id, page }));
  return (
    <>
      {id === null ? (
        <>
          <Choices
            label={t("Type")}
            options={kinds}
            chosen={kind}
            to={(value) => address.to({ kind: value, page: null })}
          />
          <div className="mb-4">
            <SearchField
              label={t("Name, email, phone or text")}
              value={q}
              onSearch={(text) => address.set({ q: text, page: null })}
            />
          </div>
        </>
      ) : (
        <LinkButton to={address.to({ enquiry: null })} className="mb-4">
          <ArrowLeft aria-hidden className="size-4" />{" "}
          {kind === "leads" ? t("All leads") : t("All messages")}
        </LinkButton>
      )}
      <Read query={query} failure={t("Couldn't load them.")} className="h-96">
        {({ content, number, totalPages }) =>
          content.length === 0 ? (
            <EmptyState
              title={
                id !== null
                  ? t("Inquiry not found")
                  : q !== ""
                    ? t("No results for “{q}”", { q })
                    : kind === "leads"
                      ? t("No leads yet")
                      : t("No messages yet")
              }
            />
          ) : (
            <>
              <ul aria-label={t("Inquiries")} className="grid gap-3">
                {content.map((enquiry) => (
                  <Line key={enquiry.id} enquiry={enquiry} />
                ))}
              </ul>
              <Pagination page={number} totalPages={totalPages} linkTo={address.toPage} />
            </>
          )
        }
      </Read>
    </>
  );
}

function Line({ enquiry }: { enquiry: Enquiry }) {
  const handle = useAction(
    (call, id: number) => call("handleEnquiry", { params: { id: String(id) } }),
    {
      done: t("Marked as handled"),
      failed: t("Couldn't mark it as handled."),
      refresh: [["staff"]],
    },
  );
  const { budgetLowerLimit: from, budgetUpperLimit: to } = enquiry;
  return (
    <li className="rounded-lg border border-line bg-sheet p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base">{enquiry.fullName}</h2>
        {enquiry.handledAt === null ? (
          <Button busy={handle.isPending} onClick={() => handle.mutate(enquiry.id)}>
            {t("Mark as handled")}
          </Button>
        ) : (
          <Badge tone="winning">{t("Handled")}</Badge>
        )}
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
        <a
          href={`mailto:${enquiry.email}`}
          className="inline-flex min-h-6 items-center wrap-anywhere"
        >
          {enquiry.email}
        </a>
        {enquiry.phoneNumber === null ? null : (
          <PhoneLink phone={enquiry.phoneNumber} className="inline-flex min-h-6 items-center" />
        )}
        <span className="text-soft">{formatDateTime(enquiry.createdAt, browserZone())}</span>
      </p>
      {from === null || to === null ? null : (
        <p className="figures mt-1 text-sm">
          {t("{low} to {high}", { low: money(from), high: money(to) })}
        </p>
      )}
      {enquiry.subject === "" ? null : <p className="mt-2 font-semibold">{enquiry.subject}</p>}
      {enquiry.message === "" ? null : (
        <p className="mt-1 whitespace-pre-line">{enquiry.message}</p>
      )}
    </li>
  );
}
