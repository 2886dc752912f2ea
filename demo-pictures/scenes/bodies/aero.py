"""The aerodynamic tractor: raked windshield, rounded hood with its fenders in one, high roof, fairings."""

import math
import kit
from parts import lamps, panel, rings, surface
from parts.shapes import tube

FRONT_AXLE = 2.58


def section(x, top, shoulder, wide, wide_z, low, back=0.0):
    """The hood across at x: crown, shoulder, fender's side; back draws the sides behind the crown."""
    left = [
        (x, 0.0, top + 0.01),
        (x, shoulder * 0.5, top),
        (x - back * 0.25, shoulder * 0.86, top - 0.025),
        (x - back * 0.55, shoulder, top - 0.075),
        (x - back * 0.8, shoulder + (wide - shoulder) * 0.28, wide_z + (top - wide_z) * 0.38),
        (x - back * 0.93, shoulder + (wide - shoulder) * 0.78, wide_z + 0.07),
        (x - back, wide, wide_z - 0.06),
        (x - back, wide + 0.005, (wide_z + low) / 2),
        (x - back, wide - 0.01, low),
    ]
    return panel.mirrored(left)


def hood(shift=0.0, rise=0.0):
    """Hood and fenders in one, with wheel arches, opened for headlamps."""
    sections = [
        section(3.80 + shift, 1.34 + rise, 0.34, 0.64, 1.0, 0.82, 0.02),
        section(3.815 + shift, 1.43 + rise, 0.46, 0.87, 1.04, 0.77, 0.07),
        section(3.785 + shift, 1.505 + rise, 0.53, 0.99, 1.07, 0.75, 0.14),
        section(3.66 + shift, 1.565 + rise, 0.57, 1.09, 1.11, 0.75, 0.18),
        section(3.42 + shift, 1.63 + rise, 0.61, 1.17, 1.16, 0.74, 0.16),
        section(3.05 + shift, 1.70 + rise, 0.68, 1.2, 1.21, 0.70, 0.1),
        section(2.62 + shift, 1.80 + rise, 0.79, 1.21, 1.24, 0.64, 0.1),
        section(2.34 + shift, 1.88 + rise, 0.88, 1.2, 1.25, 0.62, 0.38),
    ]
    made = panel.loft(
        "hood",
        sections,
        kit.paint(),
        caps=(True, False),
        levels=3,
        thick=0.012,
        crease=[(7, None, 1.0), (None, 5, 0.5), (None, 11, 0.5)],
    )
    arch = [
        (FRONT_AXLE + shift + 0.63 * math.cos(a), 0.53 + 0.64 * math.sin(a))
        for a in [math.pi * k / 20 for k in range(21)]
    ]
    outline = [(FRONT_AXLE + shift + 0.66, 0.2), *arch, (FRONT_AXLE + shift - 0.66, 0.2)]
    whole = surface.Skin(made)
    surface.cut(made, [surface.opening(face, outline, (0.72, 1.5)) for face in ("left", "right")])
    for face in ("left", "right"):
        surface.rod(whole, face, arch[1:-1], 0.016, kit.black(), 0.001, False, -0.006)
    return made


def eyes(made, shift=0.0, rise=0.0):
    """Headlamps set into the hood's corners: two bowls and a turn lamp behind a swept lens."""
    whole = surface.Skin(made)
    wanted = []
    for face_y in (1, -1):
        points = [(0.57, 1.02), (0.80, 0.96), (1.06, 1.0), (1.085, 1.18), (0.80, 1.23), (0.59, 1.14)]
        wanted.append(
            ("front", [(face_y * y, z + rise) for y, z in points], 0.03, (3.2 + shift, 4.2 + shift))
        )
        lining = surface.flat([(face_y * y, z + rise) for y, z in points], 0.03)
        surface.pane(whole, "front", lining, -0.09, kit.black())
        for y, z in ((0.68, 1.08), (0.84, 1.09)):
            at = whole.at("front", face_y * y, z + rise)[0]
            lamps.bowl(at.x - 0.105, face_y * y, z + rise, 0.058, 0.06)
        for y in (0.95, 1.02):
            at = whole.at("front", face_y * y, 1.1 + rise)[0]
            kit.box(
                (at.x - 0.09, at.x - 0.03),
                sorted((face_y * (y - 0.03), face_y * (y + 0.03))),
                (1.03 + rise, 1.16 + rise),
                kit.amber() if y > 1 else kit.chrome(),
                0.01,
            )
        surface.rod(
            whole,
            "front",
            [(face_y * y, z + rise + 0.012) for y, z in ((0.60, 1.135), (0.80, 1.205), (1.06, 1.16))],
            0.006,
            kit.white(),
            0.02,
            False,
            -0.03,
        )
    surface.windows(made, wanted, kit.clear_lens(), 0.007, 0.002)
    return whole


