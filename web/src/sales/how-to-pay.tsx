import type { HowToPay as Ways } from "@gavelyard/contract/sales/payment-proofs";
import { isStaff } from "@gavelyard/domain/users/roles";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { useSession } from "../session/session.ts";
import { Button } from "../ui/button.tsx";
import { Facts } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { DocumentField, documentMaxBytes, TextField } from "../ui/form/field.tsx";
import { PhoneLink } from "../ui/text/phone-link.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { toast } from "../ui/toast-store.ts";
import { howToPayQuery, staffHowToPayQuery } from "./api.ts";
import { ProofList } from "./proof-list.tsx";

/**
 * Payment instructions for an open invoice. Buyers send proof of payment here, and staff review it.
 */
export function HowToPay({ invoiceId }: { invoiceId: number }) {
  const call = useCall();
  const session = useSession();
  const staff = session !== null && isStaff(session.userRole);
  const query = useQuery(
    staff
      ? staffHowToPayQuery(call, invoiceId)
      : howToPayQuery(call, session?.userId ?? 0, invoiceId),
  );
  return (
    <Read query={query} failure={t("Couldn't load the payment instructions.")} className="h-64">
      {(ways) => (
        <>
          <PaymentAccount ways={ways} />
          {staff && ways.proofs.length === 0 ? null : (
            <section
              aria-label={t("Proof of payment")}
              className="grid gap-3 rounded-lg border border-line bg-sheet p-4"
            >
              <h3>{t("Proof of payment")}</h3>
              <ProofList proofs={ways.proofs} staff={staff} />
              {staff ? null : <SendProof invoiceId={invoiceId} userId={session?.userId ?? 0} />}
            </section>
          )}
        </>
      )}
    </Read>
  );
}

/** The account to pay to, with the reference to write on the payment. */
export function PaymentAccount({ ways }: { ways: Pick<Ways, "account" | "reference" | "phone"> }) {
  return (
    <section aria-label={t("How to pay")} className="rounded-lg border border-line bg-sheet p-4">
      <h3 className="mb-2">{t("How to pay")}</h3>
      <Account ways={ways} />
      <p className="mt-3 flex gap-2 rounded-md bg-sunken p-3 font-semibold">
        <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <Rich
            text={t(
              "We never change our bank details by email. If a message names another account, call <phone>{phone}</phone> before you pay.",
              { phone: ways.phone },
            )}
            phone={(words) => (
              <PhoneLink phone={ways.phone} className="whitespace-nowrap underline">
                {words}
              </PhoneLink>
            )}
          />
        </span>
      </p>
    </section>
  );
}

function Account({
  ways: { account, reference, phone },
}: {
  ways: Pick<Ways, "account" | "reference" | "phone">;
}) {
  if (account === null) {
    return (
      <p>
        <Rich
          text={t(
            "Call us at {phone} for our bank details. Write <reference>{reference}</reference> on your payment.",
            { phone, reference },
          )}
          reference={(words) => <span className="code font-semibold">{words}</span>}
        />
      </p>
    );
  }
  return (
    <>
      <Facts
        rows={[
          [t("Bank"), account.bankName, "wrap-anywhere"],
          [t("Account holder"), account.accountHolder, "wrap-anywhere"],
          [t("Routing number"), account.routingNumber, "code"],
          [t("Account number"), account.accountNumber, "code"],
          [t("Reference"), reference, "code"],
        ]}
      />
      <Note name={t("Wire")} text={account.wireNote} />
      <Note name="ACH" text={account.achNote} />
    </>
  );
}

function Note({ name, text }: { name: string; text: string }) {
  return text === "" ? null : (
    <p className="mt-2 wrap-anywhere">
      <span className="font-semibold">{name}:</span> {text}
    </p>
  );
}

interface Proof {
  readonly note: string;
  readonly document: FileList;
}

function SendProof({ invoiceId, userId }: { invoiceId: number; userId: number }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm<Proof>();
  const { errors, isSubmitting } = formState;
  const send = handleSubmit(async ({ note, document: [file] }) => {
    setFailure(null);
    const form = new FormData();
    form.set("note", note);
    if (file !== undefined) form.set("document", file);
    try {
      await call("sendPaymentProof", { params: { id: String(invoiceId) }, form });
      reset();
      toast({ type: "success", title: t("Proof sent"), message: t("We're reviewing it.") });
    } catch (error) {
      setFailure(
        showFieldErrors(
          error,
          t("Couldn't send the file. Try again."),
          ["note", "document"],
          setError,
        ),
      );
    }
    await queries.invalidateQueries({
      queryKey: howToPayQuery(call, userId, invoiceId).queryKey,
    });
  });
  return (
    <form className="grid gap-3" noValidate onSubmit={(event) => unawaited(send(event))}>
      <DocumentField
        label={t("Bank confirmation")}
        hint={t("PDF, JPEG, PNG, WebP or HEIC, up to 10 MB. Only our staff see it.")}
        error={errors.document?.message}
        {...register("document", {
          validate: (files) =>
            files.length === 0
              ? t("Choose a file")
              : (files[0]?.size ?? 0) <= documentMaxBytes || t("The file is larger than 10 MB"),
        })}
      />
      <TextField
        label={t("Note (optional)")}
        maxLength={200}
        error={errors.note?.message}
        {...register("note")}
      />
      <Failure message={failure} />
      <Button type="submit" className="justify-self-start" busy={isSubmitting}>
        {t("Send proof")}
      </Button>
    </form>
  );
}
