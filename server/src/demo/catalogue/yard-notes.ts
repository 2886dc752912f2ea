import type { Trade } from "./model-line.ts";

/**
 * Sentences that yards write; `{}` parts are filled in. One that begins with words and bars
 * (`box|van|`) is only for bodies that have one of these words in their name.
 */
export interface NotePool {
  /** Where it comes from. */
  readonly origin: readonly string[];
  /** What was done to it. */
  readonly work: readonly string[];
  /** How it was when checked in and driven. */
  readonly checkIn: readonly string[];
}

const heavy: NotePool = {
  origin: [
    "tractor|Trade-in from a 14-truck refrigerated outfit that moved to newer iron.",
    "Single driver since new, owner-operator retired in {season}.",
    "tractor|Came off lease from a dedicated paper haul, mostly {region} interstate.",
    "Bank repossession; no records beyond the ECM download, which is in the documents.",
    "Fleet unit, second of six we are selling for the same carrier.",
    "Turned in at end of a full-service lease; every PM on a 25,000 mi schedule.",
    "Owner bought a replacement and dropped this one with us to sell.",
    "Estate sale. Sat under a roof since {season}, started monthly.",
    "tractor|Pulled a step deck for a crane company; never saw a container yard.",
    "tractor|Regional LTL truck, home every night, slip-seated.",
    "Was the spare in a family fleet of four, so it got the light work.",
    "Carrier closed its {city} terminal; this is one of the last of that group.",
  ],
  work: [
    "Overhead done and injectors replaced about 90,000 mi ago, invoice in hand.",
    "DPF cleaned and one-box gaskets replaced this spring.",
    "New clutch, flywheel and throw-out at the last service.",
    "In-frame by the dealer with the warranty paper to show for it.",
    "Turbo actuator and EGR cooler replaced inside the last year.",
    "Fresh DOT inspection in {month}; sticker on the door.",
    "Steers and four drives put on since summer.",
    "Air dryer, batteries and alternator are recent.",
    "sleeper|APU serviced with the truck, starts and cools.",
    "Seller kept oil samples; the last three show nothing out of line.",
    "Wheel seals and brakes on the rear axle done in {month}.",
    "No major work that we know of. Priced with that in mind.",
  ],
  checkIn: [
    "Fired on the second turn from cold, built air in under three minutes and idled at 40 psi oil.",
    "tractor|Pulled the grade by the yard bobtail without a code.",
    "Shifts clean through the box, no growl in reverse.",
    "Blow-by is light with the cap off. No haze on a snap throttle.",
    "Check engine lamp out; two inactive codes for a wheel speed sensor.",
    "Drives straight, a touch of wander in the steering at highway speed.",
    "sleeper|Everything in the bunk works but the reading lamp.",
    "Cab smells clean. Smoked in at some point, long ago.",
    "Regen completed parked in 38 minutes.",
    "Holds air overnight. A slow leak at the seat, that is all.",
  ],
};

const medium: NotePool = {
  origin: [
    "box|Local delivery truck for a furniture store, back at the dock every night.",
    "Rental company unit, serviced by their own shop.",
    "City surplus from the streets department.",
    "Contractor's truck; he went to a bigger one.",
    "service|bucket|Utility fleet turn-in on a ten-year cycle.",
    "box|Moving company sold the name and the trucks; this is number 12.",
    "dump|flatbed|service|Landscaper's second truck, parked winters.",
    "box|Ran parts between two plants nine miles apart.",
    "Repossession; we have one key and no manuals.",
    "box|Food bank replaced its fleet with a grant and sent us this one.",
  ],
  work: [
    "Rear brakes and drums in {month}.",
    "New batteries and starter this year.",
    "box|Liftgate rams resealed last fall.",
    "Transmission service with filters at the last PM.",
    "Turbo replaced by the dealer under warranty.",
    "DEF pump replaced, derate gone since.",
    "Tires are a mixed set but all of them legal.",
    "dump|rollback|bucket|PTO and pump were rebuilt two seasons ago.",
    "Body was washed and the frame painted black in {month}.",
    "Serviced by hours, not miles; the log is in the glove box.",
  ],
  checkIn: [
    "Starts easy and idles smooth.",
    "box|Box is dry after a hose test.",
    "Ran it around the yard: goes, stops, steers.",
    "dump|rollback|Body up and down three times with no drift.",
    "Air conditioning blows cold, radio plays.",
    "Slight exhaust leak at the flex pipe when cold.",
    "dump|rollback|bucket|Hydraulics are quick and quiet.",
    "No warning lamps at the end of the drive.",
    "Steering is tight, brakes pull even.",
  ],
};

