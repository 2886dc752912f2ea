import type { Webhook } from "@gavelyard/contract/webhooks";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type Ref } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { messageOf } from "../api/messages.ts";
import { Read } from "../api/read.tsx";
import { useAction } from "../api/use-action.ts";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { ActionButton } from "../api/action-button.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { SecretOnce } from "../ui/form/secret-once.tsx";
import { toast, toastMessage } from "../ui/toast-store.ts";
import { webhooksQuery } from "./api.ts";
import { DeliveriesSheet } from "./deliveries-sheet.tsx";
import { eventTitles } from "./event-titles.ts";
import { WebhookForm, type WebhookFields } from "./webhook-form.tsx";

const refresh = [["staff", "webhooks"]];
const secretNote = t(
  "Your system verifies our signatures with it. Copy it now; we can't show it again.",
);

/** Webhooks to other systems (D51). Administrators change them; support staff can view them. */
export function WebhooksCard({ admin, section }: { admin: boolean; section: Ref<HTMLElement> }) {
  const query = useQuery(webhooksQuery(useCall()));
  return (
    <Card title={t("Webhooks")} section={section}>
      <p className="mb-4 max-w-[70ch] text-soft">
        {t(
          "We notify your other systems when something happens and sign each message following the Standard Webhooks spec. We retry failed deliveries for 24 hours.",
        )}
      </p>
      <Read query={query} failure={t("Couldn't load the webhooks.")} className="h-48">
        {(webhooks) => (
          <div className="grid gap-4">
            {webhooks.length === 0 ? (
              <p>
                {admin
                  ? t("No webhooks yet. Create one to notify another system.")
                  : t("No webhooks yet.")}
              </p>
            ) : (
              <ul className="grid gap-3">
                {webhooks.map((webhook) => (
                  <WebhookItem key={webhook.id} {...{ webhook, admin }} />
                ))}
              </ul>
            )}
            {admin ? <CreateWebhook /> : null}
          </div>
        )}
      </Read>
    </Card>
  );
}

function CreateWebhook() {
  const call = useCall();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const create = async (body: WebhookFields) => {
    const created = await call("createWebhook", { body });
    setSecret(created.secret);
    setOpen(false);
    await queries.invalidateQueries({ queryKey: ["staff", "webhooks"] });
  };
  if (secret !== null) {
    return (
      <SecretOnce
        label={t("Signing secret")}
        secret={secret}
        note={secretNote}
        onDone={() => setSecret(null)}
      />
    );
  }
  return open ? (
    <WebhookForm
      webhook={null}
      saveLabel={t("Create webhook")}
      failed={t("Couldn't create the webhook.")}
      onSave={create}
      onClose={() => setOpen(false)}
    />
  ) : (
    <Button className="justify-self-start" onClick={() => setOpen(true)}>
      {t("Create webhook")}
    </Button>
  );
}

function WebhookItem({ webhook, admin }: { webhook: Webhook; admin: boolean }) {
  const [log, setLog] = useState(false);
  const { url, description, events, isOn, pending, failed, lastDeliveredAt } = webhook;
  const zone = browserZone();
  return (
    <li className="grid gap-2 rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold wrap-anywhere">{description}</p>
        <Badge tone={isOn ? "winning" : "neutral"}>{isOn ? t("On") : t("Off")}</Badge>
      </div>
      <p className="text-sm wrap-anywhere">{url}</p>
      <p className="text-sm text-soft">{events.map((type) => eventTitles[type]).join(" · ")}</p>
      <p className="text-sm text-soft">
        {[
          lastDeliveredAt === null
            ? t("Nothing delivered yet")
            : t("Last delivered {time}", { time: formatDateTime(lastDeliveredAt, zone) }),
          t("{number} pending", { number: pending }),
          t("{number} failed", { number: failed }),
        ].join(" · ")}
      </p>
      {webhook.oldSecretUntil === null ? null : (
        <p className="text-sm text-soft">
          {t("We also sign with the old secret until {oldSecretUntil}.", {
            oldSecretUntil: formatDateTime(webhook.oldSecretUntil, zone),
          })}
        </p>
      )}
      <Button
        className="justify-self-start"
        aria-label={t("Deliveries: {description}", { description })}
        onClick={() => setLog(true)}
      >
        {t("Deliveries [of a webhook]")}
      </Button>
      {admin ? <WebhookActions webhook={webhook} /> : null}
      {log ? <DeliveriesSheet {...{ webhook, admin }} onClose={() => setLog(false)} /> : null}
    </li>
  );
}

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const call = useCall();
  const queries = useQueryClient();
  const [editing, setEditing] = useState(false);
  const { id, url, description, events, isOn } = webhook;
  const params = { id: String(id) };
  const turn = useAction(
    (call, on: boolean) =>
      call("changeWebhook", { params, body: { url, description, events, isOn: on } }),
    {
      done: isOn ? t("Webhook turned off") : t("Webhook turned on"),
      failed: t("Couldn't change the webhook."),
      refresh,
    },
  );
  const rotate = useMutation({
    mutationFn: () => call("rotateWebhookSecret", { params }),
    onError: (error) => toastMessage(messageOf(error, t("Couldn't rotate the secret.")), "error"),
    onSettled: () => queries.invalidateQueries({ queryKey: ["staff", "webhooks"] }),
  });
  if (rotate.data !== undefined) {
    return (
      <SecretOnce
        label={t("New signing secret")}
        secret={rotate.data.secret}
        note={secretNote}
        onDone={() => rotate.reset()}
      />
    );
  }
  if (editing) {
    const save = async (fields: WebhookFields) => {
      await call("changeWebhook", { params, body: { ...fields, isOn } });
      setEditing(false);
      toast({ type: "success", title: t("Webhook changed") });
      await queries.invalidateQueries({ queryKey: ["staff", "webhooks"] });
    };
    return (
      <WebhookForm
        webhook={webhook}
        saveLabel={t("Save webhook")}
        failed={t("Couldn't change the webhook.")}
        onSave={save}
        onClose={() => setEditing(false)}
      />
    );
  }
  const named = (text: string) => (
    <Rich text={text} hidden={(words) => <span className="sr-only">{words}</span>} />
  );
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setEditing(true)}>
        {named(t("Edit<hidden>: {description}</hidden>", { description }))}
      </Button>
      <Button busy={turn.isPending} onClick={() => turn.mutate(!isOn)}>
        {named(
          isOn
            ? t("Turn off<hidden>: {description}</hidden>", { description })
            : t("Turn on<hidden>: {description}</hidden>", { description }),
        )}
      </Button>
      <ConfirmButton
        label={named(t("Rotate secret<hidden>: {description}</hidden>", { description }))}
        title={t("Rotate the secret of “{description}”?", { description })}
        confirmLabel={t("Rotate secret")}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate()}
      >
        {t(
          "You get a new secret. For 24 hours we sign with both, so that your system can change over.",
        )}
      </ConfirmButton>
      <ActionButton
        label={named(t("Delete<hidden>: {description}</hidden>", { description }))}
        title={t("Delete “{description}”?", { description })}
        confirmLabel={t("Delete")}
        tone="danger"
        act={(call) => call("deleteWebhook", { params })}
        done={t("Webhook deleted")}
        failed={t("Couldn't delete the webhook.")}
        refresh={refresh}
      >
        {t(
          "This also deletes its delivery log, and pending deliveries aren't sent. You can't undo this.",
        )}
      </ActionButton>
    </div>
  );
}