def mouth(made, whole, shift=0.0, rise=0.0, bright=True):
    """The grille on the nose: dark opening, bars across, bright surround."""
    outline = [
        (-0.42, 0.82 + rise),
        (0.42, 0.82 + rise),
        (0.50, 1.1 + rise),
        (0.44, 1.345 + rise),
        (-0.44, 1.345 + rise),
        (-0.50, 1.1 + rise),
    ]
    metal = kit.chrome() if bright else kit.black()
    surface.hole(made, whole, "front", outline, 0.05, radius=0.06, reach=(3.5 + shift, 4.4 + shift))
    surface.rod(whole, "front", outline, 0.024, metal, 0.06, True)
    for index in range(8):
        z = 0.872 + index * 0.06 + rise
        reach = 0.49 - abs(z - rise - 1.1) * 0.22
        surface.rod(whole, "front", [(-reach, z), (reach, z)], 0.013, metal, 0.01, False, -0.006)
    at = whole.at("front", 0, 1.2 + rise)[0]
    kit.box((at.x, at.x + 0.035), (-0.08, 0.08), (1.165 + rise, 1.235 + rise), kit.chrome(), 0.02)


def bumper(shift=0.0, mat=None, low=0.30, high=0.80):
    """A rounded bumper wrapped round the corners, with an intake, fog lamps and a plate."""
    rows = []
    for y, x in (
        (-1.2, 3.18),
        (-1.21, 3.4),
        (-1.17, 3.56),
        (-1.02, 3.72),
        (-0.6, 3.83),
        (0, 3.855),
        (0.6, 3.83),
        (1.02, 3.72),
        (1.17, 3.56),
        (1.21, 3.4),
        (1.2, 3.18),
    ):
        top = high - (0.08 if x < 3.5 else 0)
        x += shift
        rows.append(
            [
                (x - 0.16, y * 0.97, low),
                (x - 0.05, y, low + 0.02),
                (x, y, low + 0.09),
                (x + 0.006, y, (low + high) / 2),
                (x - 0.015, y, top - 0.05),
                (x - 0.06, y * 0.985, top),
                (x - 0.2, y * 0.9, top),
            ]
        )
    made = panel.loft("bumper", rows, mat or kit.paint(), thick=0.01, levels=3)
    whole = surface.Skin(made)
    surface.hole(
        made,
        whole,
        "front",
        [(-0.44, 0.42), (0.44, 0.42), (0.5, 0.66), (-0.5, 0.66)],
        0.05,
        reach=(3.5 + shift, 4.4 + shift),
    )
    for index in range(5):
        surface.rod(
            whole,
            "front",
            [(-0.45, 0.455 + index * 0.042), (0.45, 0.455 + index * 0.042)],
            0.009,
            kit.black(),
            0.01,
            False,
            -0.008,
        )
    surface.rod(
        whole,
        "front",
        [(-0.44, 0.42), (0.44, 0.42), (0.5, 0.66), (-0.5, 0.66)],
        0.01,
        kit.black(),
        0.05,
        True,
    )
    for out in (1, -1):
        points = [(out * 0.62, 0.47), (out * 0.92, 0.47), (out * 0.95, 0.62), (out * 0.62, 0.62)]
        surface.hole(made, whole, "front", points, 0.03, radius=0.04, reach=(3.3 + shift, 4.4 + shift))
        for y in (0.7, 0.85):
            at = whole.at("front", out * y, 0.545, -0.012)[0]
            lamps.bowl(at.x - 0.012, out * y, 0.545, 0.045, 0.02)
            lamps.round_lamp(at.x, out * y, 0.545, 0.046, kit.clear_lens(), 1)
        tow = whole.at("front", out * 0.55, 0.37)[0]
        kit.box(
            (tow.x - 0.03, tow.x + 0.003), sorted((out * 0.52, out * 0.58)), (0.34, 0.40), kit.black(), 0.01
        )
    surface.rod(whole, "front", [(-1.15, 0.33), (1.15, 0.33)], 0.03, kit.black(), 0.01, False, -0.01)
    front = whole.at("front", 0, 0.72)[0].x
    kit.box((front - 0.005, front + 0.014), (-0.16, 0.16), (0.675, 0.775), kit.white(), 0.004)
    return made


