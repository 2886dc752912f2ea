"""Box truck and refrigerated truck."""

import kit
from parts import panel, van_body
from . import straight


def _box():
    back, front, low, high = -5.2, 0.28, 1.22, 3.72
    straight.cab()
    straight.running_gear(back, (-2.9,))
    van_body.walls(back, front, low, high)
    van_body.rear_frame(back - 0.01, low, high)
    van_body.side_markers(back, front, low, high)
    straight.tape(1.294, back + 0.2, front - 0.2, low + 0.0)
    straight.under_guard(back + 0.1)
    kit.box((back + 0.1, front - 0.1), (-0.5, 0.5), (1.0, 1.17), kit.steel(), 0.02)
    for x in [back + 0.4 + index * 0.4 for index in range(13)]:
        kit.box((x - 0.04, x + 0.04), (-1.24, 1.24), (1.08, 1.2), kit.steel(), 0.01)


def box_truck():
    """A box truck with an overhead rear door."""
    return straight.centred(_box, -5.25), 2.6, 3.75


def unit(x, low, high, half=0.98):
    """The refrigerating unit on a body's front wall: a rounded cover with louvres, a grille and a fan's mouth."""
    rings_of = []
    for back, inset in ((0.0, 0.0), (0.30, 0.0), (0.40, 0.03), (0.44, 0.10)):
        rings_of.append(
            [
                (x + back, y * (half - inset) / half, z)
                for y, z in (
                    (-half, low + inset),
                    (-half, (low + high) / 2),
                    (-half + 0.02, high - inset - 0.06),
                    (-half + 0.12, high - inset),
                    (0, high - inset + 0.015),
                    (half - 0.12, high - inset),
                    (half - 0.02, high - inset - 0.06),
                    (half, (low + high) / 2),
                    (half, low + inset),
                    (0, low + inset),
                )
            ]
        )
    panel.loft("unit", rings_of, kit.white(), True, (False, True), levels=3)
    kit.box(
        (x + 0.42, x + 0.455),
        (-half + 0.18, half - 0.18),
        (low + (high - low) * 0.42, high - 0.16),
        kit.black(),
        0.02,
    )
    for index in range(11):
        z = low + (high - low) * 0.45 + index * (high - low) * 0.04
        kit.box((x + 0.45, x + 0.468), (-half + 0.2, half - 0.2), (z, z + 0.012), kit.black(), 0.004)
    for y in (-0.42, 0.42):
        kit.box(
            (x + 0.435, x + 0.447),
            (y - 0.3, y + 0.3),
            (low + 0.14, low + (high - low) * 0.34),
            kit.white(),
            0.01,
        )
    kit.cylinder((x + 0.2, half - 0.1, low), (x + 0.2, half - 0.1, low - 0.2), 0.03, kit.steel(), 0, None, 14)


def _cold():
    back, front, low, high = -5.4, 0.1, 1.25, 3.85
    straight.cab()
    straight.running_gear(back, (-2.5, -3.82))
    van_body.walls(back, front, low, high, smooth=True)
    van_body.swing_doors(back - 0.01, low, high)
    van_body.side_markers(back, front, low, high)
    unit(front, 2.72, 3.75)
    straight.tape(1.294, back + 0.2, front - 0.2, low)
    straight.under_guard(back + 0.1)
    kit.box((back + 0.1, front - 0.1), (-0.5, 0.5), (1.0, 1.2), kit.steel(), 0.02)
    for out in (1, -1):
        kit.box((-1.9, -0.55), sorted((out * 1.24, out * 1.26)), (0.5, 1.15), kit.white(), 0.02)


def refrigerated_truck():
    """A refrigerated truck: smooth insulated walls, a unit over the cab, swing doors."""
    return straight.centred(_cold, -5.45), 2.6, 3.88


builders = {"box-truck": box_truck, "refrigerated-truck": refrigerated_truck}
