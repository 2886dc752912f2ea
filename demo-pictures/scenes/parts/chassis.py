"""What carries a truck: frame rails with crossmembers, suspension, fifth wheel, mud flaps, air lines."""

import math
import bmesh
import kit
from .shapes import copies, smooth, tube, turned


def rail(x0, x1, y, top, high=0.27, flange=0.085, thick=0.009):
    """A C-shaped rail opening inward."""
    out = 1 if y > 0 else -1
    kit.box((x0, x1), sorted((y - out * thick, y)), (top - high, top), kit.steel(), 0.003)
    for z in (top - thick, top - high):
        kit.box((x0, x1), sorted((y - out * flange, y)), (z, z + thick), kit.steel(), 0.002)


def bolts(points, out):
    """Bolt heads on a rail's outer side at (x, y, z)."""
    head = turned(
        "bolt", [(0.016, 0), (0.016, 0.004), (0.012, 0.005), (0.012, 0.014), (0, 0.015)], kit.steel(), 6
    )
    head.rotation_euler = (0, 0, 0 if out > 0 else math.pi)
    head.location = points[0]
    copies(head, [(point, head.rotation_euler[:]) for point in points[1:]])


def frame(x0, x1, top=1.0, half=0.43, crossings=None, high=0.27):
    """Two rails with crossmembers and bolts."""
    crossings = crossings or [x0 + 0.12 + index * (x1 - x0 - 0.3) / 7 for index in range(8)]
    for out in (1, -1):
        rail(x0, x1, out * half, top, high)
        bolts(
            [
                (x + dx, out * half, top - high / 2 + dz)
                for x in crossings
                for dx in (-0.06, 0.06)
                for dz in (-0.07, 0.07)
            ],
            out,
        )
    for x in crossings:
        kit.box(
            (x - 0.07, x + 0.07),
            (-half + 0.01, half - 0.01),
            (top - high * 0.8, top - high * 0.25),
            kit.steel(),
            0.01,
        )


def air_bags(x, half=0.43, z=0.62, out_by=0.12):
    """Air springs, shocks and a trailing beam at an axle, both sides."""
    for out in (1, -1):
        y = out * (half + out_by)
        kit.box(
            (x - 0.45, x + 0.42), sorted((y - 0.045, y + 0.045)), (z - 0.22, z - 0.11), kit.steel(), 0.015
        )
        bag = turned(
            "air bag",
            [
                (0.0, 0),
                (0.08, 0),
                (0.09, 0.03),
                (0.125, 0.07),
                (0.135, 0.12),
                (0.125, 0.165),
                (0.11, 0.18),
                (0.11, 0.2),
                (0, 0.2),
            ],
            kit.rubber(),
            32,
        )
        bag.location, bag.rotation_euler = (x - 0.32, y, z - 0.12), (math.pi / 2, 0, 0)
        kit.box(
            (x - 0.46, x - 0.18), sorted((out * half, y + out * 0.1)), (z + 0.08, z + 0.1), kit.steel(), 0.004
        )
        tube([(x + 0.2, y, z - 0.12), (x + 0.26, out * (half + 0.04), z + 0.3)], 0.028, kit.black(), 0.01, 14)


def leaf_springs(x, half=0.43, z=0.60, long=1.3):
    """Leaf springs over an axle, both sides."""
    for out in (1, -1):
        for leaf in range(3):
            reach = long / 2 - leaf * 0.14
            points = [
                (x + reach * share, out * half, z + 0.10 * share * share - leaf * 0.02)
                for share in (-1, -0.6, -0.2, 0.2, 0.6, 1)
            ]
            bm = bmesh.new()
            rows = []
            for px, py, pz in points:
                rows.append(
                    [
                        bm.verts.new((px, py + dy, pz + dz))
                        for dy, dz in ((-0.05, 0), (0.05, 0), (0.05, 0.016), (-0.05, 0.016))
                    ]
                )
            for one, two in zip(rows, rows[1:]):
                for at in range(4):
                    bm.faces.new((one[at], one[(at + 1) % 4], two[(at + 1) % 4], two[at]))
            smooth(kit.finish(kit.mesh("leaf", bm), kit.steel()), 30)
        kit.box(
            (x - 0.07, x + 0.07),
            sorted((out * half - 0.07, out * half + 0.07)),
            (z - 0.1, z + 0.05),
            kit.steel(),
            0.01,
        )


