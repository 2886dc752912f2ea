import { unawaited } from "@gavelyard/domain/unawaited";
import { useState } from "react";
import { useForm, type FieldValues, type Path, type UseFormProps } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import type { Call } from "@gavelyard/client/call";
import { showFieldErrors } from "../api/messages.ts";

/**
 * State of a form that a visitor sends once: `isSent` after success, `failure` after an error.
 * `fields` are those that can show the server's errors.
 */
export function useEnquiryForm<Values extends FieldValues>({
  send,
  failed,
  fields,
  ...form
}: UseFormProps<Values> & {
  send: (call: Call, values: Values) => Promise<unknown>;
  failed: string;
  fields: readonly Path<Values>[];
}) {
  const call = useCall();
  const [isSent, setSent] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { handleSubmit, setError, reset, ...rest } = useForm<Values>(form);
  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      await send(call, values);
      reset();
      setSent(true);
    } catch (error) {
      setFailure(showFieldErrors(error, failed, fields, setError));
    }
  });
  return {
    ...rest,
    failure,
    isSent,
    writeAnother: () => setSent(false),
    onSubmit: (event: React.SubmitEvent) => unawaited(submit(event)),
  };
}
