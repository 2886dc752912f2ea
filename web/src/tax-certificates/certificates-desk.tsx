import {
  certificateParts,
  type CertificatePart,
  type ReviewedCertificate,
  type TaxCertificateLine,
} from "@gavelyard/contract/tax-certificates";
import { certificateNames } from "@gavelyard/domain/sales/certificate-names";
import { formatDateTime, formatUtcDate } from "@gavelyard/domain/time-zone";
import { say, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { ActionButton } from "../api/action-button.tsx";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { useAction } from "../api/use-action.ts";
import { browserZone } from "../clock.ts";
import { DocumentButton } from "../documents/document-button.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Facts } from "../ui/card.tsx";
import { Choices } from "../ui/form/choices.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { Link } from "../ui/page/router.tsx";
import { numberOf, useAddress } from "../ui/page/use-address.ts";
import { EmptyState } from "../ui/states.tsx";
import { count, money } from "../ui/text/format.ts";
import { certificateQuery, certificatesQuery } from "./api.ts";
import { certificateScope, certificateStates } from "./certificates-card.tsx";

const partNames: Readonly<Record<CertificatePart, string>> = {
  WAITING: t("To review"),
  VALID: t("Valid"),
  ENDED: t("Ended [certificates]"),
};

/** Buyers' certificates for staff: review, revoke, and take tax off after a sale (D95). */
export function CertificatesDesk() {
  const address = useAddress();
  const asked = address.get("part");
  const part = certificateParts.find((one) => one === asked) ?? "WAITING";
  const chosen = numberOf(address.get("certificate"));
  const query = useQuery(certificatesQuery(useCall(), part));
  return (
    <Read query={query} failure={t("Couldn't load the certificates.")} className="h-96">
      {({ counts, content }) => (
        <>
          <Choices
            label={t("Certificates")}
            options={certificateParts.map(
              (one) => [one, `${partNames[one]} (${count(counts[one])})`] as const,
            )}
            chosen={part}
            to={(one) => address.to({ part: one === "WAITING" ? null : one })}
          />
          {content.length === 0 ? (
            <EmptyState title={t("No certificates here")}>
              {t("Buyers send them from their profile.")}
            </EmptyState>
          ) : (
            <ul className="grid gap-3">
              {content.map((certificate) => (
                <DeskLine
                  key={certificate.id}
                  certificate={certificate}
                  to={address.to({ certificate: String(certificate.id) })}
                />
              ))}
            </ul>
          )}
          {chosen === null ? null : (
            <CertificateSheet
              key={chosen}
              id={chosen}
              onClose={() => address.set({ certificate: null })}
            />
          )}
        </>
      )}
    </Read>
  );
}

function DeskLine({ certificate, to }: { certificate: TaxCertificateLine; to: string }) {
  const [, tone] = certificateStates[certificate.status];
  return (
    <li className="rounded-lg border border-line bg-sheet p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <span>
          <Link to={to} className="font-semibold">
            {certificate.companyName ?? certificate.userName}
          </Link>
          <span className="block">
            {say(certificateNames[certificate.kind])}{" "}
            <span className="code wrap-anywhere">{certificate.number}</span>
          </span>
          <span className="block text-sm text-soft">{certificateScope(certificate)}</span>
        </span>
        <Badge tone={tone}>{statusForStaff(certificate)}</Badge>
      </div>
    </li>
  );
}

const statusForStaff = ({ status }: TaxCertificateLine): string =>
  status === "PENDING" ? t("To review") : certificateStates[status][0];

function CertificateSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(certificateQuery(useCall(), id));
  return (
    <Sheet title={t("Tax exemption certificate")} place="right" onClose={onClose}>
      <Read query={query} failure={t("Couldn't load the certificate.")} className="h-96">
        {(certificate) => (
          <div className="grid gap-6">
            <div>
              <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
                <Link to={`?tab=users&user=${certificate.userId}`} className="font-semibold">
                  {certificate.companyName ?? certificate.userName}
                </Link>
                <Badge tone={certificateStates[certificate.status][1]}>
                  {statusForStaff(certificate)}
                </Badge>
              </div>
              <Facts
                rows={[
                  [t("Kind"), say(certificateNames[certificate.kind])],
                  [t("Number"), certificate.number, "code wrap-anywhere"],
                  [t("States"), certificate.states.join(", ")],
                  [
                    t("First day"),
                    certificate.startsOn === null ? t("None") : formatUtcDate(certificate.startsOn),
                  ],
                  [
                    t("Last day"),
                    certificate.endsOn === null ? t("None") : formatUtcDate(certificate.endsOn),
                  ],
                  [t("For [purchases]"), certificate.unit?.name ?? t("All purchases")],
                  [t("Sent [time]"), formatDateTime(certificate.sentAt, browserZone())],
                ]}
              />
            </div>
            <div>
              <DocumentButton documentId={certificate.documentId} name={certificate.fileName} />
            </div>
            {certificate.reason === "" ? null : (
              <p className="wrap-anywhere">
                <span className="font-semibold">{t("Reason:")}</span> {certificate.reason}
              </p>
            )}
            <Decision certificate={certificate} />
            <Sales certificate={certificate} />
          </div>
        )}
      </Read>
    </Sheet>
  );
}

