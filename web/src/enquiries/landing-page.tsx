import { t } from "@gavelyard/messages/text";
import { useWatch, type UseFormRegisterReturn } from "react-hook-form";
import { Logo } from "../site/logo.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextArea, TextField } from "../ui/form/field.tsx";
import { money } from "../ui/text/format.ts";
import { Honeypot } from "./honeypot.tsx";
import { useEnquiryForm } from "./use-enquiry-form.ts";
import { Head } from "../site/head.tsx";

const MAX_BUDGET = 500_000;
const BUDGET_STEP = 5_000;

interface Lead {
  readonly fullName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly budgetLowerLimit: number;
  readonly budgetUpperLimit: number;
  readonly message: string;
  readonly website: string;
}

const points = [
  [t("Inspected before listing"), t("Grade, tires, brakes, fluids and fault codes, with photos.")],
  [
    t("Timed auctions you can follow from the cab"),
    t("A late bid extends the lot, so nobody wins by sniping."),
  ],
  [
    t("Know your full cost before you bid"),
    t("See the buyer's premium and document fee before you confirm."),
  ],
] as const;

/** Landing page for advertisements, without header and footer (section 2). */
export function Component() {
  return (
    <div className="grid gap-10 py-6 lg:grid-cols-2 lg:py-16">
      <Head
        title={t("Tell us what you need | Gavelyard")}
        description={t(
          "Tell us which truck, trailer or machine you need and your budget. We'll write when it comes up for auction.",
        )}
      />
      <div>
        <div className="inline-block rounded-md bg-asphalt px-3 py-2">
          <Logo />
        </div>
        <h1 className="mt-8 text-[clamp(2rem,1.2rem+3vw,3.4rem)] font-extrabold">
          {t("Tell us what you need")}
        </h1>
        <p className="mt-4 max-w-[50ch] text-lg text-soft">
          {t(
            "Thousands of tractors, trucks, trailers and machines cross our yards. Tell us what you need and your budget, and we'll write when one comes up.",
          )}
        </p>
        <ul className="mt-8 grid gap-5">
          {points.map(([title, text]) => (
            <li key={title} className="border-l-4 border-amber pl-4">
              <p className="font-semibold">{title}</p>
              <p className="text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
      <LeadForm />
    </div>
  );
}

function LeadForm() {
  const { register, formState, setValue, control, failure, isSent, onSubmit } =
    useEnquiryForm<Lead>({
      defaultValues: {
        fullName: "",
        email: "",
        phoneNumber: "",
        budgetLowerLimit: 20_000,
        budgetUpperLimit: 80_000,
        message: "",
        website: "",
      },
      send: (call, body) => call("submitLead", { body }),
      failed: t("Couldn't send your request."),
      fields: ["fullName", "email", "phoneNumber", "message"],
    });
  const [lower, upper] = useWatch({ control, name: ["budgetLowerLimit", "budgetUpperLimit"] });
  if (isSent) {
    return (
      <div role="status" className="self-start rounded-lg border border-line bg-sheet p-6">
        <h2 className="mb-2">{t("Request received")}</h2>
        <p className="mb-4">{t("We'll write as soon as we list a match.")}</p>
        <LinkButton to="/vehicles" tone="primary">
          {t("See current listings")}
        </LinkButton>
      </div>
    );
  }
  return (
    <form
      className="grid gap-4 self-start rounded-lg border border-line bg-sheet p-6"
      aria-label={t("What you need")}
      onSubmit={onSubmit}
      noValidate
    >
      <TextField
        label={t("Full name")}
        autoComplete="name"
        error={formState.errors.fullName?.message}
        {...register("fullName", { required: t("Enter your name") })}
      />
      <TextField
        label={t("Email")}
        type="email"
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register("email", { required: t("Enter your email address") })}
      />
      <TextField
        label={t("Phone")}
        type="tel"
        autoComplete="tel"
        error={formState.errors.phoneNumber?.message}
        {...register("phoneNumber", { required: t("Enter your phone number") })}
      />
      <fieldset>
        <legend className="font-semibold">{t("Budget")}</legend>
        <p className="figures text-lg" aria-live="polite">
          {t("{low} to {high}", { low: money(lower), high: money(upper) })}
        </p>
        <BudgetEnd
          label={t("From")}
          value={lower}
          {...register("budgetLowerLimit", {
            valueAsNumber: true,
            onChange: ({ target }: { target: { value: number | string } }) => {
              if (Number(target.value) > upper) setValue("budgetUpperLimit", Number(target.value));
            },
          })}
        />
        <BudgetEnd
          label={t("Up to")}
          value={upper}
          {...register("budgetUpperLimit", {
            valueAsNumber: true,
            onChange: ({ target }: { target: { value: number | string } }) => {
              if (Number(target.value) < lower) setValue("budgetLowerLimit", Number(target.value));
            },
          })}
        />
      </fieldset>
      <TextArea
        label={t("What you need")}
        hint={t("Make, model, years, axles, sleeper, miles: anything that matters to you.")}
        maxLength={2_000}
        error={formState.errors.message?.message}
        {...register("message")}
      />
      <Honeypot {...register("website")} />
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        {t("Send")}
      </Button>
    </form>
  );
}

/** One end of the budget slider. React Hook Form holds the value; `value` is read aloud. */
function BudgetEnd({
  label,
  value,
  ...rest
}: UseFormRegisterReturn & { label: string; value: number }) {
  return (
    <label className="mt-2 block">
      <span className="text-sm text-soft">{label}</span>
      <input
        {...rest}
        type="range"
        className="h-11 w-full"
        min={0}
        max={MAX_BUDGET}
        step={BUDGET_STEP}
        aria-valuetext={money(value)}
      />
    </label>
  );
}
