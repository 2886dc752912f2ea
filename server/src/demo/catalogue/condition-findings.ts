import type { Trade } from "./model-line.ts";

/** What an inspector may note, from a blemish to a fault that costs money. */
export interface Finding {
  readonly area: string;
  readonly item: string;
  readonly severity: "MINOR" | "MODERATE" | "MAJOR";
  readonly note: string;
  /** Only for bodies with one of these words in their name. */
  readonly bodies: readonly string[];
  /** The demo's picture of such damage. */
  readonly photo?: string;
}

const finding = (
  severity: Finding["severity"],
  area: string,
  item: string,
  note: string,
  ...bodies: string[]
): Finding => ({ area, item, severity, note, bodies });

/** The looks of units that the picture of a damage may be of. */
export const damageShownOn: Readonly<Record<string, readonly string[]>> = {
  "hood-chips": ["aero-sleeper"],
  "bumper-scrape": ["aero-sleeper"],
  "frame-rust": ["day-cab", "aero-sleeper", "long-nose-sleeper", "cab-over"],
  "box-scuffs": ["box-truck", "refrigerated-truck"],
  "bumper-scuff": ["sedan"],
  "windshield-chip": ["sedan", "suv", "coupe"],
  "curb-rash": ["sedan", "suv"],
  "rocker-rust": ["sedan", "suv"],
  "tailgate-crease": ["crew-pickup", "regular-pickup"],
  "bent-guard": ["dry-van", "reefer-trailer"],
  "counterweight-scrapes": ["excavator"],
  "cylinder-weep": ["excavator"],
  "rub-rail-dent": ["bus"],
};
const pictured = (photo: string, noted: Finding): Finding => ({ ...noted, photo });

