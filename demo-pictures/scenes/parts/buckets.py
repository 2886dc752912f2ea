"""Buckets: the excavator's digging bucket with side cutters, teeth and adapters."""
import math
from mathutils import Vector
import kit
from . import wear
from .booms import link
from .hydraulics import boss, pin
from .plates import cage, curve, dense, outline, ribbon, slab, weld


def turned_flat(points, turn, place):
    """Flat points turned by an angle and moved to a place."""
    cos, sin = math.cos(turn), math.sin(turn)
    return [(place[0] + a * cos - b * sin, place[1] + a * sin + b * cos, *rest) for a, b, *rest in points]


def tooth(tip, back, y, size=1.0):
    """An adapter and its pointed tooth from the lip at back to the tip, both (x, z)."""
    tip, back = Vector(tip), Vector(back)
    ahead = (tip - back).normalized()
    up = Vector((-ahead.y, ahead.x))
    length, wide = (tip - back).length, 0.085 * size
    rings = []
    for share, tall, half in ((0.0, 0.055, 0.5), (0.25, 0.06, 0.55), (0.42, 0.058, 0.56), (0.44, 0.048, 0.5),
            (0.7, 0.034, 0.46), (1.0, 0.006, 0.4)):
        tall *= size
        middle = back + ahead * share * length + up * tall * 0.12
        rings.append([(p.x, y + s * half * wide, p.y) for p, s in (
            (middle + up * tall, -1), (middle + up * tall, 1), (middle - up * tall, 1),
                (middle - up * tall, -1))])
    cage(rings[:3], wear.bucket_black(), {i: 0.6 for i in range(4)}, {0: 1, 2: 1}, 2, name="adapter")
    cage(rings[3:], wear.polished(), {i: 0.6 for i in range(4)}, {0: 1, 2: 0.9}, 2, name="tooth")


def digging_bucket(pivot, turn, width, y=0.0, size=1.0, teeth=5):
    """A bucket on its pivot (x, z); answers the place of the link's pin.

    Unturned, its mouth looks to -x with the lip below.
    The shell is a rolled plate; the sides stand in from its edges and carry the cutters.
    """
    shell_mat, bright = wear.bucket_black(), wear.polished()
    at = lambda points: turned_flat([(a * size, b * size, *r) for a, b, *r in points], turn, pivot)
    shell = at(curve([(-0.26, -0.02), (0.10, 0.06), (0.42, -0.06), (0.60, -0.36), (0.58, -0.72),
        (0.36, -1.02), (0.0, -1.16), (-0.36, -1.2)], 8))
    half = width / 2
    ribbon(shell, y - half, y + half, 0.026 * size, shell_mat)
    inner = [(p[0], p[1]) for p in shell]
    front = at([(-0.42, -0.9), (-0.3, -0.35)])
    for out in (1, -1):
        face = y + out * (half - 0.03)
        slab(inner + front, *sorted((face, face + out * 0.022)), shell_mat, "y", 0.004)
        weld(dense([(a, face + out * 0.024, b) for a, b in inner], 0.014), 0.011, shell_mat, 5)
        cutter = at([(-0.66, -1.12, 0.05), (-0.40, -1.20, 0.03), (-0.22, -0.35, 0.04), (-0.33, -0.28, 0.04),
            (-0.42, -0.62, 0.1), (-0.52, -0.9, 0.06)])
        slab(outline(cutter), *sorted((y + out * half, y + out * (half + 0.028))), bright, "y", 0.007)
        for a, b in ((-0.40, -1.08), (-0.36, -0.88), (-0.31, -0.62)):
            (px, pz), = at([(a, b)])
            kit.cylinder((px, y + out * half, pz), (px, y + out * (half + 0.05), pz), 0.024, wear.iron(),
                0.004, None, 6)
    lip = at([(-0.30, -1.235), (-0.30, -1.17), (-0.56, -1.16), (-0.62, -1.195), (-0.56, -1.215)])
    slab(lip, y - half - 0.01, y + half + 0.01, bright, "y", 0.004)
    for strip in (-0.36, -0.12, 0.12, 0.36):
        line = at(curve([(0.625, -0.42), (0.605, -0.74), (0.375, -1.05), (0.0, -1.19)], 8))
        ribbon(line, y + strip * width - 0.035, y + strip * width + 0.035, 0.02, bright)
    for index in range(teeth):
        across = y + (index / (teeth - 1) - 0.5) * (width - 0.1 * size)
        (back, tip) = at([(-0.46, -1.19), (-0.86, -1.17)])
        tooth(tip, back, across, size)
    ears(at, y, shell_mat, size)
    ring = at([(0.0, 0.0), (0.47, 0.20)])
    return ring[1]


def ears(at, y, mat, size):
    """The two lugs on a bucket's back that hold the arm's pin and the link's pin."""
    flat = outline(at([(-0.20, -0.02, 0.05), (-0.10, 0.11, 0.12), (0.06, 0.13, 0.1), (0.30, 0.20, 0.12),
        (0.44, 0.34, 0.1), (0.60, 0.26, 0.1),
                       (0.58, 0.08, 0.1), (0.56, -0.2, 0.05), (0.3, -0.05, 0.1)]))
    (px, pz), (lx, lz) = at([(0.0, 0.0), (0.47, 0.20)])
    for out in (1, -1):
        low, high = sorted((y + out * 0.19 * size, y + out * 0.235 * size))
        slab(flat, low, high, mat, "y", 0.007)
        for bx, bz, r in ((px, pz, 0.115), (lx, lz, 0.1)):
            boss(bx, bz, low - 0.012, high + 0.012, r * size, mat)
    pin(px, pz, y - 0.27 * size, y + 0.27 * size, 0.06 * size)
    pin(lx, lz, y - 0.27 * size, y + 0.27 * size, 0.055 * size)


def linkage(arm_pin, rod_pin, bucket_pin, y=0.0, size=1.0):
    """The levers from the arm to the cylinder's rod, and the link from there to the bucket."""
    for out in (1, -1):
        low, high = sorted((y + out * 0.165 * size, y + out * 0.205 * size))
        link(arm_pin, rod_pin, 0.085 * size, low, high)
    link(rod_pin, bucket_pin, 0.095 * size, y - 0.12 * size, y + 0.12 * size)
    pin(*rod_pin, y - 0.25 * size, y + 0.25 * size, 0.05 * size)
    pin(*arm_pin, y - 0.25 * size, y + 0.25 * size, 0.05 * size)
