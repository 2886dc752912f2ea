"""What makes trailers seen: reflective tape, marker and tail lamps, plates; and rows of rivets."""
import math
import bmesh
from mathutils import Vector
import kit
from materials import once
from . import wear
from .plates import outline, slab
from .shapes import smooth, turned

RED, WHITE = 0.28, 0.18
"""Lengths of the tape's red and white."""


def _tape(color, light):
    def build(graph):
        grid = graph.add("ShaderNodeTexVoronoi", Vector=graph.place(), Scale=160.0)
        cells = graph.range(grid.outputs["Distance"], 0.1, 0.5)
        graph.principled(Base_Color=graph.mix(cells, color, light), Roughness=0.25, Clearcoat=1.0,
            Clearcoat_Roughness=0.05)
    return build


def tape_red():
    """The red of reflective tape."""
    return once("tape red", _tape((0.36, 0.012, 0.016), (0.5, 0.03, 0.03)))


def tape_white():
    """The white of reflective tape."""
    return once("tape white", _tape((0.62, 0.63, 0.64), (0.82, 0.83, 0.84)))


def tape(axis, face, out, start, end, z, wide=0.05):
    """Red and white tape along a face from start to end at height z."""
    at, red = start, True
    while at < end - 0.02:
        stop = min(end, at + (RED if red else WHITE))
        slab([(at, z - wide / 2), (stop, z - wide / 2), (stop, z + wide / 2), (at, z + wide / 2)],
             *sorted((face, face + out * 0.0015)), tape_red() if red else tape_white(), axis, 0)
        at, red = stop, not red


def tape_up(axis, face, out, a, low, high, mat, wide=0.05):
    """An upright strip of tape."""
    slab([(a - wide / 2, low), (a + wide / 2, low), (a + wide / 2, high), (a - wide / 2, high)],
        *sorted((face, face + out * 0.0015)), mat, axis, 0)


def facing(parts, axis, out, place):
    """Turns parts built along +y to look along an axis, and moves them to a place."""
    turn = Vector({"y": (0, out, 0), "x": (out, 0, 0)}[axis]).to_track_quat("Y", "Z")
    for part in parts:
        part.rotation_mode = "QUATERNION"
        part.rotation_quaternion = turn
        part.location = place


def marker(axis, place, out, mat):
    """A small oblong marker lamp in its black frame."""
    x, y, z = place
    across, face = (x, y) if axis == "y" else (y, x)
    for wide, tall, low, high, colour in ((0.062, 0.026, -0.002, 0.012, kit.black()),
            (0.052, 0.018, 0.0, 0.024, mat)):
        flat = outline([(across - wide, z - tall), (across + wide, z - tall), (across + wide, z + tall),
            (across - wide, z + tall)], 0.016)
        slab(flat, *sorted((face + out * low, face + out * high)), colour, axis, 0.006, 3)


def oval(axis, place, out, mat, wide=0.085, tall=0.033):
    """An oval lamp in its rubber ring, standing a little proud."""
    x, y, z = place
    across, face = (x, y) if axis == "y" else (y, x)
    for grow, low, high, colour in ((0.012, -0.002, 0.01, kit.rubber()), (0.0, 0.0, 0.02, mat)):
        points = []
        for side in (1, -1):
            for step in range(9):
                turn = -math.pi / 2 + math.pi * step / 8
                points.append((across + side * (wide - tall + (tall + grow) * math.cos(turn)),
                    z + side * (tall + grow) * math.sin(turn)))
        slab(points, *sorted((face + out * low, face + out * high)), colour, axis, 0.007, 3)


def round_lamp(axis, place, out, mat, radius=0.052):
    """A round lamp in its rubber ring."""
    ring = turned("ring", [(radius * 1.22, 0), (radius * 1.22, 0.008), (radius * 1.12, 0.014),
        (radius, 0.01)], kit.rubber(), 32)
    lens = turned("lens", [(radius * 1.02, 0.006), (radius * 0.98, 0.018), (radius * 0.6, 0.024), (0, 0.026)],
        mat, 32)
    facing((ring, lens), axis, out, place)


def rivets(places, normal, mat, radius=0.007):
    """Domed rivet heads at places on a face with this normal, as one mesh."""
    normal = Vector(normal).normalized()
    one = normal.orthogonal().normalized()
    two = normal.cross(one)
    bm = bmesh.new()
    for place in places:
        place = Vector(place)
        rings = []
        for share, lift in ((1.0, 0.0), (0.86, 0.32), (0.5, 0.55)):
            ring = []
            for turn in (k * math.pi / 4 for k in range(8)):
                aside = (one * math.cos(turn) + two * math.sin(turn)) * radius * share
                ring.append(bm.verts.new(place + aside + normal * radius * lift))
            rings.append(ring)
        top = bm.verts.new(place + normal * radius * 0.62)
        for a, b in zip(rings, rings[1:]):
            for k in range(8):
                bm.faces.new((a[k], a[(k + 1) % 8], b[(k + 1) % 8], b[k]))
        for k in range(8):
            bm.faces.new((rings[-1][k], rings[-1][(k + 1) % 8], top))
    return smooth(kit.finish(kit.mesh("rivets", bm), mat), 60)


def row(start, end, pace):
    """Places at a pace on the line from start to end, both included."""
    start, end = Vector(start), Vector(end)
    count = max(1, round((end - start).length / pace))
    return [start.lerp(end, k / count) for k in range(count + 1)]


def licence(x, y, z, out=-1):
    """A licence plate with its lamp, looking along x."""
    slab(outline([(y - 0.155, z - 0.08), (y + 0.155, z - 0.08), (y + 0.155, z + 0.08), (y - 0.155, z + 0.08)],
        0.015),
         *sorted((x, x + out * 0.004)), kit.white(), "x", 0.001)
    for index in range(6):
        a = y - 0.105 + index * 0.042
        kit.box(sorted((x + out * 0.004, x + out * 0.005)), (a - 0.012, a + 0.012), (z - 0.032, z + 0.03),
            kit.material("plate blue", (0.02, 0.04, 0.13), 0.5), 0)
    kit.box(sorted((x, x + out * 0.04)), (y - 0.05, y + 0.05), (z + 0.09, z + 0.115), kit.black(), 0.008)


def worn_box(x, y, z, mat=None, bevel=0.006):
    """A box of dark iron."""
    return kit.box(x, y, z, mat or wear.iron(), bevel)
