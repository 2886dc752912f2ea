import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";
import { Head } from "./head.tsx";

/** What is shown of a page that was never seen, while there is no network. */
export function Component() {
  return (
    <div className="py-10">
      <Head title="No connection | Gavelyard" description="No connection" indexed={false} />
      <h1 className="mb-6">No connection</h1>
      <EmptyState title="This page was not opened before, so it is not on this device">
        <p>Pages that you opened are still there, as they were then.</p>
        <LinkButton to="/vehicles" tone="primary" className="mt-3" reloadDocument>
          Try the vehicles
        </LinkButton>
      </EmptyState>
    </div>
  );
}
