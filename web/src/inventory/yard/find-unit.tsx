import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../../api/api-context.ts";
import { messageOf } from "../../api/messages.ts";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/form/search-field.tsx";
import { useOnline } from "../../ui/page/use-online.ts";
import { Skeleton } from "../../ui/states.tsx";
import { findUnits } from "./use-yard-queue.ts";
import type { FoundUnit } from "./yard-queue.ts";

/** Finds a unit, or takes what was typed where there is no network. */
export function FindUnit({
  label,
  onChoose,
}: {
  label: string;
  onChoose: (text: string, found: FoundUnit | null) => void;
}) {
  const call = useCall();
  const online = useOnline();
  const [text, setText] = useState("");
  const query = useQuery({
    queryKey: ["staff", "units", "yard", text],
    queryFn: () => findUnits(call, text),
    enabled: text !== "" && online,
    retry: false,
  });
  const choose = (found: FoundUnit | null) => {
    onChoose(text, found);
    setText("");
  };
  return (
    <div className="grid gap-2">
      <SearchField label={label} value={text} onSearch={setText} />
      {text === "" ? null : (
        <div aria-live="polite" className="grid gap-2">
          {query.isFetching ? <Skeleton className="h-11" /> : null}
          {query.data?.map((found) => (
            <Button key={found.id} onClick={() => choose(found)}>
              {t("{stockNumber}, {name}", {
                stockNumber: found.stockNumber,
                name: found.name,
              })}
            </Button>
          ))}
          {query.data?.length === 0 ? (
            <p>{t("No unit has this. Check the number, or find the unit later.")}</p>
          ) : null}
          {query.error === null ? null : <p>{messageOf(query.error, t("Couldn't find units."))}</p>}
          {online && (query.data?.length ?? 0) > 0 ? null : query.isFetching ? null : (
            <Button tone="primary" onClick={() => choose(null)}>
              {t("Use “{text}”, and find the unit later", { text })}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
