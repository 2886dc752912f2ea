import type { LimitRequest } from "@gavelyard/contract/bidding/bid-limits";
import { permissionNames } from "@gavelyard/domain/users/permissions";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t, say } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { DocumentButton } from "../documents/document-button.tsx";
import { Read } from "../api/read.tsx";
import { useAction } from "../api/use-action.ts";
import { ActionButton } from "../api/action-button.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card, Facts } from "../ui/card.tsx";
import { SelectField, TextArea, TextField } from "../ui/form/field.tsx";
import { digits, money, words } from "../ui/text/format.ts";
import { EmptyState, ErrorState, Skeleton } from "../ui/states.tsx";
import { useAddress } from "../ui/page/use-address.ts";
import { usePermissions } from "../account/api.ts";
import { requestsToDecideQuery, requestsToReviewQuery } from "./api.ts";
import { Link } from "../ui/page/router.tsx";

const refresh = [["staff"]] as const;

/** Support reviews requests for higher limits, and an administrator decides (D26). */
export default function ReviewTab({ admin }: { admin: boolean }) {
  const call = useCall();
  const toReview = useQuery(requestsToReviewQuery(call));
  const toDecide = useQuery({ ...requestsToDecideQuery(call), enabled: admin });
  const address = useAddress();
  const requestedId = address.get("request");
  if (requestedId !== "") {
    const isAsked = ({ documentId }: LimitRequest) => documentId === requestedId;
    const [review, decide] = [toReview.data?.find(isAsked), toDecide.data?.find(isAsked)];
    const waits = toReview.isPending || (admin && toDecide.isPending);
    const failed = toReview.isError || toDecide.isError;
    return (
      <>
        <LinkButton to={address.to({ request: null })} className="mb-4">
          <ArrowLeft aria-hidden className="size-4" /> {t("All requests")}
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
            message={t("Couldn't load the requests.")}
            onRetry={() =>
              unawaited(Promise.all([toReview.refetch(), ...(admin ? [toDecide.refetch()] : [])]))
            }
          />
        ) : waits ? (
          <Skeleton className="h-48" />
        ) : (
          <EmptyState title={t("This request is closed")}>
            {admin
              ? t("This request was already decided or withdrawn.")
              : t("This request was decided or withdrawn, or is now with an administrator.")}
          </EmptyState>
        )}
      </>
    );
  }
  return (
    <div className="grid gap-8">
      <section>
        <h2 className="mb-3">{t("To review")}</h2>
        <Read query={toReview} failure={t("Couldn't load the requests.")}>
          {(requests) => (
            <Requests requests={requests} empty={t("No requests to review.")}>
              {(request) => <ReviewForm request={request} />}
            </Requests>
          )}
        </Read>
      </section>
      {admin ? (
        <section>
          <h2 className="mb-3">{t("To decide")}</h2>
          <Read query={toDecide} failure={t("Couldn't load the requests.")}>
            {(requests) => (
              <Requests requests={requests} empty={t("No requests to decide.")}>
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
  const canOpenDocuments = usePermissions().includes("documents");
  if (requests.length === 0) return <EmptyState title={empty} />;
  return (
    <div className="grid gap-4">
      {requests.map((request) => (
        <Card
          key={request.documentId}
          title={request.userName}
          action={
            <Link to={`?tab=users&user=${request.userId}`} className="font-semibold">
              {t("View account")}
            </Link>
          }
        >
          <div className="grid gap-6 lg:grid-cols-2">
            <div>
              <Facts
                rows={[
                  [t("Requested"), money(request.bidLimitAmount), "figures"],
                  [t("Current limit"), money(request.currentLimit), "figures"],
                  [t("Email"), request.userEmail],
                  [t("Sent"), formatDateTime(request.createdAt, zone)],
                  [t("Documents"), words(request.docType)],
                  ...(request.recommendation === null
                    ? []
                    : [
                        [
                          t("Recommended"),
                          request.recommendedLimit === null
                            ? words(request.recommendation)
                            : t("{recommendation}, limit {limit}", {
                                recommendation: words(request.recommendation),
                                limit: money(request.recommendedLimit),
                              }),
                        ] as const,
                        [
                          t("Note"),
                          request.reviewNote === "" ? t("None") : request.reviewNote,
                        ] as const,
                      ]),
                ]}
              />
              <div className="mt-3">
                {canOpenDocuments ? (
                  <div className="flex flex-wrap gap-2">
                    {request.documents.map(({ documentId, fileName }) => (
                      <DocumentButton
                        key={documentId}
                        documentId={documentId}
                        name={fileName}
                        reason={t("Bid limit request")}
                      />
                    ))}
                  </div>
                ) : (
                  <p className="text-sm text-soft">
                    {t("You need the {permission} permission to open {fileName}.", {
                      permission: say(permissionNames.documents),
                      fileName: request.documents.map(({ fileName }) => fileName).join(", "),
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
    { done: t("Review saved"), failed: t("Couldn't save the review."), refresh },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    review.mutate(null);
  };
  return (
    <form className="grid content-start gap-3" onSubmit={submit}>
      <SelectField
        label={t("Recommend")}
        value={decision}
        onChange={({ target }) => setDecision(target.value === "REJECT" ? "REJECT" : "APPROVE")}
      >
        <option value="APPROVE">{t("Approval")}</option>
        <option value="REJECT">{t("Rejection")}</option>
      </SelectField>
      {decision === "APPROVE" ? (
        <TextField
          label={t("Recommended limit ($)")}
          hint={money(Number(limit))}
          inputMode="numeric"
          value={limit}
          onChange={(event) => setLimit(digits(event.target.value, 8))}
        />
      ) : null}
      <TextArea
        label={t("Note for the decision")}
        rows={2}
        maxLength={1_000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" tone="primary" busy={review.isPending}>
        {t("Save review")}
      </Button>
    </form>
  );
}

function DecisionForm({ request }: { request: LimitRequest }) {
  const [limit, setLimit] = useState(String(request.recommendedLimit ?? request.bidLimitAmount));
  const params = { id: request.documentId };
  return (
    <div className="grid content-start gap-3">
      <TextField
        label={t("New limit ($)")}
        hint={money(Number(limit))}
        inputMode="numeric"
        value={limit}
        onChange={(event) => setLimit(digits(event.target.value, 8))}
      />
      <div className="flex flex-wrap gap-3">
        <ActionButton
          label={t("Approve")}
          title={t("Raise {userName}'s limit to {limit}?", {
            userName: request.userName,
            limit: money(Number(limit)),
          })}
          confirmLabel={t("Approve")}
          tone="primary"
          act={(call) => call("approveLimitRequestPost", { params: { ...params, amount: limit } })}
          done={t("Bid limit raised")}
          failed={t("Couldn't raise the bid limit.")}
          refresh={refresh}
        >
          {t("Takes effect immediately. We'll email the customer.")}
        </ActionButton>
        <ActionButton
          label={t("Reject")}
          title={t("Reject {userName}'s request?", { userName: request.userName })}
          confirmLabel={t("Reject")}
          tone="danger"
          reason
          act={(call, note) => call("rejectLimitRequest", { params, body: { note } })}
          done={t("Request rejected")}
          failed={t("Couldn't reject the request.")}
          refresh={refresh}
        >
          {t("The limit stays at {currentLimit}. We'll email the customer your reason.", {
            currentLimit: money(request.currentLimit),
          })}
        </ActionButton>
      </div>
    </div>
  );
}
