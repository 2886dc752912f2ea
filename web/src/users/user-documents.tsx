import { t } from "@gavelyard/messages/text";
import { permissionFor, personalPurposes } from "@gavelyard/domain/documents";
import { formatDate } from "@gavelyard/domain/time-zone";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { DocumentButton } from "../documents/document-button.tsx";
import { Read } from "../api/read.tsx";
import { usePermissions } from "../account/api.ts";
import { userDocumentsQuery } from "./api.ts";

const purposes = {
  BID_LIMIT: t("For a bid limit"),
  FINANCE: t("For financing"),
  INVOICE: t("Invoice"),
  RECEIPT: t("Receipt"),
  PAYMENT_PROOF: t("Proof of payment"),
  EXIT_PICTURE: t("Picture at the gate"),
  TAX_CERTIFICATE: t("Tax certificate"),
} as const;

export function UserDocuments({ userId }: { userId: number }) {
  const query = useQuery(userDocumentsQuery(useCall(), userId));
  const permissions = usePermissions();
  return (
    <section aria-label={t("Documents")}>
      <h3 className="mb-1 font-bold">{t("Documents")}</h3>
      <Read query={query} failure={t("Couldn't load the documents.")} className="h-20">
        {(documents) =>
          documents.length === 0 ? (
            <p className="text-soft">{t("No documents yet")}</p>
          ) : (
            <ul>
              {documents.map((document) => (
                <li
                  key={document.id}
                  className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2"
                >
                  <span className="min-w-0 text-sm">
                    {purposes[document.purpose]}, {formatDate(document.createdAt, browserZone())}
                  </span>
                  {personalPurposes.includes(document.purpose) ? (
                    <DocumentButton
                      documentId={document.id}
                      name={document.fileName}
                      reason="ask"
                    />
                  ) : permissions.includes(permissionFor(document.purpose)) ? (
                    <DocumentButton documentId={document.id} name={document.fileName} />
                  ) : (
                    <span className="text-sm text-soft wrap-anywhere">{document.fileName}</span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  );
}
