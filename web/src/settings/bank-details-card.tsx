import type { BankDetails, ShownBankAccount } from "@gavelyard/contract/sales/bank-details";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { useSession } from "../session/session.ts";
import { ActionButton } from "../api/action-button.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, Facts } from "../ui/card.tsx";
import { usePermissions } from "../account/api.ts";
import { bankDetailsQuery } from "./api.ts";
import { ChangeBankDetails, ConfirmBankDetails } from "./bank-details-forms.tsx";
import { useFocusedPart } from "./use-focused-part.ts";
import { Link } from "../ui/page/router.tsx";

const title = t("Bank details");

/**
 * The bank account to which buyers pay. A change takes effect once a second administrator confirms
 * it (D38).
 */
export function BankDetailsCard({ admin, twoPersons }: { admin: boolean; twoPersons: boolean }) {
  const query = useQuery(bankDetailsQuery(useCall()));
  const card = useFocusedPart("bank-details");
  const waits = query.data !== undefined && query.data.pending !== null;
  return (
    <Card
      title={title}
      section={card}
      action={waits ? <Badge tone="attention">{t("Waiting for confirmation")}</Badge> : null}
    >
      <p className="mb-4 max-w-[70ch] text-soft">
        {t(
          "Where buyers pay. Shown on open invoices and their PDFs with the invoice number as the reference.",
        )}
      </p>
      <Read query={query} failure={t("Couldn't load the bank details.")} className="h-48">
        {(details) => (
          <div className="grid gap-6">
            <InEffect account={details.inEffect} />
            {details.pending === null ? null : (
              <Pending pending={details.pending} details={details} admin={admin} />
            )}
            {admin && details.pending === null ? <Change twoPersons={twoPersons} /> : null}
          </div>
        )}
      </Read>
    </Card>
  );
}

function InEffect({ account }: { account: ShownBankAccount | null }) {
  const canOpenAudit = usePermissions().includes("settings");
  if (account === null) {
    return (
      <p>
        <Badge tone="outbid">{t("No account set")}</Badge>{" "}
        {t("Invoices ask buyers to call you for your bank details.")}
      </p>
    );
  }
  return (
    <div>
      <AccountFacts account={account} />
      <p className="mt-2 text-sm text-soft">
        {account.twoPersons
          ? t("Requested by {requester}, confirmed by {confirmer}, {time}.", {
              requester: account.requestedByName,
              confirmer: account.confirmedByName ?? "",
              time: formatDateTime(account.confirmedAt, browserZone()),
            })
          : t("Set by {name} without a second administrator, {time}.", {
              name: account.requestedByName,
              time: formatDateTime(account.confirmedAt, browserZone()),
            })}{" "}
        {canOpenAudit ? (
          <Link
            className="inline-flex min-h-6 items-center text-ink underline"
            to="?tab=audit&subject=bank-details"
          >
            {t("History")}
          </Link>
        ) : null}
      </p>
    </div>
  );
}

function AccountFacts({ account }: { account: ShownBankAccount }) {
  const { bankName, accountHolder, routingNumber, accountEnding, wireNote, achNote } = account;
  return (
    <Facts
      rows={[
        [t("Bank"), bankName, "wrap-anywhere"],
        [t("Account holder"), accountHolder, "wrap-anywhere"],
        [t("Routing number"), routingNumber, "code"],
        [t("Account number"), t("ends in {digits}", { digits: accountEnding }), "code"],
        ...(wireNote === "" ? [] : [[t("Wire note"), wireNote, "wrap-anywhere"] as const]),
        ...(achNote === "" ? [] : [[t("ACH note"), achNote, "wrap-anywhere"] as const]),
      ]}
    />
  );
}

function Pending({
  pending,
  details,
  admin,
}: {
  pending: ShownBankAccount;
  details: BankDetails;
  admin: boolean;
}) {
  const mine = useSession()?.userId === pending.requestedBy;
  const label = mine ? t("Withdraw change") : t("Reject change");
  return (
    <section
      aria-label={t("Pending change")}
      className="grid gap-4 rounded-lg border border-line bg-sunken p-4"
    >
      <h3>{t("Waiting for confirmation")}</h3>
      <div>
        <AccountFacts account={pending} />
        <p className="mt-2 text-sm text-soft">
          {t("Requested by {name}, {time}. Buyers don't see it yet.", {
            name: pending.requestedByName,
            time: formatDateTime(pending.requestedAt, browserZone()),
          })}
        </p>
      </div>
      {!admin ? null : mine ? (
        <p>
          {details.administrators > 1
            ? t("Another administrator has to confirm your change.")
            : t(
                "You're the only administrator, so nobody else can confirm it. Add a second administrator, or withdraw the change and turn off the two-person rule.",
              )}
        </p>
      ) : (
        <ConfirmBankDetails pending={pending} />
      )}
      {admin ? (
        <ActionButton
          label={label}
          title={`${label}?`}
          confirmLabel={label}
          tone="danger"
          className="justify-self-start"
          act={(call) => call("rejectBankDetails", { params: { id: String(pending.id) } })}
          done={mine ? t("Change withdrawn") : t("Change rejected")}
          failed={t("Couldn't reject the change. Try again.")}
          refresh={[["staff"]]}
        >
          {t("Buyers still see the current account.")}
        </ActionButton>
      ) : null}
    </section>
  );
}

function Change({ twoPersons }: { twoPersons: boolean }) {
  const [open, setOpen] = useState(false);
  return open ? (
    <ChangeBankDetails twoPersons={twoPersons} onDone={() => setOpen(false)} />
  ) : (
    <Button className="justify-self-start" onClick={() => setOpen(true)}>
      {t("Change bank details")}
    </Button>
  );
}
