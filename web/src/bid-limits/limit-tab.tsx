import { t } from "@gavelyard/messages/text";
import type { BidLimitStatus, LimitRequest } from "@gavelyard/contract/bidding/bid-limits";
import { highestLimitRequest } from "@gavelyard/domain/requests";
import { formatDate } from "@gavelyard/domain/time-zone";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { messageOf } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, Facts } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { browserZone } from "../clock.ts";
import { money } from "../ui/text/format.ts";
import { useSite } from "../site/site.ts";
import { limitQuery, limitRequestQuery } from "./api.ts";
import { LimitCard } from "./limit-card.tsx";
import { holdKinds } from "./limit-parts.ts";
import { LimitRequestForm } from "./limit-request-form.tsx";
import { PhoneLink } from "../ui/text/phone-link.tsx";
import { Link } from "../ui/page/router.tsx";

const partOf = (kind: BidLimitStatus["holds"][number]["kind"]) =>
  holdKinds.find((each) => each.kind === kind);

const statusWords: Record<LimitRequest["status"], readonly [string, BadgeTone]> = {
  PENDING: [t("In review"), "neutral"],
  REVIEWED: [t("Awaiting a decision"), "neutral"],
  APPROVED: [t("Approved"), "winning"],
  REJECTED: [t("Rejected"), "outbid"],
  WITHDRAWN: [t("Withdrawn"), "neutral"],
};

/** The customer's limit, its holds, and the request for a higher one (D25, D26). */
export function LimitTab({ userId }: { userId: number }) {
  const call = useCall();
  const limit = useQuery(limitQuery(call, userId));
  const request = useQuery(limitRequestQuery(call, userId));
  const open = request.data?.status === "PENDING" || request.data?.status === "REVIEWED";
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="grid content-start gap-6">
        <LimitCard userId={userId} link={false} />
        <Card title={t("Holds")}>
          <Read query={limit} failure={t("Couldn't load your limit.")}>
            {({ holds }) =>
              holds.length === 0 ? (
                <p className="text-soft">{t("No holds. Your full limit is available.")}</p>
              ) : (
                <ul className="grid gap-2">
                  {holds.map(({ kind, inventoryId, name, amount }) => (
                    <li
                      key={inventoryId}
                      className="grid grid-cols-[1fr_auto] items-center gap-x-4"
                    >
                      <Link
                        to={`/truck/${inventoryId}`}
                        className="inline-flex min-h-9 items-center font-semibold underline"
                      >
                        {name}
                      </Link>
                      <span className="figures">{money(amount)}</span>
                      <span className="col-span-2 flex items-center gap-2 text-sm text-soft">
                        <span aria-hidden className={`size-3 rounded-sm ${partOf(kind)?.color}`} />
                        {partOf(kind)?.words}
                      </span>
                    </li>
                  ))}
                </ul>
              )
            }
          </Read>
        </Card>
      </div>
      <div className="grid content-start gap-6">
        <Read query={request} failure={t("Couldn't load your request.")}>
          {(latest) => (latest === null ? null : <Request request={latest} userId={userId} />)}
        </Read>
        {request.data === undefined || limit.data === undefined || open ? null : (
          <IncreaseRequest userId={userId} limit={limit.data.limit} />
        )}
      </div>
    </div>
  );
}

function IncreaseRequest({ userId, limit }: { userId: number; limit: number }) {
  const phone = useSite()?.phone;
  if (limit < highestLimitRequest) return <LimitRequestForm userId={userId} limit={limit} />;
  return (
    <Card title={t("Request a higher limit")}>
      <p>{t("You have the highest limit available online. Call us if you need more.")}</p>
      {phone === undefined ? null : (
        <PhoneLink
          phone={phone}
          className="inline-flex min-h-11 items-center font-semibold underline"
        />
      )}
    </Card>
  );
}

function Request({ request, userId }: { request: LimitRequest; userId: number }) {
  const call = useCall();
  const queries = useQueryClient();
  const zone = browserZone();
  const [words, tone] = statusWords[request.status];
  const open = request.status === "PENDING" || request.status === "REVIEWED";
  const withdraw = useMutation({
    mutationFn: () => call("withdrawLimitRequest", { params: { id: request.documentId } }),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: limitRequestQuery(call, userId).queryKey }),
  });
  return (
    <Card title={t("Your request")} action={<Badge tone={tone}>{words}</Badge>}>
      <Facts
        rows={[
          [t("Requested"), money(request.bidLimitAmount), "figures"],
          [t("Sent"), formatDate(request.createdAt, zone)],
          [t("Documents"), request.documents.map(({ fileName }) => fileName).join(", ")],
          ...(request.approvedLimit === null
            ? []
            : [[t("New limit"), money(request.approvedLimit)] as const]),
          ...(request.decidedAt === null
            ? []
            : [[t("Decided"), formatDate(request.decidedAt, zone)] as const]),
          ...(request.decisionNote === "" ? [] : [[t("Note"), request.decisionNote] as const]),
        ]}
      />
      {open ? (
        <div className="mt-4 grid justify-items-start gap-3">
          <Failure
            message={
              withdraw.error === null
                ? null
                : messageOf(withdraw.error, t("Couldn't withdraw the request."))
            }
          />
          <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t("Withdraw request")}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
