"""The flatbed truck: boards, headboard, rub rails with winches."""

import kit
from parts import lamps, tanks
from parts.shapes import copies
from . import straight

BACK, FRONT, DECK = -5.2, 0.25, 1.24
HALF = 1.26


def boards(back, front, deck, half):
    """A deck of hardwood boards, each a little other in height and tone."""
    tones = [
        kit.material(f"deck wood {index}", color, 0.7)
        for index, color in enumerate(((0.20, 0.115, 0.06), (0.16, 0.09, 0.045), (0.24, 0.15, 0.085)))
    ]
    count = 14
    wide = 2 * half / count
    for index in range(count):
        y = -half + index * wide
        lift = (index * 7 % 5) * 0.0012
        kit.box(
            (back, front),
            (y + 0.003, y + wide - 0.003),
            (deck - 0.035, deck + lift),
            tones[index * 5 % 3],
            0.004,
        )
    for index in range(9):
        x = back + 0.2 + index * (front - back - 0.4) / 8
        screws = kit.cylinder(
            (x, -half + 0.05, deck + 0.003), (x, -half + 0.05, deck + 0.008), 0.012, kit.steel(), 0, None, 8
        )
        start = screws.location.copy()
        copies(
            screws,
            [
                ((start.x, start.y + step * wide, start.z), screws.rotation_euler[:])
                for step in range(1, count)
            ],
        )


def headboard(x, deck, half, high=1.35):
    """A headboard of posts, plate below and bars above."""
    kit.box((x - 0.06, x), (-half, half), (deck, deck + 0.55), kit.paint(), 0.01)
    for y in (-half + 0.05, -0.62, 0, 0.62, half - 0.05):
        kit.box((x - 0.08, x + 0.0), (y - 0.045, y + 0.045), (deck, deck + high), kit.paint(), 0.012)
    for index in range(9):
        z = deck + 0.6 + index * (high - 0.62) / 8
        kit.box((x - 0.05, x - 0.02), (-half, half), (z - 0.016, z + 0.016), kit.paint(), 0.006)
    kit.box((x - 0.09, x + 0.01), (-half, half), (deck + high - 0.05, deck + high + 0.05), kit.paint(), 0.018)


def rub_rail(back, front, deck, half):
    """Side rails with stake pockets, spools, rub rail, winches with straps."""
    for out in (1, -1):
        kit.box(
            (back, front),
            sorted((out * (half - 0.06), out * half)),
            (deck - 0.15, deck + 0.006),
            kit.paint(),
            0.01,
        )
        kit.box(
            (back + 0.02, front - 0.02),
            sorted((out * (half + 0.06), out * (half + 0.075))),
            (deck - 0.10, deck - 0.03),
            kit.paint(),
            0.006,
        )
        pocket = kit.box(
            (back + 0.25 - 0.05, back + 0.25 + 0.05),
            sorted((out * half, out * (half + 0.062))),
            (deck - 0.13, deck - 0.005),
            kit.paint(),
            0.006,
        )
        spool = kit.cylinder(
            (back + 0.55, out * half, deck - 0.07),
            (back + 0.55, out * (half + 0.06), deck - 0.07),
            0.022,
            kit.paint(),
            0,
            None,
            14,
        )
        step = 0.61
        count = int((front - back - 0.4) / step)
        copies(pocket, [((index * step, 0, 0), (0, 0, 0)) for index in range(1, count + 1)])
        for index in range(1, count):
            kit.cylinder(
                (back + 0.55 + index * step, out * half, deck - 0.07),
                (back + 0.55 + index * step, out * (half + 0.06), deck - 0.07),
                0.022,
                kit.paint(),
                0,
                None,
                14,
            )
        for index in range(0, count, 2):
            x = back + 0.85 + index * step
            kit.cylinder(
                (x - 0.07, out * (half - 0.05), deck - 0.21),
                (x + 0.07, out * (half - 0.05), deck - 0.21),
                0.055,
                kit.material("strap", (0.6, 0.36, 0.02), 0.8),
                0.01,
                None,
                20,
            )
            for dx in (-0.09, 0.08):
                kit.box(
                    (x + dx, x + dx + 0.012),
                    sorted((out * (half - 0.12), out * (half + 0.01))),
                    (deck - 0.27, deck - 0.14),
                    kit.steel(),
                    0.004,
                )


def under(back, front, deck):
    """Long sills and cross members under a deck."""
    for out in (1, -1):
        kit.box((back, front), sorted((out * 0.36, out * 0.46)), (1.0, deck - 0.1), kit.steel(), 0.01)
    for index in range(15):
        x = back + 0.15 + index * (front - back - 0.3) / 14
        kit.box(
            (x - 0.03, x + 0.03), (-HALF + 0.04, HALF - 0.04), (deck - 0.14, deck - 0.035), kit.steel(), 0.006
        )


def tail(back, deck, half):
    """A tail sill with lamps and tape."""
    kit.box((back - 0.03, back + 0.05), (-half, half), (deck - 0.2, deck + 0.006), kit.paint(), 0.012)
    for out in (1, -1):
        for index in range(3):
            lamps.round_lamp(
                back - 0.032,
                out * (half - 0.14 - index * 0.17),
                deck - 0.1,
                0.053,
                kit.red() if index < 2 else kit.white(),
                -1,
            )
    for y in (-0.2, 0, 0.2):
        lamps.flat_lamp(back - 0.03, y, deck - 0.06, 0.09, 0.03, kit.red())
    straight.tape(back - 0.031, -half + 0.6, half - 0.6, deck - 0.14, True)


def _flatbed():
    straight.cab(kit.chrome())
    straight.running_gear(BACK, (-2.55, -3.87), tank_to=-0.4)
    under(BACK, FRONT, DECK)
    boards(BACK + 0.02, FRONT - 0.05, DECK, HALF - 0.06)
    headboard(FRONT, DECK, HALF)
    rub_rail(BACK, FRONT, DECK, HALF)
    tail(BACK, DECK, HALF)
    straight.tape(HALF + 0.076, BACK + 0.1, FRONT - 0.1, DECK - 0.065)
    straight.under_guard(BACK + 0.1)
    for out in (1, -1):
        (
            tanks.step_box(-1.75, -0.6, out * 1.2, 0.5, 1.02, out, 0.5, kit.chrome(), False)
            if out < 0
            else kit.box((-1.75, -0.6), (0.7, 1.2), (0.5, 1.02), kit.chrome(), 0.02)
        )


def flatbed_truck():
    """A flatbed truck with a wooden deck and headboard."""
    return straight.centred(_flatbed, BACK - 0.05), 2.6, 3.0


builders = {"flatbed-truck": flatbed_truck}
