"""Crawler tracks: a chain of grouser shoes round sprocket and idler, rollers, and the frame they run on."""
import math
import bpy
from mathutils import Vector
import kit
from . import wear
from .plates import outline, slab, weld, dense
from .shapes import copies, join, tube, turned


def loop(front, back, low, high, radius, sag):
    """The chain's line as (x, z): round both ends, flat below, hanging a little between carriers above."""
    points = []
    for step in range(25):
        turn = math.pi / 2 - math.pi * step / 24
        points.append(Vector((front + radius * math.cos(turn), (low + high) / 2 + radius * math.sin(turn))))
    for step in range(1, 40):
        points.append(Vector((front + (back - front) * step / 40, low)))
    for step in range(25):
        turn = -math.pi / 2 - math.pi * step / 24
        points.append(Vector((back + radius * math.cos(turn), (low + high) / 2 + radius * math.sin(turn))))
    for step in range(1, 40):
        share = step / 40
        dip = sag * abs(math.sin(share * math.pi * 3)) ** 1.2
        points.append(Vector((back + (front - back) * share, high - dip)))
    return points


def spaced(points, count):
    """count places at equal distances round a closed line, each (point, direction)."""
    points = points + [points[0]]
    lengths = [(b - a).length for a, b in zip(points, points[1:])]
    pace, made, index, gone = sum(lengths) / count, [], 0, 0.0
    for step in range(count):
        want = step * pace
        while gone + lengths[index] < want:
            gone += lengths[index]
            index += 1
        a, b = points[index], points[index + 1]
        made.append((a.lerp(b, (want - gone) / lengths[index]), (b - a).normalized()))
    return made, pace


def shoe(pitch, width):
    """One shoe with three grousers, its bolts and the two links below; its outside is +z."""
    half, steel = pitch / 2, wear.track_steel()
    section = [(-half - 0.012, 0.0), (-half - 0.012, 0.012), (-half + 0.012, 0.014), (-half + 0.020, 0.036),
        (-half + 0.034, 0.036),
               (-half + 0.046, 0.014), (-0.012, 0.013), (-0.006, 0.034), (0.006, 0.034), (0.014, 0.013),
                   (half - 0.036, 0.014),
               (half - 0.028, 0.037), (half - 0.014, 0.037), (half - 0.006, 0.012), (half - 0.006, 0.0)]
    parts = [slab(section, -width / 2, width / 2, steel, "y", 0.003, 1)]
    link = outline([(-half - 0.02, -0.012), (-half - 0.02, -0.085, 0.03), (half + 0.02, -0.085, 0.03),
        (half + 0.02, -0.012)])
    for y in (-0.085, 0.085):
        parts.append(slab(link, y - 0.022, y + 0.022, steel, "y", 0.006, 1))
        for x in (-0.045, 0.045):
            bolt = kit.cylinder((x, y * 1.25, 0.0), (x, y * 1.25, 0.026), 0.017, steel, 0, None, 6)
            parts.append(bolt)
    parts.append(kit.cylinder((-half, -0.13, -0.05), (-half, 0.13, -0.05), 0.026, steel, 0, None, 14))
    bpy.context.view_layer.update()
    return join(parts)


def wheel_of(points, y, x, z, out, mat):
    """A turned wheel whose outer face looks to out."""
    made = turned("roller", points, mat, 48, False, 30)
    made.location = (x, y, z)
    made.rotation_euler = (0, 0, 0 if out > 0 else math.pi)
    return made


def roller(x, y, z, radius, out):
    """A flanged roller with its bolted end cap."""
    r = radius
    points = [(0, 0.165), (r * 0.3, 0.165), (r * 0.38, 0.155), (r * 0.42, 0.13), (r * 0.62, 0.12),
        (r * 0.62, 0.11), (r, 0.105), (r * 1.02, 0.05),
              (r * 0.82, 0.045), (r * 0.82, -0.045), (r * 1.02, -0.05), (r, -0.105), (r * 0.62, -0.11),
                  (0, -0.12)]
    wheel_of(points, y, x, z, out, wear.iron())


