/** What went wrong with a form, read out at once; nothing while all is well. */
export function Failure({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <p role="alert" className="rounded-md bg-outbid-bg p-3 text-outbid">
      {message}
    </p>
  );
}
