import type { Paper } from "@gavelyard/contract/titles";
import {
  isInHand,
  differencesOf,
  titleOf,
  type Title,
  type TitleEvent,
  type TitleFault,
} from "@gavelyard/domain/titles/title";

/** What a unit's title is judged by; columns of `titleColumns`. */
export interface TitleColumns {
  readonly vin: string | null;
  readonly title_brand: string;
  readonly odometer: number | null;
  /** All that happened to the title, in order. */
  readonly title_events: readonly TitleEvent[];
  /** What the newest paper says; null without one. */
  readonly paper: Omit<Paper, "number"> | null;
}

/** SQL for the title of unit `i` (D82), beside the columns of the unit itself. */
export const titleColumns = `(SELECT coalesce(json_agg(json_strip_nulls(json_build_object('kind', e.kind,
      'fault', e.fault, 'expectedOn', e.expected_on)) ORDER BY e.seq), '[]')
    FROM title_events e WHERE e.inventory_id = i.id) AS title_events,
  (SELECT json_build_object('kind', p.kind, 'state', p.state, 'ownerName', p.owner_name, 'vin', p.vin,
      'brand', p.brand, 'odometer', p.odometer, 'place', p.place)
    FROM titles p WHERE p.inventory_id = i.id ORDER BY p.id DESC LIMIT 1) AS paper`;

/** A unit's title now, null without one, with where the paper in hand contradicts the listing. */
export function titleNow(row: TitleColumns): {
  readonly title: Title | null;
  readonly differences: readonly TitleFault[];
} {
  const title = titleOf(row.title_events);
  const inHand = isInHand(title?.state);
  const { vin, title_brand: titleBrand, odometer, paper } = row;
  return {
    title,
    differences:
      inHand && paper !== null ? differencesOf(paper, { vin, titleBrand, odometer }) : [],
  };
}

/** Fewer say nothing about the house. */
const FEWEST_SALES = 5;
const LAST_SALES = 100;

/** SQL for the median days from payment until the titles of the last sales left; null with too few. */
export const medianTitleDays = `(SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY d.days)
  FROM (SELECT greatest(0, ceil(extract(epoch FROM min(e.recorded_at) - max(greatest(r.issued_at, b.clears_at))) / 86400))::int
        AS days
      FROM title_events e JOIN releases r ON r.award_id = e.award_id
        LEFT JOIN standing_payments s ON s.award_id = e.award_id LEFT JOIN receipts b ON b.id = s.receipt_id
      GROUP BY e.award_id ORDER BY e.award_id DESC LIMIT ${LAST_SALES}) d
  HAVING count(*) >= ${FEWEST_SALES})`;
