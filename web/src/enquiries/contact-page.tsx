import { t } from "@gavelyard/messages/text";
import { useSite } from "../site/site.ts";
import { hoursLines, organizationData } from "../site/site-hours.ts";
import { useSession } from "../session/session.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextArea, TextField } from "../ui/form/field.tsx";
import { PhoneLink } from "../ui/text/phone-link.tsx";
import { Honeypot } from "./honeypot.tsx";
import { useEnquiryForm } from "./use-enquiry-form.ts";
import { Head } from "../site/head.tsx";

interface Message {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly website: string;
}

export function Component() {
  const site = useSite();
  return (
    <div className="grid gap-8 py-4 lg:grid-cols-[1fr_20rem]">
      <Head
        title={t("Contact | Gavelyard")}
        description={t("Write to Gavelyard, call us, or visit the yard.")}
        {...(site === undefined ? {} : { data: import.meta.env.SSR && organizationData(site) })}
      />
      <div>
        <h1>{t("Contact")}</h1>
        <p className="mb-6 mt-2 max-w-[60ch] text-soft">
          {t(
            "Ask about a unit, a sale, a payment or a pickup. Include the stock or lot number if you have it. We reply the same business day.",
          )}
        </p>
        <ContactForm />
      </div>
      {site === undefined ? null : (
        <address className="self-start rounded-lg border border-line bg-sheet p-5 not-italic">
          <h2 className="mb-3">{t("Contact us")}</h2>
          <dl className="grid gap-3">
            <div>
              <dt className="text-sm text-soft">{t("Phone")}</dt>
              <dd>
                <PhoneLink
                  phone={site.phone}
                  className="inline-flex min-h-9 items-center font-semibold underline"
                />
              </dd>
            </div>
            <div>
              <dt className="text-sm text-soft">{t("Email")}</dt>
              <dd>
                <a
                  className="inline-flex min-h-9 items-center font-semibold underline"
                  href={`mailto:${site.email}`}
                >
                  {site.email}
                </a>
              </dd>
            </div>
            {site.hours.length === 0 ? null : (
              <div>
                <dt className="text-sm text-soft">{t("Hours")}</dt>
                {hoursLines(site).map((line) => (
                  <dd key={line}>{line}</dd>
                ))}
              </div>
            )}
            <div>
              <dt className="text-sm text-soft">{t("Office")}</dt>
              <dd>{site.address}</dd>
            </div>
          </dl>
        </address>
      )}
    </div>
  );
}

function ContactForm() {
  const session = useSession();
  const { register, formState, failure, isSent, writeAnother, onSubmit } = useEnquiryForm<Message>({
    values: {
      name: session?.name ?? "",
      email: session?.email ?? "",
      subject: "",
      message: "",
      website: "",
    },
    resetOptions: { keepDirtyValues: true },
    send: (call, body) => call("sendContact", { body }),
    failed: t("Couldn't send your message."),
    fields: ["name", "email", "subject", "message"],
  });
  if (isSent) {
    return (
      <div role="status" className="rounded-lg border border-line bg-sheet p-6">
        <h2 className="mb-2">{t("Message sent")}</h2>
        <p className="mb-4">{t("We'll reply to the email address you gave.")}</p>
        <Button onClick={writeAnother}>{t("Send another message")}</Button>
      </div>
    );
  }
  return (
    <form className="grid max-w-2xl gap-4" onSubmit={onSubmit} noValidate>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("Name")}
          autoComplete="name"
          error={formState.errors.name?.message}
          {...register("name", { required: t("Enter your name") })}
        />
        <TextField
          label={t("Email")}
          type="email"
          autoComplete="email"
          error={formState.errors.email?.message}
          {...register("email", { required: t("Enter your email address") })}
        />
      </div>
      <TextField
        label={t("Subject")}
        error={formState.errors.subject?.message}
        {...register("subject")}
        maxLength={120}
      />
      <TextArea
        label={t("Message")}
        rows={7}
        maxLength={5_000}
        error={formState.errors.message?.message}
        {...register("message", { required: t("Write your message") })}
      />
      <Honeypot {...register("website")} />
      <Failure message={failure} />
      <Button
        type="submit"
        tone="primary"
        className="justify-self-start"
        busy={formState.isSubmitting}
      >
        {t("Send")}
      </Button>
    </form>
  );
}
