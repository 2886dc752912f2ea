import { useSite } from "../layout/site.ts";

/** In the demo, links to the mailbox of an address. */
export function DemoMailbox({ email, className = "" }: { email: string; className?: string }) {
  const demo = useSite()?.demo ?? null;
  if (demo === null) return null;
  return (
    <p className={`rounded-md bg-sunken p-3 ${className}`}>
      This is a demo. Its emails are in{" "}
      <a
        className="font-semibold underline"
        href={`${demo.mailboxUrl}?to=${encodeURIComponent(email)}`}
        target="_blank"
        rel="noreferrer"
      >
        the mailbox
      </a>
      .
    </p>
  );
}
