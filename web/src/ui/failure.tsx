/** A form's error, announced to screen readers at once; nothing without an error. */
export function Failure({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <p role="alert" className="rounded-md bg-outbid-bg p-3 text-outbid">
      {message}
    </p>
  );
}
