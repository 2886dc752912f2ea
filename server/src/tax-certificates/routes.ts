import { msg } from "@gavelyard/messages/text";
import * as contract from "@gavelyard/contract/tax-certificates";
import { centsToDollars } from "@gavelyard/domain/money";
import { certificateStatus, refuseCredit } from "@gavelyard/domain/sales/certificates";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import type { Context } from "../context.ts";
import { clockNow } from "../db/clock.ts";
import { storeDocument } from "../documents/store-document.ts";
import { act } from "../events/act.ts";
import { actorOf } from "../http/actor.ts";
import type { Serve } from "../http/serve.ts";
import { digestOf } from "../http/uploads/uploads.ts";
import { contactOf } from "../operating-settings/sql.ts";
import { notFound } from "../refusal.ts";
import { decideCertificate } from "./decide-certificate.ts";
import { refuseCertificate, sendCertificate } from "./send-certificate.ts";
import {
  certificateById,
  certificatesIn,
  certificatesOf,
  countCertificates,
  taxedSalesOf,
  type CertificateRow,
} from "./sql.ts";

/** Routes of the certificates that exempt buyers from sales tax (D95). */
export function taxCertificateRoutes(serve: Serve, context: Context): void {
  const { pool, settings } = context;
  const house = async () => {
    const { hoursZone: zone } = await contactOf(pool, settings);
    return { zone, today: calendarDateIn((await clockNow(pool)).getTime(), zone) };
  };
  const reviewed = async (id: number): Promise<contract.ReviewedCertificate> => {
    const row = await certificateById(pool, id);
    if (row === null) throw notFound(msg("Certificate not found"));
    const { zone, today } = await house();
    const sentOn = calendarDateIn(row.sentAt.getTime(), zone);
    const sales = await taxedSalesOf(pool, row.userId);
    return {
      ...toLine(row, today),
      sales: sales.map(({ taxCents, inventoryId, ...sale }) => ({
        ...sale,
        tax: centsToDollars(taxCents),
        refusal: refuseCredit(
          { ...row, sentOn },
          { state: sale.state, day: sale.soldOn, inventoryId, taxCents },
        ),
      })),
    };
  };

  serve(contract.taxCertificatesOfUser, async ({ params }) => {
    const { today } = await house();
    return (await certificatesOf(pool, params.id)).map((row) => toCertificate(row, today));
  });
  serve(contract.sendTaxCertificate, async ({ body, user, request }) => {
    const [upload] = request.uploads;
    // The contract requires the file.
    if (upload === undefined) throw new Error("a form came without its file");
    const sha256 = await digestOf(upload);
    const { today } = await house();
    const present = async (id: number) => {
      const row = await certificateById(pool, id);
      if (row === null) throw new Error(`certificate ${id} is gone`);
      return toCertificate(row, today);
    };
    const same = await refuseCertificate(pool, body, sha256, user.userId);
    if (same !== null) return present(same);
    const document = await storeDocument(context, upload, {
      userId: user.userId,
      purpose: "TAX_CERTIFICATE",
    });
    return present(
      await act(context, (tx) =>
        sendCertificate(tx, body, { document, sha256 }, actorOf(user, request)),
      ),
    );
  });
  serve(contract.taxCertificates, async ({ query: { part } }) => {
    const { today } = await house();
    return {
      counts: await countCertificates(pool, today),
      content: (await certificatesIn(pool, part, today)).map((row) => toLine(row, today)),
    };
  });
  serve(contract.taxCertificateById, ({ params }) => reviewed(params.id));
  serve(contract.decideTaxCertificate, async ({ params, body, user, request }) => {
    await act(context, (tx) => decideCertificate(tx, params.id, body, actorOf(user, request)));
    return reviewed(params.id);
  });
}

const toCertificate = (row: CertificateRow, today: string): contract.TaxCertificate => ({
  id: row.id,
  kind: row.kind,
  number: row.number,
  states: row.states,
  startsOn: row.startsOn,
  endsOn: row.endsOn,
  unit: row.inventoryId === null ? null : { inventoryId: row.inventoryId, name: row.unit ?? "" },
  documentId: row.documentId,
  fileName: row.fileName,
  sentAt: row.sentAt.toISOString(),
  status: certificateStatus(row, today),
  reason: row.reason,
});

const toLine = (row: CertificateRow, today: string): contract.TaxCertificateLine => ({
  ...toCertificate(row, today),
  userId: row.userId,
  userName: row.userName,
  companyName: row.companyName,
});
