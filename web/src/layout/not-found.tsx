import { isRouteErrorResponse, useRouteError } from "react-router";
import { Button, LinkButton } from "../ui/button.tsx";
import { Head } from "./head.tsx";

/** The page of an address that leads nowhere. */
export function NotFound() {
  return (
    <div className="py-16 text-center">
      <Head
        title="Page not found | Gavelyard"
        description="Page not found | Gavelyard"
        indexed={false}
      />
      <h1>There is nothing at this address</h1>
      <p className="mt-3 text-soft">The lot may have moved on, or the link has a mistake.</p>
      <LinkButton to="/vehicles" tone="primary" className="mt-6">
        See the vehicles
      </LinkButton>
    </div>
  );
}

/** The page shown when another one failed. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <div role="alert" className="mx-auto max-w-xl px-4 py-16 text-center">
      <title>This page failed | Gavelyard</title>
      <h1>This page failed</h1>
      <p className="mt-3 text-soft">Nothing you did was lost. Load the page again.</p>
      <Button tone="primary" className="mt-6" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </div>
  );
}
