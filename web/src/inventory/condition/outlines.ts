import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { t } from "@gavelyard/messages/text";
import type { Zone } from "./zones.ts";

export type Point = readonly [x: number, y: number];

/** A side view of a kind of unit, front at the left, in a frame of `WIDTH` by `HEIGHT`. */
export interface Outline {
  /** What is drawn, such as "tractor". */
  readonly name: string;
  readonly lines: string;
  /** Wheels and rollers, drawn over the lines. */
  readonly wheels: readonly (readonly [x: number, radius: number])[];
  /** Where findings of a zone are marked; `side` stands in for zones that the unit lacks. */
  readonly at: Readonly<Partial<Record<Zone, Point>>> & { readonly side: Point };
}

export const WIDTH = 640;
export const HEIGHT = 280;
/** y of the ground under the wheels. */
export const GROUND = 250;

/** Loads of a trailer or straight truck, from `x` to the rear. */
const loads = {
  box: (x: number) => `M${x} 44H604V196H${x}ZM${x} 186H604M588 44V196`,
  flat: (x: number) => `M${x} 182H604V198H${x}ZM${x} 182V116H${x + 8}V182`,
  tank: (x: number) =>
    `M${x + 40} 76H564Q604 76 604 134T564 192H${x + 40}Q${x} 192 ${x} 134T${x + 40} 76ZM${x + 90} 76V62H${x + 130}V76M${x + 160} 76V192M${x + 280} 76V192`,
  dump: (x: number) => `M${x} 196L${x + 14} 92H596L604 196ZM${x + 90} 92V196M${x + 200} 92V196`,
} as const;

function loadOf(words: string): keyof typeof loads {
  if (/tank/i.test(words)) return "tank";
  if (/dump/i.test(words)) return "dump";
  if (/flat|step.?deck|lowboy|tow|rollback|service|utility/i.test(words)) return "flat";
  return "box";
}

const light = {
  front: [58, 176],
  lights: [78, 164],
  engine: [120, 160],
  cab: [300, 110],
  roof: [320, 76],
  doors: [320, 160],
  rear: [586, 160],
  frontWheel: [150, 212],
  rearWheel: [480, 212],
  driveline: [240, 204],
  exhaust: [540, 216],
  frame: [390, 208],
  electrical: [170, 150],
  floor: [350, 206],
  side: [420, 170],
} as const satisfies Outline["at"];

const car: Outline = {
  name: t("car"),
  lines:
    "M48 218Q44 178 70 168L182 150L248 98Q256 92 268 92H382Q396 92 408 100L478 148L566 158Q594 164 594 192L592 218ZM206 148L258 106H312V148ZM324 106H384Q394 106 402 112L448 148H324ZM318 106V214M196 152V200M462 152V200M52 184H84M560 180H594",
  wheels: [
    [152, 36],
    [480, 36],
  ],
  at: light,
};

const suv: Outline = {
  ...car,
  name: t("sport utility vehicle"),
  lines:
    "M48 216Q44 170 72 162L176 146L226 88Q232 80 246 80H536Q552 80 558 92L584 152Q590 162 590 182L588 216ZM200 144L238 94H308V144ZM320 94H420V144H320ZM432 94H534L560 144H432ZM314 94V212M426 94V212M52 180H84M572 160H588V184H576",
};

const pickup: Outline = {
  ...car,
  name: t("pickup"),
  lines:
    "M50 216V172Q52 152 80 146L190 132L236 80Q242 72 254 72H356Q366 72 370 82L386 130H590V216ZM210 130L246 86H298V130ZM310 86H350L368 130H310ZM304 86V212M388 130V212M204 136V212M52 166H82V180H50M590 150H578V176H590M42 204H104V220H42ZM560 204H600V220H560Z",
  wheels: [
    [152, 42],
    [480, 42],
  ],
  at: { ...light, body: [470, 150], floor: [440, 134] },
};

const van: Outline = {
  ...car,
  name: t("van"),
  lines:
    "M46 218Q44 172 62 158L120 132L178 66Q186 58 200 58H574Q592 58 592 76V218ZM140 134L188 76H232V134ZM242 66V212M352 66V212M242 150H352M50 176H78M580 150H592V186H580M228 148H214",
  at: { ...light, body: [450, 120], roof: [390, 60], cab: [206, 110], doors: [296, 150] },
};

