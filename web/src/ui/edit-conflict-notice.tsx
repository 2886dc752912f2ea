/** Warns that another person changed the same fields during the edit; else nothing. */
export function EditConflictNotice({
  who = "Someone",
  subject,
  both,
  theirs,
}: {
  who?: string;
  /** What the form is about, as in "this unit". */
  subject: string;
  /** Labels of the fields that both changed. */
  both: readonly string[];
  /** Summary of the other person's values. */
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
