import { Button, LinkButton } from "../ui/button.tsx";
import { Head } from "./head.tsx";

export function NotFound() {
  return (
    <div className="py-16 text-center">
      <Head
        title="Page not found | Gavelyard"
        description="Page not found | Gavelyard"
        indexed={false}
      />
      <h1>Page not found</h1>
      <p className="mt-3 text-soft">The lot may have moved, or the link is wrong.</p>
      <LinkButton to="/vehicles" tone="primary" className="mt-6">
        View vehicles
      </LinkButton>
    </div>
  );
}

/** In place of a page that failed. */
export function PageFailed() {
  return (
    <div role="alert" className="mx-auto max-w-xl px-4 py-16 text-center">
      <title>Something went wrong | Gavelyard</title>
      <h1>Something went wrong</h1>
      <p className="mt-3 text-soft">Nothing you did was lost. Reload the page.</p>
      <Button tone="primary" className="mt-6" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}
