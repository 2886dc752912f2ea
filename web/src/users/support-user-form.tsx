import { t } from "@gavelyard/messages/text";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useQueryClient } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { emailRules } from "../sign-in/field-rules.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/form/field.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { toast } from "../ui/toast-store.ts";
import { useAddress } from "../ui/page/use-address.ts";

/** Creates an account for support staff; an administrator vouches for the address (D4). */
export function SupportUserButton() {
  const address = useAddress();
  const close = () => address.set({ new: null }, true);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => address.set({ new: 1 })}>
        {t("New support user")}
      </Button>
      {address.get("new") !== "" ? (
        <Sheet title={t("New support user")} place="right" onClose={close}>
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
    defaultValues: { name: "", email: "" },
  });
  const save = handleSubmit(async (account) => {
    setFailure(null);
    try {
      await call("signup", { body: { ...account, role: "ROLE_ADMIN_SUPPORT" } });
      toast({
        type: "success",
        title: t("Support account created"),
        message: t("We emailed {email} a link to set a password.", { email: account.email }),
      });
      await queries.invalidateQueries({ queryKey: ["staff"] });
      onDone();
    } catch (error) {
      setFailure(
        showFieldErrors(error, t("Couldn't create the account."), ["name", "email"], setError),
      );
    }
  });
  const { errors } = formState;
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(save(event))}>
      <TextField
        label={t("Name")}
        error={errors.name?.message}
        {...register("name", { required: t("Enter a name") })}
      />
      <TextField
        label={t("Email")}
        type="email"
        autoComplete="off"
        hint={t("We email a link to set a password, which works for 24 hours.")}
        error={errors.email?.message}
        {...register("email", emailRules)}
      />
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        {t("Create account")}
      </Button>
    </form>
  );
}
