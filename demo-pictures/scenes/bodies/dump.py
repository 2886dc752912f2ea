"""The dump truck: a steel body with ribs, a cab shield, a hoist and a tailgate on a day cab's chassis."""

import bmesh
import kit
from parts import chassis, lamps, stacks
from parts.shapes import tube
from . import straight

BACK, FRONT, FLOOR, TOP = -4.3, 0.18, 1.28, 2.72
HALF = 1.25


def sheet(name, points, faces, mat, thick=0.012):
    """A plate body from corner points and faces."""
    bm = bmesh.new()
    verts = [bm.verts.new(point) for point in points]
    for face in faces:
        bm.faces.new([verts[index] for index in face])
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    obj = kit.finish(kit.mesh(name, bm), mat)
    wall = obj.modifiers.new("thick", "SOLIDIFY")
    wall.thickness, wall.offset = thick, 0
    return obj


def load_box():
    """Sides, floor, sloped front wall with its cab shield."""
    mat = kit.paint()
    b, f, low, top, h = BACK, FRONT, FLOOR, TOP, HALF
    points = [
        (b, -h, low),
        (b, h, low),
        (f - 0.25, h, low),
        (f - 0.25, -h, low),
        (b - 0.06, -h, top),
        (b - 0.06, h, top),
        (f, h, top),
        (f, -h, top),
    ]
    sheet("load box", points, [(0, 1, 2, 3), (0, 3, 7, 4), (1, 5, 6, 2), (2, 6, 7, 3)], mat)
    shield = [
        (f, -h, top),
        (f, h, top),
        (f + 0.08, h, top + 0.28),
        (f + 0.08, -h, top + 0.28),
        (f + 1.0, h - 0.12, top + 0.36),
        (f + 1.0, -h + 0.12, top + 0.36),
    ]
    sheet("cab shield", shield, [(0, 1, 2, 3), (3, 2, 4, 5)], mat, 0.014)
    kit.box((f + 0.97, f + 1.02), (-h + 0.1, h - 0.1), (top + 0.30, top + 0.39), mat, 0.01)
    for y in (-0.8, -0.27, 0.27, 0.8):
        kit.side(
            [(f + 0.06, top + 0.28), (f + 0.98, top + 0.35), (f + 0.98, top + 0.31), (f + 0.14, top + 0.16)],
            0.03,
            mat,
            0.004,
            None,
            y,
        )
    for y in (-0.9, -0.45, 0, 0.45, 0.9):
        kit.box((f - 0.16, f + 0.0), (y - 0.05, y + 0.05), (low + 0.05, top - 0.02), mat, 0.01)


def ribs():
    """Upright ribs of folded sheet, top and bottom rails, board pockets."""
    mat = kit.paint()
    for out in (1, -1):
        kit.box(
            (BACK - 0.06, FRONT + 0.02),
            sorted((out * (HALF - 0.03), out * (HALF + 0.07))),
            (TOP - 0.11, TOP + 0.02),
            mat,
            0.018,
        )
        kit.box(
            (BACK, FRONT - 0.22),
            sorted((out * (HALF - 0.03), out * (HALF + 0.05))),
            (FLOOR - 0.06, FLOOR + 0.10),
            mat,
            0.015,
        )
        count = 8
        for index in range(count):
            x = BACK + 0.1 + index * (FRONT - BACK - 0.45) / (count - 1)
            lean = (FRONT - BACK) * 0.0
            rib = kit.box(
                (x - 0.06, x + 0.06 + lean),
                sorted((out * (HALF - 0.01), out * (HALF + 0.075))),
                (FLOOR + 0.05, TOP - 0.06),
                mat,
                0.022,
            )
            rib.name = "rib"
        for x in (BACK + 0.1, (BACK + FRONT) / 2, FRONT - 0.3):
            kit.box(
                (x - 0.05, x + 0.05),
                sorted((out * (HALF + 0.0), out * (HALF + 0.075))),
                (TOP, TOP + 0.05),
                kit.black(),
                0.008,
            )
        for x in (BACK + 0.2, -2.1, FRONT - 0.4):
            kit.box(
                (x - 0.05, x + 0.05),
                sorted((out * (HALF + 0.05), out * (HALF + 0.066))),
                (FLOOR + 0.0, FLOOR + 0.035),
                kit.amber() if x > BACK + 1 else kit.red(),
                0.008,
            )


