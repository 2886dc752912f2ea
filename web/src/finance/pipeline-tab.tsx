import type { FinanceRequest } from "@gavelyard/contract/finance";
import {
  financeStages,
  financeStatuses,
  isFinanceFinished,
  mayMoveFinance,
  type FinanceStage,
  type FinanceStatus,
} from "@gavelyard/domain/requests";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { DocumentButton } from "../documents/document-button.tsx";
import { Read } from "../api/read.tsx";
import { useAction } from "../api/use-action.ts";
import { ActionButton } from "../api/action-button.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card, Facts } from "../ui/card.tsx";
import { SelectField, TextArea, TextField } from "../ui/form/field.tsx";
import { count, money, words } from "../ui/text/format.ts";
import { Choices } from "../ui/form/choices.tsx";
import { phoneWords } from "../ui/text/phone-link.tsx";
import { EmptyState } from "../ui/states.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { pendingFinanceQuery } from "./api.ts";
import { termWords } from "./terms.ts";
import { Link } from "../ui/page/router.tsx";

const refresh = [["staff"]] as const;
const stages: Readonly<Record<FinanceStage, string>> = {
  OPEN: t("Open [applications]"),
  APPROVED: t("Approved [applications]"),
  FINISHED: t("Finished [applications]"),
};
/** Statuses that staff can set; only the customer can withdraw. */
const staffStatuses = financeStatuses.filter((status) => status !== "WITHDRAWN");

export default function PipelineTab() {
  const address = useAddress();
  const requestedStage = address.get("stage");
  const stage = financeStages.find((one) => one === requestedStage) ?? "OPEN";
  const id = numberOf(address.get("request"));
  const query = useQuery(pendingFinanceQuery(useCall(), stage, id));
  return (
    <>
      {id === null ? (
        <Choices
          label={t("Stage")}
          options={financeStages.map((one) => [one, stages[one]])}
          chosen={stage}
          to={(one) => address.to({ stage: one })}
        />
      ) : (
        <LinkButton to={address.to({ request: null })} className="mb-4">
          <ArrowLeft aria-hidden className="size-4" /> {t("All applications")}
        </LinkButton>
      )}
      <Read query={query} failure={t("Couldn't load finance applications.")} className="h-96">
        {(requests) =>
          requests.length === 0 ? (
            <EmptyState
              title={
                id === null
                  ? t("No applications at this stage")
                  : t("Finance application not found")
              }
            />
          ) : (
            <div className="grid gap-4">
              {requests.map((request) => (
                <Request key={request.id} request={request} />
              ))}
            </div>
          )
        }
      </Read>
    </>
  );
}

function Request({ request }: { request: FinanceRequest }) {
  const { application } = request;
  const zone = browserZone();
  const or = (value: string | null) => (value === null || value === "" ? t("Not given") : value);
  return (
    <Card
      title={`${application.fullName}, ${money(request.amount)}`}
      action={<Badge>{words(request.status)}</Badge>}
    >
      <div className="grid gap-6 lg:grid-cols-3">
        <Facts
          rows={[
            [t("Term"), termWords(request.termMonths)],
            [
              t("Vehicle price"),
              application.vehiclePrice === null ? t("Not given") : money(application.vehiclePrice),
            ],
            [t("Down payment"), money(application.downPayment)],
            [t("Credit"), words(application.creditBand)],
            [
              t("Tax ID"),
              request.taxIdLast4 === null
                ? t("Not given")
                : t("ends in {digits}", { digits: request.taxIdLast4 }),
            ],
            [
              t("Unit"),
              request.inventoryId === null ? (
                t("None selected")
              ) : (
                <Link key="unit" to={`/truck/${request.inventoryId}`}>
                  {t("View unit")}
                </Link>
              ),
            ],
          ]}
        />
        <Facts
          rows={[
            [t("Applicant"), words(application.applicantType)],
            [t("Business"), or(application.businessName)],
            [t("Employer"), or(application.employer)],
            [
              t("Monthly income"),
              application.monthlyIncome === null
                ? t("Not given")
                : money(application.monthlyIncome),
            ],
            [
              "CDL",
              application.cdl
                ? t("Yes, {years} years", { years: count(application.yearsCdl ?? 0) })
                : t("No"),
            ],
            [t("Phone"), phoneWords(application.phone)],
            [t("Email"), application.email],
            [
              t("Account"),
              <Link key="account" to={`?tab=users&user=${request.userId}`}>
                {t("View user")}
              </Link>,
            ],
          ]}
        />
        <StatusForm key={request.updatedAt} request={request} />
      </div>
      {application.note === "" ? null : <p className="mt-4">{application.note}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        {request.documents.map(({ documentId, fileName }) => (
          <DocumentButton
            key={documentId}
            documentId={documentId}
            name={fileName}
            reason={t("Finance application {id}", { id: request.id })}
          />
        ))}
      </div>
      <ol className="mt-4 text-sm text-soft">
        {request.history.map((step) => (
          <li key={step.at + step.status}>
            {formatDateTime(step.at, zone)}: {words(step.status)}
            {step.reason === "" ? "" : `, ${step.reason}`}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const numberIn = (text: string) => (text.trim() === "" ? undefined : Number(text));

function StatusForm({ request }: { request: FinanceRequest }) {
  const moves = staffStatuses.filter((status) => mayMoveFinance(request.status, status));
  const [status, setStatus] = useState<FinanceStatus | undefined>(moves[0]);
  const [reason, setReason] = useState("");
  const [lender, setLender] = useState(request.lenderName ?? "");
  const [amount, setAmount] = useState(String(request.amount));
  const [apr, setApr] = useState("");
  const params = { id: String(request.id) };
  const move = useAction(
    (call, to: FinanceStatus) =>
      call("updateFinanceStatus", {
        params,
        body: {
          status: to,
          reason,
          ...(to === "APPROVED"
            ? { lenderName: lender, approvedAmount: numberIn(amount), apr: numberIn(apr) }
            : {}),
        },
      }),
    { done: t("Application updated"), failed: t("Couldn't update the application."), refresh },
  );
  if (isFinanceFinished(request.status)) {
    return (
      <ActionButton
        label={t("Archive")}
        title={t("Archive this application?")}
        confirmLabel={t("Archive")}
        className="self-start"
        act={(call) => call("deleteFinanceRequest", { params })}
        done={t("Application archived")}
        failed={t("Couldn't archive the application.")}
        refresh={refresh}
      >
        {t("It's complete and will be removed from the list.")}
      </ActionButton>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (status !== undefined) move.mutate(status);
  };
  return (
    <form className="grid content-start gap-3" onSubmit={submit}>
      <SelectField
        label={t("Next step")}
        value={status}
        onChange={({ target }) => setStatus(moves.find((one) => one === target.value))}
      >
        {moves.map((one) => (
          <option key={one} value={one}>
            {words(one)}
          </option>
        ))}
      </SelectField>
      {status === "APPROVED" ? (
        <>
          <TextField
            label={t("Lender")}
            value={lender}
            maxLength={120}
            onChange={(event) => setLender(event.target.value)}
          />
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label={t("Amount ($)")}
              inputMode="decimal"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
            <TextField
              label={t("Annual rate (%)")}
              inputMode="decimal"
              value={apr}
              onChange={(event) => setApr(event.target.value)}
            />
          </div>
        </>
      ) : null}
      <TextArea
        label={t("Message to the applicant")}
        rows={2}
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" tone="primary" busy={move.isPending}>
        {t("Update application")}
      </Button>
    </form>
  );
}
