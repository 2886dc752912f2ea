import { randomBytes } from "node:crypto";
import { decideBid, lotMinNextBidCents } from "@gavelyard/domain/bidding/bidding";
import { paymentDueAtMs } from "@gavelyard/domain/business-days";
import type { PoolClient } from "pg";
import { hashSecret } from "../sign-in/password-hash.ts";
import { firstAuctions, type PlannedAuction } from "./auction-plan.ts";
import { buildCatalogue } from "@gavelyard/demo/build-catalogue";
import { Chance } from "@gavelyard/demo/random";
import type { CatalogueUnit } from "@gavelyard/demo/unit";
import { demoYards } from "@gavelyard/demo/yards";
import { clockNow } from "../db/clock.ts";
import { seedDeskWork } from "./desk-work.ts";
import { holdLimits, insertBidders, insertPeople, insertWatches } from "./people-sql.ts";
import {
  insertAuction,
  insertAwards,
  insertLots,
  insertViews,
  setUnitStatuses,
  statusAfter,
  type AwardToWrite,
  type LotToWrite,
} from "./lots-sql.ts";
import { setDemoMark } from "../demo-accounts/mark-sql.ts";
import { beginNegotiations } from "./negotiations.ts";
import { playLot, type PastBidding, type Purses } from "./past-bidding.ts";
import { bidderLimitCents, demoBidders, demoPeople } from "../demo-accounts/people.ts";
import { loadPicturePlan } from "./pictures.ts";
import { seedSellers } from "./sellers.ts";
import { insertSpin } from "./spin.ts";
import { insertUnits, insertYards } from "./units-sql.ts";
import { insertWalkAround } from "./walk-around.ts";

const DAY_MS = 86_400_000;
const SEED = 1_120;

interface PlayedLot extends LotToWrite {
  readonly unit: CatalogueUnit;
  readonly auction: PlannedAuction;
}

/**
 * Writes the demo marketplace into an empty database, in the caller's transaction: yards, units
 * with pictures, people, and auctions, some already ended. The rules for real bids decide them.
 */
export async function seedDemo(tx: PoolClient): Promise<void> {
  const now = await clockNow(tx);
  const chance = new Chance(SEED);
  const units = buildCatalogue(now);
  const [yards, people] = [await insertYards(tx), await seedPeople(tx, now)];
  const ids = await insertUnits(tx, units, yards, await loadPicturePlan(), now);
  await insertWalkAround(tx, units, ids);
  await insertSpin(tx, units, ids);
  const purses = new SeededPurses(people);
  const lots: PlayedLot[] = [];
  const left = new Set(chance.shuffled(units));
  for (const auction of firstAuctions(now.getTime(), chance)) {
    const auctionId = await insertAuction(
      tx,
      auction,
      (auction.closesMs.at(-1) ?? 0) < now.getTime() - 10 * DAY_MS,
    );
    for (const [index, unit] of takeUnits(left, auction).entries()) {
      const closesAtMs = auction.closesMs[index] ?? auction.startMs;
      const bidding = playLot(
        { ...unit, opensAtMs: auction.startMs, closesAtMs },
        purses,
        now.getTime(),
        chance,
      );
      const inventoryId = ids.get(unit.stockNumber);
      if (inventoryId === undefined) throw new Error(`unit ${unit.stockNumber} was not written`);
      lots.push({
        unit,
        auction,
        inventoryId,
        auctionId,
        lotNumber: index + 1,
        scheduledClosesMs: closesAtMs,
        bidding,
      });
      purses.hold(bidding, now.getTime());
    }
  }
  const final = leadNearLimit(lots, people, now.getTime());
  const offered = new Set(final.map(({ inventoryId }) => inventoryId));
  await seedSellers(tx, people, [...ids.values()], offered);
  await insertLots(tx, final);
  await insertAwards(
    tx,
    final.flatMap((lot) => awardOf(lot, now.getTime())),
  );
  await setUnitStatuses(
    tx,
    final.map(({ inventoryId, bidding }) => ({
      inventoryId,
      status: statusAfter(bidding.outcome, now.getTime() - (bidding.closedAtMs ?? 0)),
    })),
  );
  for (const { email } of demoPeople.filter(({ part }) => part === "BUYS"))
    await beginNegotiations(tx, idOf(people, email));
  await insertViews(tx, now);
  await holdLimits(tx);
  await seedDeskWork(tx, people, [...ids.values()], now);
  await watchSome(tx, people, final);
  await setDemoMark(tx, { deliveries: 1 });
}