const light: NotePool = {
  origin: [
    "One-owner trade from a franchise store in {city}.",
    "Lease return with a clean history.",
    "Company vehicle for a field salesman; all highway.",
    "County fleet turn-in, serviced on schedule.",
    "Bank unit. Sold as it came to us.",
    "Private consignment; the seller bought an electric one.",
    "Off-rental from an airport lot.",
    "Insurance recovery, no loss paid for damage.",
    "pickup|van|Plumbing company unit, racks and bins stay with it.",
    "Second owner since {season}, garage kept.",
    "Donated to a charity that asked us to sell it.",
  ],
  work: [
    "New battery and front pads in {month}.",
    "Oil changes on the dealer's record every 6,000 mi.",
    "Four matching tires from this year.",
    "Water pump and belts were done at the last service.",
    "Recall work is closed, we ran the VIN.",
    "Transmission serviced at the interval.",
    "Windshield replaced in {season}.",
    "Timing components replaced by a shop we know.",
    "Detailed on arrival; nothing else touched.",
  ],
  checkIn: [
    "Starts, drives and stops as it should.",
    "pickup|Cold start is quiet and the four-wheel drive engages.",
    "Cold start is quiet, no smoke.",
    "All windows, locks and mirrors work.",
    "Scan is clear, all monitors ready.",
    "A little road noise from the tires, otherwise tight.",
    "Air is cold, heat is hot, screen has no dead spots.",
    "One door ding on each side, nothing more.",
    "Shifts smoothly; we found no leaks on the lift.",
    "pickup|Hitch wiring tested with our light board.",
  ],
};

const trailers: NotePool = {
  origin: [
    "Part of a pool that a carrier is renewing; sister units are in this sale.",
    "Owner-operator's only trailer, washed every week.",
    "Used for storage at a plant since {season}.",
    "Came with the tractor estate, sold apart.",
    "van|reefer|Private fleet of a grocer; all loads palletized.",
    "Lease return, inspected on the way in.",
    "flatbed|step|Hauled coil twice a month and lumber the rest.",
  ],
  work: [
    "Brakes and drums on both axles in {month}.",
    "FHWA inspection current through next {month}.",
    "van|reefer|New doors hung two years ago after a dock strike.",
    "Four tires replaced this year, the others are recaps.",
    "van|reefer|Floor sealed, roof checked in the rain.",
    "Air bags and shocks done last season.",
    "Lights converted to LED, harness is sound.",
  ],
  checkIn: [
    "Tracks straight behind our yard tractor.",
    "Legs crank easy, glad hands seal.",
    "van|reefer|No daylight inside with the doors shut.",
    "ABS lamp cycles and goes out.",
    "Slider pins move freely.",
    "Ready to hook and go.",
  ],
};

const machines: NotePool = {
  origin: [
    "Off a rental fleet with the service book.",
    "Contractor finished a subdivision and has no next job for it.",
    "Farm machine, one family, shedded.",
    "Municipal water department unit, low hours for its age.",
    "Came out of a quarry; shows it on the paint, not in the pins.",
    "Dealer trade that they did not want on the front line.",
    "Lease return with the telematics history.",
  ],
  work: [
    "All fluids and filters at the last 500-hour service.",
    "excavator|loader|New bucket teeth and cutting edge.",
    "excavator|loader|Pins and bushings at the bucket were done this year.",
    "Injectors replaced by the dealer at 3,000 h.",
    "Final drives resealed in {season}.",
    "Air conditioning charged in {month}.",
    "Two hydraulic hoses are new, with our tags on them.",
  ],
  checkIn: [
    "Started cold at 38 °F and ran every function.",
    "excavator|backhoe|Digs, swings and travels with full power.",
    "excavator|loader|Controls are tight, no drift with a full bucket.",
    "Gauges stay where they belong after an hour of work.",
    "Cab is clean and the door seals.",
    "Smokes a little at start, clears in a minute.",
  ],
};