function Decision({ certificate: { id, status } }: { certificate: ReviewedCertificate }) {
  const params = { id: String(id) };
  const failed = t("Couldn't save your decision. Try again.");
  const refresh = [["staff"]] as const;
  const accept = useAction(
    (call) => call("decideTaxCertificate", { params, body: { decision: "ACCEPTED" } }),
    { done: t("Certificate accepted"), failed, refresh },
  );
  if (status === "PENDING") {
    return (
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={accept.isPending} onClick={() => accept.mutate(null)}>
          {t("Accept certificate")}
        </Button>
        <ActionButton
          label={t("Reject certificate")}
          title={t("Reject this certificate?")}
          confirmLabel={t("Reject certificate")}
          tone="danger"
          trigger="plain"
          reason
          act={(call, reason) =>
            call("decideTaxCertificate", { params, body: { decision: "REFUSED", reason } })
          }
          done={t("Certificate rejected")}
          failed={failed}
          refresh={refresh}
        >
          {t("The buyer gets your reason by email and can send another one.")}
        </ActionButton>
      </div>
    );
  }
  return status === "VALID" ? (
    <div>
      <ActionButton
        label={t("Revoke certificate")}
        title={t("Revoke this certificate?")}
        confirmLabel={t("Revoke certificate")}
        tone="danger"
        trigger="plain"
        reason
        act={(call, reason) =>
          call("decideTaxCertificate", { params, body: { decision: "REVOKED", reason } })
        }
        done={t("Certificate revoked")}
        failed={failed}
        refresh={refresh}
      >
        {t("Sales from now on are taxed. Invoices that were issued stay as they are.")}
      </ActionButton>
    </div>
  ) : null;
}

const refusalNames: Readonly<
  Record<NonNullable<ReviewedCertificate["sales"][number]["refusal"]>, string>
> = {
  NOT_VALID: t("Accept the certificate first"),
  NOT_NAMED: t("Not for this state, day or unit"),
  TOO_LATE: t("Came more than ten business days after the sale"),
  NO_TAX: t("Tax was already taken off"),
};

function Sales({ certificate: { id, sales } }: { certificate: ReviewedCertificate }) {
  return (
    <section aria-label={t("Taxed invoices of the last 60 days")}>
      <h3 className="mb-2">{t("Taxed invoices of the last 60 days")}</h3>
      {sales.length === 0 ? (
        <p className="text-soft">{t("None")}</p>
      ) : (
        <ul className="grid gap-3">
          {sales.map((sale) => (
            <li key={sale.invoiceId} className="grid gap-2 border-b border-line pb-3 last:border-0">
              <div className="flex flex-wrap justify-between gap-2">
                <span>
                  <Link to={`?tab=payments&invoice=${sale.invoiceId}`} className="code">
                    {sale.invoiceNumber}
                  </Link>
                  <span className="block">{sale.name}</span>
                  <span className="block text-sm text-soft">
                    {sale.state}, {formatUtcDate(sale.soldOn)}
                  </span>
                </span>
                <span className="figures font-semibold">{money(sale.tax)}</span>
              </div>
              {sale.refusal === null ? (
                <div>
                  <ActionButton
                    label={t("Take {tax} off", { tax: money(sale.tax) })}
                    title={t("Take {tax} of tax off invoice {invoice}?", {
                      tax: money(sale.tax),
                      invoice: sale.invoiceNumber,
                    })}
                    confirmLabel={t("Take tax off")}
                    act={(call) =>
                      call("creditTax", {
                        params: { id: String(id) },
                        body: { invoiceId: sale.invoiceId, tax: sale.tax },
                      })
                    }
                    done={t("Tax taken off")}
                    failed={t("Couldn't take the tax off. Nothing was changed. Try again.")}
                    refresh={[["staff"]]}
                  >
                    {t(
                      "The invoice gets a line for it. What was paid of it becomes the buyer's credit, which two people can refund.",
                    )}
                  </ActionButton>
                </div>
              ) : (
                <p className="text-sm text-soft">{refusalNames[sale.refusal]}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
