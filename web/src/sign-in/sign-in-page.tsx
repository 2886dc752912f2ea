import type { SecondStep as Step, Session } from "@gavelyard/contract/sign-in/sign-in";
import { homePathOf } from "@gavelyard/domain/users/roles";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { useSite } from "../site/site.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { PasswordField, TextField } from "../ui/form/field.tsx";
import { Skeleton } from "../ui/states.tsx";
import { AuthCard } from "./auth-card.tsx";
import { authState, useAuthScreen } from "./auth-state.ts";
import { passkeyMessage, signWithPasskey } from "./passkey.ts";
import { startSession } from "../session/session.ts";
import { safeReturn, useReturn } from "../session/return-to.ts";
import { later } from "../ui/later.tsx";
import { Link, navigate, useLocation, useSearch } from "../ui/page/router.tsx";

const SecondStep = later(
  async () => ({ default: (await import("./second-step.tsx")).SecondStep }),
  <Skeleton className="h-48" />,
);

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Returns the page that a user left when the session expired; null for other users. */
function pageLeft(state: unknown, userId: number): string | null {
  const left = typeof state === "object" && state !== null ? state : {};
  return "from" in left && "userId" in left && left.userId === userId
    ? safeReturn(left.from)
    : null;
}

/** Sign-in for customers and staff: password plus second step if required, or a passkey (D45). */
export function Component() {
  const call = useCall();
  const { state } = useLocation();
  const [search] = useSearch();
  const { from, onTheWay } = useReturn();
  const demo = useSite()?.demo ?? null;
  const { loading, error, passwordResetSuccess } = useAuthScreen("passwordResetSuccess");
  const { register, handleSubmit, formState, setValue } = useForm<Credentials>();

  const [step, setStep] = useState<Step["secondStep"] | null>(null);
  const begin = (session: Session) => {
    startSession(session);
    authState.clear();
    const to = pageLeft(state, session.userId) ?? from ?? homePathOf(session.userRole);
    navigate(to, { replace: true });
  };
  const run = (work: () => Promise<Session | Step>) =>
    authState.run(
      (failure) => passkeyMessage(failure, t("Login failed")),
      async () => {
        const answer = await work();
        if ("secondStep" in answer) setStep(answer.secondStep);
        else begin(answer);
        return {};
      },
    );
  const signIn = handleSubmit(async (credentials) => {
    await run(() => call("login", { body: credentials }));
  });
  const signInByPasskey = () =>
    run(async () => {
      const request = await call("passkeyChallenge");
      const passkey = await signWithPasskey(request);
      return call("signInByFactor", { body: { challenge: request.challenge, passkey } });
    });

  if (step !== null) {
    return (
      <AuthCard title={t("Confirm it's you")}>
        <SecondStep
          step={step}
          onSession={begin}
          onBack={() => {
            authState.set({ error: null });
            setStep(null);
          }}
        />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("Sign in")}>
      {passwordResetSuccess ? (
        <p role="status" className="mb-4 rounded-md bg-sunken p-3">
          {t("Password changed. Sign in with your new password.")}
        </p>
      ) : null}
      {search.get("expired") === "true" ? (
        <p className="mb-4 rounded-md bg-sunken p-3">
          {t("Session expired. Please log in again.")}
        </p>
      ) : null}
      <form
        method="post"
        className="grid gap-4"
        onSubmit={(event) => unawaited(signIn(event))}
        noValidate
      >
        <TextField
          label={t("Email")}
          type="email"
          autoComplete="username"
          error={formState.errors.email?.message}
          {...register("email", { required: t("Enter your email address") })}
        />
        <PasswordField
          label={t("Password")}
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register("password", { required: t("Enter your password") })}
        />
        <Failure message={error} />
        <Button type="submit" tone="primary" busy={loading}>
          {t("Sign in")}
        </Button>
      </form>
      <Button className="mt-3 w-full" busy={loading} onClick={() => unawaited(signInByPasskey())}>
        {t("Sign in with a passkey")}
      </Button>
      <p className="mt-4">
        <Link
          to={onTheWay("/forgot-password")}
          className="inline-flex min-h-9 items-center font-semibold underline"
        >
          {t("Forgot your password?")}
        </Link>
      </p>
      <p>
        {t("New here?")}{" "}
        <Link
          to={onTheWay("/register")}
          className="inline-flex min-h-9 items-center font-semibold underline"
        >
          {t("Create account")}
        </Link>
      </p>
      {demo === null ? null : (
        <section className="mt-6 border-t border-line pt-4" aria-label={t("Demo accounts")}>
          <h2 className="mb-2 text-base">{t("This is a demo. Choose an account:")}</h2>
          <ul className="grid gap-2">
            {demo.accounts.map((account) => (
              <li key={account.email}>
                <button
                  type="button"
                  className="w-full rounded-md border border-line bg-paper px-3 py-2 text-left hover:bg-sunken"
                  onClick={() => {
                    setValue("email", account.email);
                    setValue("password", account.password);
                  }}
                >
                  <span className="block font-semibold">{account.label}</span>
                  <span className="figures block text-sm text-soft">
                    {account.email} | {account.password}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </AuthCard>
  );
}
