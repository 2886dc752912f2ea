import { useSession } from "../session/session.ts";
import { Offers } from "./offers.tsx";

export default function UnitOffers({ inventoryId }: { inventoryId: number }) {
  const session = useSession();
  if (session?.userRole !== "ROLE_CUSTOMER") return null;
  return <Offers userId={session.userId} inventoryId={inventoryId} />;
}
