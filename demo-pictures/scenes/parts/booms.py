"""Welded box-section booms and arms: side plates, flanges, seams, bosses."""
import math
import bmesh
from mathutils import Vector
import kit
from . import wear
from .hydraulics import boss, pin
from .plates import curve, dense, outline, ribbon, slab, weld


def edges(spine, depths, steps=10):
    """The upper and lower line of a boom from its spine's points and the depth at each."""
    line = curve([(x, z, depth) for (x, z), depth in zip(spine, depths)], steps)
    upper, lower = [], []
    for index, point in enumerate(line):
        ahead = line[min(index + 1, len(line) - 1)] - line[max(index - 1, 0)]
        normal = Vector((-ahead.y, ahead.x)).normalized()
        middle = Vector((point.x, point.y))
        upper.append(middle + normal * point.z / 2)
        lower.append(middle - normal * point.z / 2)
    return upper, lower


def box_boom(spine, depths, width, y=0.0, mat=None, flange=0.022):
    """A boom: two side plates between an upper and a lower plate that stand out a little, and four seams.

    width is a number, or a function of the share from the boom's foot to its tip.
    """
    mat = mat or kit.paint()
    upper, lower = edges(spine, depths)
    half = (lambda share: width(share) / 2) if callable(width) else (lambda share: width / 2)
    total = len(upper) - 1
    for out in (1, -1):
        near = lambda share, out=out: y + out * (half(share) - 0.016)
        far = lambda share, out=out: y + out * half(share)
        side_plate(upper, lower, near, far, mat)
        for number, line in enumerate((upper, lower)):
            seam = [(p.x, y + out * (half(i / total) + 0.004), p.y) for i, p in enumerate(line)]
            sign = -1 if number == 0 else 1
            seam = [(a, b, c + sign * 0.012) for a, b, c in seam]
            weld(dense(seam, 0.012), 0.0085, mat, number + 3)
    reach = lambda out: (lambda share: y + out * (half(share) + 0.014))
    for line in (upper, lower):
        ribbon(line, reach(-1), reach(1), flange, mat, 0.005)
    return upper, lower


def side_plate(upper, lower, near, far, mat):
    """One side of a boom between its two lines; near and far tell y by the share along it."""
    bm = bmesh.new()
    total = len(upper) - 1
    rings = []
    for index, (a, b) in enumerate(zip(upper, lower)):
        share = index / total
        rings.append([bm.verts.new((p.x, edge(share), p.y)) for edge in (near, far)
            for p in ((a, b) if edge is near else (b, a))])
    for one, two in zip(rings, rings[1:]):
        for vert in range(4):
            after = (vert + 1) % 4
            bm.faces.new((one[vert], one[after], two[after], two[vert]))
    bm.faces.new(rings[0])
    bm.faces.new(rings[-1])
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return kit.finish(kit.mesh("side plate", bm), mat)


def fork(base, tip, radius, gap, thick, y=0.0, mat=None):
    """Two lugs from a plate at base to the pin at tip, with bosses and the pin."""
    mat = mat or kit.paint()
    base, tip = Vector(base), Vector(tip)
    ahead = (tip - base).normalized()
    across = Vector((-ahead.y, ahead.x))
    spread = radius * 1.7
    points = [base + across * spread, base - across * spread]
    for step in range(13):
        turn = math.atan2(ahead.y, ahead.x) - math.pi / 2 + math.pi * step / 12
        points.append(tip + Vector((math.cos(turn), math.sin(turn))) * radius)
    flat = outline([(p.x, p.y) for p in points])
    for out in (1, -1):
        low, high = sorted((y + out * gap / 2, y + out * (gap / 2 + thick)))
        slab(flat, low, high, mat, "y", 0.006)
        far = y + out * (gap / 2 + thick)
        boss(tip.x, tip.y, *sorted((far, far + out * 0.018)), radius * 0.72, mat)
    pin(tip.x, tip.y, y - gap / 2 - thick - 0.02, y + gap / 2 + thick + 0.02, radius * 0.45, wear.iron())


def link(a, b, radius, low, high, mat=None):
    """A link plate with round ends between two pins (x, z)."""
    mat = mat or kit.paint()
    a, b = Vector(a), Vector(b)
    turn = math.atan2(b.y - a.y, b.x - a.x)
    points = []
    for centre, start in ((a, math.pi / 2), (b, -math.pi / 2)):
        for step in range(13):
            angle = turn + start + math.pi * step / 12
            points.append((centre.x + radius * math.cos(angle), centre.y + radius * math.sin(angle)))
    slab(points, low, high, mat, "y", 0.008)
    for end in (a, b):
        boss(end.x, end.y, low - 0.012, high + 0.012, radius * 0.8, mat)
