/** Tells that another changed what stands in a form while somebody typed; nothing where no field met. */
export function MetChange({
  who = "Somebody",
  subject,
  both,
  theirs,
}: {
  who?: string;
  /** What the form describes, as in "this unit". */
  subject: string;
  /** Fields that both changed, as people call them. */
  both: readonly string[];
  /** What they set, in a few words. */
  theirs?: string;
}) {
  if (both.length === 0) return null;
  return (
    <div role="alert" className="rounded-md bg-outbid-bg p-3">
      <p>
        {who} changed this {subject} while you did. Yours stands in the form for {both.join(", ")};
        everything else is as they saved it. Look at it again, then save.
      </p>
      {theirs === undefined ? null : <p className="mt-1 whitespace-pre-line">Theirs: {theirs}</p>}
    </div>
  );
}
