import { t } from "@gavelyard/messages/text";
import type { UserForStaff } from "@gavelyard/contract/users/users";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { Read } from "../api/read.tsx";
import { useSession } from "../session/session.ts";
import { ActionButton } from "../api/action-button.tsx";
import { userSessionsQuery } from "./api.ts";
import { lastUse } from "../session/last-use.ts";
import { deviceName, deviceWords } from "@gavelyard/domain/sign-in/device-name";

export function UserSessions({ user, admin }: { user: UserForStaff; admin: boolean }) {
  const query = useQuery(userSessionsQuery(useCall(), user.id));
  const me = useSession()?.userId;
  const mayEnd = admin && me !== user.id;
  const userId = String(user.id);
  const words = { failed: t("Couldn't end the session."), refresh: [["staff", "users", user.id]] };
  return (
    <section aria-label={t("Sign-ins")}>
      <h3 className="mb-1 font-bold">{t("Signed-in devices")}</h3>
      <Read query={query} failure={t("Couldn't load sessions.")} className="h-20">
        {(signIns) =>
          signIns.length === 0 ? (
            <p className="text-soft">{t("No devices")}</p>
          ) : (
            <>
              <ul>
                {signIns.map((signIn) => (
                  <li
                    key={signIn.id}
                    className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2"
                  >
                    <div>
                      <p>{deviceWords(deviceName(signIn.userAgent))}</p>
                      <p className="text-sm text-soft">{lastUse(signIn)}</p>
                    </div>
                    {mayEnd ? (
                      <ActionButton
                        label={t("Sign out")}
                        title={t("Sign {name} out on this device?", { name: user.name })}
                        confirmLabel={t("Sign out")}
                        act={(call) =>
                          call("endUserSession", { params: { userId, id: signIn.id } })
                        }
                        done={t("Device signed out")}
                        {...words}
                      >
                        {t("The session ends immediately. The user can sign in again.")}
                      </ActionButton>
                    ) : null}
                  </li>
                ))}
              </ul>
              {mayEnd ? (
                <ActionButton
                  label={t("Sign out everywhere")}
                  className="mt-3"
                  title={t("Sign {name} out everywhere?", { name: user.name })}
                  confirmLabel={t("Sign out everywhere")}
                  tone="danger"
                  act={(call) => call("endUserSessions", { params: { userId } })}
                  done={t("{name} is signed out everywhere", { name: user.name })}
                  {...words}
                >
                  {t("All sessions end immediately. The user can sign in again.")}
                </ActionButton>
              ) : null}
            </>
          )
        }
      </Read>
      {mayEnd && user.secondFactor ? (
        <ActionButton
          label={t("Reset second factor")}
          className="mt-3"
          title={t("Reset {name}'s second factor?", { name: user.name })}
          confirmLabel={t("Reset second factor")}
          tone="danger"
          reason
          act={(call, reason) => call("resetFactors", { params: { id: userId }, body: { reason } })}
          {...words}
          done={t("Second factor reset")}
          failed={t("Couldn't reset the second factor.")}
        >
          {t(
            "For a user who lost their passkey, app and recovery codes. Verify their identity first: afterward the password alone is enough to sign in. All their sessions end.",
          )}
        </ActionButton>
      ) : null}
    </section>
  );
}
