"""The classic long-nosed tractor with a flat-topped sleeper, in chrome."""

import kit
from parts import panel, rings, surface
from parts.truck_wheels import axle
from . import long_nose_gear as gear

HALF = 4.1
FRONT_AXLE = 3.2
REAR_AXLES = (-2.15, -3.47)
COWL, NOSE = 1.98, 3.93
CAB_BACK = 0.62
SLEEPER_BACK = -0.98


def hood():
    """The hood: narrow at the nose, wide at the cowl, its shoulders round, a ridge down its middle."""
    sections = []
    for share in (0.0, 0.03, 0.25, 0.5, 0.75, 0.96, 1.0):
        x = NOSE + (COWL - 0.02 - NOSE) * share
        half = 0.475 + 0.33 * share**1.25
        top = 1.865 + 0.11 * share
        low = 0.98 + 0.12 * share
        left = [
            (x, 0.0, top + 0.012),
            (x, 0.03, top),
            (x, half * 0.5, top - 0.008),
            (x, half - 0.13, top - 0.028),
            (x, half - 0.035, top - 0.075),
            (x, half, top - 0.19),
            (x, half + 0.012, (top + low) / 2),
            (x, half + 0.015, low),
        ]
        sections.append(panel.mirrored(left))
    creases = [(None, 7, 0.5), (0, None, 1.0), (len(sections) - 1, None, 1.0)]
    return panel.loft("hood", sections, kit.paint(), crease=creases, thick=0.012)


def fender(out):
    """A front fender rolled round its wheel, its tail swept down to the step."""
    path = [
        (3.93, 0.80),
        (3.93, 0.95),
        (3.885, 1.13),
        (3.70, 1.265),
        (3.45, 1.315),
        (3.18, 1.32),
        (2.9, 1.28),
        (2.66, 1.16),
        (2.53, 0.99),
        (2.44, 0.82),
        (2.37, 0.67),
        (2.29, 0.555),
    ]
    sections = []
    for index, (x, z) in enumerate(path):
        before, after = path[max(index - 1, 0)], path[min(index + 1, len(path) - 1)]
        dx, dz = after[0] - before[0], after[1] - before[1]
        length = (dx * dx + dz * dz) ** 0.5
        nx, nz = -dz / length, dx / length
        if nz < 0 and 0.2 < index / len(path) < 0.7:
            nx, nz = -nx, -nz
        inner = 0.44 if 0 < index < 9 else 0.5 + 0.05 * max(0, index - 8)
        row = []
        for y, lift in (
            (inner, 0.0),
            (0.8, 0.012),
            (1.03, 0.008),
            (1.135, -0.012),
            (1.185, -0.05),
            (1.2, -0.1),
            (1.185, -0.115),
        ):
            row.append((x + nx * lift, out * y, z + nz * lift))
        sections.append(row)
    return panel.loft(
        "fender",
        sections,
        kit.paint(),
        crease=[(None, 5, 0.35), (0, None, 1), (len(path) - 1, None, 1)],
        thick=0.012,
    )


def cab():
    """The cab's shell."""
    b, low = CAB_BACK, 1.02
    body = [
        rings.plan(b, COWL - 0.02, low, 1.0, 0.93, 0.06, 0.1, 0.0),
        rings.plan(b, COWL - 0.02, low + 0.05, 1.015, 0.945, 0.06, 0.1, 0.0),
        rings.plan(b, COWL, 1.5, 1.03, 0.95, 0.06, 0.1, 0.02),
        rings.plan(b, COWL, 1.86, 1.03, 0.95, 0.06, 0.1, 0.05),
        rings.plan(b, COWL - 0.02, 1.96, 1.025, 0.945, 0.06, 0.1, 0.07),
        rings.plan(b, COWL - 0.12, 2.3, 1.0, 0.93, 0.06, 0.1, 0.075),
        rings.plan(b, COWL - 0.22, 2.62, 0.98, 0.91, 0.06, 0.1, 0.075),
    ]
    top = rings.plan(b, COWL - 0.25, 2.72, 0.97, 0.9, 0.06, 0.1, 0.07)
    shell = panel.loft(
        "cab", body + rings.roof(top, 0.11, 0.1), kit.paint(), True, (True, True), levels=2, thick=0.03
    )
    lined(shell)
    return shell


