import { homePathOf } from "@gavelyard/domain/roles";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useForm } from "react-hook-form";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { useCall } from "../api/api-context.ts";
import { useSite } from "../layout/site.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { PasswordField, TextField } from "../ui/field.tsx";
import { AuthCard } from "./auth-card.tsx";
import { authState, useAuthScreen } from "./auth-state.ts";
import { messageOf } from "./messages.ts";
import { startSession } from "./session.ts";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * The page that the user wanted, or left when the session expired; another user is not led there. A
 * link that was followed before the scripts ran names it in its address, which leads to this site only.
 */
function destination(state: unknown, search: URLSearchParams, userId: number): string | null {
  const left = typeof state === "object" && state !== null && "from" in state ? state : null;
  if (left !== null && "userId" in left && left.userId !== userId) return null;
  const from = left === null ? search.get("from") : left.from;
  return typeof from === "string" && /^\/[\w-][\w/?&=%.+-]*$/.test(from) ? from : null;
}

/** Sign-in of customers and staff. */
export function Component() {
  const call = useCall();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [search] = useSearchParams();
  const demo = useSite()?.demo ?? null;
  const { loading, error, passwordResetSuccess } = useAuthScreen("passwordResetSuccess");
  const { register, handleSubmit, formState, setValue } = useForm<Credentials>();

  const signIn = handleSubmit(async (credentials) => {
    await authState.run(
      (failure) => messageOf(failure, "Login failed"),
      async () => {
        const session = await call("login", { body: credentials });
        startSession(session);
        authState.clear();
        const to = destination(state, search, session.userId) ?? homePathOf(session.userRole);
        unawaited(navigate(to, { replace: true }));
        return {};
      },
    );
  });

  return (
    <AuthCard title="Sign in">
      {passwordResetSuccess ? (
        <p role="status" className="mb-4 rounded-md bg-sunken p-3">
          Password changed. Sign in with your new password.
        </p>
      ) : null}
      {search.get("expired") === "true" ? (
        <p className="mb-4 rounded-md bg-sunken p-3">Session expired. Please log in again.</p>
      ) : null}
      <form
        method="post"
        className="grid gap-4"
        onSubmit={(event) => unawaited(signIn(event))}
        noValidate
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={formState.errors.email?.message}
          {...register("email", { required: "Enter your email address" })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register("password", { required: "Enter your password" })}
        />
        <Failure message={error} />
        <Button type="submit" tone="primary" busy={loading}>
          Sign in
        </Button>
      </form>
      <p className="mt-4">
        <Link
          to="/forgot-password"
          className="inline-flex min-h-9 items-center font-semibold underline"
        >
          Forgot your password?
        </Link>
      </p>
      <p>
        New here?{" "}
        <Link to="/register" className="inline-flex min-h-9 items-center font-semibold underline">
          Create account
        </Link>
      </p>
      {demo === null ? null : (
        <section className="mt-6 border-t border-line pt-4" aria-label="Demo accounts">
          <h2 className="mb-2 text-base">This is a demo. Choose an account:</h2>
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
