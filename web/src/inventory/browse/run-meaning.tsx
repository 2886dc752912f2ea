import {
  runCheckedWhen,
  runMeanings,
  type RunCondition,
} from "@gavelyard/domain/inventory/run-condition";
import { t } from "@gavelyard/messages/text";
import { words } from "../../ui/text/format.ts";
import { Sheet } from "../../ui/overlay/sheet.tsx";

export default function RunMeaning({
  condition,
  onClose,
}: {
  condition: RunCondition;
  onClose: () => void;
}) {
  const { checked, limits } = runMeanings[condition];
  const parts = [
    [t("What we checked"), checked],
    [t("When"), runCheckedWhen],
    [t("What it doesn't promise"), limits],
  ];
  return (
    <Sheet
      title={t("Runs: {condition}", { condition: words(condition) })}
      place="right"
      onClose={onClose}
    >
      <dl className="grid gap-4">
        {parts.map(([name, text]) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-soft">
        {t(
          "Every unit is sold as is, where is. Read its condition report, or look at it in the yard before you bid.",
        )}
      </p>
    </Sheet>
  );
}
