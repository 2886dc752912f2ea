import { describe, expect, test } from "vitest";
import { zoneOf } from "./zones.ts";

describe("the zone of a finding", () => {
  test.each([
    ["Lights", "All lamps", "lights"],
    ["Suspension", "Air bag", "suspension"],
    ["Frame", "ICC bumper", "rear"],
    ["Body", "Roll-up door", "rear"],
    ["Exterior", "Tailgate", "rear"],
    ["Exterior", "Counterweight", "rear"],
    ["Landing gear", "Legs", "landingGear"],
    ["Undercarriage", "Rollers", "undercarriage"],
    ["Brakes", "Front drive axle", "frontWheel"],
    ["Brakes", "Rear pads", "rearWheel"],
    ["Exterior", "Wheels", "rearWheel"],
    ["Hydraulics", "Boom cylinder", "hydraulics"],
    ["PTO", "Pump", "hydraulics"],
    ["Pins", "Bucket linkage", "pins"],
    ["Aftertreatment", "DEF doser", "exhaust"],
    ["Engine", "Exhaust manifold", "engine"],
    ["House", "House battery", "house"],
    ["Exterior", "Hood", "front"],
    ["Exterior", "Right front fender", "front"],
    ["Exterior", "Front wall", "front"],
    ["Cab", "Driver's seat", "cab"],
    ["Steering", "Drag link", "cab"],
    ["Transmission", "Clutch", "driveline"],
    ["Drive", "Belt", "driveline"],
    ["Roof", "Roof skin", "roof"],
    ["Floor", "Threshold plate", "floor"],
    ["Doors", "Entry door", "doors"],
    ["Structure", "Welds", "frame"],
    ["Electrical", "Batteries", "electrical"],
    ["Engine", "Charge air cooler", "engine"],
    ["Engine", "Rocker box", "engine"],
    ["Body", "Box", "body"],
    ["Exterior", "Rocker panel", "side"],
    ["Something", "Else", "side"],
  ])("%s: %s is at %s", (area, item, zone) => {
    expect(zoneOf({ area, item })).toBe(zone);
  });
});
