import { PaymentsTab } from "../sales/payments-tab.tsx";
import { CertificatesDesk } from "../tax-certificates/certificates-desk.tsx";
import { TaxReportView } from "../tax/tax-report.tsx";

export default function PaymentsPage() {
  return <PaymentsTab certificates={<CertificatesDesk />} taxReport={<TaxReportView />} />;
}
