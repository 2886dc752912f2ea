"""The cab-over tractor: a tall flat face over the front axle, a roof deflector, a berth behind the seats."""

import kit
from parts import cab_inside, chassis, lamps, panel, roof_trim, surface, tanks
from parts.truck_wheels import axle
from . import aero, aero_sleeper as tractor

HALF, BACK, FRONT_AXLE = 3.4, 0.98, 1.98
FACE = [
    (0.98, 3.20, 0.97),
    (1.06, 3.29, 0.99),
    (1.5, 3.33, 1.0),
    (1.88, 3.33, 1.0),
    (2.0, 3.30, 0.998),
    (2.4, 3.20, 0.99),
    (2.8, 3.06, 0.975),
    (2.95, 2.98, 0.965),
]


def face(shell):
    """Headlamps, grille, slots, windshield and door windows of the cab."""
    whole = aero.eyes(shell, -0.47, 0.12)
    aero.mouth(shell, whole, -0.47, 0.27)
    surface.hole(
        shell,
        whole,
        "front",
        [(-0.62, 1.70), (0.62, 1.70), (0.66, 1.78), (-0.66, 1.78)],
        0.03,
        radius=0.03,
        reach=(3.0, 3.8),
    )
    wanted = [
        (
            "front",
            [
                (-1.0, 1.98),
                (-0.4, 1.94),
                (0.4, 1.94),
                (1.0, 1.98),
                (0.96, 2.78),
                (0.4, 2.82),
                (-0.4, 2.82),
                (-0.96, 2.78),
            ],
            0.08,
            (2.5, 3.8),
        )
    ]
    for out in ("left", "right"):
        wanted.append(
            (
                out,
                [(1.84, 1.90), (2.3, 1.88), (2.93, 1.78), (2.83, 2.5), (2.70, 2.70), (1.84, 2.72)],
                0.08,
                (0.7, 1.5),
            )
        )
        wanted.append((out, [(1.14, 2.06), (1.58, 2.06), (1.58, 2.5), (1.14, 2.5)], 0.08, (0.7, 1.5)))
    surface.windows(shell, wanted, recess=0.008, seal=0.014)
    return whole


def trim(whole):
    """Shut-lines, handles, mirrors, wipers, visor, lamps."""
    door = [(1.74, 1.02), (3.0, 1.02), (3.06, 1.72), (2.90, 2.5), (2.74, 2.79), (1.74, 2.80)]
    for side, out in (("left", 1), ("right", -1)):
        surface.seam(whole, side, door, 0.013, closed=True, bend=0.06)
        surface.seam(whole, side, [(1.74, 1.60), (3.03, 1.60)], 0.005)
        surface.seam(whole, side, [(1.10, 1.15), (1.62, 1.15), (1.62, 1.68), (1.10, 1.68)], 0.008, closed=True)
        at = whole.at(side, 1.92, 1.42)[0]
        roof_trim.door_handle(at.x, at.y, at.z, out, kit.chrome())
        aero.aero_mirror(2.98, out * 1.17, out, 1.95, 2.62)
        roof_trim.grab_bar(
            [
                (1.68, out * 1.19, 1.3),
                (1.68, out * 1.25, 1.3),
                (1.68, out * 1.25, 2.3),
                (1.68, out * 1.19, 2.3),
            ],
            0.014,
            kit.chrome(),
        )
        surface.plate(
            whole,
            "front",
            [(out * 1.03, 1.96), (out * 1.10, 1.97), (out * 1.05, 2.76), (out * 0.99, 2.77)],
            kit.black(),
            0.003,
            0.02,
        )
    surface.seam(whole, "front", [(-1.02, 1.88), (1.02, 1.88)], 0.012)
    surface.seam(whole, "front", [(-0.6, 1.06), (-0.6, 1.88)], 0.006)
    surface.seam(whole, "front", [(0.6, 1.06), (0.6, 1.88)], 0.006)
    for y0, y1 in ((0.75, 0.3), (0.0, -0.45), (-0.75, -0.98)):
        foot, tip = whole.at("front", y0, 1.92, 0.02)[0], whole.at("front", y1, 2.25, 0.02)[0]
        roof_trim.wiper(tuple(foot), tuple(tip), 1, 0.015)
    rows = []
    for share in (-1.0, -0.9, -0.5, 0, 0.5, 0.9, 1.0):
        at, _ = whole.at("front", share * 1.0, 2.88, 0.0)
        rows.append(
            [
                (at.x - 0.02, at.y, at.z + 0.03),
                (at.x + 0.06, at.y, at.z),
                (at.x + 0.18, at.y * 1.01, at.z - 0.08),
                (at.x + 0.2, at.y * 1.01, at.z - 0.13),
            ]
        )
    panel.loft("visor", rows, kit.black(), thick=0.008)


def deflector():
    """The roof's air deflector with marker lamps before it."""
    rows = []
    for x, z, half in (
        (2.62, 3.06, 0.86),
        (2.35, 3.28, 0.94),
        (1.9, 3.58, 1.02),
        (1.45, 3.78, 1.08),
        (1.06, 3.86, 1.1),
    ):
        rows.append(
            panel.mirrored(
                [
                    (x, 0, z),
                    (x, half * 0.5, z - 0.005),
                    (x, half - 0.12, z - 0.03),
                    (x, half - 0.02, z - 0.1),
                    (x, half, z - 0.22),
                    (x - 0.0, half, 3.02),
                ]
            )
        )
    panel.loft(
        "deflector", rows, kit.paint(), thick=0.012, caps=(True, False), crease=[(4, None, 1), (0, None, 0.6)]
    )
    lamps.markers([(2.72, y, 3.05) for y in (-0.8, -0.22, 0, 0.22, 0.8)])


def low_front():
    """Bumper, steps before the wheels, wheel guards."""
    aero.bumper(-0.47, None, 0.30, 0.92)
    kit.box((2.6, 3.1), (-1.0, 1.0), (0.85, 1.02), kit.black(), 0.02)
    for out in (1, -1):
        aero.steps(2.55, 2.86, out, 1.18, 2, 0.45, 0.98)
        chassis.quarter_fender(FRONT_AXLE, out * 1.01, 0.52, 0.36, 8, 172, kit.black())
        kit.box((0.98, 1.42), sorted((out * 0.75, out * 1.19)), (0.55, 0.98), kit.black(), 0.03)


def cab_over():
    """The cab-over tractor."""
    shell = aero.shell(FACE, BACK, 1.2, 1.19, edge=0.14, rise=0.12, tilt=0.03, round_back=0.12)
    whole = face(shell)
    trim(whole)
    deflector()
    low_front()
    axle(FRONT_AXLE, 2.36)
    for out in (1, -1):
        tanks.tank(-0.75, 0.85, out * 0.84, 0.68, 0.33, 2)
        tanks.hung_steps(0.1, 0.6, out * 1.19, 0.5, 0.85, out, 2)
    tractor.rear(HALF, (-1.55, -2.87), BACK, 1.9)
    kit.box((1.0, 2.8), (-0.42, 0.42), (0.6, 1.2), kit.black(), 0.05)
    cab_inside.inside(3.18, 1.02, 1.13, 1.2, 1.92, 2.95, driver_x=2.3)
    return 2 * HALF, 2.5, 3.9


builders = {"cab-over": cab_over}
