import type { MemberRole, SellerKind } from "@gavelyard/domain/sellers/seller";
import type { PoolClient } from "pg";
import { demoPeople } from "../demo-accounts/people.ts";
import { insertRows } from "./insert-rows.ts";
import { sellerIds, setSellers } from "./sellers-sql.ts";

interface DemoSeller {
  readonly kind: SellerKind;
  readonly name: string;
  readonly city: string;
  readonly street: string;
  readonly zip: string;
}

/** Sells units that haven't been offered yet, since a customer whom visitors can be acts for it. */
const ofCustomer: DemoSeller = {
  kind: "BUSINESS",
  name: "Hutchins Hauling LLC",
  street: "2210 Cockrell Hill Rd",
  city: "Dallas",
  zip: "75211",
};
const others: readonly DemoSeller[] = [
  {
    kind: "BUSINESS",
    name: "Red Mesa Freight LLC",
    street: "4801 E Interstate 40",
    city: "Amarillo",
    zip: "79118",
  },
  {
    kind: "BUSINESS",
    name: "Palo Duro Leasing",
    street: "915 Canyon Dr",
    city: "Amarillo",
    zip: "79110",
  },
  {
    kind: "AGENCY",
    name: "Cimarron County Road Department",
    street: "3 Courthouse Sq",
    city: "Boise City",
    zip: "73933",
  },
  {
    kind: "PERSON",
    name: "Elena Quintana",
    street: "118 Sage Ln",
    city: "Clovis",
    zip: "88101",
  },
];
const stateOf = (zip: string) => (zip.startsWith("73") ? "OK" : zip.startsWith("88") ? "NM" : "TX");

/**
 * Adds sellers of every third unit, before lots are written, and one whose member is the customer with
 * the small limit.
 * @param offered units in auctions
 */
export async function seedSellers(
  tx: PoolClient,
  people: ReadonlyMap<string, number>,
  units: readonly number[],
  offered: ReadonlySet<number>,
): Promise<void> {
  const all = [ofCustomer, ...others];
  await insertRows(
    tx,
    "sellers",
    {
      kind: "text",
      name: "text",
      email: "text",
      phone: "text",
      street: "text",
      city: "text",
      state: "text",
      zip: "text",
    },
    all.map((seller, at) => ({
      ...seller,
      email: `seller-${at + 1}@demo.example`,
      phone: `+1 806 555 01${50 + at}`,
      state: stateOf(seller.zip),
    })),
  );
  const ids = await sellerIds(
    tx,
    all.map(({ name }) => name),
  );
  const [own, ...rest] = ids;
  const unoffered = units.filter((unit) => !offered.has(unit)).slice(-6);
  const every = units.filter((unit, at) => at % 3 === 0 && !unoffered.includes(unit));
  await setSellers(tx, [
    ...unoffered.map((unit) => ({ unit, seller: own ?? 0 })),
    ...every.map((unit, at) => ({ unit, seller: rest[at % rest.length] ?? 0 })),
  ]);
  const member = demoPeople.find(({ part }) => part === "NEAR_LIMIT");
  const role: MemberRole = "OWNER";
  await insertRows(tx, "seller_members", { seller_id: "bigint", user_id: "bigint", role: "text" }, [
    { seller_id: own, user_id: people.get(member?.email ?? ""), role },
  ]);
}
