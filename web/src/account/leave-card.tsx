import { t } from "@gavelyard/messages/text";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { download } from "../documents/files.ts";
import { messageOf } from "../api/messages.ts";
import { endSession } from "../session/session.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { toast } from "../ui/toast-store.ts";

export function LeaveCard({ customer }: { customer: boolean }) {
  const save = useMutation({ mutationFn: () => download("exportOwnData") });
  const [closing, setClosing] = useState(false);
  return (
    <Card title={t("Export my data")}>
      <Failure
        message={
          save.error === null ? null : messageOf(save.error, t("Couldn't export your data."))
        }
      />
      <p className="mb-3 text-soft">
        {t("Everything we keep about you, as a file that other programs can read.")}
      </p>
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        <Download aria-hidden className="size-4" /> {t("Export my data")}
      </Button>
      {customer ? (
        <div className="mt-6 border-t border-line pt-4">
          {closing ? (
            <CloseForm onBack={() => setClosing(false)} />
          ) : (
            <Button tone="danger" onClick={() => setClosing(true)}>
              {t("Close my account")}
            </Button>
          )}
        </div>
      ) : null}
    </Card>
  );
}

function CloseForm({ onBack }: { onBack: () => void }) {
  const call = useCall();
  const close = useMutation({
    mutationFn: () => call("closeOwnAccount"),
    onSuccess: () => {
      endSession();
      toast({ type: "info", title: t("Account closed") });
    },
  });
  return (
    <div className="grid gap-3">
      <p>
        {t(
          "We delete your name, addresses, watchlist, finance applications, documents and emails; you can't get them back. Bids stay without your name, and we keep invoices as tax law requires.",
        )}
      </p>
      <Failure
        message={
          close.error === null ? null : messageOf(close.error, t("Couldn't close your account."))
        }
      />
      <div className="flex flex-wrap gap-2">
        <Button tone="danger" busy={close.isPending} onClick={() => close.mutate()}>
          {t("Close account")}
        </Button>
        <Button onClick={onBack}>{t("Keep account")}</Button>
      </div>
    </div>
  );
}
