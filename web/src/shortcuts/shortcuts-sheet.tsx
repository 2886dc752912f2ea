import { t } from "@gavelyard/messages/text";
import { Fragment } from "react";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { ShortcutsSwitch } from "./shortcuts-switch.tsx";
import { groups, type Shortcut } from "./shortcuts.ts";

export default function ShortcutsSheet({
  all,
  onClose,
}: {
  all: readonly Shortcut[];
  onClose: () => void;
}) {
  return (
    <Sheet title={t("Keyboard shortcuts")} place="right" onClose={onClose}>
      <ShortcutsSwitch />
      {Object.entries(groups).map(([group, title]) => (
        <section key={group} className="mt-6">
          <h3 className="mb-2">{title}</h3>
          <dl>
            {all
              .filter((shortcut) => shortcut.group === group)
              .map((shortcut) => (
                <div
                  key={shortcut.title}
                  className="flex min-h-11 items-center justify-between gap-4 border-b border-line last:border-0"
                >
                  <dt>{shortcut.title}</dt>
                  <dd className="shrink-0">
                    <Keys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Sheet>
  );
}

/** Returns a key's label; Macs have Command where others have Ctrl. */
function printed(key: string, isHeldWithCtrl: boolean): string {
  if (key === "esc") return t("Esc");
  if (key === "ctrl") return /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : t("Ctrl");
  return isHeldWithCtrl ? key.toUpperCase() : key;
}

function Keys({ shortcut: { keys } }: { shortcut: Shortcut }) {
  return keys.map((sequence, index) => {
    const isHeld = sequence.startsWith("ctrl ");
    return (
      <Fragment key={sequence}>
        {index === 0 ? null : ` ${t("or")} `}
        {sequence.split(" ").map((key, place) => (
          <Fragment key={key}>
            {place === 0 ? null : isHeld ? " + " : ` ${t("then")} `}
            <kbd className="code rounded-md border border-line bg-sunken px-2 py-0.5 text-sm">
              {printed(key, isHeld)}
            </kbd>
          </Fragment>
        ))}
      </Fragment>
    );
  });
}
