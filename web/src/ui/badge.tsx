import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "live" | "attention" | "winning" | "outbid";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-sunken text-ink",
  live: "live",
  attention: "bg-amber text-on-amber",
  winning: "bg-winning-bg text-winning",
  outbid: "bg-outbid-bg text-outbid",
};

/** A status as a word, with an icon where only the color would show it. */
export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge ${tones[tone]}`}>{children}</span>;
}