const heavy: readonly Finding[] = [
  pictured(
    "hood-chips",
    finding("MINOR", "Exterior", "Hood", "Stone chips along the leading edge, touched up once"),
  ),
  pictured(
    "bumper-scrape",
    finding("MINOR", "Exterior", "Bumper", "Scrape at the right corner, no bend in the bracket"),
  ),
  finding(
    "MINOR",
    "Exterior",
    "Left fairing",
    "Hairline crack at the rear mount, repaired with a plate",
  ),
  finding("MINOR", "Exterior", "Mirror", "Right hood mirror arm loose, bolt needs thread locker"),
  finding("MINOR", "Cab", "Driver's seat", "Bolster worn through to the foam"),
  finding("MINOR", "Cab", "Dash", "Two dead pixels in the driver display, all gauges read"),
  finding("MINOR", "Cab", "Bunk curtain", "Track broken, curtain in the side box", "sleeper"),
  finding("MODERATE", "Engine", "Oil pan", "Damp at the rear seam, no drip after 30 minutes idle"),
  finding(
    "MODERATE",
    "Engine",
    "Coolant hoses",
    "Upper hose soft near the clamp, replace at next service",
  ),
  finding(
    "MODERATE",
    "Engine",
    "Charge air cooler",
    "Oil film at the lower boot, clamps retorqued",
  ),
  finding("MODERATE", "Brakes", "Front drive axle", "Linings at 9/32 in, within limits"),
  finding("MODERATE", "Suspension", "Air bag", "Dry rot on the left rear bag, holds overnight"),
  finding("MODERATE", "Steering", "Drag link", "Slight play at the pitman arm"),
  finding(
    "MODERATE",
    "Aftertreatment",
    "DEF doser",
    "Crystals at the tip, cleaned, one stored code cleared",
  ),
  finding("MODERATE", "Electrical", "Batteries", "Two of four test weak"),
  finding("MAJOR", "Aftertreatment", "DPF", "Ash load 84 %, forced regen needed twice this year"),
  finding(
    "MAJOR",
    "Engine",
    "Turbocharger",
    "Shaft play beyond limits, boost 4 psi low on the pull",
  ),
  finding("MAJOR", "Transmission", "Clutch", "Clutch life reads 18 %, takes up late"),
  pictured(
    "frame-rust",
    finding("MAJOR", "Frame", "Crossmember", "Rust scale between the rails behind the cab"),
  ),
];
const medium: readonly Finding[] = [
  pictured(
    "box-scuffs",
    finding("MINOR", "Body", "Box", "Scuffs on the right side panel, no daylight through", "box"),
  ),
  finding("MINOR", "Body", "Roll-up door", "Two slats patched, door tracks straight", "box"),
  finding("MINOR", "Cab", "Seat", "Seam split on the driver's bottom cushion"),
  finding("MINOR", "Exterior", "Grille", "Cracked at the lower left"),
  finding("MODERATE", "Body", "Liftgate", "Slow to rise with 2,000 lb, fluid low", "box"),
  finding("MODERATE", "Body", "Floor", "Soft board by the rear sill, 3 ft", "box"),
  finding("MODERATE", "Brakes", "Rear", "Linings at 30 %"),
  finding("MODERATE", "Engine", "Belt tensioner", "Chirps cold, quiet when warm"),
  finding("MODERATE", "Suspension", "Spring", "Right rear helper leaf cracked"),
  finding("MAJOR", "Aftertreatment", "SCR", "Derate code active, sensor quoted at $740"),
  finding(
    "MAJOR",
    "PTO",
    "Pump",
    "Weeps at the shaft seal under load",
    "dump",
    "rollback",
    "bucket",
  ),
];
const light: readonly Finding[] = [
  pictured(
    "bumper-scuff",
    finding("MINOR", "Exterior", "Front bumper", "Paint scuff at the right corner"),
  ),
  pictured(
    "windshield-chip",
    finding(
      "MINOR",
      "Exterior",
      "Windshield",
      "Star chip low on the passenger side, out of the sweep",
    ),
  ),
  pictured(
    "tailgate-crease",
    finding("MINOR", "Exterior", "Tailgate", "Crease 4 in long, paint not broken", "pickup"),
  ),
  pictured("curb-rash", finding("MINOR", "Exterior", "Wheels", "Curb rash on two rims")),
  finding("MINOR", "Interior", "Driver's seat", "Wear on the outer bolster"),
  finding("MINOR", "Interior", "Headliner", "Small stain above the second row"),
  finding("MODERATE", "Brakes", "Front pads", "3 mm left"),
  finding("MODERATE", "Engine", "Valve cover", "Seeps at the rear corner"),
  finding("MODERATE", "Suspension", "Front struts", "Left strut damp"),
  pictured(
    "rocker-rust",
    finding("MODERATE", "Exterior", "Rocker panel", "Surface rust behind the front wheel"),
  ),
  finding("MODERATE", "Electrical", "TPMS", "Left rear sensor does not report"),
  finding("MAJOR", "Exterior", "Right front fender", "Replaced and painted, overspray in the jamb"),
  finding("MAJOR", "Engine", "Exhaust manifold", "Ticks cold from a broken stud"),
];
const trailers: readonly Finding[] = [
  finding(
    "MINOR",
    "Exterior",
    "Front wall",
    "Forklift scuffs inside, liner whole",
    "van",
    "reefer",
  ),
  finding("MINOR", "Exterior", "Side skirt", "One panel missing, brackets there", "van", "reefer"),
  finding("MINOR", "Doors", "Seal", "Torn at the lower hinge", "van", "reefer"),
  finding("MINOR", "Lights", "Marker", "Right mid marker out"),
  finding(
    "MODERATE",
    "Roof",
    "Roof skin",
    "Two patches, no leak in the water test",
    "van",
    "reefer",
  ),
  finding(
    "MODERATE",
    "Floor",
    "Threshold plate",
    "Worn, bows under a pallet jack",
    "van",
    "reefer",
  ),
  finding("MODERATE", "Brakes", "Rear axle", "Linings at 8/32 in"),
  finding("MODERATE", "Suspension", "Slider pins", "Stiff, two pulls to release"),
  pictured(
    "bent-guard",
    finding("MAJOR", "Frame", "ICC bumper", "Bent 2 in, needs replacing before the road"),
  ),
  finding("MAJOR", "Doors", "Right door", "Frame racked, closes with a push", "van", "reefer"),
];
const machines: readonly Finding[] = [
  finding("MINOR", "Cab", "Door glass", "Scratches at the lower pane"),
  pictured(
    "counterweight-scrapes",
    finding("MINOR", "Exterior", "Counterweight", "Scrapes, paint only", "excavator"),
  ),
  finding("MINOR", "Cab", "Seat", "Arm rest pad gone"),
  pictured(
    "cylinder-weep",
    finding(
      "MODERATE",
      "Hydraulics",
      "Boom cylinder",
      "Rod seal weeps, no drift in 10 minutes",
      "excavator",
      "backhoe",
    ),
  ),
  finding(
    "MODERATE",
    "Pins",
    "Bucket linkage",
    "1/8 in of play at the bucket pin",
    "excavator",
    "loader",
    "backhoe",
  ),
  finding("MODERATE", "Engine", "Radiator", "Fins packed, blown out at check-in"),
  finding(
    "MODERATE",
    "Undercarriage",
    "Rollers",
    "One bottom roller seeps",
    "excavator",
    "dozer",
    "track",
  ),
  finding("MAJOR", "Hydraulics", "Swing motor", "Slow left swing when cold", "excavator"),
  finding("MAJOR", "Undercarriage", "Tracks", "Lugs below 1 in, plan on a set", "track"),
];
const buses: readonly Finding[] = [
  finding("MINOR", "Interior", "Seats", "Six seat backs taped", "school"),
  pictured("rub-rail-dent", finding("MINOR", "Exterior", "Rub rails", "Dents on the curb side")),
  finding("MINOR", "Interior", "Floor", "Cove moulding loose by row 9"),
  finding("MODERATE", "Doors", "Entry door", "Air cylinder slow to close"),
  finding("MODERATE", "Exterior", "Wheel wells", "Surface rust, no holes"),
  finding("MODERATE", "Electrical", "Stop arm", "Stays out, switch sticks", "school"),
  finding("MAJOR", "Body", "Step well", "Perforated at the rear corner"),
];
const motorhomes: readonly Finding[] = [
  finding("MINOR", "Interior", "Dinette", "Vinyl split at the seam"),
  finding("MINOR", "Exterior", "Decals", "Sun faded on the passenger side"),
  finding("MODERATE", "Roof", "Sealant", "Dry at the vents, reseal this season"),
  finding("MODERATE", "House", "Awning", "Fabric torn 10 in"),
  finding("MAJOR", "House", "House battery", "Holds 60 % of its charge"),
];