def shell(
    fronts, back, half_back, half_front, low=1.0, levels=3, tilt=0.12, edge=0.16, rise=0.13, round_back=0.09
):
    """A cab lofted upwards: fronts holds (z, x of the front, half-width's factor)."""
    body = []
    for z, x, factor in fronts:
        body.append(rings.plan(back, x, z, half_back * factor, half_front * factor, round_back, 0.25, 0.11))
    top = body.pop()
    made = panel.loft(
        "cab",
        body + rings.roof(top, rise, edge, tilt),
        kit.paint(),
        True,
        (True, True),
        levels=levels,
        thick=0.025,
    )
    made.data.materials.append(kit.black())
    made.modifiers["thick"].material_offset = 1
    made.modifiers["thick"].material_offset_rim = 1
    return made


def steps(x0, x1, out, y=1.2, count=2, low=0.42, high=0.98):
    """The dark step well under a door with bright treads."""
    from parts import tanks

    kit.box(
        (x0, x1), sorted((out * (y - 0.35), out * (y - 0.12))), (low - 0.06, high + 0.06), kit.black(), 0.02
    )
    for index in range(count):
        z = low + (high - low) * (index + 0.1) / count
        tanks.tread_plate(
            (x0 + 0.02, x1 - 0.02), sorted((out * (y - 0.2), out * (y + 0.0))), (z - 0.02, z + 0.01)
        )


def skirt(x0, x1, out, low=0.36, high=1.02, y=1.215, mat=None):
    """A fairing over tanks between two x: rounded under, a shut-line and filler flap."""
    rows = []
    for x, inward in (
        (x0, 0.06),
        (x0 + 0.03, 0.01),
        (x0 + 0.2, 0.0),
        (x1 - 0.2, 0.0),
        (x1 - 0.03, 0.01),
        (x1, 0.06),
    ):
        w = y - inward
        rows.append(
            [
                (x, out * (w - 0.3), high + 0.005),
                (x, out * (w - 0.06), high),
                (x, out * (w - 0.01), high - 0.04),
                (x, out * w, (low + high) / 2 + 0.1),
                (x, out * (w - 0.015), low + 0.1),
                (x, out * (w - 0.05), low + 0.02),
                (x, out * (w - 0.14), low),
            ]
        )
    made = panel.loft(
        "skirt", rows, mat or kit.paint(), thick=0.01, levels=3, crease=[(0, None, 0.8), (5, None, 0.8)]
    )
    face = "left" if out > 0 else "right"
    whole = surface.Skin(made)
    middle = (x0 + x1) / 2
    surface.seam(whole, face, [(middle, low + 0.04), (middle, high - 0.02)], 0.01)
    surface.seam(
        whole,
        face,
        [(x1 - 0.42, 0.72), (x1 - 0.2, 0.72), (x1 - 0.2, 0.92), (x1 - 0.42, 0.92)],
        0.006,
        closed=True,
    )
    kit.box(
        (x0 + 0.02, x1 - 0.02),
        sorted((out * (y - 0.06), out * (y - 0.03))),
        (low - 0.08, low + 0.03),
        kit.rubber(),
        0.01,
    )
    return made


def aero_mirror(x, y_door, out, low, high):
    """A moulded mirror on two stout arms."""
    from parts import mirrors

    mirrors.head(x + 0.05, y_door + out * 0.26, low, high, 0.24, 0.13, kit.black())
    for z in (low + 0.06, high - 0.08):
        tube(
            [(x - 0.02, y_door - out * 0.02, z), (x + 0.03, y_door + out * 0.18, z)],
            0.02,
            kit.black(),
            0.02,
            12,
        )
