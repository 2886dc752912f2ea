import type { CertificatePart, TaxCertificate } from "@gavelyard/contract/tax-certificates";
import type { Call } from "@gavelyard/client/call";
import type { FeeTable } from "@gavelyard/domain/sales/fees";
import { ownFees, type Certificate } from "@gavelyard/domain/sales/certificates";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { useSession } from "../session/session.ts";

export const ownCertificatesQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "tax-certificates"],
    queryFn: () => call("taxCertificatesOfUser", { params: { id: String(userId) } }),
  });

export const certificatesQuery = (call: Call, part: CertificatePart) =>
  queryOptions({
    queryKey: ["staff", "tax-certificates", part],
    queryFn: () => call("taxCertificates", { query: { part } }),
  });

export const certificateQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "tax-certificates", "one", id],
    queryFn: () => call("taxCertificateById", { params: { id: String(id) } }),
  });

const asRule = ({ status, unit, ...certificate }: TaxCertificate): Certificate => ({
  ...certificate,
  inventoryId: unit?.inventoryId ?? null,
  decision: status === "PENDING" ? null : status === "REFUSED" ? "REFUSED" : "ACCEPTED",
  isRevoked: status === "REVOKED",
});

/**
 * Returns a function for a lot's fees as the reader pays them: a certificate may exempt from tax (D95).
 * @param isTaxed whether any of these lots is taxed, so that certificates matter
 */
export function useOwnFees(isTaxed: boolean) {
  const session = useSession();
  const userId = session?.userRole === "ROLE_CUSTOMER" ? session.userId : null;
  const { data = [] } = useQuery({
    ...ownCertificatesQuery(useCall(), userId ?? 0),
    enabled: isTaxed && userId !== null,
  });
  return <Fees extends FeeTable>(fees: Fees, inventoryId: number): Fees =>
    ownFees(fees, data.map(asRule), inventoryId);
}
