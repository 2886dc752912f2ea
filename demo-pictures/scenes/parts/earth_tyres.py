"""Wheels of earthmovers: wide tyres with deep lugs, dished rims with lock rings, bolts and hub gears."""
import math
import bmesh
import bpy
import kit
from materials import DUST, once
from .shapes import copies, join, smooth, turned
from .wear import EARTH

RIM = 0.615
"""The rim's flange, in shares of the tyre's radius."""


def _earth_rubber(graph):
    clumps = graph.range(graph.noise(5, 6), 0.4, 0.7, 0.1, 0.75)
    fine = graph.range(graph.noise(40, 4), 0.35, 0.7, 0.3, 1.0)
    dust = graph.math("MULTIPLY", clumps, fine)
    graph.principled(
        Base_Color=graph.mix(dust, (0.017, 0.017, 0.017), graph.mix(graph.noise(2.0), DUST, EARTH)),
        Roughness=graph.range(dust, 0, 0.6, 0.6, 0.95), Specular=0.3,
            Normal=graph.bump(graph.noise(200, 3), 0.0006))


def earth_rubber():
    """Tyres that work in earth: black with dry soil on them."""
    return once("earth rubber", _earth_rubber)


def carcass(radius, half, deep):
    """The tyre's outline below its lugs as (radius, depth) from inner to outer side."""
    top = radius - deep
    outer = [(RIM * 0.985, 0.80), (RIM * 1.02, 0.90), (0.70, 0.985), (0.78, 1.0), (0.86, 0.985),
        (0.925, 0.94)]
    line = [(r * radius, d * half) for r, d in outer] + [(top - 0.016 * radius, half * 0.80),
        (top, half * 0.45), (top + 0.004 * radius, 0)]
    return [(r, -d) for r, d in line] + [(r, d) for r, d in reversed(line[:-1])]


def lug_rows(radius, half, deep, across):
    """The lower and upper radius of a lug at a place across the tread, -1 to 1."""
    reach = abs(across)
    top = radius - 0.022 * radius * reach ** 2
    if reach > 0.86:
        fall = (reach - 0.86) / 0.14
        top -= fall ** 2 * deep * 1.9
    return top - deep * (1.5 if reach > 0.8 else 1.15), top


def lug(bm, radius, half, deep, turn, pitch, side, sweep, fill):
    """One lug from the middle of the tread over one shoulder."""
    steps, rings = 9, []
    for step in range(steps + 1):
        share = step / steps
        across = side * (0.03 + 0.97 * share)
        low, top = lug_rows(radius, half, deep, across)
        middle = turn + sweep * pitch * (1 - (1 - share) ** 1.6)
        wide = pitch * fill * (0.34 + 0.16 * share)
        depth = across * half * (1.0 if share < 0.9 else 1.0 + 0.012)
        ring = []
        for r, w in ((low, 1.25), (top - 0.006, 1.0), (top, 0.88), (top, -0.88), (top - 0.006, -1.0),
                (low, -1.25)):
            angle = middle + wide * w
            ring.append(bm.verts.new((r * math.cos(angle), depth, r * math.sin(angle))))
        rings.append(ring)
    for one, two in zip(rings, rings[1:]):
        for k in range(5):
            bm.faces.new((one[k], one[k + 1], two[k + 1], two[k]))
    bm.faces.new(rings[0])
    bm.faces.new(rings[-1])


def tyre(radius, width, deep=0.035, count=22, sweep=0.55, fill=0.8):
    """A lugged tyre about the y axis."""
    half = width / 2
    body = turned("carcass", carcass(radius, half, deep), earth_rubber(), 96, False, 40)
    bm = bmesh.new()
    pitch = 2 * math.pi / count
    for index in range(count):
        for side in (1, -1):
            lug(bm, radius, half, deep, (index + (0.5 if side > 0 else 0)) * pitch, pitch, side, sweep, fill)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    lugs = smooth(kit.finish(kit.mesh("lugs", bm), earth_rubber()), 35)
    letters = turned("bead", [(r * radius, half * d) for r, d in ((0.80, 0.995), (0.81, 1.012), (0.82, 1.012),
        (0.83, 0.992))], earth_rubber(), 64)
    return [body, lugs, letters]


