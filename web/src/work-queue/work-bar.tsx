import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useCall } from "../api/api-context.ts";
import { LinkButton } from "../ui/button.tsx";
import { Link, navigate, useLocation } from "../ui/page/router.tsx";
import { count } from "../ui/text/format.ts";
import { toast } from "../ui/toast-store.ts";
import { oneQueueQuery, workQuery } from "./api.ts";
import { nextItem, placeIn, type Place } from "./next-item.ts";
import { itemPath, queueTitles, type QueueName } from "./queue-tabs.ts";

/**
 * Leads through a queue from a page that was opened from it. The next item opens by itself once an
 * act of the reader has finished this one (D8).
 */
export default function WorkBar({ queue }: { queue: QueueName }) {
  const call = useCall();
  const queries = useQueryClient();
  const { search } = useLocation();
  const { data } = useQuery(oneQueueQuery(call, queue));
  const items = data?.items ?? [];
  const [place, setPlace] = useState<Place>({ path: null, index: 0 });
  const here = placeIn(items, new URLSearchParams(search), place);
  if (here !== place) setPlace(here);
  const next = nextItem(items, here);
  const current = items.find(({ path }) => path === here.path);
  const isFinished = data !== undefined && here.path !== null && current === undefined;
  /** The item that the reader's last act was made on. */
  const [actedOn, setActedOn] = useState<string | null>(null);
  const note = useEffectEvent(() => {
    setActedOn(here.path);
    unawaited(queries.invalidateQueries({ queryKey: workQuery(call).queryKey }));
  });
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === "updated" && mutation.state.status === "success") note();
      }),
    [queries],
  );
  const goOn = useEffectEvent(() => {
    if (next !== null) return navigate(itemPath(queue, next.path));
    toast({ type: "success", title: t("Queue finished: {queue}", { queue: queueTitles[queue] }) });
    navigate("/admin-dashboard?tab=work");
  });
  // What somebody else has finished stays until the reader goes on.
  const isOver = isFinished && actedOn === here.path;
  useEffect(() => {
    if (isOver) goOn();
  }, [isOver]);
  return (
    <nav aria-label={t("Work queue")} className="flex flex-wrap items-center gap-x-3 text-sm">
      <Link to="/admin-dashboard?tab=work" className="font-semibold">
        {queueTitles[queue]}
      </Link>
      <span role="status" className="text-soft">
        {isFinished ? t("This one is done.") : (current?.title ?? "")}{" "}
        {data === undefined ? "" : t("{number} left", { number: count(data.count) })}
      </span>
      {next === null ? null : (
        <LinkButton
          to={itemPath(queue, next.path)}
          data-next-work=""
          title={t("Next: {title} (n)", { title: next.title })}
        >
          {t("Next")}
        </LinkButton>
      )}
    </nav>
  );
}
