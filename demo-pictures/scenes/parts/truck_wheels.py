"""Heavy truck wheels: tyre, ten-hole disc rim, hub, lug nuts with covers; and axles of them.

Every kind of wheel is built once about the y axis with its outer face to +y, then copied.
"""

import math
import bmesh
import bpy
import kit
from .shapes import copies, join, smooth, turned
from .truck_tyre import tyre

HOLES = 10
BOLTS = 0.322
FLANGE = [
    (0.545, -0.60),
    (0.56, -0.10),
    (0.57, -0.03),
    (0.583, 0.0),
    (0.596, 0.002),
    (0.60, -0.012),
    (0.592, -0.03),
]
# The disc as (radius, depth) from its middle out; depth 0 is the rim's outer edge, in shares of the tyre's radius.
STEER = [
    (0.19, 0.04),
    (0.21, 0.052),
    (0.27, 0.056),
    (0.345, 0.056),
    (0.37, 0.048),
    (0.395, 0.02),
    (0.47, -0.045),
    (0.50, -0.085),
    (0.52, -0.12),
    (0.545, -0.10),
    (0.552, -0.05),
    (0.56, -0.02),
]
DUAL = [
    (0.19, -0.298),
    (0.21, -0.30),
    (0.27, -0.30),
    (0.345, -0.30),
    (0.37, -0.29),
    (0.395, -0.268),
    (0.47, -0.235),
    (0.50, -0.22),
    (0.525, -0.19),
    (0.538, -0.12),
    (0.55, -0.05),
    (0.56, -0.02),
]


def depth_at(line, r):
    """The disc's depth at a radius."""
    for (r0, d0), (r1, d1) in zip(line, line[1:]):
        if r0 <= r <= r1:
            return d0 + (d1 - d0) * (r - r0) / (r1 - r0)
    return line[-1][1]


def hand_holes(radius, line, low, high, hole, mat):
    """The disc's band from low to high with ten round holes, their edges turned in."""
    bm = bmesh.new()
    middle, half, turn_half = (low + high) / 2, (high - low) / 2, math.pi / HOLES
    perimeter = [(-1, i / 4) for i in range(-4, 4)] + [(i / 4, 1) for i in range(-4, 4)]
    perimeter += [(-x, -y) for x, y in perimeter]

    def vert(turn, r, lift=0.0):
        return bm.verts.new(
            (r * radius * math.cos(turn), (depth_at(line, r) + lift) * radius, r * radius * math.sin(turn))
        )

    for index in range(HOLES):
        centre = (index + 0.5) * 2 * turn_half
        loops = [[], [], [], [], []]
        for x, y in perimeter:
            angle = math.atan2(y * half, x * turn_half * middle)
            loops[0].append(vert(centre + x * turn_half, middle + y * half))
            for loop, (size, lift) in zip(
                loops[1:], ((1.16, 0.0), (1.05, -0.003), (0.99, -0.014), (0.97, -0.05))
            ):
                loop.append(
                    vert(
                        centre + math.cos(angle) * hole * size / middle,
                        middle + math.sin(angle) * hole * 0.86 * size,
                        lift,
                    )
                )
        for one, two in zip(loops, loops[1:]):
            for at in range(len(perimeter)):
                after = (at + 1) % len(perimeter)
                bm.faces.new((one[at], one[after], two[after], two[at]))
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-5)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return smooth(kit.finish(kit.mesh("hand holes", bm), mat), 40)


def disc(radius, line, mat):
    """The disc of a rim with its hand holes, and the flange the tyre sits on."""
    low, high = 0.395, 0.49
    inner = [point for point in line if point[0] < low] + [(low, depth_at(line, low))]
    outer = [(high, depth_at(line, high))] + [point for point in line if point[0] > high] + FLANGE[1:]
    back = [(0.5, -0.75), (0.545, -0.70), (0.545, -0.2)]
    parts = [
        turned("rim", [(r * radius, d * radius) for r, d in points], mat, 80, False, 45)
        for points in (inner, outer)
    ]
    parts.append(turned("well", [(r * radius, d * radius) for r, d in back], kit.steel(), 48))
    parts.append(hand_holes(radius, line, low, high, 0.036, mat))
    return parts


def lug(radius, mat):
    """A lug nut with its pointed cover, standing along +y on y=0."""
    points = [
        (0.046, 0),
        (0.046, 0.006),
        (0.034, 0.008),
        (0.034, 0.055),
        (0.029, 0.062),
        (0.012, 0.10),
        (0.0, 0.104),
    ]
    return turned("lug", [(r * radius, d * radius) for r, d in points], mat, 12)


def lugs(radius, line, mat):
    """Ten lug nuts on the bolt circle."""
    first = lug(radius, mat)
    seat = depth_at(line, BOLTS) * radius
    places = []
    for index in range(HOLES):
        turn = index * 2 * math.pi / HOLES
        places.append(
            ((BOLTS * radius * math.cos(turn), seat, BOLTS * radius * math.sin(turn)), (0, turn, 0))
        )
    made = copies(first, places)
    bpy.data.objects.remove(first)
    return made


