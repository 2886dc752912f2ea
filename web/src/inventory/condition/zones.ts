/** A place on a unit where findings are marked. */
export type Zone =
  | "lights"
  | "suspension"
  | "rear"
  | "cab"
  | "doors"
  | "landingGear"
  | "undercarriage"
  | "frontWheel"
  | "rearWheel"
  | "hydraulics"
  | "pins"
  | "house"
  | "roof"
  | "floor"
  | "exhaust"
  | "driveline"
  | "frame"
  | "body"
  | "front"
  | "engine"
  | "electrical"
  | "side";

/** Words that place a finding in a zone. The first match wins, so specific words come first. */
const wordsOf: readonly (readonly [RegExp, Zone])[] = [
  [/light|lamp/, "lights"],
  [/suspension|air (bag|ride)|strut|shock|spring/, "suspension"],
  [/tailgate|lift ?gate|roll-up|counterweight|icc|rear (bumper|door)/, "rear"],
  [/landing gear/, "landingGear"],
  [/undercarriage|track|roller/, "undercarriage"],
  [/(front|steer).*(brake|axle|wheel|tire)/, "frontWheel"],
  [/brake|axle|wheel|tire|hub/, "rearWheel"],
  [/hydraulic|boom|\bpto\b/, "hydraulics"],
  [/\bpins?\b|bucket|linkage/, "pins"],
  [/exhaust(?! manifold)|aftertreatment|\b(dpf|def|scr|pipe)\b/, "exhaust"],
  [/house|awning|appliance|generator/, "house"],
  [/windshield|grille|hood|bumper|fender|front wall/, "front"],
  [/cab|interior|seat|dash|control|steering|mirror|headliner/, "cab"],
  [/transmission|clutch|drive\b|driveline|shift|gear/, "driveline"],
  [/roof/, "roof"],
  [/floor/, "floor"],
  [/door/, "doors"],
  [/frame|chassis|structure/, "frame"],
  [/electric|batter|wiring|sensor|camera/, "electrical"],
  [/engine/, "engine"],
  [/\b(body|box|tank)\b/, "body"],
];

/** Returns the zone of a finding; the side of the unit if its words name no place. */
export function zoneOf({ area, item }: { readonly area: string; readonly item: string }): Zone {
  const words = `${item} ${area}`.toLowerCase();
  return wordsOf.find(([pattern]) => pattern.test(words))?.[1] ?? "side";
}
