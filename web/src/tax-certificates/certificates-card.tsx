import type { CertificateStatus } from "@gavelyard/domain/sales/certificates";
import type { TaxCertificate } from "@gavelyard/contract/tax-certificates";
import { certificateNames } from "@gavelyard/domain/sales/certificate-names";
import { formatUtcDate } from "@gavelyard/domain/time-zone";
import { say, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { DocumentButton } from "../documents/document-button.tsx";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { ownCertificatesQuery } from "./api.ts";
import { CertificateForm } from "./certificate-form.tsx";

export const certificateStates: Readonly<
  Record<CertificateStatus, readonly [name: string, tone: BadgeTone]>
> = {
  PENDING: [t("We're reviewing it"), "attention"],
  VALID: [t("Valid"), "winning"],
  REFUSED: [t("Not accepted"), "outbid"],
  EXPIRED: [t("Expired [paper]"), "neutral"],
  REVOKED: [t("Revoked [certificate]"), "outbid"],
};

/** Returns for which days and sales a certificate is, in words. */
export function certificateScope({ states, startsOn, endsOn, unit }: TaxCertificate): string {
  const days =
    endsOn === null
      ? startsOn === null
        ? t("no last day")
        : t("from {day}", { day: formatUtcDate(startsOn) })
      : startsOn === null
        ? t("valid through {day}", { day: formatUtcDate(endsOn) })
        : t("{from} to {to}", { from: formatUtcDate(startsOn), to: formatUtcDate(endsOn) });
  const units = unit === null ? t("all purchases") : unit.name;
  return `${states.join(", ")}; ${days}; ${units}`;
}

/** A customer's certificates of exemption from sales tax, and the way to send one (D95). */
export function CertificatesCard({ userId }: { userId: number }) {
  const query = useQuery(ownCertificatesQuery(useCall(), userId));
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t("Tax exemption certificates")}>
      <p className="mb-4 max-w-[70ch] text-soft">
        {t(
          "For resale, export or another exemption. Once we accept it, purchases in its states aren't taxed. It also counts for purchases of the last ten business days.",
        )}
      </p>
      <Read query={query} failure={t("Couldn't load your certificates.")} className="h-24">
        {(certificates) =>
          certificates.length === 0 ? (
            <p className="mb-4 text-soft">{t("You haven't sent a certificate yet.")}</p>
          ) : (
            <ul className="mb-4 grid gap-3">
              {certificates.map((certificate) => (
                <Line key={certificate.id} certificate={certificate} />
              ))}
            </ul>
          )
        }
      </Read>
      <Button onClick={() => setOpen(true)}>{t("Send certificate")}</Button>
      {isOpen ? (
        <Sheet title={t("Send certificate")} place="right" onClose={() => setOpen(false)}>
          <CertificateForm userId={userId} onDone={() => setOpen(false)} />
        </Sheet>
      ) : null}
    </Card>
  );
}

function Line({ certificate }: { certificate: TaxCertificate }) {
  const [name, tone] = certificateStates[certificate.status];
  return (
    <li className="grid gap-2 border-b border-line pb-3 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          <span className="font-semibold">{say(certificateNames[certificate.kind])}</span>{" "}
          <span className="code wrap-anywhere">{certificate.number}</span>
        </span>
        <Badge tone={tone}>{name}</Badge>
      </div>
      <p className="text-sm text-soft wrap-anywhere">{certificateScope(certificate)}</p>
      {certificate.reason === "" ? null : (
        <p className="wrap-anywhere">
          <span className="font-semibold">{t("Reason:")}</span> {certificate.reason}
        </p>
      )}
      <div>
        <DocumentButton documentId={certificate.documentId} name={certificate.fileName} />
      </div>
    </li>
  );
}
