import { maxRequestDocuments } from "@gavelyard/domain/requests";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { DocumentField, documentMaxBytes, SelectField, TextField } from "../ui/form/field.tsx";
import { money } from "../ui/text/format.ts";
import { toast } from "../ui/toast-store.ts";
import { useReturn } from "../session/return-to.ts";
import { Link, useSearch } from "../ui/page/router.tsx";
import { limitRequestQuery } from "./api.ts";

const docTypes = {
  BANK_LETTER: t("Bank letter"),
  PROOF_OF_FUNDS: t("Proof of funds"),
  DEALER_LICENSE: t("Dealer license"),
  ID: t("Identity document"),
  OTHER: t("Other"),
} as const;

interface RequestValues {
  readonly bidLimitAmount: string;
  readonly docType: string;
  readonly document: FileList;
}

/** Form to request a higher limit with supporting documents (D26). */
export function LimitRequestForm({ userId, limit }: { userId: number; limit: number }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [search] = useSearch();
  const { from } = useReturn();
  const { register, handleSubmit, formState, setError } = useForm<RequestValues>({
    // From the lot that needs it.
    defaultValues: { bidLimitAmount: search.get("amount") ?? "" },
  });
  const send = handleSubmit(async ({ bidLimitAmount, docType, document }) => {
    setFailure(null);
    const form = new FormData();
    form.set("bidLimitAmount", bidLimitAmount);
    form.set("docType", docType);
    for (const file of document) form.append("document", file);
    try {
      setSent(0);
      await call("requestBidLimit", {
        params: { userId: String(userId) },
        form,
        onProgress: setSent,
      });
      toast({
        type: "success",
        title: t("Request sent"),
        message: t("We'll decide within a day."),
      });
      await queries.invalidateQueries({ queryKey: limitRequestQuery(call, userId).queryKey });
    } catch (error) {
      setFailure(
        showFieldErrors(
          error,
          t("Couldn't send your request."),
          ["bidLimitAmount", "document"],
          setError,
        ),
      );
    } finally {
      setSent(null);
    }
  });
  return (
    <Card title={t("Request a higher limit")}>
      {from === null ? null : (
        <Link to={from} className="mb-3 inline-flex min-h-11 items-center font-semibold underline">
          {t("Back to the lot")}
        </Link>
      )}
      <form className="grid gap-4" onSubmit={(event) => unawaited(send(event))} noValidate>
        <TextField
          label={t("New limit ($)")}
          inputMode="numeric"
          hint={t("Whole dollars, above {limit} and up to $10,000,000.", { limit: money(limit) })}
          error={formState.errors.bidLimitAmount?.message}
          {...register("bidLimitAmount", {
            setValueAs: (text: string) => text.replaceAll(/[\s,$]/g, ""),
            validate: (text) =>
              !/^\d{1,9}$/.test(text)
                ? t("Enter whole dollars, like 250000")
                : Number(text) > limit || t("Enter more than {limit}", { limit: money(limit) }),
          })}
        />
        <SelectField label={t("Document type")} {...register("docType")}>
          {Object.entries(docTypes).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <DocumentField
          label={t("Documents")}
          multiple
          hint={t(
            "PDF, JPEG, PNG, WebP or HEIC, up to {most} of 10 MB each. Only our staff can see them.",
            {
              most: maxRequestDocuments,
            },
          )}
          error={formState.errors.document?.message}
          {...register("document", {
            validate: (files) =>
              files.length === 0
                ? t("Attach a document")
                : files.length > maxRequestDocuments
                  ? t("Attach up to {most} documents", { most: maxRequestDocuments })
                  : [...files].every(({ size }) => size <= documentMaxBytes) ||
                    t("A file is larger than 10 MB"),
          })}
        />
        {sent === null ? null : (
          <label className="grid gap-1">
            <span className="text-sm text-soft">
              {t("Sending, {percent}%", { percent: Math.round(sent * 100) })}
            </span>
            <progress className="h-2 w-full" value={sent} max={1} />
          </label>
        )}
        <Failure message={failure} />
        <Button
          type="submit"
          tone="primary"
          className="justify-self-start"
          busy={formState.isSubmitting}
        >
          {t("Send request")}
        </Button>
      </form>
    </Card>
  );
}
