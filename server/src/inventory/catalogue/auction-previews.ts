import type { NumberColumn, Units } from "./units.ts";

const SHOWN = 4;

/** What a list shows of an auction: units with pictures, and one unit for each yard. */
export interface AuctionPreview {
  readonly auctionId: number;
  /** Featured units first, then by bids and price. */
  readonly best: readonly number[];
  /** One unit of each yard; the yard with most units first. */
  readonly ofYards: readonly number[];
}

export function auctionPreviews(units: Units): AuctionPreview[] {
  const { featured, yard } = units.texts;
  const { auctionId, bids, priceCents } = units.numbers;
  const byAuction = new Map<number, number[]>();
  for (const unit of units.openLots.keys()) {
    const auction = auctionId.values[unit] ?? Number.NaN;
    if (Number.isNaN(auction) || !units.isPublished(unit)) continue;
    const lots = byAuction.get(auction) ?? [];
    lots.push(unit);
    byAuction.set(auction, lots);
  }
  const yes = featured.codeOf("true");
  const rank = (unit: number) => (featured.codes[unit] === yes ? 1 : 0);
  const of = ({ values }: NumberColumn, unit: number) => values[unit] ?? 0;
  return [...byAuction].map(([auction, lots]) => ({
    auctionId: auction,
    best: lots
      .toSorted(
        (one, other) =>
          rank(other) - rank(one) ||
          of(bids, other) - of(bids, one) ||
          of(priceCents, other) - of(priceCents, one) ||
          one - other,
      )
      .slice(0, SHOWN),
    ofYards: [...Map.groupBy(lots, (unit) => yard.codes[unit]).values()]
      .toSorted((some, others) => others.length - some.length)
      .flatMap((ofYard) => ofYard.slice(0, 1)),
  }));
}
