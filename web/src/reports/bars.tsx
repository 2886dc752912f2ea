import { t } from "@gavelyard/messages/text";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";

export interface BarSeries<Row> {
  readonly name: string;
  readonly value: (row: Row) => number | null;
  /** A color token of the theme; the default one is legible on every background. */
  readonly color?: string;
}

const HEIGHT = 260;
const ROW_HEIGHT = 36;
const AXES_HEIGHT = 60;
const text = { fill: "var(--ink-soft)", fontSize: 12 } as const;

/**
 * A bar chart, horizontal with `lying`; several series are stacked. Not animated. The parent
 * provides the description for screen readers.
 */
export function Bars<Row>({
  rows,
  nameOf,
  series,
  as,
  lying = false,
}: {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  series: readonly BarSeries<Row>[];
  as: (value: number) => string;
  lying?: boolean;
}) {
  const write = (value: unknown) => (typeof value === "number" ? as(value) : t("None"));
  const height = lying ? rows.length * ROW_HEIGHT + AXES_HEIGHT : HEIGHT;
  const names = { dataKey: nameOf, tick: text, tickLine: false, stroke: "var(--line)" } as const;
  const values = {
    type: "number",
    tick: text,
    tickLine: false,
    axisLine: false,
    tickFormatter: as,
    allowDecimals: false,
  } as const;
  return (
    <>
      {series.length > 1 ? <Legend series={series} /> : null}
      <ResponsiveContainer width="100%" height={height}>
        <BarChart
          data={[...rows]}
          layout={lying ? "vertical" : "horizontal"}
          accessibilityLayer={false}
          margin={{ top: 4, right: 12, bottom: 0, left: 0 }}
        >
          <CartesianGrid stroke="var(--line)" vertical={lying} horizontal={!lying} />
          {lying ? (
            <>
              <XAxis {...values} />
              <YAxis {...names} type="category" width={120} />
            </>
          ) : (
            <>
              <XAxis {...names} type="category" minTickGap={16} />
              <YAxis {...values} width={64} />
            </>
          )}
          <Tooltip
            formatter={write}
            isAnimationActive={false}
            cursor={{ fill: "var(--sunken)" }}
            contentStyle={{ background: "var(--sheet)", borderColor: "var(--line)" }}
            labelStyle={{ color: "var(--ink)" }}
            itemStyle={{ color: "var(--ink)" }}
          />
          {series.map(({ name, value, color = "var(--ink-soft)" }) => (
            <Bar
              key={name}
              name={name}
              dataKey={value}
              stackId="all"
              fill={color}
              stroke={series.length > 1 ? "var(--sheet)" : "none"}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </>
  );
}

function Legend<Row>({ series }: { series: readonly BarSeries<Row>[] }) {
  return (
    <ul className="mb-1 flex flex-wrap gap-x-4 text-sm">
      {series.map(({ name, color = "var(--ink-soft)" }) => (
        <li key={name} className="flex items-center gap-2">
          <span aria-hidden className="size-3" style={{ background: color }} /> {name}
        </li>
      ))}
    </ul>
  );
}
