"""Bodies of box trucks: sheet sides with rivets and rails, rounded corners, rear frame with its door."""

import bmesh
import kit
from .lamps import flat_lamp, marker
from .shapes import copies, tube


def rivets(points, out):
    """Flat rivet heads on a side at (x, y, z), one mesh."""
    bm = bmesh.new()
    for x, y, z in points:
        ring = []
        for dx, dz in (
            (0.009, 0),
            (0.0045, 0.008),
            (-0.0045, 0.008),
            (-0.009, 0),
            (-0.0045, -0.008),
            (0.0045, -0.008),
        ):
            ring.append(bm.verts.new((x + dx, y, z + dz)))
        tip = bm.verts.new((x, y + out * 0.005, z))
        for at in range(6):
            bm.faces.new((ring[at], ring[(at + 1) % 6], tip))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return kit.finish(kit.mesh("rivets", bm), kit.white())


def walls(x0, x1, low, high, half=1.28, mat=None, ribs=0.61, smooth=False):
    """The box: sides of sheets with joints and rivets, a corner post at the front, rails, roof."""
    mat = mat or kit.white()
    metal = rail_metal()
    kit.box((x0, x1), (-half, half), (low, high), mat, 0.03)
    for out in (1, -1):
        kit.box(
            (x0, x1),
            sorted((out * (half - 0.01), out * (half + 0.014))),
            (low - 0.06, low + 0.13),
            metal,
            0.006,
        )
        kit.box(
            (x0, x1),
            sorted((out * (half - 0.03), out * (half + 0.012))),
            (high - 0.11, high + 0.012),
            metal,
            0.012,
        )
        kit.cylinder(
            (x1 - 0.07, out * (half - 0.065), low - 0.04),
            (x1 - 0.07, out * (half - 0.065), high),
            0.085,
            metal,
            0.01,
            None,
            28,
        )
        if smooth:
            continue
        points = []
        count = int((x1 - x0) / ribs)
        for index in range(1, count):
            x = x0 + (x1 - x0) * index / count
            kit.box(
                (x - 0.045, x + 0.045),
                sorted((out * half, out * (half + 0.004))),
                (low + 0.12, high - 0.1),
                mat,
                0.002,
            )
            points += [
                (x + dx, out * (half + 0.004), low + 0.2 + step * 0.11)
                for dx in (-0.032, 0.032)
                for step in range(int((high - low - 0.34) / 0.11))
            ]
        points += [
            (x0 + 0.05 + step * 0.09, out * (half + 0.014), z)
            for step in range(int((x1 - x0 - 0.1) / 0.09))
            for z in (low + 0.1, high - 0.09)
        ]
        rivets(points, out)


def rail_metal():
    """Dull mill aluminium."""
    return kit.material("mill aluminium", (0.55, 0.56, 0.57), 0.36, 0.9)


def side_markers(x0, x1, low, high, half=1.29):
    """Lamps along the rails and on the front corners."""
    for out in (1, -1):
        for x, lens in ((x0 + 0.12, kit.red()), ((x0 + x1) / 2, kit.amber()), (x1 - 0.12, kit.amber())):
            for z in (low + 0.04, high - 0.05):
                kit.box(
                    (x - 0.05, x + 0.05),
                    sorted((out * half, out * (half + 0.022))),
                    (z - 0.016, z + 0.016),
                    lens,
                    0.008,
                )


