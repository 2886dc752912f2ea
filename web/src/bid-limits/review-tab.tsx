import type { LimitRequest } from "@gavelyard/contract/bid-limits";
import { permissionNames } from "@gavelyard/domain/permissions";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { DocumentButton } from "../session/document-button.tsx";
import { Read } from "../session/read.tsx";
import { useAction } from "../session/use-action.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card, Facts } from "../ui/card.tsx";
import { SelectField, TextArea, TextField } from "../ui/field.tsx";
import { digits, money, words } from "../ui/format.ts";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import { useAddress } from "../ui/use-address.ts";
import { usePermissions } from "../users/api.ts";
import { requestsToDecideQuery, requestsToReviewQuery } from "./api.ts";
import { Link } from "../ui/router.tsx";

const refresh = [["staff"]] as const;

/** Requests for higher limits: support reviews, an administrator decides (D26). */
export default function ReviewTab({ admin }: { admin: boolean }) {
  const call = useCall();
  const toReview = useQuery(requestsToReviewQuery(call));
  const toDecide = useQuery({ ...requestsToDecideQuery(call), enabled: admin });
  const address = useAddress();
  const asked = address.get("request");
  if (asked !== "") {
    const isAsked = ({ documentId }: LimitRequest) => documentId === asked;
    const [review, decide] = [toReview.data?.find(isAsked), toDecide.data?.find(isAsked)];
    const waits = toReview.isPending || (admin && toDecide.isPending);
    const failed = toReview.isError || toDecide.isError;
    return (
      <>
        <LinkButton to={address.to({ request: null })} className="mb-4">
          <ArrowLeft aria-hidden className="size-4" /> All requests
        </LinkButton>
        {review !== undefined ? (
          <Requests requests={[review]} empty="">
            {(request) => <ReviewForm request={request} />}
          </Requests>
        ) : decide !== undefined ? (
          <Requests requests={[decide]} empty="">
            {(request) => <DecisionForm request={request} />}
          </Requests>
        ) : failed ? (
          <ErrorState
            message="Couldn't load the requests."
            onRetry={() =>
              unawaited(Promise.all([toReview.refetch(), ...(admin ? [toDecide.refetch()] : [])]))
            }
          />
        ) : waits ? (
          <Skeleton className="h-48" />
        ) : (
          <EmptyState title="This request is closed">
            {admin
              ? t("It has been decided or withdrawn.")
              : t("It has been decided or withdrawn, or an administrator will decide it.")}
          </EmptyState>
        )}
      </>
    );
  }
  return (
    <div className="grid gap-8">
      <section>
        <h2 className="mb-3">To review</h2>
        <Read query={toReview} failure="Couldn't load the requests.">
          {(requests) => (
            <Requests requests={requests} empty="No requests to review.">
              {(request) => <ReviewForm request={request} />}
            </Requests>
          )}
        </Read>
      </section>
      {admin ? (
        <section>
          <h2 className="mb-3">To decide</h2>
          <Read query={toDecide} failure="Couldn't load the requests.">
            {(requests) => (
              <Requests requests={requests} empty="No requests to decide.">
                {(request) => <DecisionForm request={request} />}
              </Requests>
            )}
          </Read>
        </section>
      ) : null}
    </div>
  );
}

