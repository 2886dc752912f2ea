"""The tanker: an oval polished tank with manholes, catwalk, ladder, cabinets and hoses on a straight chassis."""

import math
import kit
from parts import chassis, lamps, panel, stacks
from parts.shapes import tube, turned
from . import straight

BACK, FRONT, MIDDLE = -5.0, 0.2, 2.02
WIDE, TALL = 1.24, 0.80


def oval(x, scale=1.0, count=28):
    """The tank's section."""
    ring = []
    for index in range(count):
        turn = 2 * math.pi * index / count
        power = 0.82
        c, s = math.cos(turn), math.sin(turn)
        ring.append(
            (
                x,
                WIDE * scale * math.copysign(abs(c) ** power, c),
                MIDDLE + TALL * scale * math.copysign(abs(s) ** power, s),
            )
        )
    return ring


def bright():
    """Brushed, polished tank metal."""
    return kit.material("tank metal", (0.7, 0.71, 0.72), 0.22, 1.0)


def vessel():
    """The tank with dished heads, ring seams and sills."""
    rows = [oval(BACK - 0.16, 0.45), oval(BACK - 0.10, 0.8), oval(BACK - 0.02, 0.965), oval(BACK + 0.02, 1.0)]
    rows += [oval(BACK + 0.02 + (FRONT - BACK - 0.04) * share, 1.0) for share in (0.02, 0.33, 0.66, 0.98)]
    rows += [
        oval(FRONT - 0.02, 1.0),
        oval(FRONT + 0.02, 0.965),
        oval(FRONT + 0.10, 0.8),
        oval(FRONT + 0.16, 0.45),
    ]
    panel.loft("tank", rows, kit.paint(), True, (True, True), levels=3)
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = BACK + (FRONT - BACK) * share
        tube(
            [*oval(x, 1.004, 48), oval(x, 1.004, 48)[0]],
            0.022 if share in (0.0, 1.0) else 0.014,
            bright(),
            0.001,
            10,
            False,
        )
    for out in (1, -1):
        kit.side(
            [(BACK + 0.1, 1.0), (BACK + 0.1, 1.26), (FRONT - 0.1, 1.26), (FRONT - 0.1, 1.0)],
            0.08,
            kit.steel(),
            0.01,
            None,
            out * 0.42,
        )
        for index in range(7):
            x = BACK + 0.4 + index * (FRONT - BACK - 0.8) / 6
            kit.box((x - 0.03, x + 0.03), sorted((out * 0.42, out * 0.8)), (1.05, 1.5), kit.steel(), 0.006)


def top():
    """Manholes, vents, spill rails, catwalk and hand rails along the crown."""
    z = MIDDLE + TALL
    for share in (0.14, 0.38, 0.62, 0.86):
        x = BACK + (FRONT - BACK) * share
        lid = turned(
            "manhole",
            [(0.28, -0.04), (0.28, 0.05), (0.3, 0.055), (0.3, 0.075), (0.24, 0.1), (0.1, 0.115), (0, 0.116)],
            bright(),
            40,
        )
        lid.location, lid.rotation_euler = (x, 0, z), (math.pi / 2, 0, 0)
        kit.box((x - 0.05, x + 0.05), (-0.3, 0.3), (z + 0.09, z + 0.13), bright(), 0.01)
        kit.cylinder((x + 0.42, 0, z - 0.02), (x + 0.42, 0, z + 0.1), 0.05, bright(), 0.01, None, 20)
    for out in (1, -1):
        kit.box(
            (BACK + 0.1, FRONT - 0.1), sorted((out * 0.5, out * 0.515)), (z - 0.09, z + 0.09), bright(), 0.004
        )
    kit.box((BACK + 0.1, FRONT - 0.1), (-0.72, -0.52), (z - 0.06, z - 0.04), bright(), 0.004)
    tube(
        [
            (BACK + 0.3, -0.72, z - 0.05),
            (BACK + 0.3, -0.72, z + 0.45),
            (FRONT - 0.3, -0.72, z + 0.45),
            (FRONT - 0.3, -0.72, z - 0.05),
        ],
        0.018,
        bright(),
        0.08,
        12,
    )
    for share in (0.33, 0.66):
        x = BACK + (FRONT - BACK) * share
        kit.cylinder((x, -0.72, z - 0.05), (x, -0.72, z + 0.45), 0.015, bright(), 0, None, 12)


