import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { AuctionCard } from "../auctions/auction-card.tsx";
import { auctionsQuery } from "../auctions/api.ts";
import { useSession } from "../session/session.ts";
import { EmptyState } from "../ui/states.tsx";
import { ProfileTab } from "../users/profile-tab.tsx";
import { Head } from "../layout/head.tsx";

/** Where staff land: what is live now, and the own profile. */
export function Component() {
  const session = useSession();
  const { data = [] } = useQuery({ ...auctionsQuery(useCall()), refetchInterval: 30_000 });
  const live = data.filter(({ status }) => status === "LIVE");
  return (
    <>
      <Head title="Staff | Gavelyard" description="Staff | Gavelyard" indexed={false} />
      <h1 className="mb-6">Hello, {session?.name}</h1>
      <section className="mb-10">
        <h2 className="mb-4">Live now</h2>
        {live.length === 0 ? (
          <EmptyState title="No auction is live at the moment" />
        ) : (
          <ul className="grid gap-4 md:grid-cols-2">
            {live.map((auction) => (
              <li key={auction.id} className="grid">
                <AuctionCard auction={auction} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <h2 className="mb-4">My profile</h2>
        <ProfileTab />
      </section>
    </>
  );
}
