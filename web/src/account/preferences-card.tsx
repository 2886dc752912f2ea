import type { ProfileChanges, UserProfile } from "@gavelyard/contract/users/users";
import {
  channels,
  isOptional,
  type Channel,
  type NotificationKind,
} from "@gavelyard/domain/users/notifications";
import { hourWords } from "@gavelyard/domain/sales/pickup";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { languageNames } from "@gavelyard/messages/languages";
import { t } from "@gavelyard/messages/text";
import { useSite } from "../site/site.ts";
import { PushSwitch } from "../push/push-switch.tsx";
import { messageOf } from "../api/messages.ts";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { CheckField, SelectField } from "../ui/form/field.tsx";
import { ZoneField } from "../ui/form/zone-field.tsx";
import { profileQuery } from "./api.ts";
import { notificationNames } from "./notification-names.ts";

const kinds = Object.keys(notificationNames) as NotificationKind[];
const titles: Readonly<Record<Channel, string>> = { email: t("Email"), push: t("Push") };
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const night = { fromHour: 21, untilHour: 7 };

export function PreferencesCard({ profile }: { profile: UserProfile }) {
  const call = useCall();
  const queries = useQueryClient();
  const { queryKey } = profileQuery(call);
  const change = useMutation({
    mutationFn: (body: ProfileChanges) =>
      call("updateUser", {
        params: { id: String(profile.id) },
        // Hours need a time zone, so save the browser's if there is none.
        body: { ...(profile.timeZone === null ? { timeZone: browserZone() } : {}), ...body },
      }),
    onSuccess: (changed) => queries.setQueryData(queryKey, changed),
  });
  // Show the new value while it is being saved; it reverts on failure.
  const saving: ProfileChanges = change.isPending ? change.variables : {};
  const languages = useSite()?.languages ?? [];
  const quiet = saving.quietHours === undefined ? profile.quietHours : saving.quietHours;
  const isOn = (kind: NotificationKind, channel: Channel) =>
    saving.notificationPrefs?.[kind]?.[channel] ?? profile.notificationPrefs[kind][channel] ?? true;
  return (
    <Card title={t("Emails and notifications")}>
      <PushSwitch userId={profile.id} />
      {languages.length > 1 ? (
        <SelectField
          label={t("Language of emails and notifications")}
          value={saving.language ?? profile.language}
          onChange={({ target }) => {
            const language = languages.find((each) => each === target.value);
            if (language !== undefined) change.mutate({ language });
          }}
        >
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageNames[language]}
            </option>
          ))}
        </SelectField>
      ) : null}
      <table className="mt-4 w-full">
        <thead>
          <tr className="border-b border-line text-left text-soft">
            <th scope="col" className="font-normal">
              {t("Notify me when")}
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-16 text-center font-normal">
                {titles[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 text-left font-normal">
                {notificationNames[kind]}
              </th>
              {channels.map((channel) => (
                <td key={channel} className="text-center">
                  {isOptional(kind, channel) ? (
                    <label className="inline-grid size-11 place-items-center">
                      <input
                        type="checkbox"
                        className="size-5"
                        aria-label={`${titles[channel]}: ${notificationNames[kind]}`}
                        checked={isOn(kind, channel)}
                        disabled={change.isPending}
                        onChange={({ target }) =>
                          change.mutate({
                            notificationPrefs: { [kind]: { [channel]: target.checked } },
                          })
                        }
                      />
                    </label>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="my-3 text-sm text-soft">
        {t("We always email you about lots you've won, offers, payments and your requests.")}
      </p>
      <SelectField
        label={t("Send daily search alerts at")}
        value={saving.dailyAlertHour ?? profile.dailyAlertHour}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ dailyAlertHour: Number(target.value) })}
      >
        <Hours />
      </SelectField>
      <CheckField
        className="mt-3"
        label={t("Quiet hours: no push notifications")}
        hint={t("Outbid and closing notices are skipped; others arrive afterward.")}
        checked={quiet !== null}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ quietHours: target.checked ? night : null })}
      />
      {quiet === null ? null : (
        <div className="mt-3 grid grid-cols-2 gap-3">
          {(["fromHour", "untilHour"] as const).map((end) => (
            <SelectField
              key={end}
              label={end === "fromHour" ? t("From") : t("Until")}
              value={quiet[end]}
              disabled={change.isPending}
              onChange={({ target }) =>
                change.mutate({ quietHours: { ...quiet, [end]: Number(target.value) } })
              }
            >
              <Hours />
            </SelectField>
          ))}
        </div>
      )}
      <ZoneField
        label={t("Time zone")}
        className="mt-3"
        value={saving.timeZone ?? profile.timeZone ?? browserZone()}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ timeZone: target.value })}
      />
      <Failure
        message={
          change.error === null ? null : messageOf(change.error, t("Couldn't save your choice."))
        }
      />
    </Card>
  );
}

function Hours() {
  return hours.map((hour) => (
    <option key={hour} value={hour}>
      {hourWords(hour)}
    </option>
  ));
}