def ladder():
    """The ladder at the rear, and the rear's lamps and bumper."""
    x = BACK - 0.28
    for y in (-0.72, -0.36):
        tube([(x, y, 0.75), (x, y, 2.6), (x + 0.25, y, 2.98), (x + 0.6, y, 2.98)], 0.018, bright(), 0.15, 12)
    for index in range(7):
        z = 0.85 + index * 0.29
        kit.cylinder((x, -0.72, z), (x, -0.36, z), 0.014, bright(), 0, None, 12)
    kit.box((BACK - 0.22, BACK - 0.1), (-1.2, 1.2), (0.84, 1.0), bright(), 0.02)
    kit.box((BACK - 0.3, BACK - 0.2), (-1.15, 1.15), (0.46, 0.58), bright(), 0.02)
    straight.tape(BACK - 0.301, -1.1, 1.1, 0.52, True)
    for out in (1, -1):
        kit.box((BACK - 0.26, BACK - 0.16), sorted((out * 0.42, out * 0.5)), (0.5, 0.98), kit.steel(), 0.01)
        for index in range(3):
            lamps.round_lamp(
                BACK - 0.225,
                out * (1.08 - index * 0.17),
                0.92,
                0.053,
                kit.red() if index < 2 else kit.amber(),
                -1,
            )


def diamond(face_x, y, z, size=0.27, across=True):
    """A hazard diamond without words."""
    red, white = kit.material("placard", (0.55, 0.02, 0.02), 0.5), kit.white()
    for scale, mat, lift in ((1.0, white, 0.0), (0.92, red, 0.003)):
        wide = size / math.sqrt(2) * scale
        sheet = kit.box((-0.003, 0.003), (-wide / 2, wide / 2), (-wide / 2, wide / 2), mat, 0.002)
        if across:
            sheet.location, sheet.rotation_euler = (face_x - lift, y, z), (math.pi / 4, 0, 0)
        else:
            sheet.rotation_mode = "XYZ"
            sheet.location, sheet.rotation_euler = (face_x, y + math.copysign(lift, y), z), (
                math.pi / 4,
                0,
                math.pi / 2,
            )


def plumbing():
    """Valve cabinets, hose tubes, outlets and a fender over the duals on each side."""
    for out in (1, -1):
        kit.box((-1.75, -0.45), sorted((out * 0.7, out * 1.18)), (0.48, 1.12), bright(), 0.025)
        for x in (-1.42, -0.78):
            kit.box((x - 0.28, x + 0.28), sorted((out * 1.18, out * 1.195)), (0.54, 1.06), bright(), 0.02)
            kit.box((x + 0.18, x + 0.22), sorted((out * 1.195, out * 1.22)), (0.76, 0.86), kit.black(), 0.006)
        kit.cylinder((BACK + 0.3, out * 1.0, 1.22), (-0.4, out * 1.0, 1.22), 0.085, bright(), 0.01, None, 28)
        for x in (BACK + 0.3, -0.4):
            kit.cylinder(
                (x - 0.015, out * 1.0, 1.22), (x + 0.015, out * 1.0, 1.22), 0.1, kit.black(), 0.006, None, 28
            )
        chassis.quarter_fender(-2.35, out * 0.98, start=20, end=185, mat=bright())
        chassis.quarter_fender(-3.67, out * 0.98, start=-5, end=150, mat=bright())
        diamond(-2.6, out * (WIDE + 0.008), MIDDLE, 0.3, False)
    diamond(BACK - 0.2, 0.5, MIDDLE - 0.1, 0.3)
    for index in range(3):
        x = -1.95 - index * 0.0
        kit.cylinder(
            (x, -0.5 + index * 0.5, 1.0), (x, -0.5 + index * 0.5, 1.25), 0.06, bright(), 0.01, None, 24
        )


def _tanker():
    straight.cab(kit.chrome())
    straight.running_gear(BACK - 0.1, (-2.35, -3.67), tank_to=-0.3)
    vessel()
    top()
    ladder()
    plumbing()
    straight.tape(WIDE + 0.0, -0.4, -0.2, 1.6)
    stacks.stack(0.43, -0.88, 1.1, 3.2, 0.062, 0.09, 1.35, 2.5)


def tanker():
    """A straight tank truck."""
    return straight.centred(_tanker, BACK - 0.3), 2.55, 3.3


builders = {"tanker": tanker}
