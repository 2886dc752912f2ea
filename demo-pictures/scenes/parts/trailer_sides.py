"""Sides, roof and nose of box trailers: riveted sheets a little out of true, posts, rails, round corners."""
import math
import random
import bmesh
from mathutils import Vector, noise
import kit
from . import wear
from .plates import outline, slab
from .shapes import smooth
from .trailer_marks import marker, rivets, row, tape

HALF = 1.295


def sheet(out, low, high, posts, mat, depth=0.0022):
    """A side's skin: flat at its posts, swelling and sinking by millimetres between them."""
    rng = random.Random(out * 7 + 1)
    bm = bmesh.new()
    columns, rows = [], 44
    for a, b in zip(posts, posts[1:]):
        swell = rng.uniform(-1, 1) * depth
        for step in range(6):
            columns.append((a + (b - a) * step / 6, swell * math.sin(math.pi * step / 6) ** 2))
    columns.append((posts[-1], 0.0))
    grid = []
    for x, swell in columns:
        line = []
        for step in range(rows + 1):
            z = low + (high - low) * step / rows
            ripple = noise.noise(Vector((x * 0.9, z * 1.3, out * 5.0))) * depth * 0.9
            edge = math.sin(math.pi * step / rows) ** 0.5
            line.append(bm.verts.new((x, out * (HALF + (swell + ripple * (0.3 + abs(swell) / depth)) * edge),
                z)))
        grid.append(line)
    for one, two in zip(grid, grid[1:]):
        for step in range(rows):
            bm.faces.new((one[step], two[step], two[step + 1], one[step + 1]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    if bm.faces[:][0].normal.y * out < 0:
        bmesh.ops.reverse_faces(bm, faces=bm.faces)
    return smooth(kit.finish(kit.mesh("sheet", bm), mat), 60)


def riveted_side(x0, x1, out, low, high, mat, pace=0.406, joint=3):
    """A smooth side riveted to posts inside, with a lapped, doubly riveted joint at some of them."""
    count = round((x1 - x0) / pace)
    posts = [x0 + (x1 - x0) * k / count for k in range(count + 1)]
    sheet(out, low, high, posts, mat)
    face = out * (HALF + 0.0005)
    places = []
    for index, x in enumerate(posts[1:-1], 1):
        lines = [x]
        if index % joint == 0:
            kit.box((x - 0.032, x + 0.032), sorted((out * (HALF - 0.004), out * (HALF + 0.003))), (low, high),
                mat, 0.0015)
            lines = [x - 0.02, x + 0.02]
        for line in lines:
            lift = 0.003 if len(lines) == 2 else 0.0
            places += row((line, face + out * lift, low + 0.04), (line, face + out * lift, high - 0.04),
                0.075)
    rivets(places, (0, out, 0), mat, 0.0075)


def posted_side(x0, x1, out, low, high, mat, pace=0.61):
    """A side whose posts stand outside: hats of bent sheet with rivets along both flanges."""
    count = round((x1 - x0) / pace)
    posts = [x0 + (x1 - x0) * k / count for k in range(count + 1)]
    sheet(out, low, high, posts, mat, 0.004)
    hat = [(-0.062, -0.004), (-0.062, 0.003), (-0.036, 0.003), (-0.027, 0.021), (0.027, 0.021),
        (0.036, 0.003), (0.062, 0.003), (0.062, -0.004)]
    places = []
    for x in posts[1:-1]:
        slab([(x + a, out * (HALF + d)) for a, d in hat], low, high, mat, "z", 0.002)
        for a in (-0.049, 0.049):
            places += row((x + a, out * (HALF + 0.003), low + 0.04),
                (x + a, out * (HALF + 0.003), high - 0.04), 0.09)
    rivets(places, (0, out, 0), mat, 0.008)


def extrusion(profile, x0, x1, out, mat):
    """A rail: a section of (distance from the skin, z) drawn out along x on one side."""
    return slab([(out * (HALF + d), z) for d, z in profile], x0, x1, mat, "x", 0.002, 2)


def rails(x0, x1, low, high, mat):
    """The bottom and top rails of both sides with their rivets and tape."""
    for out in (1, -1):
        extrusion([(-0.03, low - 0.17), (0.006, low - 0.17), (0.016, low - 0.155), (0.016, low - 0.12),
            (0.009, low - 0.112), (0.009, low + 0.01),
                   (0.016, low + 0.016), (0.016, low + 0.05), (0.006, low + 0.06), (-0.03, low + 0.06)], x0,
                       x1, out, mat)
        extrusion([(-0.03, high - 0.05), (0.006, high - 0.05), (0.014, high - 0.04), (0.014, high + 0.05),
            (0.02, high + 0.058), (0.02, high + 0.075),
                   (0.004, high + 0.1), (-0.06, high + 0.108), (-0.06, high + 0.09)], x0, x1, out, mat)
        face = out * (HALF + 0.016)
        rivets(row((x0 + 0.05, face, low + 0.033), (x1 - 0.05, face, low + 0.033), 0.102), (0, out, 0), mat,
            0.007)
        rivets(row((x0 + 0.05, out * (HALF + 0.014), high), (x1 - 0.05, out * (HALF + 0.014), high), 0.102),
            (0, out, 0), mat, 0.007)
        tape("y", out * (HALF + 0.0092), out, x0 + 0.5, x0 + 4.4, low - 0.05)
        tape("y", out * (HALF + 0.0092), out, -1.6, 2.2, low - 0.05)
        tape("y", out * (HALF + 0.0092), out, x1 - 4.2, x1 - 0.5, low - 0.05)
        for x, mat_of in ((x1 - 0.28, kit.amber()), ((x0 + x1) / 2, kit.amber()), (x0 + 0.3, kit.red())):
            marker("y", (x, out * (HALF + 0.009), low - 0.085), out, mat_of)
        for x, mat_of in ((x1 - 0.28, kit.amber()), (x0 + 0.3, kit.red())):
            marker("y", (x, out * (HALF + 0.014), high + 0.02), out, mat_of)


def roof(x0, x1, high, mat):
    """The roof skin, lightly bowed."""
    bm = bmesh.new()
    grid = []
    for step in range(41):
        x = x0 + (x1 - x0) * step / 40
        grid.append([bm.verts.new((x, y * HALF / 4,
            high + 0.1 + 0.012 * (1 - (y / 4) ** 2) + 0.003 * math.sin(step * 2.1))) for y in range(-4, 5)])
    for one, two in zip(grid, grid[1:]):
        for y in range(8):
            bm.faces.new((one[y], two[y], two[y + 1], one[y + 1]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return kit.finish(kit.mesh("roof", bm), mat)


def corner(x, low, high, radius, mat, out):
    """A rounded front corner post."""
    points = [(x - radius - 0.05, out * (HALF + 0.004))]
    for step in range(13):
        turn = math.pi / 2 * step / 12
        points.append((x - radius + (radius + 0.004) * math.sin(turn),
            out * (HALF - radius + (radius + 0.004) * math.cos(turn))))
    points += [(x + 0.004, out * (HALF - radius - 0.05)), (x - 0.03, out * (HALF - radius - 0.05)),
        (x - radius - 0.05, out * (HALF - 0.03))]
    return slab(points, low, high, mat, "z", 0.0015)


def nose(x, low, high, mat, rail):
    """The front wall: panels with rivets, corner posts, rails, clearance lamps, the box of papers."""
    kit.box((x - 0.05, x), (-HALF + 0.08, HALF - 0.08), (low, high), mat, 0.003)
    places = []
    for index in range(7):
        y = (index - 3) * 0.37
        kit.box((x - 0.002, x + 0.004), (y - 0.03, y + 0.03), (low + 0.1, high - 0.05), mat, 0.0015)
        for line in (y - 0.018, y + 0.018):
            places += row((x + 0.004, line, low + 0.15), (x + 0.004, line, high - 0.1), 0.09)
    rivets(places, (1, 0, 0), mat)
    for out in (1, -1):
        corner(x, low - 0.05, high + 0.04, 0.13, rail, out)
        marker("x", (x + 0.012, out * 0.95, high + 0.03), 1, kit.amber())
        marker("x", (x + 0.01, out * 1.05, low + 0.05), 1, kit.amber())
    for z0, z1 in ((high - 0.02, high + 0.1), (low - 0.17, low + 0.1)):
        slab(outline([(x - 0.1, -HALF - 0.014), (x - 0.1, HALF + 0.014), (x + 0.012, HALF + 0.014, 0.14),
            (x + 0.012, -HALF - 0.014, 0.14)], 0, 10), z0, z1, rail, "z", 0.008)
    for index in range(3):
        marker("x", (x + 0.012, (index - 1) * 0.2, high + 0.03), 1, kit.amber())
    kit.box((x, x + 0.05), (-0.95, -0.7), (low + 0.35, low + 0.7), wear.aluminium(), 0.01)
