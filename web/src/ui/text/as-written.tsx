import { currentLanguage, t } from "@gavelyard/messages/text";

/** Returns the `lang` of text that staff wrote in English, for pages in another language. */
export const writtenLang = (): "en" | undefined => (currentLanguage() === "en" ? undefined : "en");

/** Text that staff wrote in English; pages in another language say so. */
export function AsWritten({ text, className }: { text: string; className: string }) {
  return (
    <>
      <p lang={writtenLang()} className={className}>
        {text}
      </p>
      {text === "" ? null : <WrittenNote />}
    </>
  );
}

/** Says on pages in another language that the text is in English. */
export function WrittenNote() {
  if (writtenLang() === undefined) return null;
  return <p className="text-xs text-soft">{t("Shown as written, in English")}</p>;
}