const buses: NotePool = {
  origin: [
    "District surplus, sold by order of the board.",
    "Church bus that did Sundays and one camp a year.",
    "Contractor lost the route and parks six of them with us.",
    "shuttle|Hotel shuttle, retired on age.",
    "University fleet, replaced by electric ones.",
  ],
  work: [
    "State inspection passed in {month}.",
    "Allison fluid and filters on schedule.",
    "Brakes at all wheels in {season}.",
    "New batteries and belts.",
    "Heater boxes rebuilt last winter.",
  ],
  checkIn: [
    "Starts, builds air and drives.",
    "Emergency exits and buzzers all work.",
    "Air is cold front and rear.",
    "school|Lamps and stop arm were tested.",
    "Rides level, no lean.",
  ],
};

const motorhomes: NotePool = {
  origin: [
    "Retired couple's van, stored inside.",
    "Consigned by the second owner.",
    "Rental return with a full wash-out.",
    "Bank unit, came with the manuals and one key.",
  ],
  work: [
    "Water heater replaced in {season}.",
    "Roof resealed in {season}.",
    "House batteries replaced in {month}.",
    "Fresh tires, date codes in the report.",
  ],
  checkIn: [
    "Awning, fan and pump run.",
    "Refrigerator holds on gas and on shore power.",
    "Drives without a shimmy at 65.",
    "Water system was tested and drained.",
  ],
};

const motorcycles: NotePool = {
  origin: [
    "Bank unit with one key and no books.",
    "Dealer trade, ridden to us.",
    "Estate bike, garaged under a cover.",
    "Consigned by the first owner, who quit riding.",
    "Riding school sold two of them.",
  ],
  work: [
    "Rear tire new in {month}.",
    "Battery and plugs replaced in {season}.",
    "Fork seals done by the dealer in {season}.",
    "Fluids changed at the last service, stamp in the book.",
    "Clutch cable replaced last winter.",
  ],
  checkIn: [
    "Starts on the button and settles to an even idle.",
    "Runs through all six gears, neutral is easy to find.",
    "Rode it round the yard; tracks straight hands off.",
    "Brakes are firm at lever and pedal.",
    "Both mirrors and all signals are there and work.",
  ],
};

export const notesOf: Readonly<Record<Trade, NotePool>> = {
  HEAVY: heavy,
  MEDIUM: medium,
  LIGHT: light,
  TRAILER: trailers,
  EQUIPMENT: machines,
  BUS: buses,
  RV: motorhomes,
  MOTORCYCLE: motorcycles,
};

export const closings: readonly string[] = [
  "Look at it any weekday from 8 to 4 in row {row}.",
  "Parked in row {row}; ask at the gate for the key.",
  "Row {row}. Bring steel toes, we will start it for you.",
  "We load with a dock and a yard tractor, no charge.",
  "Drive-away is possible once paid; plates are yours to bring.",
  "Forklift on site for loading on weekdays.",
  "Sold with what is in the pictures and nothing else.",
  "Read the condition report; we wrote down all that we found.",
  "Measured, photographed and driven by our own people.",
  "",
  "",
];
export const noStart: readonly string[] = [
  "Cranks but does not fire. Had fuel pressure, we looked no further.",
  "No crank when it came in on a lowboy. Sold as a tow-away.",
  "Starter clicks. Ran when parked, says the seller; we could not confirm it.",
];
export const startsOnly: readonly string[] = [
  "Starts and idles with a jump pack; we did not drive it.",
  "Runs. Would not pull itself off the trailer, so plan on towing.",
  "Starts, but the brakes are locked and we left them.",
];
