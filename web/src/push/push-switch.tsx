import { t } from "@gavelyard/messages/text";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { messageOf } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { pushState, turnPushOff, turnPushOn } from "./push-device.ts";

export function usePush(userId: number) {
  const call = useCall();
  const queries = useQueryClient();
  const { data: state = null } = useQuery({
    queryKey: ["me", "push"],
    queryFn: pushState,
    staleTime: 0,
  });
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn(call, userId) : turnPushOff(call, userId)),
    onSuccess: (next) => queries.setQueryData(["me", "push"], next),
  });
  return { state, change };
}

export function PushSwitch({ userId }: { userId: number }) {
  const { state, change } = usePush(userId);
  if (state === null) return null;
  if (state === "unsupported") {
    return (
      <p className="text-soft">
        {t(
          "This browser can't show notifications. On an iPhone or iPad, add Gavelyard to your home screen first.",
        )}
      </p>
    );
  }
  if (state === "blocked") {
    return (
      <p className="text-soft">
        {t(
          "Notifications are blocked for this site. You can allow them in your browser's settings.",
        )}
      </p>
    );
  }
  return (
    <div className="grid gap-3">
      {state === "on" ? <p>{t("Notifications are on for this device.")}</p> : null}
      <div>
        <Button busy={change.isPending} onClick={() => change.mutate(state === "off")}>
          {state === "on" ? t("Turn off on this device") : t("Turn on notifications")}
        </Button>
      </div>
      <Failure
        message={
          change.error === null
            ? null
            : messageOf(change.error, t("Couldn't change notifications. Try again."))
        }
      />
    </div>
  );
}