def lined(shell):
    """Lines a shell's inside with dark trim."""
    shell.data.materials.append(kit.black())
    shell.modifiers["thick"].material_offset = 1
    shell.modifiers["thick"].material_offset_rim = 1


def sleeper():
    """The sleeper's shell."""
    f, b = CAB_BACK - 0.03, SLEEPER_BACK
    body = [
        rings.plan(b, f, z, half, None, 0.09, 0.05)
        for z, half in ((0.98, 1.02), (1.03, 1.04), (1.9, 1.045), (2.6, 1.02))
    ]
    top = rings.plan(b, f, 2.78, 1.0, None, 0.09, 0.05)
    shell = panel.loft(
        "sleeper", body + rings.roof(top, 0.13, 0.12), kit.paint(), True, (True, True), levels=2, thick=0.03
    )
    lined(shell)
    return shell


def cab_windows(shell):
    """Two panes of windshield, door windows with a vent pane."""
    wanted = []
    for sign in (1, -1):
        screen = [(sign * 0.03, 2.04), (sign * 0.80, 2.05), (sign * 0.77, 2.585), (sign * 0.03, 2.60)]
        wanted.append(("front", screen, 0.05, (COWL - 0.6, COWL + 0.5)))
    for face in ("left", "right"):
        door = [(0.82, 1.93), (1.53, 1.93), (1.50, 2.57), (0.82, 2.57)]
        vent = [(1.57, 1.93), (1.775, 1.93), (1.655, 2.5), (1.55, 2.56)]
        wanted += [(face, door, 0.06, (0.7, 1.4)), (face, vent, 0.04, (0.7, 1.4))]
    return surface.windows(shell, wanted)


def long_nose():
    """The tractor."""
    bonnet = hood()
    fenders = [fender(out) for out in (1, -1)]
    shell = cab()
    cab_windows(shell)
    berth = sleeper()
    surface.windows(
        berth,
        [
            (face, [(-0.5, 2.05), (0.05, 2.05), (0.05, 2.4), (-0.5, 2.4)], 0.06, (0.7, 1.4))
            for face in ("left", "right")
        ],
    )
    gear.front(NOSE, HALF)
    gear.hood_trim(bonnet, fenders)
    gear.cab_trim(shell, berth, COWL, CAB_BACK, SLEEPER_BACK)
    gear.sides(CAB_BACK)
    gear.rear(HALF, REAR_AXLES, SLEEPER_BACK)
    gear.engine_bay()
    gear.cowl_panel(COWL)
    gear.inside(COWL, CAB_BACK)
    axle(FRONT_AXLE, 2.38)
    for x in REAR_AXLES:
        axle(x, 2.44, dual=True)
    return 2 * HALF, 2.5, 3.95


builders = {"long-nose-sleeper": long_nose}

details = {
    "long-nose-sleeper": {
        "grille": dict(eye=(6.6, -2.3, 1.5), aim=(3.9, -0.15, 1.15), lens=48, stop=5.6),
        "tanks-and-stack": dict(eye=(1.6, -4.6, 1.5), aim=(0.4, -1.0, 1.2), lens=42, stop=5.6),
        "fifth-wheel": dict(eye=(-5.4, -2.6, 2.3), aim=(-2.5, 0, 1.05), lens=45, stop=5.6),
        "seats": dict(eye=(2.9, -2.3, 2.35), aim=(1.0, 0.25, 1.85), lens=50, stop=5.6),
    }
}
