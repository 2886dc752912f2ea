"""Lamps: headlamps with bowls behind clear lenses, marker lamps, round tail lamps."""

import math
import bmesh
import kit
from .shapes import copies, join, turned
from .surface import flat


def slab(outline, x, mat, back=None, bevel=0.0):
    """An outline of (y, z) as a sheet at x, or drawn back to another x."""
    bm = bmesh.new()
    front = [bm.verts.new((x, u, v)) for u, v in outline]
    bm.faces.new(front)
    if back is not None:
        rear = [bm.verts.new((back, u, v)) for u, v in outline]
        bm.faces.new(list(reversed(rear)))
        for at in range(len(outline)):
            after = (at + 1) % len(outline)
            bm.faces.new((front[at], rear[at], rear[after], front[after]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return kit.finish(kit.mesh("slab", bm), mat, bevel, 2)


def tray(outline, x, depth, wall, mat):
    """A housing open to the front: walls round an outline, a floor at its back."""
    cy, cz = sum(u for u, _ in outline) / len(outline), sum(v for _, v in outline) / len(outline)
    reach = max(abs(u - cy) for u, _ in outline)
    tall = max(abs(v - cz) for _, v in outline)

    def scaled(by):
        return [
            (cy + (u - cy) * (reach - by) / reach, cz + (v - cz) * (tall - by) / tall) for u, v in outline
        ]

    loops = [
        (scaled(wall * 1.6), x - depth * 0.92),
        (scaled(wall * 1.1), x - 0.012),
        (scaled(wall * 0.8), x),
        (scaled(wall * 0.25), x),
        (outline, x - 0.012),
        (outline, x - depth * 0.75),
        (scaled(wall * 2), x - depth),
    ]
    bm = bmesh.new()
    grid = [[bm.verts.new((at, u, v)) for u, v in loop] for loop, at in loops]
    for one, two in zip(grid, grid[1:]):
        for index in range(len(outline)):
            after = (index + 1) % len(outline)
            bm.faces.new((one[index], one[after], two[after], two[index]))
    bm.faces.new(grid[0])
    bm.faces.new(grid[-1])
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return kit.finish(kit.mesh("tray", bm), mat)


def bowl(x, y, z, radius, depth):
    """A reflector bowl facing forward, with its bulb and shield."""
    points = [(radius * share, depth * share * share) for share in (0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1.0)]
    bright = turned("bowl", points, kit.chrome(), 36)
    ring = turned(
        "ring",
        [
            (radius, depth),
            (radius * 1.03, depth + 0.004),
            (radius * 1.1, depth + 0.002),
            (radius * 1.12, depth - 0.01),
        ],
        kit.chrome(),
        36,
    )
    bulb = turned(
        "bulb",
        [
            (radius * 0.13, 0.0),
            (radius * 0.15, depth * 0.5),
            (radius * 0.13, depth * 0.62),
            (0.0, depth * 0.66),
        ],
        kit.white(),
        16,
    )
    for part in (bright, ring, bulb):
        part.rotation_euler = (0, 0, -math.pi / 2)
        part.location = (x, y, z)
    return [bright, ring, bulb]


def headlamp(x, y, z, wide, high, bowls=2, depth=0.12, shell=None, corner=0.05, turn_lamp=True, out=1):
    """A headlamp whose lens is at x; out tells the outer side, where its turn lamp is."""
    outline = flat(
        [
            (y - wide / 2, z - high / 2),
            (y + wide / 2, z - high / 2),
            (y + wide / 2, z + high / 2),
            (y - wide / 2, z + high / 2),
        ],
        corner,
    )
    tray(outline, x, depth, 0.014, shell or kit.chrome())
    room = wide - 0.03
    used = room * (0.84 if turn_lamp else 1.0)
    first = y - out * room / 2
    radius = min(high * 0.42, used / bowls * 0.46)
    for index in range(bowls):
        bowl(x - depth * 0.85, first + out * used * (index + 0.5) / bowls, z, radius, depth * 0.7)
    if turn_lamp:
        kit.box(
            (x - depth * 0.6, x - 0.02),
            sorted((first + out * used * 1.02, first + out * room * 0.99)),
            (z - high * 0.36, z + high * 0.36),
            kit.amber(),
            0.008,
        )
    face = [(y + (u - y) * (1 - 0.02 / wide), z + (v - z) * (1 - 0.02 / high)) for u, v in outline]
    slab(face, x - 0.004, kit.clear_lens())


def marker(x, y, z, lens=None, size=(0.1, 0.03, 0.028), yaw=0.0):
    """A bullet-shaped marker lamp on a chrome foot, standing on x, y, z and pointing forward."""
    long, half, high = size
    foot = kit.box((-long * 0.55, long * 0.5), (-half * 1.2, half * 1.2), (-0.006, 0.01), kit.chrome(), 0.004)
    body = turned(
        "marker",
        [
            (high * 1.25 * r, long * d)
            for r, d in [(0, -0.6), (0.5, -0.45), (0.8, -0.2), (0.95, 0.1), (1.0, 0.25)]
        ],
        kit.chrome(),
        20,
    )
    lit = turned(
        "lens",
        [
            (high * 1.2 * r, long * d)
            for r, d in [(1.0, 0.25), (0.97, 0.38), (0.8, 0.47), (0.4, 0.53), (0, 0.54)]
        ],
        lens or kit.amber(),
        20,
    )
    for part in (body, lit):
        part.rotation_euler = (0, 0, -math.pi / 2)
        part.location.z = high
    made = join_all(foot, body, lit)
    made.location, made.rotation_euler = (x, y, z), (0, 0, yaw)
    return made


def join_all(*parts):
    """One object of several parts."""
    return join(list(parts))


def markers(places):
    """Marker lamps at (x, y, z), one mesh for all."""
    first = marker(*places[0])
    copies(first, [(place, (0, 0, 0)) for place in places[1:]])


def round_lamp(x, y, z, radius, lens, face=-1):
    """A round lamp set in a rubber ring, facing back (face=-1) or forward."""
    ring = turned(
        "grommet",
        [(radius * 1.22, 0), (radius * 1.22, 0.008), (radius * 1.1, 0.016), (radius, 0.012)],
        kit.black(),
        28,
    )
    lit = turned("lens", [(radius, 0.01), (radius * 0.9, 0.018), (radius * 0.5, 0.023), (0, 0.024)], lens, 28)
    for part in (ring, lit):
        part.rotation_euler = (0, 0, -face * math.pi / 2)
        part.location = (x, y, z)


def flat_lamp(x, y, z, wide, high, lens, face=-1):
    """A flat oblong lamp in a dark frame."""
    kit.box(
        sorted((x - face * 0.03, x + face * 0.004)),
        (y - wide / 2 - 0.012, y + wide / 2 + 0.012),
        (z - high / 2 - 0.012, z + high / 2 + 0.012),
        kit.black(),
        0.008,
    )
    kit.box(
        sorted((x, x + face * 0.016)), (y - wide / 2, y + wide / 2), (z - high / 2, z + high / 2), lens, 0.007
    )
