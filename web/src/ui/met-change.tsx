/** Tells that another changed what stands in a form while somebody typed; nothing where no field met. */
export function MetChange({
  who = "Someone",
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
        {who} changed this {subject} while you were editing. Your values are kept for{" "}
        {both.join(", ")}; everything else shows their changes. Check the form, then save.
      </p>
      {theirs === undefined ? null : <p className="mt-1 whitespace-pre-line">Theirs: {theirs}</p>}
    </div>
  );
}
