import type { OwnFactors } from "@gavelyard/contract/sign-in/factors";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { plural, t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCall } from "../api/api-context.ts";
import { browserZone } from "../clock.ts";
import { Read } from "../api/read.tsx";
import { ActionButton } from "../api/action-button.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { factorsQuery } from "./api.ts";
import { AppForm } from "./app-form.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { Rich } from "../ui/text/rich.tsx";

/** Queries to refetch; sessions too, since a change of factors ends other sessions. */
const refresh = [
  ["me", "factors"],
  ["me", "sign-ins"],
] as const;

/** A user's passkeys, authenticator app and recovery codes (D45). */
export function FactorsCard() {
  const query = useQuery(factorsQuery(useCall()));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Card title={t("Sign-in security")}>
      <p className="mb-4 text-soft">
        {t(
          "A passkey or an authenticator app protects your account even if someone learns your password. A passkey also signs you in without a password.",
        )}
      </p>
      <Read query={query} failure={t("Couldn't load your sign-in security.")} className="h-48">
        {(factors) => (
          <div className="grid gap-6">
            <Passkeys factors={factors} onCodes={setCodes} />
            <App factors={factors} onCodes={setCodes} />
            <Recovery factors={factors} onCodes={setCodes} />
          </div>
        )}
      </Read>
      {codes === null ? null : <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

interface PartProps {
  readonly factors: OwnFactors;
  readonly onCodes: (codes: readonly string[] | null) => void;
}

function Passkeys({ factors: { passkeys }, onCodes }: PartProps) {
  const [adding, setAdding] = useState(false);
  const zone = browserZone();
  return (
    <section aria-label={t("Passkeys")}>
      <h3 className="mb-1 font-bold">{t("Passkeys")}</h3>
      {passkeys.length === 0 ? (
        <p className="mb-3 text-soft">
          {t(
            "No passkeys yet. Add one to sign in with your fingerprint, face, screen lock or security key.",
          )}
        </p>
      ) : (
        <ul className="mb-3">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2"
            >
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">
                  {passkey.name} {passkey.synced ? <Badge>{t("Synced")}</Badge> : null}
                </p>
                <p className="text-sm text-soft">
                  {passkey.lastUsedAt === null
                    ? t("Added {createdAt}, never used", {
                        createdAt: formatDateTime(passkey.createdAt, zone),
                      })
                    : t("Last used {lastUsedAt}", {
                        lastUsedAt: formatDateTime(passkey.lastUsedAt, zone),
                      })}
                </p>
              </div>
              <ActionButton
                label={
                  <Rich
                    text={t("Remove<hidden> {name}</hidden>", { name: passkey.name })}
                    hidden={(words) => <span className="sr-only">{words}</span>}
                  />
                }
                title={t("Remove {name}?", { name: passkey.name })}
                confirmLabel={t("Remove passkey")}
                tone="danger"
                act={(call) => call("removePasskey", { params: { id: String(passkey.id) } })}
                done={t("Passkey removed")}
                failed={t("Couldn't remove the passkey.")}
                refresh={refresh}
              >
                {t(
                  "You won't be able to sign in with it anymore. We'll sign out your other devices.",
                )}
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <PasskeyForm
          refresh={refresh}
          onEnd={(codes) => {
            setAdding(false);
            onCodes(codes);
          }}
        />
      ) : (
        <Button onClick={() => setAdding(true)}>{t("Add passkey")}</Button>
      )}
    </section>
  );
}

function App({ factors: { appAddedAt }, onCodes }: PartProps) {
  const [adding, setAdding] = useState(false);
  return (
    <section aria-label={t("Authenticator app")}>
      <h3 className="mb-1 font-bold">{t("Authenticator app")}</h3>
      <p className="mb-3 text-soft">
        {appAddedAt === null
          ? t("Not set up. An app on your phone shows a new code every 30 seconds.")
          : t("Added {appAddedAt}.", { appAddedAt: formatDateTime(appAddedAt, browserZone()) })}
      </p>
      {adding ? (
        <AppForm
          refresh={refresh}
          onEnd={(codes) => {
            setAdding(false);
            onCodes(codes);
          }}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setAdding(true)}>
            {appAddedAt === null ? t("Set up authenticator app") : t("Replace authenticator app")}
          </Button>
          {appAddedAt === null ? null : (
            <ActionButton
              label={t("Remove authenticator app")}
              title={t("Remove your authenticator app?")}
              confirmLabel={t("Remove authenticator app")}
              tone="danger"
              act={(call) => call("removeApp")}
              done={t("Authenticator app removed")}
              failed={t("Couldn't remove the authenticator app.")}
              refresh={refresh}
            >
              {t("Its codes stop working. We'll sign out your other devices.")}
            </ActionButton>
          )}
        </div>
      )}
    </section>
  );
}

function Recovery({ factors, onCodes }: PartProps) {
  const left = factors.recoveryCodesLeft;
  if (factors.passkeys.length === 0 && factors.appAddedAt === null) return null;
  return (
    <section aria-label={t("Recovery codes")}>
      <h3 className="mb-1 font-bold">{t("Recovery codes")}</h3>
      <p className="mb-3 text-soft">
        {t("Use one to sign in if you lose your passkey or phone.")}{" "}
        {plural(left, "{n} code left.", "{n} codes left.")}
      </p>
      <ActionButton
        label={t("Create new recovery codes")}
        title={t("Create new recovery codes?")}
        confirmLabel={t("Create recovery codes")}
        act={async (call) => {
          const { recoveryCodes } = await call("renewRecoveryCodes");
          onCodes(recoveryCodes);
        }}
        done={t("Recovery codes created")}
        failed={t("Couldn't create recovery codes.")}
        refresh={refresh}
      >
        {t("Your earlier codes stop working.")}
      </ActionButton>
    </section>
  );
}
