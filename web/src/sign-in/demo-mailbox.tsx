import { t } from "@gavelyard/messages/text";
import { useSite } from "../site/site.ts";
import { Rich } from "../ui/text/rich.tsx";

export function DemoMailbox({ email, className = "" }: { email: string; className?: string }) {
  const demo = useSite()?.demo ?? null;
  if (demo === null) return null;
  return (
    <p className={`rounded-md bg-sunken p-3 ${className}`}>
      <Rich
        text={t("This is a demo. Its emails are in <mailbox>the mailbox</mailbox>.")}
        mailbox={(words) => (
          <a
            className="font-semibold underline"
            href={`${demo.mailboxUrl}?to=${encodeURIComponent(email)}`}
            target="_blank"
            rel="noreferrer"
          >
            {words}
          </a>
        )}
      />
    </p>
  );
}
