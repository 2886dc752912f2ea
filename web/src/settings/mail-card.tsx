import type { OperatingSettings } from "@gavelyard/contract/operating-settings";
import { languageNames, languages } from "@gavelyard/messages/languages";
import { t } from "@gavelyard/messages/text";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import type { Answer } from "@gavelyard/client/call";
import { messageOf } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { SelectField, TextArea, TextField } from "../ui/form/field.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { toastMessage } from "../ui/toast-store.ts";
import { useAddress } from "../ui/page/use-address.ts";
import { mailShape } from "./forms.ts";
import { SettingCard } from "./setting-card.tsx";
import { useSetting } from "./use-setting.ts";

type Mail = OperatingSettings["mails"][number];

const groups = Object.entries({
  Account: t("Account"),
  Bidding: t("Bidding"),
  Sales: t("Sales"),
  Staff: t("Staff"),
});

/** The text of one email in one language; the address has both choices. */
export function MailCard({ mails, admin }: { mails: readonly Mail[]; admin: boolean }) {
  const address = useAddress();
  const offered = languages.filter((one) => mails.some(({ language }) => language === one));
  const chosen = offered.find((one) => one === address.get("maillang")) ?? "en";
  const inLanguage = mails.filter(({ language }) => language === chosen);
  const mail = inLanguage.find(({ kind }) => kind === address.get("mail")) ?? inLanguage[0];
  if (mail === undefined) return null;
  const choice = (
    <div className="mb-4 grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t("Email")}
        value={mail.kind}
        onChange={(event) => address.set({ mail: event.target.value }, true)}
      >
        {groups.map(([group, label]) => (
          <optgroup key={group} label={label}>
            {inLanguage
              .filter((one) => one.group === group)
              .map((one) => (
                <option key={one.kind} value={one.kind}>
                  {one.isDefault ? one.title : t("{title} (custom text)", { title: one.title })}
                </option>
              ))}
          </optgroup>
        ))}
      </SelectField>
      {offered.length < 2 ? null : (
        <SelectField
          label={t("Language of the text")}
          hint={t("If you change only the English text, readers of every language get it.")}
          value={mail.language}
          onChange={(event) => address.set({ maillang: event.target.value }, true)}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {languageNames[one]}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
  return (
    <MailForm key={`${mail.kind}:${mail.language}`} mail={mail} admin={admin} choice={choice} />
  );
}

function MailForm({
  mail,
  admin,
  choice,
}: {
  mail: Mail;
  admin: boolean;
  choice: React.ReactNode;
}) {
  const { kind, language } = mail;
  const setting = useSetting({ section: "mail", kind, language }, mail, mailShape);
  const { form, faults, set } = setting;
  // Where to insert a clicked placeholder: in the field edited last.
  const [caret, setCaret] = useState({ part: "body" as "subject" | "body", at: form.body.length });
  const insert = (name: string) => {
    const text = form[caret.part];
    const word = `{${name}}`;
    set({ [caret.part]: text.slice(0, caret.at) + word + text.slice(caret.at) });
    setCaret({ ...caret, at: caret.at + word.length });
  };
  const control = (part: "subject" | "body") => ({
    value: form[part],
    error: faults[part],
    onChange: (event: { target: { value: string; selectionStart: number | null } }) => {
      set({ [part]: event.target.value });
      setCaret({ part, at: event.target.selectionStart ?? event.target.value.length });
    },
    onSelect: ({
      currentTarget: { selectionStart, value },
    }: React.SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setCaret({ part, at: selectionStart ?? value.length }),
  });
  return (
    <SettingCard
      title={t("Emails")}
      slug="emails"
      hint={t(
        "Subject and body of each email. Separate paragraphs with an empty line. A paragraph is left out if one of its placeholders is empty. Changes apply to new emails.",
      )}
      describe={({ subject, body }) => `${subject}\n${body}`}
      part={mail}
      className="xl:col-span-2"
      extra={<PreviewButton mail={mail} form={form} />}
      above={choice}
      {...{ admin, setting }}
    >
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid content-start gap-4">
          {mail.writtenIn === mail.language ? null : (
            <p role="note" className="rounded-md bg-sunken p-3">
              {t("No {language} text yet. {language} readers get the English text below.", {
                language: languageNames[mail.language],
              })}
            </p>
          )}
          <TextField label={t("Subject")} maxLength={150} {...control("subject")} />
          <TextArea
            label={t("Body [of an email]")}
            rows={12}
            maxLength={5_000}
            {...control("body")}
          />
          <p className="text-sm text-soft">
            {mail.action === null ? null : (
              <>{t("Followed by the button “{action}”.", { action: mail.action })} </>
            )}
            {t("Footer: {reason}", { reason: mail.reason })}
          </p>
        </div>
        <div>
          <p className="mb-2 font-semibold">{t("Placeholders")}</p>
          {mail.placeholders.length === 0 ? (
            <p className="text-soft">{t("This email has none.")}</p>
          ) : (
            <ul className="grid gap-2">
              {mail.placeholders.map(({ name, meaning }) => (
                <li key={name}>
                  <button
                    type="button"
                    aria-label={t("Insert {placeholder}: {meaning}", {
                      placeholder: `{${name}}`,
                      meaning,
                    })}
                    className="flex min-h-11 w-full flex-col items-start rounded-md border border-line px-3 py-1 text-left hover:bg-sunken disabled:cursor-not-allowed"
                    onClick={() => insert(name)}
                  >
                    <code className="code font-semibold">{`{${name}}`}</code>
                    <span className="text-sm text-soft">{meaning}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </SettingCard>
  );
}

function PreviewButton({
  mail: { kind, language },
  form,
}: {
  mail: Mail;
  form: { readonly subject: string; readonly body: string };
}) {
  const call = useCall();
  const [shown, setShown] = useState<Answer<"previewMail"> | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("previewMail", { body: { kind, language, ...form } }),
    onSuccess: setShown,
    onError: (error) => toastMessage(messageOf(error, t("Couldn't show the preview.")), "error"),
  });
  return (
    <>
      <Button aria-haspopup="dialog" busy={isPending} onClick={() => mutate()}>
        {t("Preview")}
      </Button>
      {shown === null ? null : (
        <Sheet
          title={t("Preview with sample values")}
          place="middle"
          onClose={() => setShown(null)}
        >
          <p className="mb-3">
            <span className="text-soft">{t("Subject:")} </span>
            <span className="font-semibold">{shown.subject}</span>
          </p>
          <iframe
            title={t("Email")}
            sandbox=""
            srcDoc={shown.html}
            className="h-[60vh] w-full rounded-md border border-line bg-sheet"
          />
          <details className="mt-3">
            <summary className="min-h-6 cursor-pointer font-semibold">{t("Plain text")}</summary>
            <pre className="mt-2 overflow-auto whitespace-pre-wrap rounded-md bg-sunken p-3 text-sm">
              {shown.text}
            </pre>
          </details>
        </Sheet>
      )}
    </>
  );
}
