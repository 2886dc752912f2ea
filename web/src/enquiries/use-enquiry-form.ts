import { unawaited } from "@gavelyard/domain/unawaited";
import { useState } from "react";
import { useForm, type FieldValues, type Path, type UseFormProps } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import type { Call } from "../api/client.ts";
import { tellFaults } from "../session/messages.ts";

/**
 * A form that visitors send to us once: `isSent` after it was sent, `failure` when it was not.
 * `fields` are those beside which the server's faults are shown.
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
      setFailure(tellFaults(error, failed, fields, setError));
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