async function seedPeople(tx: PoolClient, now: Date): Promise<Map<string, number>> {
  // Nobody can sign in as the demo's own bidders: their shared random password is discarded.
  const [unknown, ...hashes] = await Promise.all([
    hashSecret(randomBytes(24).toString("base64")),
    ...demoPeople.map(({ password }) => hashSecret(password)),
  ]);
  const created = new Date(now.getTime() - 90 * DAY_MS);
  const ids = await insertPeople(
    tx,
    [
      ...demoPeople.map(({ email, name, role, phoneNumber }, index) => ({
        email,
        name,
        role,
        phoneNumber,
        passwordHash: hashes[index] ?? unknown,
      })),
      ...demoBidders.map(({ email, name }) => ({
        email,
        name,
        role: "ROLE_CUSTOMER",
        phoneNumber: null,
        passwordHash: unknown,
      })),
    ],
    created,
  );
  const limits = [
    ...demoPeople.flatMap(({ email, limitCents }) =>
      limitCents === null ? [] : [{ email, limitCents }],
    ),
    ...demoBidders.map(({ email }) => ({ email, limitCents: bidderLimitCents })),
  ];
  await insertBidders(
    tx,
    limits.map(({ email, limitCents }) => ({ userId: idOf(ids, email), limitCents })),
  );
  return ids;
}

function idOf(ids: ReadonlyMap<string, number>, email: string): number {
  const id = ids.get(email);
  if (id === undefined) throw new Error(`the account ${email} was not written`);
  return id;
}

/**
 * Takes the units for an auction: first those that match its trades and time zone, then the next
 * best.
 */
function takeUnits(left: Set<CatalogueUnit>, auction: PlannedAuction): CatalogueUnit[] {
  const miss = ({ trade, yard }: CatalogueUnit) =>
    (auction.trades.includes(trade) ? 0 : 2) +
    (demoYards[yard]?.timeZone === auction.timeZone ? 0 : 1);
  const taken = [...left]
    .sort((one, other) => miss(one) - miss(other))
    .slice(0, auction.closesMs.length);
  for (const unit of taken) left.delete(unit);
  return taken;
}

class SeededPurses implements Purses {
  readonly userIds: readonly number[];
  readonly #limits = new Map<number, number>();
  readonly #held = new Map<number, number>();

