import { t } from "@gavelyard/messages/text";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { messageOf } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { signInsQuery } from "./api.ts";
import { lastUse } from "../session/last-use.ts";
import { deviceName, deviceWords } from "@gavelyard/domain/sign-in/device-name";

export function SignInsCard() {
  const call = useCall();
  const queries = useQueryClient();
  const query = useQuery(signInsQuery(call));
  const end = useMutation({
    mutationFn: (id: string) => call("endSession", { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: signInsQuery(call).queryKey }),
  });
  return (
    <Card title={t("Signed-in devices")}>
      <Failure
        message={
          end.error === null ? null : messageOf(end.error, t("Couldn't sign out the device."))
        }
      />
      <Read query={query} failure={t("Couldn't load your devices.")} className="h-24">
        {(signIns) => (
          <ul className="grid gap-3">
            {signIns.map((signIn) => (
              <li key={signIn.id} className="flex flex-wrap items-center justify-between gap-2">
                <div>
                  <p className="font-semibold">{deviceWords(deviceName(signIn.userAgent))}</p>
                  <p className="text-sm text-soft">{lastUse(signIn)}</p>
                </div>
                {signIn.current ? (
                  <Badge>{t("This device")}</Badge>
                ) : (
                  <Button busy={end.isPending} onClick={() => end.mutate(signIn.id)}>
                    {t("Sign out")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Read>
    </Card>
  );
}
