import type { Webhook, WebhookDelivery } from "@gavelyard/contract/webhooks";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { useAction } from "../api/use-action.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Rich } from "../ui/text/rich.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { EmptyState } from "../ui/states.tsx";
import { deliveriesQuery } from "./api.ts";
import { eventTitles } from "./event-titles.ts";

const states: Readonly<
  Record<WebhookDelivery["status"], readonly [word: string, tone: BadgeTone]>
> = {
  DELIVERED: [t("Delivered [webhook]"), "winning"],
  PENDING: [t("Pending"), "attention"],
  FAILED: [t("Failed"), "outbid"],
};

export function DeliveriesSheet({
  webhook,
  admin,
  onClose,
}: {
  webhook: Webhook;
  admin: boolean;
  onClose: () => void;
}) {
  const [page, setPage] = useState(0);
  const query = useQuery(deliveriesQuery(useCall(), webhook.id, page));
  return (
    <Sheet
      title={t("Deliveries: {description}", { description: webhook.description })}
      place="right"
      onClose={onClose}
    >
      <Read
        query={query}
        failure={t("Couldn't load the deliveries. [of a webhook]")}
        className="h-96"
      >
        {({ content, number, totalPages }) =>
          content.length === 0 ? (
            <EmptyState title={t("Nothing sent yet")}>
              {t("Deliveries appear here once one of its events happens.")}
            </EmptyState>
          ) : (
            <>
              <ul className="grid gap-3">
                {content.map((delivery) => (
                  <Delivery key={delivery.id} {...{ delivery, admin }} />
                ))}
              </ul>
              {totalPages < 2 ? null : (
                <nav
                  aria-label={t("Pages")}
                  className="mt-4 flex items-center justify-between gap-3"
                >
                  <Button disabled={number === 0} onClick={() => setPage(number - 1)}>
                    {t("Previous")}
                  </Button>
                  <span className="figures text-soft">
                    {t("{page} of {pages}", { page: number + 1, pages: totalPages })}
                  </span>
                  <Button disabled={number + 1 >= totalPages} onClick={() => setPage(number + 1)}>
                    {t("Next")}
                  </Button>
                </nav>
              )}
            </>
          )
        }
      </Read>
    </Sheet>
  );
}

function Delivery({ delivery, admin }: { delivery: WebhookDelivery; admin: boolean }) {
  const { id, sequence, type, happenedAt, status, attempts, lastFault, nextAttemptAt } = delivery;
  const zone = browserZone();
  const resend = useAction(
    (call, deliveryId: number) => call("resendWebhook", { params: { id: String(deliveryId) } }),
    {
      done: t("Delivery queued"),
      failed: t("Couldn't resend the delivery."),
      refresh: [["staff", "webhooks"]],
    },
  );
  const [word, tone] = states[status];
  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">
          {eventTitles[type]} <span className="figures font-normal text-soft">#{sequence}</span>
        </p>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="text-sm text-soft">{formatDateTime(happenedAt, zone)}</p>
      <p className="text-sm">
        {[
          plural(attempts, "{n} attempt", "{n} attempts"),
          lastFault,
          nextAttemptAt === null
            ? null
            : t("Next attempt {time}", { time: formatDateTime(nextAttemptAt, zone) }),
        ]
          .filter((part) => part !== null)
          .join(" · ")}
      </p>
      {admin ? (
        <Button className="mt-2" busy={resend.isPending} onClick={() => resend.mutate(id)}>
          <Rich
            text={t("Resend<hidden> #{sequence}</hidden>", { sequence })}
            hidden={(words) => <span className="sr-only">{words}</span>}
          />
        </Button>
      ) : null}
    </li>
  );
}
