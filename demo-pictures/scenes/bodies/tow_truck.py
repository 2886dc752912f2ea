"""The tow truck whose steel deck slides back: side rails, winch, cab guard with beacons, wheel lift."""

import kit
from parts import lamps
from parts.shapes import tube
from . import straight

HALF, FRONT = 1.26, 0.25


def _rollback():
    deck = 1.18
    straight.cab(kit.chrome())
    straight.running_gear(-4.4, (-2.7,), tank_to=-0.3)
    slab = kit.material("deck plate", (0.4, 0.41, 0.42), 0.4, 0.85)
    kit.side(
        [
            (-5.4, deck - 0.07),
            (-5.4, deck - 0.03),
            (-4.7, deck),
            (FRONT, deck),
            (FRONT, deck - 0.1),
            (-4.8, deck - 0.1),
        ],
        2 * HALF - 0.06,
        slab,
        0.008,
    )
    for out in (1, -1):
        kit.side(
            [
                (-5.35, deck - 0.06),
                (-4.7, deck - 0.16),
                (FRONT, deck - 0.16),
                (FRONT, deck + 0.1),
                (-4.75, deck + 0.1),
                (-5.38, deck - 0.0),
            ],
            0.07,
            kit.paint(),
            0.015,
            None,
            out * HALF,
        )
        for index in range(12):
            x = -4.9 + index * 0.44
            kit.box(
                (x - 0.05, x + 0.05),
                sorted((out * (HALF + 0.03), out * (HALF + 0.045))),
                (deck - 0.04, deck + 0.04),
                kit.black(),
                0.01,
            )
        kit.box((-1.9, -0.5), sorted((out * 0.62, out * 1.2)), (0.46, 1.0), kit.paint(), 0.03)
        kit.box((-1.82, -0.58), sorted((out * 1.2, out * 1.215)), (0.52, 0.94), kit.paint(), 0.02)
        kit.box((-1.26, -1.14), sorted((out * 1.215, out * 1.235)), (0.74, 0.8), kit.chrome(), 0.008)
        kit.cylinder((-4.2, out * 0.2, 0.98), (-0.2, out * 0.2, 0.98), 0.055, kit.chrome(), 0, None, 20)
        kit.box((-4.9, FRONT), sorted((out * 0.42, out * 0.54)), (1.0, deck - 0.1), kit.steel(), 0.01)
    winch(deck)
    guard(deck)
    stinger()
    for out in (1, -1):
        for index in range(2):
            lamps.round_lamp(-4.46, out * (0.75 + index * 0.18), 0.86, 0.055, kit.red(), -1)
        kit.box((-4.46, -4.38), sorted((out * 0.45, out * 1.1)), (0.76, 0.96), kit.steel(), 0.012)
    straight.tape(HALF + 0.037, -4.7, FRONT, deck - 0.11)


def winch(deck):
    """The winch at the deck's head with its rope and hook."""
    kit.box((FRONT - 0.55, FRONT - 0.1), (-0.35, 0.35), (deck, deck + 0.03), kit.steel(), 0.006)
    kit.cylinder(
        (FRONT - 0.32, -0.25, deck + 0.17),
        (FRONT - 0.32, 0.25, deck + 0.17),
        0.1,
        kit.steel(),
        0.01,
        None,
        32,
    )
    for y in (-0.27, 0.27):
        kit.cylinder(
            (FRONT - 0.32, y - 0.03, deck + 0.17),
            (FRONT - 0.32, y + 0.03, deck + 0.17),
            0.15,
            kit.paint(),
            0.01,
            None,
            32,
        )
    tube(
        [(FRONT - 0.4, 0.02, deck + 0.2), (FRONT - 1.3, 0.05, deck + 0.03), (FRONT - 1.9, 0.1, deck + 0.02)],
        0.008,
        kit.steel(),
        0.2,
        8,
    )
    tube(
        [
            (FRONT - 1.9, 0.1, deck + 0.02),
            (FRONT - 2.02, 0.12, deck + 0.02),
            (FRONT - 2.05, 0.05, deck + 0.02),
            (FRONT - 1.98, 0.04, deck + 0.02),
        ],
        0.014,
        kit.red(),
        0.05,
        10,
    )


def guard(deck):
    """The cab guard with its work lamps and amber beacons."""
    x = FRONT + 0.02
    for y in (-1.1, -0.4, 0.4, 1.1):
        kit.box((x - 0.04, x + 0.04), (y - 0.04, y + 0.04), (1.0, 2.95), kit.paint(), 0.012)
    kit.box((x - 0.05, x + 0.05), (-1.15, 1.15), (2.9, 3.0), kit.paint(), 0.015)
    kit.box((x - 0.05, x + 0.05), (-1.15, 1.15), (1.9, 1.98), kit.paint(), 0.015)
    for index in range(18):
        y = -1.05 + index * 2.1 / 17
        kit.cylinder((x, y, 1.96), (x, y, 2.92), 0.01, kit.black(), 0, None, 8)
    kit.box((x - 0.15, x + 0.15), (-0.72, 0.72), (3.0, 3.03), kit.black(), 0.01)
    for index in range(6):
        y = -0.6 + index * 0.24
        kit.box(
            (x - 0.13, x + 0.13),
            (y - 0.11, y + 0.11),
            (3.03, 3.13),
            kit.amber() if index not in (2, 3) else kit.clear_lens(),
            0.035,
        )
    for out in (1, -1):
        lamps.headlamp(x - 0.06, out * 0.95, 2.72, 0.16, 0.12, 1, 0.07, kit.black(), 0.02, False)


def stinger():
    """The wheel lift folded under the tail."""
    kit.box((-4.95, -4.1), (-0.09, 0.09), (0.5, 0.68), kit.paint(), 0.02)
    kit.box((-5.05, -4.85), (-0.85, 0.85), (0.5, 0.64), kit.paint(), 0.02)
    for out in (1, -1):
        kit.box((-5.35, -4.9), sorted((out * 0.72, out * 0.84)), (0.5, 0.6), kit.paint(), 0.02)
        kit.cylinder((-4.4, out * 0.2, 0.6), (-3.9, out * 0.2, 0.95), 0.045, kit.chrome(), 0, None, 18)


def tow_truck():
    """A tow truck whose steel deck slides back."""
    return straight.centred(_rollback, -5.42), 2.6, 3.15


builders = {"tow-truck": tow_truck}
