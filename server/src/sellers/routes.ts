import * as contract from "@gavelyard/contract/sellers";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import { act } from "../events/act.ts";
import { actorOf } from "../http/actor.ts";
import { pageOf } from "../http/page.ts";
import type { Serve } from "../http/serve.ts";
import { cardsByIds } from "../inventory/sql.ts";
import { changeSeller, createSeller, lockedSeller, noSuchSeller } from "./change-seller.ts";
import { sellersOfMember, unitsSelling } from "./selling-sql.ts";
import { removeSellerMember, setSellerMember } from "./set-member.ts";
import {
  changesOfSeller,
  findSellers,
  membersOf,
  newestUnits,
  sellerRow,
  type SellerRow,
} from "./sql.ts";

/** Routes with which staff keep sellers and their members, and members see their units (D93). */
export function sellerRoutes(serve: Serve, context: Context): void {
  const { pool, secrets } = context;
  const cipher = () => secrets.cipher("tax numbers");

  serve(contract.sellers, async ({ query: { q, ...asked } }) => {
    const { rows, total } = await findSellers(pool, q, asked);
    return pageOf(rows.map(toLine), total, asked);
  });
  serve(contract.selling, async ({ user }) => {
    const own = await sellersOfMember(pool, user.userId);
    const rows = await unitsSelling(
      pool,
      own.map(({ id }) => id),
    );
    const cards = await cardsByIds(
      pool,
      rows.map(({ id }) => id),
    );
    const dollars = (cents: number | null) => (cents === null ? null : centsToDollars(cents));
    return {
      sellers: own,
      units: rows.flatMap((row) => {
        const unit = cards.get(row.id);
        if (unit === undefined) return [];
        return {
          sellerId: row.seller_id,
          unit,
          reservePrice: dollars(row.reserve_cents),
          views: row.views,
          watchers: row.watchers,
          hammerPrice: dollars(row.hammer_cents),
          isPaid: row.is_paid,
        };
      }),
    };
  });
  serve(contract.sellerById, ({ params }) => presentSeller(pool, params.id));
  serve(contract.createSeller, ({ body, user, request }) =>
    act(context, async (tx) => {
      const id = await createSeller(tx, body, cipher(), actorOf(user, request));
      return presentSeller(tx, id);
    }),
  );
  serve(contract.changeSeller, ({ params, body, user, request }) =>
    act(context, async (tx) => {
      await changeSeller(tx, params.id, body, cipher(), actorOf(user, request));
      return presentSeller(tx, params.id);
    }),
  );
  serve(contract.setSellerMember, ({ params, body, user, request }) =>
    act(context, async (tx) => {
      await lockedSeller(tx, params.id);
      await setSellerMember(tx, params.id, body, actorOf(user, request));
      return presentSeller(tx, params.id);
    }),
  );
  serve(contract.removeSellerMember, ({ params, body, user, request }) =>
    act(context, async (tx) => {
      await lockedSeller(tx, params.id);
      const by = actorOf(user, request);
      await removeSellerMember(tx, params.id, params.userId, body.reason, by);
      return presentSeller(tx, params.id);
    }),
  );
}

const toLine = (row: SellerRow): contract.SellerLine => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  city: row.city,
  state: row.state,
  members: row.members,
  units: row.units,
  unitsInAuction: row.units_in_auction,
  unitsSold: row.units_sold,
});

/** @throws Refusal 404 */
async function presentSeller(db: Db, id: number): Promise<contract.Seller> {
  const row = await sellerRow(db, id);
  if (row === null) throw noSuchSeller();
  const [people, units, history] = [
    await membersOf(db, id),
    await newestUnits(db, id),
    await changesOfSeller(db, id),
  ];
  return {
    ...toLine(row),
    email: row.email,
    phone: row.phone,
    street: row.street,
    zip: row.zip,
    taxIdLast4: row.tax_id_last4,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    people: people.map(({ user_id: userId, joined_at: joinedAt, ...member }) => ({
      ...member,
      userId,
      joinedAt: joinedAt.toISOString(),
    })),
    newestUnits: units,
    history: history.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
  };
}