function Requests({
  requests,
  empty,
  children,
}: {
  requests: readonly LimitRequest[];
  empty: string;
  children: (request: LimitRequest) => React.ReactNode;
}) {
  const zone = browserZone();
  const opensPapers = usePermissions().includes("documents");
  if (requests.length === 0) return <EmptyState title={empty} />;
  return (
    <div className="grid gap-4">
      {requests.map((request) => (
        <Card
          key={request.documentId}
          title={request.userName}
          action={
            <Link to={`?tab=users&user=${request.userId}`} className="font-semibold">
              View account
            </Link>
          }
        >
          <div className="grid gap-6 lg:grid-cols-2">
            <div>
              <Facts
                rows={[
                  ["Requested", money(request.bidLimitAmount), "figures"],
                  ["Current limit", money(request.currentLimit), "figures"],
                  ["Email", request.userEmail],
                  ["Sent", formatDateTime(request.createdAt, zone)],
                  ["Documents", words(request.docType)],
                  ...(request.recommendation === null
                    ? []
                    : [
                        [
                          "Recommended",
                          request.recommendedLimit === null
                            ? words(request.recommendation)
                            : t("{recommendation} with {limit}", {
                                recommendation: words(request.recommendation),
                                limit: money(request.recommendedLimit),
                              }),
                        ] as const,
                        ["Note", request.reviewNote === "" ? "None" : request.reviewNote] as const,
                      ]),
                ]}
              />
              <div className="mt-3">
                {opensPapers ? (
                  <DocumentButton
                    documentId={request.documentId}
                    name={request.fileName}
                    reason="Bid limit request"
                  />
                ) : (
                  <p className="text-sm text-soft">
                    {t("You need the permission “{permission}” to open {fileName}.", {
                      permission: permissionNames.documents,
                      fileName: request.fileName,
                    })}
                  </p>
                )}
              </div>
            </div>
            {children(request)}
          </div>
        </Card>
      ))}
    </div>
  );
}

function ReviewForm({ request }: { request: LimitRequest }) {
  const [decision, setDecision] = useState<"APPROVE" | "REJECT">("APPROVE");
  const [limit, setLimit] = useState(String(request.bidLimitAmount));
  const [note, setNote] = useState("");
  const review = useAction(
    (call) =>
      call("reviewLimitRequest", {
        body: {
          documentId: request.documentId,
          decision,
          note,
          ...(decision === "APPROVE" ? { recommendedLimit: Number(limit) } : {}),
        },
      }),
    { done: "Review saved", failed: "Couldn't save the review.", refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    review.mutate(null);
  };
  return (
    <form className="grid content-start gap-3" onSubmit={submit}>
      <SelectField
        label="Recommend"
        value={decision}
        onChange={({ target }) => setDecision(target.value === "REJECT" ? "REJECT" : "APPROVE")}
      >
        <option value="APPROVE">Approval</option>
        <option value="REJECT">Rejection</option>
      </SelectField>
      {decision === "APPROVE" ? (
        <TextField
          label="Recommended limit ($)"
          inputMode="numeric"
          value={limit}
          onChange={(event) => setLimit(digits(event.target.value, 8))}
        />
      ) : null}
      <TextArea
        label="Note for the decision"
        rows={2}
        maxLength={1_000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" tone="primary" busy={review.isPending}>
        Save review
      </Button>
    </form>
  );
}

function DecisionForm({ request }: { request: LimitRequest }) {
  const [limit, setLimit] = useState(String(request.recommendedLimit ?? request.bidLimitAmount));
  const params = { id: request.documentId };
  const approve = useAction(
    (call, amount: string) => call("approveLimitRequestPost", { params: { ...params, amount } }),
    { done: "Bid limit raised", failed: "Couldn't raise the bid limit.", refresh },
  );
  const reject = useAction(
    (call, note: string) => call("rejectLimitRequest", { params, body: { note } }),
    { done: "Request rejected", failed: "Couldn't reject the request.", refresh },
  );
  return (
    <div className="grid content-start gap-3">
      <TextField
        label="New limit ($)"
        inputMode="numeric"
        value={limit}
        onChange={(event) => setLimit(digits(event.target.value, 8))}
      />
      <div className="flex flex-wrap gap-3">
        <ConfirmButton
          label="Approve"
          title={`Raise ${request.userName}'s limit to ${money(Number(limit))}?`}
          act="Approve"
          tone="primary"
          busy={approve.isPending}
          onConfirm={() => approve.mutate(limit)}
        >
          Takes effect immediately. We&apos;ll email the customer.
        </ConfirmButton>
        <ConfirmButton
          label="Reject"
          title={`Reject ${request.userName}'s request?`}
          act="Reject"
          tone="danger"
          reason
          busy={reject.isPending}
          onConfirm={(note) => reject.mutate(note)}
        >
          The limit stays at {money(request.currentLimit)}. We&apos;ll email the customer your
          reason.
        </ConfirmButton>
      </div>
    </div>
  );
}
