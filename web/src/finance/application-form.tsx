import { t } from "@gavelyard/messages/text";
import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { FormProvider, useForm, type Path } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { ApiError } from "@gavelyard/client/call";
import { browserZone } from "../clock.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { toast } from "../ui/toast-store.ts";
import { AmountStep, PersonStep, SendStep, WorkStep } from "./application-steps.tsx";
import { draftOf, formOf, type ApplicationValues } from "./application-values.ts";
import { financeDraftQuery, financeRequestsQuery } from "./api.ts";
import { navigate } from "../ui/page/router.tsx";

interface Step {
  readonly title: string;
  readonly Fields: () => React.ReactNode;
  readonly fields: readonly Path<ApplicationValues>[];
}

const steps: readonly Step[] = [
  {
    title: t("Purpose"),
    Fields: AmountStep,
    fields: ["vehiclePrice", "downPayment", "amount", "termMonths", "purpose"],
  },
  {
    title: t("Applicant"),
    Fields: PersonStep,
    fields: [
      "fullName",
      "email",
      "phone",
      "dateOfBirth",
      "address.street",
      "address.city",
      "address.state",
      "address.zip",
    ],
  },
  {
    title: t("Employment"),
    Fields: WorkStep,
    fields: [
      "applicantType",
      "businessName",
      "entityType",
      "yearsInBusiness",
      "annualRevenue",
      "taxId",
      "employmentStatus",
      "employer",
      "jobTitle",
      "yearsEmployed",
      "monthlyIncome",
      "creditBand",
      "cdl",
      "yearsCdl",
    ],
  },
  {
    title: t("Review and send"),
    Fields: SendStep,
    fields: ["documents", "note", "consentCreditCheck"],
  },
];

export function ApplicationForm({
  userId,
  unit,
  savedAt,
  initial,
}: {
  userId: number;
  unit: InventoryDetail | null;
  savedAt: string | null;
  initial: ApplicationValues;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const [at, setAt] = useState(0);
  const [draftSavedAt, setDraftSavedAt] = useState(savedAt);
  const [failure, setFailure] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useForm<ApplicationValues>({ defaultValues: initial });
  const step = steps[at];
  if (step === undefined) return null;
  const { Fields } = step;
  const last = at === steps.length - 1;

  const go = (to: number) => {
    setFailure(null);
    setAt(to);
    requestAnimationFrame(() => heading.current?.focus());
  };
  const keep = async () => {
    try {
      const saved = await call("saveFinanceDraft", {
        params: { userId: String(userId) },
        body: { draft: draftOf(form.getValues()) },
      });
      setDraftSavedAt(saved.savedAt);
    } catch {
      // The form still has everything; the next step saves it again.
    }
  };
  const next = async () => {
    if (!(await form.trigger([...step.fields]))) return;
    unawaited(keep());
    go(at + 1);
  };
  const send = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await call("createFinanceRequest", { form: formOf(values, unit?.id ?? null) });
      queries.removeQueries({ queryKey: financeDraftQuery(call, userId).queryKey });
      await queries.invalidateQueries({ queryKey: financeRequestsQuery(call, userId).queryKey });
      toast({
        type: "success",
        title: t("Application sent"),
        message: t("You'll hear from us within two business days."),
      });
      navigate("/dashboard?tab=finance");
    } catch (error) {
      const all = steps.flatMap(({ fields }) => fields);
      setFailure(showFieldErrors(error, t("Couldn't send the application."), all, form.setError));
      const invalid = error instanceof ApiError ? error.issues.map(({ path }) => path) : [];
      const first = steps.findIndex(({ fields }) => fields.some((name) => invalid.includes(name)));
      if (first >= 0 && first !== at) setAt(first);
    }
  });
  return (
    <Card
      title={unit === null ? t("Apply") : t("Apply for {name}", { name: unit.name })}
      className="self-start"
    >
      <ol className="mb-5 flex flex-wrap gap-2" aria-label={t("Steps")}>
        {steps.map(({ title }, index) => (
          <li key={title}>
            <button
              type="button"
              disabled={index > at}
              aria-current={index === at ? "step" : undefined}
              className="min-h-11 rounded-md border border-line px-3 font-semibold disabled:text-soft aria-[current]:border-ink aria-[current]:bg-sunken aria-[current]:font-bold"
              onClick={() => go(index)}
            >
              {index + 1}. {title}
            </button>
          </li>
        ))}
      </ol>
      <FormProvider {...form}>
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            if (last) {
              unawaited(send(event));
              return;
            }
            event.preventDefault();
            {
              unawaited(next());
              return;
            }
          }}
        >
          <h3 ref={heading} tabIndex={-1} className="outline-none">
            {step.title}
          </h3>
          <Fields />
          <Failure message={failure} />
          <div className="flex flex-wrap items-center gap-2">
            {at === 0 ? null : <Button onClick={() => go(at - 1)}>{t("Back")}</Button>}
            <Button type="submit" tone="primary" busy={form.formState.isSubmitting}>
              {last ? t("Send application") : t("Next")}
            </Button>
            {draftSavedAt === null ? null : (
              <span className="text-sm text-soft">
                {t("Draft saved {kept}", { kept: formatDateTime(draftSavedAt, browserZone()) })}
              </span>
            )}
          </div>
        </form>
      </FormProvider>
    </Card>
  );
}
