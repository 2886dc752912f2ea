"""What shows through a cab's glass: seats, steering wheel, dash, doors' inner cards, headliner, curtain."""

import math
import bpy
import kit
from . import panel
from .shapes import tube, turned


def cloth(name="seat cloth", color=(0.055, 0.052, 0.05)):
    """Seat cover."""
    return kit.material(name, color, 0.8)


def seat(x, y, z, wide=0.52, mat=None):
    """An air-ride seat with armrests and headrest; z is the cushion's top."""
    mat = mat or cloth()
    half = wide / 2
    kit.box((x - 0.24, x + 0.27), (y - half, y + half), (z - 0.13, z), mat, 0.055)
    kit.box((x - 0.2, x + 0.2), (y - half + 0.06, y + half - 0.06), (z - 0.45, z - 0.1), kit.black(), 0.03)
    back = kit.box((-0.07, 0.07), (y - half + 0.01, y + half - 0.01), (0, 0.66), mat, 0.06)
    back.location, back.rotation_euler = (x - 0.24, 0, z - 0.04), (0, -0.16, 0)
    for side in (1, -1):
        bolster = kit.box(
            (-0.02, 0.1), sorted((y + side * (half - 0.1), y + side * half)), (0.08, 0.5), mat, 0.04
        )
        bolster.location, bolster.rotation_euler = (x - 0.24, 0, z - 0.04), (0, -0.16, 0)
        kit.box(
            (x - 0.2, x + 0.16),
            sorted((y + side * (half + 0.01), y + side * (half + 0.07))),
            (z + 0.17, z + 0.23),
            mat,
            0.03,
        )
    head = kit.box((-0.05, 0.05), (y - 0.13, y + 0.13), (0.68, 0.86), mat, 0.045)
    head.location, head.rotation_euler = (x - 0.24, 0, z - 0.04), (0, -0.16, 0)


def steering_wheel(x, y, z, radius=0.225, tip=0.95):
    """A four-spoke wheel on its column, tipped towards the driver at (x, y, z)."""
    points = [
        (radius + 0.016 * math.cos(a), 0.016 * math.sin(a)) for a in [k * math.pi / 6 for k in range(12)]
    ]
    rim = turned("steering wheel", points, kit.black(), 48, True)
    hub = turned("horn", [(0, 0.03), (0.05, 0.028), (0.07, 0.01), (0.07, -0.02), (0, -0.03)], kit.black(), 24)
    parts = [rim, hub]
    for turn in (0.6, 2.54, 3.75, 5.67):
        bar = kit.box((0.05, radius), (-0.008, 0.008), (-0.018, 0.018), kit.chrome(), 0.006)
        bar.rotation_euler = (0, -turn, 0)
        parts.append(bar)
    pivot = bpy.data.objects.new("pivot", None)
    bpy.context.collection.objects.link(pivot)
    for part in parts:
        part.parent = pivot
    pivot.rotation_mode = "ZYX"
    pivot.location, pivot.rotation_euler = (x, y, z), (0, tip, math.pi / 2)
    kit.cylinder(
        (x, y, z), (x + 0.5 * math.cos(tip), y, z - 0.5 * math.sin(tip)), 0.03, kit.black(), 0, None, 16
    )


def dash(x_front, x_back, half, top, low, mat=None):
    """A dash with a rounded brow before the driver, gauges and a panel of switches."""
    mat = mat or kit.material("dash", (0.05, 0.047, 0.045), 0.7)
    profile = [
        (x_front, low),
        (x_front, top - 0.01),
        (x_front - 0.1, top + 0.01),
        (x_back + 0.1, top + 0.005),
        (x_back + 0.02, top - 0.03),
        (x_back + 0.03, top - 0.09),
        (x_back + 0.07, top - 0.3),
        (x_back + 0.1, low),
    ]
    rows = []
    for share in (-1, -0.98, -0.5, 0, 0.25, 0.5, 0.75, 0.98, 1):
        brow = 0.045 if 0.2 < share < 0.8 else 0.0
        rows.append(
            [
                (px - (brow if pz > top - 0.2 else 0), share * half, pz + (brow if pz > top - 0.05 else 0))
                for px, pz in profile
            ]
        )
    panel.loft("dash", rows, mat, levels=2)
    wood = kit.material("dash wood", (0.12, 0.05, 0.02), 0.3)
    kit.box((x_back + 0.015, x_back + 0.06), (0.05, half * 0.82), (top - 0.22, top - 0.05), wood, 0.01)
    for index in range(6):
        dial = turned(
            "gauge", [(0.036, 0), (0.036, 0.012), (0.03, 0.014), (0.03, 0.006), (0, 0.006)], kit.chrome(), 20
        )
        dial.location, dial.rotation_euler = (
            x_back + 0.016,
            half * 0.12 + index * half * 0.12,
            top - 0.13,
        ), (0, 0, math.pi / 2)


def inside(x_front, x_back, half, floor, belt, roof, seats=True, curtain=True, driver_x=None):
    """A whole cab inside: x_front is the windshield's foot, belt the windows' foot."""
    trim = kit.material("cab trim", (0.16, 0.15, 0.14), 0.75)
    dash(x_front - 0.02, x_front - 0.42, half * 0.93, belt - 0.0, floor + 0.25)
    driver = driver_x or x_front - 0.95
    if seats:
        for y in (0.5 * half, -0.5 * half):
            seat(driver, y, floor + 0.62)
    steering_wheel(x_front - 0.52, 0.5 * half, belt + 0.0)
    kit.box((x_back + 0.02, x_front), (-half, half), (floor - 0.03, floor), kit.black(), 0.01)
    kit.box((x_front - 0.9, x_front - 0.6), (-0.12, 0.12), (floor, floor + 0.32), kit.black(), 0.04)
    tube(
        [(x_front - 0.75, 0.0, floor + 0.3), (x_front - 0.8, 0.02, floor + 0.75)],
        0.012,
        kit.chrome(),
        0.02,
        10,
    )
    kit.box(
        (x_back + 0.06, x_front - 0.5), (-half * 0.85, half * 0.85), (roof - 0.03, roof - 0.01), trim, 0.01
    )
    for y in (0.42 * half, -0.42 * half):
        visor = kit.box((-0.01, 0.01), (y - 0.26, y + 0.26), (-0.15, 0), trim, 0.01)
        visor.location, visor.rotation_euler = (x_front - 0.36, 0, roof - 0.05), (0, 0.9, 0)
    if curtain:
        draped(x_back + 0.1, half * 0.95, floor, roof - 0.05)


def draped(x, half, low, high):
    """A pleated curtain across the cab's back."""
    rows = []
    count = 60
    for z in (low, high):
        rows.append(
            [
                (x + 0.018 * math.sin(index * 1.9), -half + 2 * half * index / count, z)
                for index in range(count + 1)
            ]
        )
    panel.loft("curtain", rows, kit.material("curtain", (0.10, 0.085, 0.07), 0.9), levels=1)
