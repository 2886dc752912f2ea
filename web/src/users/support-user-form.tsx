import { unawaited } from "@gavelyard/domain/unawaited";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useQueryClient } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { emailRules, newPasswordHint, newPasswordRules } from "../session/field-rules.ts";
import { showFieldErrors } from "../session/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { PasswordField, TextField } from "../ui/field.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { toast } from "../ui/toast-store.ts";
import { useAddress } from "../ui/use-address.ts";

/** Creates an account for support staff; an administrator vouches for the address (D4). */
export function SupportUserButton() {
  const address = useAddress();
  const close = () => address.set({ new: null }, true);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => address.set({ new: 1 })}>
        New support user
      </Button>
      {address.get("new") !== "" ? (
        <Sheet title="New support user" place="right" onClose={close}>
          <SupportUserForm onDone={close} />
        </Sheet>
      ) : null}
    </>
  );
}

function SupportUserForm({ onDone }: { onDone: () => void }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: { name: "", email: "", password: "" },
  });
  const save = handleSubmit(async (account) => {
    setFailure(null);
    try {
      // Ignore the token in the response: it belongs to the new user.
      await call("signup", { body: { ...account, role: "ROLE_ADMIN_SUPPORT" } });
      toast({ type: "success", title: "Support account created", message: account.email });
      await queries.invalidateQueries({ queryKey: ["staff"] });
      onDone();
    } catch (error) {
      setFailure(
        showFieldErrors(
          error,
          "Couldn't create the account.",
          ["name", "email", "password"],
          setError,
        ),
      );
    }
  });
  const { errors } = formState;
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(save(event))}>
      <TextField
        label="Name"
        error={errors.name?.message}
        {...register("name", { required: "Enter a name" })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register("email", emailRules)}
      />
      <PasswordField
        label="Initial password"
        autoComplete="new-password"
        hint={newPasswordHint}
        error={errors.password?.message}
        {...register("password", newPasswordRules)}
      />
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        Create account
      </Button>
    </form>
  );
}
