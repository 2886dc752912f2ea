import { Chance } from "@gavelyard/demo/random";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import { titleAfter, type Title, type TitleEvent } from "@gavelyard/domain/titles/title";
import type { PoolClient } from "pg";
import { demoPeople } from "../demo-accounts/people.ts";
import { firstUserWithRole } from "./desk-work-sql.ts";
import { insertRows } from "./insert-rows.ts";
import { unitsToTitle, type TitledUnit } from "./titles-sql.ts";

const DAY_MS = 86_400_000;
const owners = [
  "Red Mesa Freight LLC",
  "Cimarron Ag Services Inc",
  "Palo Duro Leasing",
  "Llano Ready Mix Co",
  "Tri-State Towing LLC",
] as const;

type Step = TitleEvent & { readonly daysAgo: number; readonly note?: string };

/** Fills the title desk, once: most titles are checked; some are absent, have a fault, or left. */
export async function fillTitles(tx: PoolClient): Promise<void> {
  const staffId = await firstUserWithRole(tx, "ROLE_ADMIN_SUPPORT");
  if (staffId === undefined) return;
  const customers = demoPeople.filter(({ role }) => role === "ROLE_CUSTOMER");
  const units = await unitsToTitle(
    tx,
    customers.map(({ email }) => email),
    { onSale: 24, sold: 16 },
  );
  const onSale = units.filter(({ award_id: sale }) => sale === null);
  const sold = units.filter(({ award_id: sale }) => sale !== null);
  const steps = new Map([
    ...onSale.map((unit, at) => [unit, stepsOnSale(unit, at)] as const),
    ...sold.map((unit, at) => [unit, stepsSold(unit, at)] as const),
  ]);
  const received = units.filter((unit) => steps.get(unit)?.some(({ kind }) => kind === "RECEIVED"));
  await insertRows(
    tx,
    "titles",
    {
      inventory_id: "bigint",
      kind: "text",
      state: "text",
      owner_name: "text",
      vin: "text",
      brand: "text",
      odometer: "integer",
      place: "text",
      recorded_by: "bigint",
    },
    received.map(({ id, vin, title_brand: brand, odometer, state }, at) => ({
      inventory_id: id,
      kind: at % 6 === 5 ? "ELECTRONIC" : "TITLE",
      state,
      owner_name: new Chance(id).pick(owners),
      vin,
      brand,
      odometer: odometer === null ? null : Math.round(odometer * 0.93),
      place: `Safe 1, folder ${at + 1}`,
      recorded_by: staffId,
    })),
  );
  await insertRows(
    tx,
    "title_events",
    {
      inventory_id: "bigint",
      seq: "integer",
      kind: "text",
      state: "text",
      fault: "text",
      expected_on: "date",
      award_id: "bigint",
      carrier: "text",
      tracking: "text",
      recipient: "text",
      note: "text",
      recorded_by: "bigint",
      recorded_at: "timestamptz",
    },
    [...steps].flatMap(([unit, taken]) => rowsOf(unit, taken, staffId)),
  );
}

function stepsOnSale({ now, time_zone: zone }: TitledUnit, at: number): Step[] {
  const inDays = (days: number) => calendarDateIn(now.getTime() + days * DAY_MS, zone);
  if (at % 8 === 3) return [{ kind: "EXPECTED", expectedOn: inDays(6 + at), daysAgo: 2 }];
  if (at % 8 === 6) {
    const note = "First Bank of Amarillo, payoff letter requested";
    return [
      { kind: "RECEIVED", daysAgo: 3 },
      { kind: "FAULT", fault: "LIEN", daysAgo: 3, note },
    ];
  }
  return [
    { kind: "RECEIVED", daysAgo: 5 },
    { kind: "READY", daysAgo: 4 },
  ];
}

function stepsSold(unit: TitledUnit, at: number): Step[] {
  const ready: Step[] = [
    { kind: "RECEIVED", daysAgo: 30 },
    { kind: "READY", daysAgo: 29 },
  ];
  if (at === 0) return ready;
  const paidDaysAgo = (unit.now.getTime() - (unit.paid_at ?? unit.now).getTime()) / DAY_MS;
  const sentDaysAgo = Math.max(0, paidDaysAgo - new Chance(unit.id).int(2, 9));
  if (at === 1) return [...ready, { kind: "SENT", daysAgo: sentDaysAgo }];
  return at % 4 === 2
    ? [...ready, { kind: "HANDED_OVER", daysAgo: sentDaysAgo }]
    : [
        ...ready,
        { kind: "SENT", daysAgo: sentDaysAgo },
        { kind: "DELIVERED", daysAgo: sentDaysAgo / 2 },
      ];
}

function rowsOf(unit: TitledUnit, steps: readonly Step[], staffId: number) {
  let title: Title | null = null;
  return steps.map((step, at) => {
    title = titleAfter(title, step);
    const leaves = step.kind === "SENT" || step.kind === "HANDED_OVER";
    return {
      inventory_id: unit.id,
      seq: at + 1,
      kind: step.kind,
      state: title.state,
      fault: "fault" in step ? step.fault : null,
      expected_on: title.expectedOn,
      award_id: leaves ? unit.award_id : null,
      carrier: step.kind === "SENT" ? "FedEx" : "",
      tracking: step.kind === "SENT" ? `7712 0000 ${String(unit.id).padStart(4, "0")}` : "",
      recipient: step.kind === "HANDED_OVER" ? "The driver, with the unit" : "",
      note: step.note ?? "",
      recorded_by: staffId,
      recorded_at: new Date(unit.now.getTime() - step.daysAgo * DAY_MS).toISOString(),
    };
  });
}