def tailgate():
    """The tailgate hung from its top, with ribs, pins, chains and latches."""
    x = BACK - 0.05
    gate = [
        (BACK - 0.02, -HALF, FLOOR + 0.02),
        (BACK - 0.02, HALF, FLOOR + 0.02),
        (x - 0.04, HALF, TOP - 0.12),
        (x - 0.04, -HALF, TOP - 0.12),
    ]
    sheet("tailgate", gate, [(0, 1, 2, 3)], kit.paint(), 0.015)
    for z in (FLOOR + 0.1, (FLOOR + TOP) / 2, TOP - 0.18):
        kit.box((x - 0.11, x), (-HALF, HALF), (z - 0.05, z + 0.05), kit.paint(), 0.02)
    for y in (-0.85, -0.3, 0.3, 0.85):
        kit.box((x - 0.10, x), (y - 0.05, y + 0.05), (FLOOR + 0.05, TOP - 0.15), kit.paint(), 0.02)
    for out in (1, -1):
        kit.cylinder(
            (x - 0.02, out * (HALF - 0.05), TOP - 0.03),
            (x - 0.02, out * (HALF + 0.14), TOP - 0.03),
            0.028,
            kit.steel(),
            0.004,
            None,
            18,
        )
        kit.box(
            (x - 0.09, x + 0.06),
            sorted((out * (HALF + 0.02), out * (HALF + 0.10))),
            (TOP - 0.09, TOP + 0.04),
            kit.steel(),
            0.015,
        )
        kit.side(
            [(BACK - 0.12, FLOOR - 0.02), (BACK - 0.02, FLOOR + 0.14), (BACK + 0.08, FLOOR + 0.02)],
            0.04,
            kit.steel(),
            0.006,
            None,
            out * (HALF + 0.03),
        )
        tube(
            [
                (BACK - 0.06, out * (HALF + 0.06), FLOOR + 0.2),
                (BACK - 0.14, out * (HALF + 0.08), FLOOR - 0.1),
                (BACK - 0.02, out * (HALF + 0.07), FLOOR - 0.2),
            ],
            0.009,
            kit.steel(),
            0.05,
            8,
        )


def tarp():
    """A rolled tarp behind the shield with its swing arms along the sides."""
    canvas = kit.material("tarp", (0.03, 0.035, 0.03), 0.85)
    kit.cylinder(
        (FRONT - 0.05, -HALF, TOP + 0.14), (FRONT - 0.05, HALF, TOP + 0.14), 0.085, canvas, 0.01, None, 24
    )
    for out in (1, -1):
        tube(
            [
                (-1.9, out * (HALF + 0.13), FLOOR + 0.02),
                (FRONT - 0.2, out * (HALF + 0.13), TOP + 0.0),
                (FRONT - 0.05, out * (HALF + 0.02), TOP + 0.14),
            ],
            0.02,
            kit.rubber(),
            0.15,
            10,
        )
        kit.cylinder(
            (-1.9, out * HALF, FLOOR + 0.02),
            (-1.9, out * (HALF + 0.15), FLOOR + 0.02),
            0.06,
            kit.steel(),
            0.01,
            None,
            20,
        )


def hoist():
    """The hoist's cylinder between body and frame, body rails, hinges."""
    for index, radius in enumerate((0.095, 0.078, 0.06)):
        kit.cylinder(
            (0.26 - index * 0.01, 0, 1.0 + index * 0.5),
            (0.25 - index * 0.01, 0, 1.55 + index * 0.42),
            radius,
            kit.steel() if index == 0 else kit.chrome(),
            0.006,
            None,
            28,
        )
    for out in (1, -1):
        kit.box(
            (BACK, FRONT - 0.3), sorted((out * 0.34, out * 0.46)), (1.01, FLOOR - 0.01), kit.steel(), 0.012
        )
        kit.box((BACK + 0.05, BACK + 0.3), sorted((out * 0.3, out * 0.5)), (0.85, 1.15), kit.steel(), 0.02)
    for index in range(10):
        x = BACK + 0.25 + index * 0.42
        kit.box(
            (x - 0.04, x + 0.04), (-HALF + 0.02, HALF - 0.02), (FLOOR - 0.12, FLOOR - 0.01), kit.paint(), 0.01
        )


def _dump():
    straight.cab(kit.chrome())
    straight.running_gear(-4.15, (-2.0, -3.32), tank_to=-0.25)
    stacks.stack(0.36, -0.85, 1.1, 3.3, 0.068, 0.11, 1.35, 2.6)
    load_box()
    ribs()
    tailgate()
    tarp()
    hoist()
    for out in (1, -1):
        kit.box((-4.2, -4.12), sorted((out * 0.46, out * 1.15)), (0.78, 0.98), kit.steel(), 0.012)
        for index in range(3):
            lamps.round_lamp(
                -4.205, out * (0.6 + index * 0.19), 0.88, 0.055, kit.red() if index < 2 else kit.amber(), -1
            )
    kit.box((-4.25, -4.12), (-0.46, 0.46), (0.7, 0.98), kit.steel(), 0.02)
    tube([(-4.24, 0, 0.75), (-4.36, 0, 0.75), (-4.38, 0, 0.83)], 0.03, kit.steel(), 0.05, 14)
    chassis.quarter_fender(-2.0, 0.98, start=100, end=180, mat=kit.black())
    chassis.quarter_fender(-2.0, -0.98, start=100, end=180, mat=kit.black())


def dump_truck():
    """A dump truck with three axles."""
    return straight.centred(_dump, -4.45), 2.7, 3.3


builders = {"dump-truck": dump_truck}
