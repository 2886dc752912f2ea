import { t } from "@gavelyard/messages/text";
const conflicts = {
  unit: (who: string) => t("{who} changed this unit while you were editing.", { who }),
  inspection: (who: string) => t("{who} changed this inspection while you were editing.", { who }),
  auction: (who: string) => t("{who} changed this auction while you were editing.", { who }),
  setting: (who: string) => t("{who} changed this setting while you were editing.", { who }),
};
export type EditedSubject = keyof typeof conflicts;

/** Warns that another person changed the same fields during the edit; else nothing. */
export function EditConflictNotice({
  who = t("Someone"),
  subject,
  both,
  theirs,
}: {
  who?: string;
  subject: EditedSubject;
  /** Labels of the fields that both people changed. */
  both: readonly string[];
  theirs?: string;
}) {
  if (both.length === 0) return null;
  return (
    <div role="alert" className="rounded-md bg-outbid-bg p-3">
      <p>
        {conflicts[subject](who)}{" "}
        {t(
          "We kept your changes to {fields}; everything else shows theirs. Check the form, then save.",
          { fields: both.join(", ") },
        )}
      </p>
      {theirs === undefined ? null : (
        <p className="mt-1 whitespace-pre-line">{t("Theirs: {theirs}", { theirs })}</p>
      )}
    </div>
  );
}