def sprocket(x, y, z, radius, out):
    """The drive sprocket: teeth, the bolted ring and the cover of the travel motor's gears."""
    steel, iron = wear.track_steel(), wear.iron()
    teeth, points = 21, []
    for index in range(teeth):
        for share, r in ((0.0, 0.93), (0.24, 0.93), (0.42, 1.04), (0.58, 1.04), (0.76, 0.93)):
            turn = 2 * math.pi * (index + share) / teeth
            points.append((r * radius * math.cos(turn), r * radius * math.sin(turn)))
    ring = slab(points, -0.03, 0.03, steel, "y", 0.004, 1)
    ring.location = (x, y, z)
    r = radius
    points = [(0, 0.27), (r * 0.3, 0.268), (r * 0.48, 0.25), (r * 0.52, 0.23), (r * 0.53, 0.15),
        (r * 0.62, 0.14), (r * 0.63, 0.06),
              (r * 0.84, 0.05), (r * 0.85, 0.03), (r * 0.85, -0.03), (r * 0.6, -0.06), (r * 0.6, -0.3)]
    wheel_of(points, y, x, z, out, iron)
    for circle, count, depth, size in ((0.74, 18, 0.048, 0.016), (0.4, 9, 0.258, 0.012)):
        for index in range(count):
            turn = 2 * math.pi * (index + 0.3) / count
            px, pz = x + circle * r * math.cos(turn), z + circle * r * math.sin(turn)
            kit.cylinder((px, y + out * depth, pz), (px, y + out * (depth + 0.02), pz), size, iron, 0, None,
                6)


def idler(x, y, z, radius, out):
    """The front idler: a flanged wheel with a dished web."""
    r = radius
    points = [(0, 0.1), (r * 0.22, 0.1), (r * 0.24, 0.07), (r * 0.3, 0.05), (r * 0.72, 0.035),
        (r * 0.8, 0.06), (r * 0.92, 0.075), (r, 0.07),
              (r, 0.04), (r * 1.07, 0.035), (r * 1.07, -0.035), (r, -0.04), (r, -0.07), (r * 0.8, -0.06),
                  (0, -0.06)]
    wheel_of(points, y, x, z, out, wear.track_steel())
    kit.box((x - 0.5, x - 0.02), sorted((y + out * 0.09, y + out * 0.13)), (z - 0.07, z + 0.07), wear.iron(),
        0.02)


def side_frame(front, back, y, low, high, out):
    """The beam that carries the rollers: a welded box with a sloped top, guards over the rollers, a step."""
    iron = wear.iron()
    profile = outline([(back + 0.28, low + 0.24), (back + 0.1, low + 0.45), (back + 0.3, high - 0.20),
        (back + 0.8, high - 0.13),
                       (front - 0.75, high - 0.13), (front - 0.42, high - 0.22), (front - 0.25, low + 0.42),
                           (front - 0.42, low + 0.24)], 0.06)
    slab(profile, y - 0.17, y + 0.17, iron, "y", 0.02, 2)
    face = y + out * 0.175
    cover = outline([(back + 0.85, low + 0.3), (back + 0.95, low + 0.52), (front - 1.0, low + 0.52),
        (front - 0.85, low + 0.3)], 0.05)
    slab(cover, *sorted((face, face + out * 0.012)), iron, "y", 0.005)
    weld(dense([(a, face, b) for a, b in cover] + [(cover[0][0], face, cover[0][1])], 0.012), 0.008, iron)
    for x in (back + 1.3, front - 1.35):
        guard = outline([(x - 0.28, low + 0.05), (x - 0.22, low + 0.26), (x + 0.22, low + 0.26),
            (x + 0.28, low + 0.05)], 0.04)
        slab(guard, *sorted((y + out * 0.16, y + out * 0.185)), iron, "y", 0.006)
    step = [(front - 1.5, face, high - 0.2), (front - 1.5, face + out * 0.1, high - 0.2),
        (front - 1.05, face + out * 0.1, high - 0.2),
            (front - 1.05, face, high - 0.2)]
    tube(step, 0.014, iron, 0.04)


def track(y, out, length=4.2, width=0.6, tall=0.9, shoes=47):
    """One track standing on the ground, its middle at x=0; out is the side it looks to."""
    grouser, chain = 0.037, 0.085
    radius = tall / 2 - grouser
    front, back = length / 2 - tall / 2, -length / 2 + tall / 2
    low, high = grouser, tall - grouser
    points = loop(front, back, low, high, radius, 0.022)
    places, pitch = spaced(points, shoes)
    first = shoe(pitch, width)
    made = []
    for point, ahead in places:
        made.append(((point.x, y, point.y), (0, -math.atan2(ahead.y, ahead.x), 0)))
    copies(first, made)
    bpy.data.objects.remove(first)
    inner, middle = radius - chain, tall / 2
    sprocket(back, y, middle, inner * 1.05, out)
    idler(front, y, middle, inner, out)
    count = 8
    for index in range(count):
        x = back + 0.52 + index * (front - back - 0.95) / (count - 1)
        roller(x, y, low + chain + 0.085, 0.085, out)
    for x in (back + 1.15, front - 1.1):
        roller(x, y, high - chain - 0.085, 0.07, out)
    side_frame(front, back, y, low, high, out)