def fifth_wheel(x, top=1.24, frame_top=1.0):
    """The coupling's plate with its throat and lead-in ramps, on a sliding mount."""
    tips = 0.055
    ring = [
        (x + 0.46 * math.cos(math.radians(d)), 0.46 * math.sin(math.radians(d))) for d in range(-125, 126, 10)
    ]
    ring += [
        (x - 0.62, 0.38),
        (x - 0.66, 0.20),
        (x - 0.18, tips),
        (x - 0.06, tips),
        (x - 0.01, 0.03),
        (x - 0.01, -0.03),
        (x - 0.06, -tips),
        (x - 0.18, -tips),
        (x - 0.66, -0.20),
        (x - 0.62, -0.38),
    ]
    bm = bmesh.new()
    loops = [
        [bm.verts.new((px, py, top - drop - (0.11 if px < x - 0.5 else 0))) for px, py in ring]
        for drop in (0.0, 0.05)
    ]
    bm.faces.new(loops[0])
    bm.faces.new(list(reversed(loops[1])))
    for at in range(len(ring)):
        after = (at + 1) % len(ring)
        bm.faces.new((loops[0][at], loops[1][at], loops[1][after], loops[0][after]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    plate = kit.finish(kit.mesh("fifth wheel", bm), greased(), 0.008, 2)
    plate.data.auto_smooth_angle = math.radians(20)
    kit.box((x - 0.5, x + 0.5), (-0.52, 0.52), (frame_top, frame_top + 0.025), kit.steel(), 0.004)
    for out in (1, -1):
        kit.side(
            [
                (x - 0.2, frame_top + 0.02),
                (x + 0.2, frame_top + 0.02),
                (x + 0.09, top - 0.05),
                (x - 0.09, top - 0.05),
            ],
            0.07,
            kit.steel(),
            0.01,
            None,
            out * 0.36,
        )
        kit.box(
            (x - 0.6, x + 0.6),
            sorted((out * 0.33, out * 0.43)),
            (frame_top + 0.02, frame_top + 0.06),
            kit.steel(),
            0.006,
        )
    kit.cylinder((x, -0.42, top - 0.12), (x, 0.42, top - 0.12), 0.04, kit.steel(), 0, None, 20)
    tube(
        [(x - 0.05, 0.3, top - 0.1), (x - 0.05, 0.62, top - 0.11), (x - 0.05, 0.72, top - 0.11)],
        0.01,
        kit.steel(),
        0.02,
        8,
    )


def greased():
    """Steel rubbed bare and black with grease."""
    return kit.material("greased steel", (0.055, 0.05, 0.045), 0.32, 0.85)


def mud_flaps(x, z_top=0.98, low=0.22, wide=0.61, y=0.98, mat=None, brand_bar=True):
    """Flaps behind the last wheels on sprung brackets, with a bright weight along the foot."""
    for out in (1, -1):
        flap = kit.box(
            (x - 0.005, x + 0.005),
            sorted((out * (y - wide / 2), out * (y + wide / 2))),
            (low, z_top - 0.03),
            mat or kit.rubber(),
            0.002,
        )
        flap.rotation_euler = (0, 0.02, 0)
        tube(
            [(x + 0.03, out * 0.4, z_top), (x + 0.012, out * (y + wide / 2), z_top)],
            0.014,
            kit.chrome(),
            0.01,
            12,
        )
        kit.box(
            (x - 0.012, x + 0.012),
            sorted((out * (y - wide / 2), out * (y + wide / 2))),
            (z_top - 0.07, z_top - 0.03),
            kit.chrome(),
            0.004,
        )
        if brand_bar:
            kit.box(
                (x - 0.02, x - 0.004),
                sorted((out * (y - wide / 2 + 0.02), out * (y + wide / 2 - 0.02))),
                (low + 0.01, low + 0.09),
                kit.chrome(),
                0.004,
            )


def quarter_fender(x, y, radius=0.52, wide=0.6, start=100, end=195, mat=None):
    """A polished guard curved over a wheel at x; degrees run from straight back (0) over the top to forward (180)."""
    from . import panel

    rows = []
    for index in range(9):
        turn = math.radians(start + (end - start) * index / 8)
        r = radius + 0.1
        px, pz = x - r * math.cos(turn), radius + r * math.sin(turn)
        nx, nz = -math.cos(turn), math.sin(turn)
        rows.append(
            [
                (px - nx * 0.05, y - wide / 2, pz - nz * 0.05),
                (px - nx * 0.006, y - wide / 2, pz - nz * 0.006),
                (px, y - wide / 2 + 0.03, pz),
                (px, y + wide / 2 - 0.03, pz),
                (px - nx * 0.006, y + wide / 2, pz - nz * 0.006),
                (px - nx * 0.05, y + wide / 2, pz - nz * 0.05),
            ]
        )
    made = panel.loft("quarter fender", rows, mat or kit.chrome(), thick=0.004, levels=2)
    inner = y - (wide / 2 if y > 0 else -wide / 2)
    tube(
        [
            (x + 0.25, inner * 1.05, radius * 2 + 0.05),
            (x + 0.25, 0.42 * (1 if y > 0 else -1), radius * 2 - 0.12),
        ],
        0.02,
        kit.black(),
        0.01,
        10,
    )
    return made
