import { currentLanguage, t } from "@gavelyard/messages/text";

/** Text that the house wrote in English; pages in another language say so. */
export function AsWritten({ text, className }: { text: string; className: string }) {
  const isEnglish = currentLanguage() === "en";
  return (
    <>
      <p lang={isEnglish ? undefined : "en"} className={className}>
        {text}
      </p>
      {isEnglish || text === "" ? null : (
        <p className="text-xs text-soft">{t("Shown as it was written, in English")}</p>
      )}
    </>
  );
}