def hub(radius, line, drive, mat):
    """The hub: an oil cap with its bolts for steering and trailers, a high cover for driving."""
    seat = depth_at(line, 0.21)
    if drive:
        points = [
            (0.255, 0),
            (0.255, 0.03),
            (0.24, 0.05),
            (0.225, 0.06),
            (0.215, 0.16),
            (0.2, 0.19),
            (0.175, 0.20),
            (0.165, 0.205),
            (0.16, 0.235),
            (0.11, 0.262),
            (0.05, 0.275),
            (0, 0.278),
        ]
        circle, top, bolts = 0.185, 0.195, 8
    else:
        points = [
            (0.225, 0),
            (0.225, 0.03),
            (0.205, 0.045),
            (0.195, 0.09),
            (0.165, 0.10),
            (0.16, 0.105),
            (0.125, 0.11),
            (0.12, 0.16),
            (0.105, 0.178),
            (0.05, 0.185),
            (0, 0.186),
        ]
        circle, top, bolts = 0.145, 0.104, 6
    body = turned("hub", [(r * radius, (seat + d) * radius) for r, d in points], mat, 48)
    bolt = turned(
        "bolt",
        [(r * radius, d * radius) for r, d in [(0.02, 0), (0.02, 0.016), (0.014, 0.022), (0, 0.022)]],
        mat,
        6,
    )
    places = []
    for index in range(bolts):
        turn = index * 2 * math.pi / bolts
        places.append(
            (
                (circle * radius * math.cos(turn), (seat + top) * radius, circle * radius * math.sin(turn)),
                (0, 0.3, 0),
            )
        )
    made = copies(bolt, places)
    bpy.data.objects.remove(bolt)
    return [body, *made]


def drum(radius, mat):
    """The brake drum and dust shield seen through the hand holes."""
    return [
        turned(
            "drum",
            [
                (r * radius, d * radius)
                for r, d in [(0.0, -0.42), (0.47, -0.42), (0.475, -0.44), (0.475, -0.8)]
            ],
            mat,
            40,
        )
    ]


def built(kind, radius, width, rim):
    """The mesh of one kind of wheel: steer, drive, trail (drive's deep dish, ribbed tread) or inner."""
    name = f"truck wheel {kind} {radius:.3f} {width:.3f} {rim.name}"
    found = bpy.data.meshes.get(name)
    if found:
        return found
    line = STEER if kind == "steer" else DUAL
    edge = width / 2 * 0.83
    bright = kit.chrome() if rim.name != kit.steel().name else rim
    parts = disc(radius, line, rim)
    if kind != "inner":
        parts += (
            lugs(radius, line, bright)
            + hub(radius, line, kind == "drive", bright)
            + drum(radius, kit.steel())
        )
    for part in parts:
        part.location.y += edge
    parts.append(tyre(radius, width, kind == "drive"))
    bpy.context.view_layer.update()
    obj = join(parts)
    data = obj.data
    bpy.data.objects.remove(obj)
    data.name = name
    return data


def stand(kind, x, y, radius, width, rim, out, turn=0.0):
    """Stands a wheel on the ground at x, y; out=1 faces +y."""
    obj = bpy.data.objects.new("truck wheel", built(kind, radius, width, rim))
    obj.location = (x, y, radius)
    obj.rotation_mode = "ZXY"
    obj.rotation_euler = (0, turn, 0 if out > 0 else math.pi)
    bpy.context.collection.objects.link(obj)
    return obj


def wheel(x, y, radius=0.52, width=0.28, rim=None, out=1, kind="steer"):
    """One heavy wheel; out=1 faces +y."""
    return stand(kind, x, y, radius, width, rim or kit.chrome(), out, x * 2.7 + y)


def axle(x, track, radius=0.52, width=0.28, dual=False, rim=None, drive=True, beam=True):
    """A heavy axle: steering wheels, or duals (drive=False gives a trailer's tread and hub caps)."""
    kind = ("drive" if drive else "trail") if dual else "steer"
    for out in (1, -1):
        y = out * (track / 2 - width / 2)
        wheel(x, y, radius, width, rim, out, kind)
        if dual:
            stand("inner", x, y - out * (width + 0.055), radius, width, kit.steel(), -out, x)
    if beam:
        beam_of(x, track, radius, dual and drive)


def beam_of(x, track, radius, drive):
    """The axle between the wheels; a driven one carries the bowl of its gears."""
    reach = track / 2 - 0.45
    kit.cylinder((x, -reach, radius), (x, reach, radius), 0.075, kit.steel(), 0, None, 20)
    if drive:
        bowl = turned(
            "bowl",
            [(0, -0.2), (0.1, -0.19), (0.2, -0.12), (0.24, 0), (0.2, 0.12), (0.1, 0.17), (0, 0.18)],
            kit.steel(),
            32,
        )
        bowl.location = (x, 0.05, radius)
