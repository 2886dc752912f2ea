"""The aerodynamic sleeper tractor with its high roof, and the parts it shares with day cabs."""

import kit
from parts import air_lines, cab_inside, chassis, lamps, panel, roof_trim, surface
from parts.truck_wheels import axle
from . import aero

SLEEPER = [
    (0.98, 2.2, 0.96),
    (1.06, 2.26, 0.985),
    (1.5, 2.3, 1.0),
    (1.93, 2.3, 1.0),
    (2.03, 2.25, 0.998),
    (2.3, 2.06, 0.99),
    (2.62, 1.85, 0.978),
    (2.78, 1.75, 0.972),
    (2.88, 1.72, 0.97),
    (3.1, 1.52, 0.968),
    (3.4, 1.2, 0.965),
    (3.65, 0.88, 0.955),
    (3.8, 0.66, 0.945),
]
DAY = [
    (0.98, 2.2, 0.96),
    (1.06, 2.26, 0.985),
    (1.5, 2.3, 1.0),
    (1.93, 2.3, 1.0),
    (2.03, 2.25, 0.998),
    (2.3, 2.06, 0.985),
    (2.62, 1.86, 0.965),
    (2.74, 1.77, 0.955),
]


def glazing(shell, back, extra=()):
    """Windshield in one bent pane, door windows dipped forward, and what else is told."""
    wanted = [
        (
            "front",
            [
                (-0.86, 2.03),
                (-0.4, 1.985),
                (0.4, 1.985),
                (0.86, 2.03),
                (0.80, 2.62),
                (0.4, 2.68),
                (-0.4, 2.68),
                (-0.80, 2.62),
            ],
            0.07,
            (1.3, 2.9),
        )
    ]
    for face in ("left", "right"):
        wanted.append(
            (
                face,
                [(0.80, 1.93), (1.3, 1.91), (1.86, 1.80), (1.62, 2.38), (1.47, 2.60), (0.80, 2.62)],
                0.07,
                (0.6, 1.5),
            )
        )
    return surface.windows(shell, wanted + list(extra), recess=0.008, seal=0.014)


def doors(whole, back=0.7):
    """Shut-lines, handles, grab bars, mirrors of both doors; wipers."""
    line = [(back, 1.04), (1.95, 1.04), (1.97, 1.72), (1.75, 2.30), (1.52, 2.69), (back, 2.70)]
    for face, out in (("left", 1), ("right", -1)):
        surface.seam(whole, face, line, 0.013, closed=True, bend=0.06)
        surface.seam(whole, face, [(back, 1.62), (1.95, 1.55)], 0.004)
        at = whole.at(face, back + 0.16, 1.74)[0]
        roof_trim.door_handle(at.x, at.y, at.z, out, kit.black())
        rail = whole.at(face, back - 0.08, 1.7)[0]
        roof_trim.grab_bar(
            [
                (back - 0.07, rail.y, 1.35),
                (back - 0.07, rail.y + out * 0.06, 1.35),
                (back - 0.07, rail.y + out * 0.05, 2.2),
                (back - 0.07, rail.y, 2.2),
            ],
            0.014,
            kit.black(),
        )
        door = whole.at(face, 1.75, 1.8)[0]
        aero.aero_mirror(1.86, door.y, out, 1.92, 2.5)
    for y0, y1 in ((0.55, 0.02), (-0.1, -0.62)):
        foot, tip = whole.at("front", y0, 1.97, 0.02)[0], whole.at("front", y1, 2.28, 0.02)[0]
        roof_trim.wiper(tuple(foot), tuple(tip), 1, 0.015)


def front_end(bumper=None):
    """Hood, lamps, grille, bumper (of the body's colour unless told), cowl."""
    bonnet = aero.hood()
    whole = aero.eyes(bonnet)
    aero.mouth(bonnet, whole)
    aero.bumper(mat=bumper)
    gaps(whole)
    for face in ("left", "right"):
        surface.seam(whole, face, [(3.5, 0.98), (3.22, 1.0)], 0.005)
        surface.plate(
            whole, face, [(2.15, 1.40), (2.36, 1.44), (2.36, 1.52), (2.15, 1.49)], kit.black(), 0.002, 0.02
        )
    kit.box((2.1, 3.5), (-0.42, 0.42), (0.6, 1.35), kit.black(), 0.05)
    kit.box((2.0, 2.36), (-0.86, 0.86), (0.7, 1.78), kit.black(), 0.03)
    for out in (1, -1):
        kit.box((1.96, 3.2), sorted((out * 0.6, out * 0.72)), (0.7, 1.3), kit.black(), 0.03)


def gaps(whole):
    """Dark gaps round the hood: towards the cab, towards the bumper; a raised line along its crown."""
    surface.seam(whole, "top", [(2.30, -0.72), (2.335, -0.4), (2.335, 0.4), (2.30, 0.72)], 0.02, bend=0.2)
    for out in (1, -1):
        surface.rod(
            whole,
            "top",
            [(3.62, out * 0.47), (3.0, out * 0.55), (2.42, out * 0.64)],
            0.012,
            kit.paint(),
            0.1,
            False,
            -0.006,
        )
    kit.box((3.2, 3.62), (-0.85, 0.85), (0.72, 0.83), kit.black(), 0.02)


