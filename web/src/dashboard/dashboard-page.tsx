import { Tabs } from "radix-ui";
import { useSearchParams } from "react-router";
import { useSession } from "../session/session.ts";
import { BidBoard } from "./bid-board.tsx";
import { LimitCard } from "./limit-card.tsx";
import { Profile } from "./profile.tsx";
import { Winnings } from "./winnings.tsx";

const tabs = [
  { value: "bids", label: "My bids" },
  { value: "winnings", label: "Winnings" },
  { value: "profile", label: "Profile" },
] as const;

/** A customer's dashboard: bids, winnings, limit, profile. `tab` is in the address (section 2). */
export function Component() {
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const asked = search.get("tab");
  const tab = tabs.find(({ value }) => value === asked)?.value ?? "bids";
  if (session === null) return null;
  return (
    <>
      <title>My dashboard | Gavelyard</title>
      <h1 className="mb-4">Hello, {session.name}</h1>
      <LimitCard userId={session.userId} />
      <Tabs.Root
        value={tab}
        onValueChange={(value) => setSearch({ tab: value }, { replace: true })}
      >
        <Tabs.List
          aria-label="Dashboard"
          className="mb-6 flex gap-1 overflow-x-auto border-b border-line"
        >
          {tabs.map(({ value, label }) => (
            <Tabs.Trigger
              key={value}
              value={value}
              className="min-h-11 whitespace-nowrap border-b-4 border-transparent px-4 font-semibold data-[state=active]:border-amber"
            >
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="bids">
          <BidBoard userId={session.userId} />
        </Tabs.Content>
        <Tabs.Content value="winnings">
          <Winnings userId={session.userId} />
        </Tabs.Content>
        <Tabs.Content value="profile">
          <Profile />
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}