const bus: Outline = {
  name: t("bus"),
  lines:
    "M40 218V84Q40 60 64 60H586Q602 60 602 78V218ZM52 82H92V140H52ZM104 82H150V212H104ZM127 82V212M168 82H232V134H168ZM244 82H308V134H244ZM320 82H384V134H320ZM396 82H460V134H396ZM472 82H536V134H472ZM168 152H602M168 168H602M44 182H72",
  wheels: [
    [200, 38],
    [470, 38],
  ],
  at: {
    ...light,
    cab: [340, 108],
    roof: [350, 62],
    doors: [127, 150],
    body: [400, 160],
    frontWheel: [200, 212],
    rearWheel: [470, 212],
    engine: [570, 190],
    driveline: [540, 212],
    side: [300, 160],
  },
};

const motorHome: Outline = {
  ...bus,
  name: t("motor home"),
  lines:
    "M44 218V178Q46 164 62 160L110 148L140 104H98Q84 104 84 90V62Q84 48 98 48H588Q602 48 602 62V218ZM130 148L156 108H196V148ZM206 104V212M300 74H372V124H300ZM404 74H468V212H404ZM496 74H572V124H496ZM48 180H78M240 40H300V48",
  wheels: [
    [138, 38],
    [510, 38],
  ],
  at: {
    ...light,
    cab: [172, 130],
    house: [336, 100],
    roof: [350, 50],
    doors: [436, 150],
    body: [330, 160],
    electrical: [260, 190],
    frontWheel: [138, 212],
    rearWheel: [510, 212],
  },
};

const motorcycle: Outline = {
  name: t("motorcycle"),
  lines:
    "M160 190L214 92M172 196L226 98M214 92L232 70H268M222 116Q272 90 336 106L356 130H250ZM356 130Q420 116 458 140L440 154H358ZM250 154H352L376 218H262ZM300 154L290 218M372 206L566 216V226L372 218M440 154L480 190L380 206M98 160Q120 116 180 122M420 140Q520 116 540 168",
  wheels: [
    [160, 62],
    [480, 62],
  ],
  at: {
    ...light,
    front: [226, 90],
    lights: [206, 100],
    engine: [304, 190],
    cab: [250, 72],
    body: [290, 112],
    frame: [196, 128],
    driveline: [430, 186],
    exhaust: [530, 220],
    suspension: [180, 160],
    frontWheel: [160, 190],
    rearWheel: [480, 190],
    electrical: [352, 140],
    side: [290, 112],
  },
};

const straightTruck = (load: keyof typeof loads): Outline => ({
  name: t("straight truck"),
  lines: `M40 216V178Q42 160 62 156L104 146L126 86Q130 78 140 78H200V216ZM122 144L140 92H186V144ZM112 150V212M44 178H70M200 204H604V216H200Z${loads[load](212)}`,
  wheels: [
    [110, 38],
    [430, 38],
    [518, 38],
  ],
  at: {
    ...light,
    cab: [164, 116],
    roof: [400, load === "flat" ? 182 : 60],
    doors: [160, 180],
    body: [400, 130],
    rear: [596, 150],
    floor: [360, 190],
    engine: [86, 172],
    driveline: [260, 206],
    exhaust: [300, 214],
    frame: [350, 208],
    electrical: [226, 212],
    frontWheel: [110, 212],
    rearWheel: [474, 212],
    hydraulics: [300, 200],
    suspension: [476, 190],
    side: [480, 130],
  },
});

const tractor = (sleeper: boolean): Outline => ({
  name: sleeper ? t("sleeper tractor") : t("day cab tractor"),
  lines: `M40 216V172Q42 156 60 152L148 138L170 74Q174 64 186 64H252V216ZM166 136L186 80H234V136ZM156 144V212M44 178H78M60 152V216M252 204H588V218H252M430 200L442 186H508L520 200M${sleeper ? "170 74L196 42Q206 34 220 34H352V216H252M276 90H312V130H276ZM366 52V204H376V52Z" : "264 70V204H274V70Z"}`,
  wheels: [
    [112, 40],
    [440, 40],
    [530, 40],
  ],
  at: {
    ...light,
    front: [48, 190],
    lights: [66, 172],
    cab: sleeper ? [294, 110] : [206, 110],
    roof: [230, sleeper ? 40 : 66],
    doors: [204, 170],
    body: [302, 170],
    engine: [112, 160],
    exhaust: [sleeper ? 371 : 269, 110],
    driveline: [340, 210],
    frame: [400, 208],
    suspension: [486, 190],
    electrical: [280, 208],
    frontWheel: [112, 210],
    rearWheel: [486, 214],
    rear: [584, 206],
    side: sleeper ? [320, 160] : [204, 190],
  },
});