def pillars(whole):
    """The black bands at the windshield's sides and over it."""
    for sign in (1, -1):
        surface.plate(
            whole,
            "front",
            [(sign * 0.88, 2.02), (sign * 0.955, 2.03), (sign * 0.895, 2.60), (sign * 0.82, 2.61)],
            kit.black(),
            0.003,
            0.02,
        )


def high_roof(whole):
    """Marker lamps and visor of the high roof."""
    for y in (-0.6, -0.2, 0, 0.2, 0.6):
        at = whole.at("front", y, 2.93, 0.004)[0]
        lamps.marker(at.x, at.y, at.z - 0.01, kit.amber(), (0.06, 0.04, 0.016))
    rows = []
    for share in (-1.0, -0.9, -0.5, 0, 0.5, 0.9, 1.0):
        at, _ = whole.at("front", share * 0.84, 2.80, 0.0)
        drop = 0.11 if abs(share) < 0.95 else 0.06
        rows.append(
            [
                (at.x - 0.02, at.y, at.z + 0.03),
                (at.x + 0.05, at.y, at.z + 0.01),
                (at.x + 0.17, at.y * 1.01, at.z - drop * 0.6),
                (at.x + 0.2, at.y * 1.01, at.z - drop),
            ]
        )
    panel.loft("visor", rows, kit.black(), thick=0.008)


def extenders(back, low, high, y=1.18):
    """Panels that carry the cab's sides on towards the trailer, rubber-edged."""
    for out in (1, -1):
        rows = [
            [
                (back + 0.02, out * (y - 0.02), z),
                (back - 0.18, out * (y + 0.005), z),
                (back - 0.36, out * (y + 0.005), z - (0.0 if z < 3 else 0.05)),
            ]
            for z in (low, low + 0.5, (low + high) / 2, high - 0.3, high)
        ]
        panel.loft(
            "extender",
            rows,
            kit.paint(),
            thick=0.02,
            crease=[(0, None, 1), (4, None, 1), (None, 0, 1), (None, 2, 1)],
        )
        kit.box(
            (back - 0.46, back - 0.35),
            sorted((out * (y - 0.012), out * (y + 0.012))),
            (low, high - 0.06),
            kit.rubber(),
            0.008,
        )


def rear(half, axles, back, hoses):
    """Everything behind the cab."""
    chassis.frame(-half + 0.02, half - 0.45, 1.0, 0.43)
    for x in axles:
        chassis.air_bags(x)
        axle(x, 2.44, dual=True)
    chassis.fifth_wheel(sum(axles) / 2 + 0.15, 1.26, 1.01)
    chassis.mud_flaps(-half + 0.05)
    air_lines.air_lines(back - 0.01, hoses)
    kit.box((-half, -half + 0.06), (-0.46, 0.46), (0.72, 0.98), kit.steel(), 0.012)
    kit.box((back - 0.95, back - 0.1), (-0.45, 0.45), (1.005, 1.02), kit.chrome(), 0.004)
    for out in (1, -1):
        for index in range(2):
            lamps.round_lamp(-half - 0.002, out * (0.2 + index * 0.16), 0.86, 0.055, kit.red(), -1)
        chassis.quarter_fender(max(axles), out * 0.99, mat=kit.black())
    kit.box((-half - 0.012, -half), (-0.1, 0.06), (0.5, 0.64), kit.white(), 0.003)


def aero_sleeper():
    """The high-roofed sleeper tractor."""
    half, back, axles = 3.86, -1.2, (-2.1, -3.42)
    front_end()
    shell = aero.shell(SLEEPER, back, 1.2, 0.99)
    berth = [
        (face, [(-0.55, 2.02), (0.12, 2.02), (0.12, 2.42), (-0.55, 2.42)], 0.09, (0.6, 1.5))
        for face in ("left", "right")
    ]
    berth += [
        (face, [(-0.45, 3.02), (0.45, 3.02), (0.36, 3.3), (-0.45, 3.3)], 0.08, (0.6, 1.5))
        for face in ("left", "right")
    ]
    whole = glazing(shell, back, berth)
    doors(whole)
    pillars(whole)
    high_roof(whole)
    for face, out in (("left", 1), ("right", -1)):
        surface.seam(whole, face, [(0.62, 1.0), (0.62, 2.75), (0.75, 3.78)], 0.006)
        surface.seam(whole, face, [(-1.05, 1.12), (-0.2, 1.12), (-0.2, 1.72), (-1.05, 1.72)], 0.008, closed=True)
        aero.skirt(-1.5, 0.98, out)
        aero.steps(1.0, 1.88, out)
        for x in (-1.0, -0.1, 0.5):
            at = whole.at(face, x, 1.03, 0.002)[0]
            lamps.marker(at.x, at.y, at.z, kit.amber(), (0.05, 0.02, 0.014)).rotation_euler = (
                0,
                0,
                1.5707963 * out,
            )
    extenders(back, 1.15, 3.75)
    cab_inside.inside(2.2, 0.2, 0.98, 1.1, 1.93, 2.75, driver_x=1.15)
    axle(aero.FRONT_AXLE, 2.36)
    rear(half, axles, back, 1.85)
    return 2 * half, 2.5, 3.98


builders = {"aero-sleeper": aero_sleeper}
