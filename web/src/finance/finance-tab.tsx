import { t } from "@gavelyard/messages/text";
import type { FinanceRequest } from "@gavelyard/contract/finance";
import { mayMoveFinance } from "@gavelyard/domain/requests";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { messageOf } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card, Facts } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { money } from "../ui/text/format.ts";
import { EmptyState } from "../ui/states.tsx";
import { financeRequestsQuery } from "./api.ts";
import { termWords } from "./terms.ts";

const statuses: Record<FinanceRequest["status"], readonly [string, BadgeTone]> = {
  PENDING: [t("Sent"), "neutral"],
  UNDER_REVIEW: [t("Under review"), "attention"],
  NEEDS_INFO: [t("We need more from you"), "attention"],
  APPROVED: [t("Approved"), "winning"],
  DECLINED: [t("Declined"), "outbid"],
  COMPLETED: [t("Completed"), "winning"],
  WITHDRAWN: [t("Withdrawn"), "neutral"],
  EXPIRED: [t("Expired"), "neutral"],
};

export function FinanceTab({ userId }: { userId: number }) {
  const query = useQuery(financeRequestsQuery(useCall(), userId));
  return (
    <Read query={query} failure={t("Couldn't load your requests.")}>
      {(requests) =>
        requests.length === 0 ? (
          <EmptyState title={t("No finance applications yet")}>
            <LinkButton to="/financing" tone="primary" className="mt-3">
              {t("Apply for financing")}
            </LinkButton>
          </EmptyState>
        ) : (
          <div className="grid gap-6">
            <LinkButton to="/financing" className="justify-self-start">
              {t("Apply again")}
            </LinkButton>
            {requests.map((request) => (
              <Request key={request.id} request={request} userId={userId} />
            ))}
          </div>
        )
      }
    </Read>
  );
}

function Request({ request, userId }: { request: FinanceRequest; userId: number }) {
  const call = useCall();
  const queries = useQueryClient();
  const zone = browserZone();
  const [words, tone] = statuses[request.status];
  const withdraw = useMutation({
    mutationFn: () => call("withdrawFinanceRequest", { params: { id: String(request.id) } }),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: financeRequestsQuery(call, userId).queryKey }),
  });
  return (
    <Card
      title={t("{amount} over {termMonths}", {
        amount: money(request.amount),
        termMonths: termWords(request.termMonths),
      })}
      action={<Badge tone={tone}>{words}</Badge>}
    >
      <div className="grid gap-6 md:grid-cols-2">
        <Facts
          rows={[
            [t("Sent"), formatDateTime(request.createdAt, zone)],
            ...(request.lenderName === null ? [] : [[t("Lender"), request.lenderName] as const]),
            ...(request.approvedAmount === null
              ? []
              : [[t("Approved amount"), money(request.approvedAmount)] as const]),
            ...(request.apr === null ? [] : [[t("Annual rate"), `${request.apr}%`] as const]),
            ...(request.documents.length === 0
              ? []
              : [
                  [
                    t("Documents"),
                    request.documents.map(({ fileName }) => fileName).join(", "),
                  ] as const,
                ]),
          ]}
        />
        <ol aria-label={t("History")} className="border-l-2 border-line pl-4">
          {request.history.map(({ status, reason, at }) => (
            <li key={at + status} className="mb-3">
              <p className="font-semibold">{statuses[status][0]}</p>
              <p className="text-sm text-soft">{formatDateTime(at, zone)}</p>
              {reason === "" ? null : <p className="text-sm">{reason}</p>}
            </li>
          ))}
        </ol>
      </div>
      <Failure
        message={
          withdraw.error === null
            ? null
            : messageOf(withdraw.error, t("Couldn't withdraw the request."))
        }
      />
      {mayMoveFinance(request.status, "WITHDRAWN") ? (
        <Button className="mt-4" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t("Withdraw application")}
        </Button>
      ) : null}
    </Card>
  );
}
