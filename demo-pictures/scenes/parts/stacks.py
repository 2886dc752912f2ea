"""Upright exhaust stacks with perforated heat shields and curved tips."""

import math
import bmesh
import kit
from .shapes import smooth, tube, turned


def shield(x, y, low, high, radius, out, sweep=math.radians(230)):
    """A perforated sheet round the outer side of a stack: oblong slots in rows."""
    columns, rows = 30, max(4, int((high - low) / 0.055))
    bm = bmesh.new()
    facing = math.pi / 2 * out

    def vert(column, share):
        turn = facing - sweep / 2 + sweep * column / columns
        z = low + (high - low) * share
        return bm.verts.new((x + radius * math.cos(turn), y + radius * math.sin(turn), z))

    shares = []
    for row in range(rows):
        shares += [row / rows, (row + 0.22) / rows, (row + 0.78) / rows]
    shares.append(1.0)
    grid = [[vert(column, share) for column in range(columns + 1)] for share in shares]
    for level in range(len(shares) - 1):
        row, part = divmod(level, 3)
        for column in range(columns):
            slot = part == 1 and 1 <= row < rows - 1 and (column % 2 == 1) and 1 <= column < columns - 1
            if not slot:
                bm.faces.new(
                    (
                        grid[level][column],
                        grid[level][column + 1],
                        grid[level + 1][column + 1],
                        grid[level + 1][column],
                    )
                )
    obj = smooth(kit.finish(kit.mesh("heat shield", bm), kit.chrome()), 40)
    wall = obj.modifiers.new("thick", "SOLIDIFY")
    wall.thickness = 0.003
    return obj


def stack(x, y, foot, top, radius=0.075, muffler=0.115, shield_from=None, shield_to=None, elbow=None):
    """A stack from its foot to its curved tip; the elbow comes out from under the cab at (x, y, z)."""
    out = 1 if y > 0 else -1
    low, high = shield_from or foot + 0.35, shield_to or foot + 1.75
    profile = [
        (radius, 0),
        (radius, low - foot - 0.08),
        (muffler, low - foot),
        (muffler, high - foot),
        (radius, high - foot + 0.08),
        (radius, top - foot - 0.25),
    ]
    body = turned("stack", profile, kit.chrome(), 40, False, 40)
    body.location, body.rotation_euler = (x, y, foot), (math.pi / 2, 0, 0)
    shield(x, y, low + 0.03, high - 0.03, muffler + 0.03, out)
    bend = tube(
        [(x, y, top - 0.26), (x, y, top - 0.1), (x - 0.2, y, top + 0.06)],
        radius,
        kit.chrome(),
        0.16,
        36,
        False,
    )
    wall = bend.modifiers.new("thick", "SOLIDIFY")
    wall.thickness, wall.offset = 0.004, 1
    tube([(x + 0.04, y, top - 0.15), (x - 0.14, y, top + 0.01)], radius * 0.9, kit.black(), 0.001, 24)
    for z in (foot + 0.05, low - 0.03, high + 0.05, top - 0.3):
        clamp = turned(
            "clamp",
            [
                (radius + 0.004, -0.018),
                (radius + 0.009, -0.015),
                (radius + 0.009, 0.015),
                (radius + 0.004, 0.018),
            ],
            kit.chrome(),
            36,
        )
        clamp.location, clamp.rotation_euler = (x, y, z), (math.pi / 2, 0, 0)
    if elbow:
        tube([elbow, (x, y, elbow[2]), (x, y, foot + 0.02)], radius * 1.02, kit.chrome(), 0.14, 32)
    for z in (low + 0.25, high - 0.2):
        kit.box(
            (x - 0.025, x + 0.025),
            sorted((y - out * (muffler + 0.12), y - out * muffler * 0.8)),
            (z - 0.03, z + 0.03),
            kit.steel(),
            0.006,
        )
