import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";
import { Component, Fragment, type ReactNode } from "react";
import type { Page } from "./routes.tsx";
import { ApiContext } from "./src/api/api-context.ts";
import { PageFailed } from "./src/site/not-found.tsx";
import { RootLayout } from "./src/layout/root-layout.tsx";
import { ShownContext, type Place, type Shown } from "./src/ui/page/router.tsx";

interface Failing {
  readonly place: Place;
  readonly failed: boolean;
}

/** Shows that a page failed, until the next navigation. */
class Boundary extends Component<{ place: Place; children: ReactNode }, Failing> {
  override state: Failing = { place: this.props.place, failed: false };

  static getDerivedStateFromError(): Partial<Failing> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ place }: { place: Place }, state: Failing): Failing | null {
    return place === state.place ? null : { place, failed: false };
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailed /> : this.props.children;
  }
}

export function App({
  call,
  queries,
  shown,
  page: { Component: Content, Guard = Fragment, Bar },
  isLoading = false,
}: {
  call: Call;
  queries: QueryClient;
  shown: Shown;
  page: Page;
  isLoading?: boolean;
}) {
  const { place } = shown;
  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={call}>
        <ShownContext value={shown}>
          <Boundary place={place}>
            <RootLayout isLoading={isLoading} bar={Bar}>
              {/* The layout stays in place when a page fails. */}
              <Boundary place={place}>
                <Guard>
                  <Content />
                </Guard>
              </Boundary>
            </RootLayout>
          </Boundary>
        </ShownContext>
      </ApiContext>
    </QueryClientProvider>
  );
}