def rear_frame(x, low, high, half=1.28, slats=8, mat=None):
    """The rear frame with an overhead door of slats, its handle, hinges of rubber bumpers, lamps."""
    metal = rail_metal()
    for out in (1, -1):
        kit.box(
            (x - 0.02, x + 0.12),
            sorted((out * (half - 0.11), out * (half + 0.012))),
            (low - 0.1, high),
            metal,
            0.012,
        )
        kit.box((x - 0.05, x), sorted((out * 0.86, out * 1.02)), (low - 0.12, low + 0.02), kit.rubber(), 0.02)
        for index in range(2):
            flat_lamp(
                x - 0.052,
                out * (0.98 - index * 0.24),
                low - 0.2,
                0.17,
                0.09,
                kit.red() if index == 0 else kit.white(),
            )
    kit.box((x - 0.02, x + 0.12), (-half, half), (high - 0.16, high + 0.012), metal, 0.012)
    kit.box((x - 0.05, x + 0.12), (-half, half), (low - 0.27, low + 0.01), kit.steel(), 0.012)
    tall = (high - 0.16 - low) / slats
    for index in range(slats):
        z = low + 0.01 + tall * index
        kit.box(
            (x + 0.015, x + 0.05),
            (-half + 0.11, half - 0.11),
            (z + 0.007, z + tall - 0.007),
            mat or kit.white(),
            0.014,
        )
        for y in (-0.6, 0, 0.6):
            kit.box(
                (x + 0.008, x + 0.02),
                (y - 0.03, y + 0.03),
                (z + tall - 0.05, z + tall + 0.05),
                kit.steel(),
                0.004,
            )
    tube(
        [
            (x + 0.01, -0.12, low + 0.16),
            (x - 0.03, -0.12, low + 0.16),
            (x - 0.03, 0.12, low + 0.16),
            (x + 0.01, 0.12, low + 0.16),
        ],
        0.012,
        kit.chrome(),
        0.03,
        10,
    )
    for y in (-0.25, 0, 0.25):
        kit.box((x - 0.03, x), (y - 0.05, y + 0.05), (high - 0.09, high - 0.055), kit.red(), 0.008)


def swing_doors(x, low, high, half=1.28, mat=None):
    """Two rear doors with lock rods, cam keepers, hinges and handles."""
    metal = rail_metal()
    for out in (1, -1):
        kit.box(
            (x - 0.01, x + 0.04),
            sorted((out * 0.006, out * (half - 0.09))),
            (low + 0.02, high - 0.13),
            mat or kit.white(),
            0.01,
        )
        kit.box(
            (x - 0.02, x + 0.12),
            sorted((out * (half - 0.09), out * (half + 0.012))),
            (low - 0.1, high),
            metal,
            0.012,
        )
        for y in (0.28, 0.85):
            kit.cylinder(
                (x - 0.04, out * y, low - 0.02),
                (x - 0.04, out * y, high - 0.1),
                0.017,
                kit.chrome(),
                0,
                None,
                14,
            )
            for z in (low + 0.02, high - 0.16, (low + high) / 2, low + 0.7):
                kit.box(
                    (x - 0.065, x),
                    sorted((out * (y - 0.045), out * (y + 0.045))),
                    (z - 0.03, z + 0.03),
                    kit.steel(),
                    0.006,
                )
            tube(
                [
                    (x - 0.05, out * y, low + 0.42),
                    (x - 0.07, out * (y - 0.1), low + 0.4),
                    (x - 0.07, out * (y - 0.32), low + 0.4),
                ],
                0.011,
                kit.chrome(),
                0.03,
                8,
            )
        for z in (0.12, 0.5, 0.88):
            zz = low + (high - low) * z
            kit.box(
                (x - 0.03, x + 0.03),
                sorted((out * (half - 0.22), out * (half - 0.05))),
                (zz - 0.035, zz + 0.035),
                kit.steel(),
                0.008,
            )
        for index in range(2):
            flat_lamp(
                x - 0.052,
                out * (0.98 - index * 0.24),
                low - 0.14,
                0.17,
                0.09,
                kit.red() if index == 0 else kit.white(),
            )
    kit.box((x - 0.02, x + 0.12), (-half, half), (high - 0.13, high + 0.012), metal, 0.012)
    kit.box((x - 0.05, x + 0.12), (-half, half), (low - 0.22, low + 0.01), kit.steel(), 0.012)
    kit.box((x - 0.012, x), (-0.012, 0.012), (low + 0.02, high - 0.13), kit.rubber(), 0.003)
    for y in (-0.25, 0, 0.25):
        kit.box((x - 0.03, x), (y - 0.05, y + 0.05), (high - 0.09, high - 0.055), kit.red(), 0.008)
