"""Straight trucks: a cab with its chassis, and what they share."""

import bpy
import kit
from parts import cab_inside, chassis, lamps, stacks, tanks
from parts.truck_wheels import axle
from . import aero, aero_sleeper as tractor

NOSE = 3.86
CAB_BACK = 0.52


def centred(build, back):
    """Builds with the nose at 3.86 and the end at back, then moves all so that the middle is at x=0."""
    before = set(bpy.data.objects)
    build()
    away = -(NOSE + back) / 2
    for obj in set(bpy.data.objects) - before:
        if obj.parent is None:
            obj.location.x += away
    return NOSE - back


def cab(bumper=None):
    """The cab without a berth on its front axle."""
    tractor.front_end(bumper)
    shell = aero.shell(tractor.DAY, CAB_BACK, 1.06, 0.99, rise=0.13, edge=0.13, tilt=0.05)
    whole = tractor.glazing(
        shell, CAB_BACK, [("back", [(-0.6, 2.0), (0.6, 2.0), (0.58, 2.5), (-0.58, 2.5)], 0.08, (0.2, 0.9))]
    )
    tractor.doors(whole, 0.76)
    tractor.pillars(whole)
    lamps.markers([tuple(whole.at("top", 1.55, y, 0.0)[0]) for y in (-0.72, -0.2, 0, 0.2, 0.72)])
    cab_inside.inside(2.2, 0.5, 0.96, 1.1, 1.93, 2.7, driver_x=1.15, curtain=False)
    axle(aero.FRONT_AXLE, 2.36)
    for out in (1, -1):
        aero.steps(1.0, 1.88, out)
    return whole


def running_gear(back, axles, flaps=True, tank_to=-0.3):
    """Frame, suspension, rear axles, fuel tank on the right, battery box on the left, flaps."""
    chassis.frame(back + 0.05, NOSE - 0.45, 1.0, 0.43)
    for x in axles:
        if len(axles) > 1:
            chassis.air_bags(x)
        else:
            chassis.leaf_springs(x)
        axle(x, 2.42, dual=True)
    tanks.tank(tank_to, 0.9, -0.86, 0.70, 0.30, 2)
    tanks.step_box(tank_to + 0.3, 0.9, 1.12, 0.45, 0.98, 1, 0.5)
    if flaps:
        chassis.mud_flaps(min(axles) - 0.72)
    kit.cylinder((-0.6, -0.25, 0.72), (0.9, -0.25, 0.72), 0.13, kit.steel(), 0.02, None, 28)
    kit.cylinder((min(axles) + 0.3, 0, 0.62), (1.8, 0, 0.8), 0.055, kit.steel(), 0, None, 20)


def under_guard(x, half=1.15, z=0.5):
    """The bar that keeps cars from running under, striped with tape, hung on two legs."""
    kit.box((x, x + 0.09), (-half, half), (z - 0.05, z + 0.05), kit.steel(), 0.01)
    for out in (1, -1):
        kit.box((x + 0.01, x + 0.08), sorted((out * 0.5, out * 0.58)), (z, 1.0), kit.steel(), 0.01)
    tape(x - 0.002, -half, half, z, True)


def tape(x, start, end, z, across=False, high=0.05):
    """Reflective tape in red and white lengths; across lies along y at x, else along x on the side y=x."""
    length = 0.28
    count = int((end - start) / length)
    shiny = kit.material("white tape", (0.8, 0.8, 0.8), 0.25)
    for index in range(count):
        low = start + (end - start) * index / count
        high_end = start + (end - start) * (index + 1) / count
        mat = kit.red() if index % 2 else shiny
        if across:
            kit.box((x - 0.003, x), (low, high_end), (z - high / 2, z + high / 2), mat, 0)
        else:
            for out in (1, -1):
                kit.box(
                    (low, high_end),
                    sorted((out * x, out * (x + 0.003))),
                    (z - high / 2, z + high / 2),
                    mat,
                    0,
                )


def _day_cab():
    cab()
    for out in (1, -1):
        aero.skirt(-0.4, 0.98, out)
    stacks.stack(0.3, -0.85, 1.1, 3.25, 0.068, 0.12, 1.35, 2.7)
    tractor.rear(3.0, (-1.05, -2.37), 0.5, 1.8)


def day_cab():
    """The tractor without a berth."""
    return centred(_day_cab, -3.05), 2.5, 3.3


builders = {"day-cab": day_cab}