def rim(radius, width, mat, bolts=20):
    """A dished rim: flange with its lock ring, the disc with its bolt circle, the hub's planetary cover."""
    half, r = width / 2 * 0.84, radius
    profile = [(RIM * r, half - 0.02), (RIM * r, half + 0.005), (RIM * r * 0.985, half + 0.012),
        (RIM * r * 0.965, half), (RIM * r * 0.955, half - 0.02),
               (RIM * r * 0.95, half - 0.03), (RIM * r * 0.925, half - 0.035), (RIM * r * 0.90, half - 0.06),
                   (RIM * r * 0.89, half * 0.45),
               (RIM * r * 0.85, half * 0.36), (RIM * r * 0.70, half * 0.30), (RIM * r * 0.55, half * 0.30),
                   (RIM * r * 0.54, half * 0.34), (0.0, half * 0.34)]
    cover = [(RIM * r * 0.44, half * 0.34), (RIM * r * 0.44, half * 0.5), (RIM * r * 0.42, half * 0.54),
        (RIM * r * 0.33, half * 0.56), (RIM * r * 0.31, half * 0.66),
             (RIM * r * 0.28, half * 0.70), (0, half * 0.71)]
    parts = [turned("rim", profile, mat, 72, False, 35), turned("cover", cover, mat, 48, False, 35)]
    back = [(RIM * r * 0.9, half * 0.4), (RIM * r * 0.9, -half), (RIM * r, -half - 0.01)]
    parts.append(turned("back", back, kit.steel(), 48))
    for count, circle, depth, size in ((bolts, 0.50, 0.34, 0.016), (12, 0.38, 0.55, 0.010)):
        nut = turned("nut", [(size, 0), (size, size * 1.3), (size * 0.55, size * 1.3),
            (size * 0.55, size * 2.2), (0, size * 2.2)], kit.steel(), 6)
        places = []
        for index in range(count):
            turn = 2 * math.pi * index / count
            places.append(((RIM * r * circle * math.cos(turn), half * depth,
                RIM * r * circle * math.sin(turn)), (0, turn, 0)))
        parts += copies(nut, places)
        bpy.data.objects.remove(nut)
    return parts


def built(radius, width, mat, **lugs):
    """The mesh of one wheel with its outer face to +y."""
    name = f"earth wheel {radius:.3f} {width:.3f} {mat.name}"
    found = bpy.data.meshes.get(name)
    if found:
        return found
    parts = tyre(radius, width, **lugs) + rim(radius, width, mat)
    bpy.context.view_layer.update()
    obj = join(parts)
    data = obj.data
    bpy.data.objects.remove(obj)
    data.name = name
    return data


def axle(x, track, radius, width, mat=None, **lugs):
    """Two wheels, track measured between the tyres' middles, and the axle's housing between them."""
    mat = mat or kit.paint()
    for out in (1, -1):
        obj = bpy.data.objects.new("earth wheel", built(radius, width, mat, **lugs))
        obj.location = (x, out * track / 2, radius - 0.012)
        obj.rotation_mode = "ZXY"
        obj.rotation_euler = (0, x * 1.7 + out * 0.4, 0 if out > 0 else math.pi)
        bpy.context.collection.objects.link(obj)
    housing = [(0, -track / 2), (0.12, -track / 2), (0.14, -track * 0.3), (0.13, -track * 0.2), (0.24, -0.12),
        (0.26, 0), (0.24, 0.12), (0.13, track * 0.2), (0.14, track * 0.3), (0.12, track / 2), (0, track / 2)]
    part = turned("housing", housing, mat if mat.name == "paint" else kit.steel(), 32)
    part.location = (x, 0, radius)