const trailer = (load: keyof typeof loads): Outline => ({
  name: t("trailer"),
  lines: `${loads[load](40)}M40 198H604V210H40ZM140 210V250M128 250H154M150 210L190 210M80 210V218H100V210M596 210V240H584`,
  wheels: [
    [460, 36],
    [540, 36],
  ],
  at: {
    front: [46, 130],
    lights: [598, 190],
    roof: [300, load === "flat" ? 182 : 50],
    doors: [598, 120],
    rear: [590, 226],
    floor: [340, 188],
    frame: [320, 204],
    suspension: [500, 200],
    frontWheel: [460, 214],
    rearWheel: [520, 214],
    landingGear: [140, 232],
    electrical: [90, 196],
    side: [260, load === "flat" ? 190 : 130],
  },
});

const excavator: Outline = {
  name: t("excavator"),
  lines:
    "M262 206H524a22 22 0 0 1 0 44H262a22 22 0 0 1 0 -44ZM330 206V196H470V206M300 196V82H372L384 128H556Q582 130 582 154V196ZM314 96H362L372 140H314ZM430 128V196M316 160L214 52Q204 42 192 50L182 60L296 178M192 50L92 148L106 160L202 68M92 148L56 204Q92 228 124 200L122 152ZM250 96L318 176",
  wheels: [
    [268, 16],
    [330, 12],
    [392, 12],
    [454, 12],
    [518, 16],
  ],
  at: {
    cab: [340, 116],
    roof: [336, 84],
    doors: [340, 170],
    engine: [500, 150],
    rear: [572, 166],
    hydraulics: [250, 92],
    pins: [106, 160],
    front: [88, 196],
    undercarriage: [392, 230],
    frontWheel: [268, 230],
    rearWheel: [518, 230],
    driveline: [400, 202],
    frame: [180, 72],
    exhaust: [466, 130],
    electrical: [450, 180],
    lights: [300, 100],
    side: [440, 150],
  },
};

const loader: Outline = {
  name: t("loader"),
  lines:
    "M40 240L66 166L116 200L124 240ZM112 204L246 132L260 146L122 226M200 150H306V206H200ZM306 206V66H398V150M320 80H384V140H320ZM398 150V118H556Q584 122 584 150V206H306M440 118V206M500 118V92H512V118",
  wheels: [
    [226, 56],
    [470, 56],
  ],
  at: {
    cab: [352, 110],
    roof: [352, 68],
    doors: [352, 170],
    engine: [500, 150],
    rear: [576, 176],
    hydraulics: [190, 168],
    pins: [112, 204],
    front: [76, 218],
    undercarriage: [348, 208],
    frontWheel: [226, 194],
    rearWheel: [470, 194],
    driveline: [348, 210],
    frame: [250, 160],
    exhaust: [506, 98],
    electrical: [420, 180],
    lights: [310, 76],
    side: [420, 150],
  },
};

const forklift: Outline = {
  name: t("forklift"),
  lines:
    "M150 36V240M168 36V240M150 236H52M150 150V236M150 80H168M150 130H168M184 226V156H300V122H424Q476 126 480 164V226ZM210 156L238 52H404L416 122M300 156V122M330 122V104H376V122",
  wheels: [
    [232, 36],
    [424, 32],
  ],
  at: {
    cab: [320, 96],
    roof: [320, 54],
    engine: [390, 160],
    rear: [470, 176],
    hydraulics: [159, 110],
    pins: [150, 190],
    front: [96, 232],
    undercarriage: [330, 226],
    frontWheel: [232, 214],
    rearWheel: [424, 218],
    driveline: [280, 214],
    frame: [200, 200],
    electrical: [440, 150],
    lights: [226, 100],
    side: [300, 186],
  },
};

/** Returns the drawing for a kind of unit, or null if none resembles it. */
export function outlineOf(
  unit: Pick<InventoryDetail, "inventoryType" | "bodyStyle" | "cabType" | "specs">,
): Outline | null {
  const body = unit.bodyStyle ?? "";
  switch (unit.inventoryType) {
    case "CAR":
      return car;
    case "SUV":
      return suv;
    case "PICKUP":
      return pickup;
    case "VAN":
      return van;
    case "BUS":
      return bus;
    case "RV":
      return /van/i.test(body) ? van : motorHome;
    case "MOTORCYCLE":
      return motorcycle;
    case "TRUCK_STRAIGHT":
      return straightTruck(loadOf(body));
    case "TRUCK_TRACTOR":
      return tractor(unit.cabType === "SLEEPER");
    case "TRAILER":
      return trailer(loadOf(unit.specs.trailer?.trailerType ?? body));
    case "EQUIPMENT": {
      const words = `${unit.specs.equipment?.category ?? ""} ${body}`;
      if (/excavator/i.test(words)) return excavator;
      if (/fork/i.test(words)) return forklift;
      return /wheel loader|backhoe|skid/i.test(words) ? loader : null;
    }
    case "OTHER":
      return null;
  }
}