const motorcycles: readonly Finding[] = [
  finding("MINOR", "Exterior", "Left pipe", "Blued at the header, no dents"),
  finding("MINOR", "Exterior", "Engine guard", "Scraped on the left, mounts straight"),
  finding("MINOR", "Exterior", "Tank", "Fine swirl marks, no dent"),
  finding("MINOR", "Controls", "Right grip", "Torn at the end"),
  finding("MODERATE", "Engine", "Rocker box", "Mist of oil at the rear gasket"),
  finding("MODERATE", "Brakes", "Rear pads", "2 mm left"),
  finding("MODERATE", "Drive", "Belt", "One tooth chipped, tension right"),
  finding("MAJOR", "Frame", "Fork", "Dropped once; tubes true, left lowers gouged"),
];

/** The findings that fit a trade. */
export const findingsOf: Readonly<Record<Trade, readonly Finding[]>> = {
  HEAVY: heavy,
  MEDIUM: medium,
  LIGHT: light,
  TRAILER: trailers,
  EQUIPMENT: machines,
  BUS: buses,
  RV: motorhomes,
  MOTORCYCLE: motorcycles,
};

export const inspectors = [
  "D. Reyes",
  "M. Kowalski",
  "T. Okafor",
  "J. Lindqvist",
  "R. Hughes",
  "S. Nakamura",
  "C. Delgado",
  "P. Whitfield",
] as const;
export const tireBrands = [
  "Michelin",
  "Bridgestone",
  "Goodyear",
  "Continental",
  "Yokohama",
  "Hankook",
  "Toyo",
  "Firestone",
] as const;
