"""Plates: rounded outlines drawn out to a thickness, plates along curves, panes, weld seams, cages."""
import math
import random
import bmesh
import bpy
from mathutils import Vector
import kit
from .shapes import smooth


def outline(points, radius=0.0, steps=5):
    """A closed polygon of (a, b) or (a, b, radius) with its corners rounded."""
    made = []
    count = len(points)
    for index in range(count):
        before, corner, after = (Vector(points[(index + k) % count][:2]) for k in (-1, 0, 1))
        bend = points[index][2] if len(points[index]) > 2 else radius
        into, out = before - corner, after - corner
        reach = min(bend, into.length * 0.49, out.length * 0.49)
        if reach < 1e-4:
            made.append(tuple(corner))
            continue
        start, end = corner + into.normalized() * reach, corner + out.normalized() * reach
        for step in range(steps + 1):
            s = step / steps
            made.append(tuple(start * (1 - s) ** 2 + corner * 2 * s * (1 - s) + end * s ** 2))
    return made


def curve(points, steps=8):
    """A smooth open line through points of any dimension (Catmull-Rom)."""
    points = [Vector(point) for point in points]
    padded = [points[0] * 2 - points[1], *points, points[-1] * 2 - points[-2]]
    made = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        for step in range(steps):
            t = step / steps
            bent = (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3
            made.append(0.5 * (2 * b + (c - a) * t + bent))
    return made + [points[-1]]


def placed(flat, depth, axis):
    """A 3D point of a flat one: axis is the one the outline is drawn out along."""
    a, b = flat
    return {"y": (a, depth, b), "x": (depth, a, b), "z": (a, b, depth)}[axis]


def slab(points, low, high, mat, axis="y", bevel=0.006, segments=2):
    """A plate: a closed outline drawn out from low to high along an axis."""
    bm = bmesh.new()
    rings = [[bm.verts.new(placed(point, depth, axis)) for point in points] for depth in (low, high)]
    bm.faces.new(rings[0])
    bm.faces.new(list(reversed(rings[1])))
    for index in range(len(points)):
        after = (index + 1) % len(points)
        bm.faces.new((rings[0][after], rings[0][index], rings[1][index], rings[1][after]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return smooth(kit.finish(kit.mesh("slab", bm), mat, bevel, segments), 32)


def mirrored_slab(points, low, high, mat, axis="y", bevel=0.006, segments=2):
    """A plate and its mirror across the middle."""
    return [slab(points, low, high, mat, axis, bevel, segments),
        slab(points, -high, -low, mat, axis, bevel, segments)]


def ribbon(line, low, high, thick, mat, bevel=0.004, closed=False):
    """A bent plate that follows a line of (x, z), from y=low to high (numbers, or functions of the share)."""
    line = [Vector(point) for point in line]
    bm = bmesh.new()
    rings = []
    count = len(line)
    for index, point in enumerate(line):
        after, before = (index + 1, index - 1) if closed else (min(index + 1, count - 1), max(index - 1, 0))
        ahead = (line[after % count] - line[before]).normalized()
        lift = Vector((-ahead[1], ahead[0])) * thick / 2
        share = index / (count - 1)
        y0, y1 = (edge(share) if callable(edge) else edge for edge in (low, high))
        corners = [(point - lift, y0), (point + lift, y0), (point + lift, y1), (point - lift, y1)]
        rings.append([bm.verts.new((flat[0], y, flat[1])) for flat, y in corners])
    for one, two in zip(rings, rings[1:] + (rings[:1] if closed else [])):
        for vert in range(4):
            after = (vert + 1) % 4
            bm.faces.new((one[vert], one[after], two[after], two[vert]))
    if not closed:
        bm.faces.new(rings[0])
        bm.faces.new(rings[-1])
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return smooth(kit.finish(kit.mesh("ribbon", bm), mat, bevel, 3), 32)


def pane(points, depth, mat, axis="y"):
    """A flat pane without thickness."""
    bm = bmesh.new()
    bm.faces.new([bm.verts.new(placed(point, depth, axis)) for point in points])
    return kit.finish(kit.mesh("pane", bm), mat)


def curtain(line, low, high, mat):
    """A pane without thickness that follows a line of (x, z) from y=low to high."""
    bm = bmesh.new()
    rings = [[bm.verts.new((x, y, z)) for y in (low, high)] for x, z in line]
    for one, two in zip(rings, rings[1:]):
        bm.faces.new((one[0], one[1], two[1], two[0]))
    return smooth(kit.finish(kit.mesh("curtain", bm), mat), 60)


def inset(points, by):
    """A closed outline moved inwards."""
    points = [Vector(point) for point in points]
    area = sum(a.x * b.y - b.x * a.y for a, b in zip(points, points[1:] + points[:1]))
    sign = 1 if area > 0 else -1
    made = []
    for index, point in enumerate(points):
        ahead = (points[(index + 1) % len(points)] - points[index - 1]).normalized()
        made.append(tuple(point + Vector((-ahead.y, ahead.x)) * by * sign))
    return made


def weld(line, radius, mat, seed=1):
    """A weld seam along 3D points: a bead with the ripple of a hand's pace."""
    rng = random.Random(seed)
    line = [Vector(point) for point in line]
    bm = bmesh.new()
    rings = []
    for index, point in enumerate(line):
        ahead = (line[min(index + 1, len(line) - 1)] - line[max(index - 1, 0)]).normalized()
        normal = ahead.cross(Vector((0, 1, 0)))
        normal = normal.normalized() if normal.length > 0.01 else ahead.orthogonal().normalized()
        other = ahead.cross(normal)
        wide = radius * (0.85 + 0.3 * rng.random())
        rings.append([bm.verts.new(point + (normal * math.cos(t) + other * math.sin(t)) * wide)
                      for t in (k * math.pi / 3 for k in range(6))])
    for one, two in zip(rings, rings[1:]):
        for vert in range(6):
            after = (vert + 1) % 6
            bm.faces.new((one[vert], one[after], two[after], two[vert]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return smooth(kit.finish(kit.mesh("weld", bm), mat), 180)


def dense(line, pace):
    """The same 3D line with a point every pace."""
    made = []
    for a, b in zip(line, line[1:]):
        a, b = Vector(a), Vector(b)
        count = max(1, int((b - a).length / pace))
        made += [a.lerp(b, k / count) for k in range(count)]
    return made + [Vector(line[-1])]


def cage(rings, mat, creases=(), ring_creases=(), levels=2, closed=True, caps=True, name="cage"):
    """A subdivision surface over rings of 3D points.

    creases: {point index: sharpness} along the rings' same points; ring_creases: {ring index: sharpness}.
    """
    creases, ring_creases = dict(creases), dict(ring_creases)
    bm = bmesh.new()
    layer = bm.edges.layers.crease.verify()
    verts = [[bm.verts.new(point) for point in ring] for ring in rings]
    count = len(rings[0])
    for one, two in zip(verts, verts[1:]):
        for index in range(count if closed else count - 1):
            after = (index + 1) % count
            bm.faces.new((one[index], two[index], two[after], one[after]))
    if caps:
        bm.faces.new(list(reversed(verts[0])))
        bm.faces.new(verts[-1])
    place = {vert: (r, p) for r, ring in enumerate(verts) for p, vert in enumerate(ring)}
    for edge in bm.edges:
        (r0, p0), (r1, p1) = (place[vert] for vert in edge.verts)
        if r0 == r1:
            edge[layer] = ring_creases.get(r0, 0)
        elif p0 == p1:
            edge[layer] = creases.get(p0, 0)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    obj = smooth(kit.finish(kit.mesh(name, bm), mat), 40)
    modifier = obj.modifiers.new("subdivision", "SUBSURF")
    modifier.levels = modifier.render_levels = levels
    return obj
