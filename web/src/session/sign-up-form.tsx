import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useCall } from "../api/api-context.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { PasswordField, TextField } from "../ui/field.tsx";
import { toast } from "../ui/toast-store.ts";
import { tellFaults } from "./messages.ts";
import { startSession } from "./session.ts";

interface NewAccount {
  readonly name: string;
  readonly password: string;
}

/** Name and password of a new account whose address is verified. */
export function SignUpForm({ email }: { email: string }) {
  const call = useCall();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<NewAccount>();
  const signUp = handleSubmit(async (account) => {
    setFailure(null);
    try {
      startSession(await call("signup", { body: { email, ...account } }));
      toast({ type: "success", title: "Welcome to Gavelyard", message: "Your account is open." });
      void navigate("/vehicles", { replace: true });
    } catch (error) {
      setFailure(tellFaults(error, "Signup failed", ["name", "password"], setError));
    }
  });
  return (
    <form className="grid gap-4" onSubmit={(event) => void signUp(event)} noValidate>
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <TextField
        label="Name"
        autoComplete="name"
        error={formState.errors.name?.message}
        {...register("name", {
          required: "Enter your name",
          minLength: { value: 2, message: "Must have at least 2 characters" },
        })}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="8 to 128 characters, none of the common ones."
        error={formState.errors.password?.message}
        {...register("password", {
          required: "Enter a password",
          minLength: { value: 8, message: "Must have at least 8 characters" },
        })}
      />
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        Open the account
      </Button>
    </form>
  );
}
