import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/field.tsx";
import { AuthCard } from "./auth-card.tsx";
import { DemoMailbox } from "./demo-mailbox.tsx";
import { messageOf } from "./messages.ts";
import { SignUpForm } from "./sign-up-form.tsx";

/** Second and third step of signing up: the code, then name and password (D6). */
export function Component() {
  const [search] = useSearchParams();
  const email = search.get("email") ?? "";
  const [verified, setVerified] = useState(false);
  if (email === "") {
    return (
      <AuthCard title="Verify your e-mail">
        <p>
          Start with your address:{" "}
          <Link to="/register" className="inline-flex min-h-9 items-center font-semibold underline">
            Register
          </Link>
        </p>
      </AuthCard>
    );
  }
  if (verified) {
    return (
      <AuthCard title="Your account">
        <SignUpForm email={email} />
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Verify your e-mail">
      <CodeForm email={email} onVerified={() => setVerified(true)} />
    </AuthCard>
  );
}

function CodeForm({ email, onVerified }: { email: string; onVerified: () => void }) {
  const call = useCall();
  const [failure, setFailure] = useState<string | null>(null);
  const [sentAgain, setSentAgain] = useState(false);
  const { register, handleSubmit, formState } = useForm<{ otp: string }>();
  const verify = handleSubmit(async ({ otp }) => {
    setFailure(null);
    try {
      await call("verifyOtp", { body: { email, otp } });
      onVerified();
    } catch (error) {
      setFailure(messageOf(error, "Invalid OTP"));
    }
  });
  const sendAgain = async () => {
    setFailure(null);
    try {
      await call("sendOtp", { body: { email } });
      setSentAgain(true);
    } catch (error) {
      setFailure(messageOf(error, "Failed to send OTP"));
    }
  };
  return (
    <form className="grid gap-4" onSubmit={(event) => void verify(event)} noValidate>
      <p>
        We sent a code to <strong>{email}</strong>. It is good for 10 minutes.
      </p>
      <DemoMailbox email={email} />
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        className="figures"
        error={formState.errors.otp?.message}
        {...register("otp", {
          pattern: { value: /^\d{6}$/, message: "Enter the six digits of the code" },
          required: "Enter the six digits of the code",
        })}
      />
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        Verify
      </Button>
      <Button tone="quiet" onClick={() => void sendAgain()}>
        {sentAgain ? "Sent. Send another one" : "Send the code again"}
      </Button>
    </form>
  );
}