  constructor(ids: ReadonlyMap<string, number>) {
    for (const { email } of demoBidders) this.#limits.set(idOf(ids, email), bidderLimitCents);
    for (const { email, limitCents, part } of demoPeople) {
      if (part === "BUYS" && limitCents !== null) this.#limits.set(idOf(ids, email), limitCents);
    }
    // The buying customer is drawn more often, so that her dashboard has a story.
    const buyers = demoPeople
      .filter(({ part }) => part === "BUYS")
      .map(({ email }) => idOf(ids, email));
    this.userIds = [...this.#limits.keys(), ...buyers, ...buyers, ...buyers];
  }

  committed(userId: number): number {
    return this.#held.get(userId) ?? 0;
  }

  limit(userId: number): number {
    return this.#limits.get(userId) ?? 0;
  }

  hold({ state: { leader, priceCents }, outcome, closedAtMs }: PastBidding, nowMs: number): void {
    if (leader === null || priceCents === null) return;
    const paid = closedAtMs !== null && statusAfter(outcome, nowMs - closedAtMs) !== "SOLD";
    const held = closedAtMs === null ? leader.maxCents : paid ? 0 : priceCents;
    this.#held.set(leader.userId, this.committed(leader.userId) + held);
  }
}

/** Makes the customer with a nearly used-up limit lead one of the lots that close later. */
function leadNearLimit(
  lots: readonly PlayedLot[],
  people: ReadonlyMap<string, number>,
  nowMs: number,
): PlayedLot[] {
  const person = demoPeople.find(({ part }) => part === "NEAR_LIMIT");
  if (person === undefined || person.limitCents === null)
    throw new Error("nobody is near the limit");
  const { limitCents } = person;
  const userId = idOf(people, person.email);
  const maxCents = limitCents - 80_000;
  const late = lots.filter(
    ({ bidding: { state }, unit }) =>
      state.opensAtMs < nowMs &&
      state.closesAtMs > nowMs + 90 * 60_000 &&
      unit.valueCents > maxCents * 0.7,
  );
  for (const lot of late.toSorted(
    (one, other) => other.bidding.state.closesAtMs - one.bidding.state.closesAtMs,
  )) {
    const { state, aliases, rows } = lot.bidding;
    const amountCents = lotMinNextBidCents(state);
    const verdict = decideBid(
      state,
      { userId, limitCents, committedCents: 0 },
      { userId, amountCents, maxCents },
      nowMs - 60_000,
    );
    if (!verdict.accepted || verdict.lot.leader?.userId !== userId) continue;
    const aliasNo = aliases.length + 1;
    const bidding: PastBidding = {
      ...lot.bidding,
      state: verdict.lot,
      aliases: [...aliases, userId],
      // The bid is the lot's newest, matching its seq.
      rows: [
        ...rows,
        ...verdict.rows.map((row) => ({
          ...row,
          aliasNo,
          placedAtMs: Math.max(nowMs - 60_000, rows.at(-1)?.placedAtMs ?? 0),
        })),
      ],
    };
    return lots.map((other) => (other === lot ? { ...lot, bidding } : other));
  }
  return [...lots];
}

function awardOf({ bidding, inventoryId, auction }: PlayedLot, nowMs: number): AwardToWrite[] {
  const { state, rows, outcome, closedAtMs } = bidding;
  if (
    outcome !== "SOLD" ||
    state.leader === null ||
    state.priceCents === null ||
    closedAtMs === null
  )
    return [];
  const { userId } = state.leader;
  const [winning] = rows
    .filter((row) => row.userId === userId && (row.kind === "BID" || row.kind === "RAISE"))
    .toSorted((one, other) => (other.maxCents ?? 0) - (one.maxCents ?? 0) || one.seq - other.seq);
  if (winning === undefined) throw new Error("a lot was won without a bid");
  const ageMs = nowMs - closedAtMs;
  const unpaid = ageMs < 0.5 * DAY_MS ? ("PENDING" as const) : ("DECLARED" as const);
  return [
    {
      inventoryId,
      seq: winning.seq,
      userId,
      hammerCents: state.priceCents,
      status: statusAfter(outcome, ageMs) === "SOLD" ? unpaid : "PAID",
      createdMs: closedAtMs,
      dueMs: paymentDueAtMs({ awardedAtMs: closedAtMs, zone: auction.timeZone }),
    },
  ];
}

async function watchSome(
  tx: PoolClient,
  people: ReadonlyMap<string, number>,
  lots: readonly PlayedLot[],
): Promise<void> {
  const open = lots
    .filter(({ bidding }) => bidding.closedAtMs === null)
    .map(({ inventoryId }) => inventoryId);
  for (const [index, { email }] of demoPeople
    .filter(({ part }) => part === "BUYS" || part === "NEAR_LIMIT")
    .entries()) {
    // Some lots have several watchers.
    const watched = open.filter(
      (_, place) => place % 7 === index || place % (11 + 2 * index) === 0,
    );
    await insertWatches(tx, idOf(people, email), watched);
  }
}
