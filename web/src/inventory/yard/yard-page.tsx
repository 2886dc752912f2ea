import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { CloudOff, CloudUpload, CircleCheck, TriangleAlert } from "lucide-react";
import { Card } from "../../ui/card.tsx";
import { useClientState } from "../../ui/page/use-client-state.ts";
import { useOnline } from "../../ui/page/use-online.ts";
import { EmptyState, Skeleton } from "../../ui/states.tsx";
import { Head } from "../../site/head.tsx";
import { currentUserId } from "../../session/session.ts";
import { FindUnit } from "./find-unit.tsx";
import { useYardQueue } from "./use-yard-queue.ts";
import type { YardQueue, YardState } from "./yard-queue.ts";
import { YardUnitCard } from "./yard-unit-card.tsx";

/** Takes pictures of units in the yard, also without a network (D86). */
export function Component() {
  const queue = useYardQueue();
  return (
    <div className="mx-auto grid max-w-3xl gap-4 py-4">
      <Head
        title={t("Yard pictures | Gavelyard")}
        description={t("Yard pictures | Gavelyard")}
        indexed={false}
      />
      <h1>{t("Yard pictures")}</h1>
      {queue === null ? (
        <Skeleton className="h-64" />
      ) : queue === "none" ? (
        <EmptyState title={t("This browser can't keep pictures")}>
          {t("Open this page outside of a private window.")}
        </EmptyState>
      ) : (
        <Desk queue={queue} />
      )}
    </div>
  );
}

function Desk({ queue }: { queue: YardQueue }) {
  const state = useClientState(queue.watch, queue.read, queue.read);
  return (
    <>
      <Status state={state} />
      <FindUnit
        label={t("Stock number, VIN or name")}
        onChoose={(text, found) => unawaited(queue.addUnit(text, found))}
      />
      {state.units.length === 0 ? (
        <EmptyState title={t("No unit chosen")}>
          {t("Find the unit that you stand at, then take its pictures.")}
        </EmptyState>
      ) : (
        state.units.map((unit) => (
          <YardUnitCard key={unit.key} unit={unit} queue={queue} state={state} />
        ))
      )}
    </>
  );
}

/** What happens to the pictures on this device. */
function Status({ state: { pictures, sending, sent } }: { state: YardState }) {
  const online = useOnline();
  const userId = currentUserId();
  const own = pictures.filter((one) => one.userId === userId);
  const others = pictures.filter((one) => one.userId !== userId);
  const refused = own.filter(({ fault }) => fault !== null).length;
  const waiting = own.length - refused;
  const uploaded = [...sent.values()].reduce((sum, one) => sum + one, 0);
  const Icon = !online ? CloudOff : waiting > 0 ? CloudUpload : CircleCheck;
  return (
    <Card title={t("On this device")}>
      <p role="status" className="flex items-center gap-2">
        <Icon aria-hidden className="size-5 shrink-0" />
        {waiting === 0
          ? uploaded === 0
            ? t("No picture waits.")
            : plural(uploaded, "{n} picture uploaded.", "{n} pictures uploaded.")
          : online
            ? plural(waiting, "{n} picture left to upload.", "{n} pictures left to upload.")
            : plural(
                waiting,
                "Offline. {n} picture is kept here and uploads by itself later.",
                "Offline. {n} pictures are kept here and upload by themselves later.",
              )}
      </p>
      {sending === null ? null : (
        <progress
          aria-label={t("Uploading")}
          max={uploaded + waiting}
          value={uploaded + sending.share}
          className="mt-2 h-3 w-full"
        />
      )}
      {refused === 0 ? null : (
        <p className="mt-2 flex items-center gap-2 text-outbid">
          <TriangleAlert aria-hidden className="size-5 shrink-0" />
          {plural(refused, "{n} picture needs a decision.", "{n} pictures need a decision.")}
        </p>
      )}
      {others.length === 0 ? null : (
        <p className="mt-2">
          {t("Pictures of {name} wait too. They upload when {name} signs in here.", {
            name: others[0]?.userName ?? "",
          })}
        </p>
      )}
    </Card>
  );
}
