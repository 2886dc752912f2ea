"""Wheels of light vehicles: tyre with shoulders, grooves and raised letters; alloy rim; brake behind it."""
import math
import numpy as np
import bpy
import kit
from . import outline
from .shapes import turned
from .hull import Skin, faceted, together, place

DESIGNS = {
    # fold, windows: corners as (share of the rim's radius, share of one fold's angle)
    "double": (5, [[(0.36, 0.07), (0.9, 0.025), (0.92, 0.155), (0.52, 0.13)],
                   [(0.36, 0.93), (0.52, 0.87), (0.92, 0.845), (0.9, 0.975)],
                   [(0.4, 0.42), (0.9, 0.27), (0.93, 0.5), (0.9, 0.73), (0.4, 0.58)]]),
    "star": (5, [[(0.42, 0.36), (0.62, 0.19), (0.91, 0.13), (0.93, 0.5), (0.91, 0.87), (0.62, 0.81),
    (0.42, 0.64)]]),
    "seven": (7, [[(0.44, 0.3), (0.9, 0.17), (0.92, 0.5), (0.9, 0.83), (0.44, 0.7)]]),
    "truck": (6, [[(0.46, 0.34), (0.72, 0.17), (0.9, 0.17), (0.92, 0.5), (0.9, 0.83), (0.72, 0.83),
    (0.46, 0.66)]]),
    "steel": (12, [[(0.66, 0.25), (0.84, 0.22), (0.84, 0.78), (0.66, 0.75)]]),
}


def alloy():
    """Lacquered cast metal."""
    return kit.material("alloy", (0.5, 0.51, 0.52), 0.3, 0.92, 0.4)


def dark_alloy():
    """Cast metal in dark grey."""
    return kit.material("dark alloy", (0.05, 0.052, 0.055), 0.34, 0.75, 0.5)


def cast():
    """Plain cast iron of discs and calipers."""
    return kit.material("cast iron", (0.24, 0.235, 0.23), 0.42, 0.9)


def tyre(radius, rim, width, steps=240, chunky=False):
    """A tyre about the y axis, its middle at nought."""
    half = width / 2
    side = [(rim - 0.004, 0.86), (rim + 0.012, 0.93), (rim + 0.017, 0.955), (rim + 0.02, 0.94),
        (rim + 0.04, 0.985)]
    wall = radius - rim
    side += [(rim + wall * 0.45, 1.0), (rim + wall * 0.5, 1.0), (rim + wall * 0.62, 0.985),
             (rim + wall * 0.75, 0.955),
             (radius - 0.016, 0.89), (radius - 0.007, 0.82), (radius - 0.003, 0.74)]
    groove = 0.012 if chunky else 0.008
    tread = []
    for at in (0.62, 0.22):
        edge = groove / width
        tread += [(radius - 0.001, at + edge), (radius - groove, at + edge * 0.8),
                  (radius - groove, at - edge * 0.8), (radius, at - edge)]
    profile = [(r, -w) for r, w in side + tread] + [(r, w) for r, w in reversed(side + tread)]
    rows, count = [], len(profile)
    letters = np.random.default_rng(7).random(steps) < 0.62
    first_tread = 9
    for at in range(steps):
        turn = 2 * math.pi * at / steps
        row = []
        for k, (r, w) in enumerate(profile):
            depth = min(k, count - 1 - k)
            here = at if w > 0 else at + 3
            if first_tread <= depth <= first_tread + 3 and here % (6 if chunky else 5) == 0:
                r -= 0.011 if chunky else 0.006
            elif depth > first_tread + 3 and here % 5 == 2 and chunky:
                r -= 0.008
            y = w * half
            sector = (at * 6 // steps) % 3
            if depth in (5, 6) and sector == 0 and letters[at]:
                y += math.copysign(0.0012, w)
            row.append((r * math.cos(turn), y, r * math.sin(turn)))
        rows.append(row)
    verts = [point for row in rows for point in row]
    faces = [(a * count + k, a * count + k + 1, b * count + k + 1, b * count + k)
             for a in range(steps) for b in [(a + 1) % steps] for k in range(count - 1)]
    data = bpy.data.meshes.new("tyre")
    data.from_pydata(verts, [], faces)
    obj = bpy.data.objects.new("tyre", data)
    bpy.context.collection.objects.link(obj)
    kit.finish(obj, kit.rubber())
    obj.data.auto_smooth_angle = math.radians(38)
    return obj


def face(rim, design, dish):
    """The rim's face with its windows cut and walls behind them; outward is +y."""
    fold, windows = DESIGNS[design]
    polygons = []
    for k in range(fold):
        for corners in windows:
            bent = [(r * rim * math.cos(a), r * rim * math.sin(a))
                    for r, share in corners for a in [2 * math.pi * (k + share) / fold + math.pi / 2]]
            polygons.append(outline.rounded(bent, 0.012))
    rings, steps = np.linspace(0.0, rim * 0.975, 34), 150
    r, a = np.meshgrid(rings, np.linspace(0, 2 * math.pi, steps, endpoint=False), indexing="ij")
    points = np.stack([r * np.cos(a), 0 * r, r * np.sin(a)], -1).reshape(-1, 3)
    at = np.arange(33)[:, None] * steps + np.arange(steps)[None]
    right = np.arange(33)[:, None] * steps + (np.arange(steps)[None] + 1) % steps
    quads = np.stack([at, right, right + steps, at + steps], -1).reshape(-1, 4)
    skin = Skin(points, np.tile([0, 1.0, 0], (len(points), 1)),
        np.concatenate([quads[:, :3], quads[:, [0, 2, 3]]]))
    gap = lambda p: np.min([outline.signed(p[:, 0], p[:, 2], q) for q in polygons], 0)  # noqa: E731
    _, skin = skin.cut(lambda p, n: gap(p))
    far = np.hypot(skin.p[:, 0], skin.p[:, 2]) / rim
    skin.p[:, 1] = -dish * (1 - far**2.2) - 0.009 * np.exp(-np.maximum(gap(skin.p), 0) / 0.008)
    skin.p[:, 1] += 0.012 * np.exp(-(far / 0.2) ** 4)
    front = faceted(skin.p, skin.t)
    if front.n[:, 1].mean() < 0:
        front = front.flipped()
    back = front.moved((0, -0.03, 0)).flipped()
    return together([front, front.rim((0, -0.03, 0)), back])


def rim_parts(rim, width, design, metal, dish):
    """Face, barrel, lip, lug nuts and cap, about the y axis; the outer lip at y = width / 2."""
    out = width / 2 - 0.012
    made = [place("rim face", face(rim, design, dish).moved((0, out - 0.014, 0)), metal)]
    made.append(turned("barrel", [
        (rim * 0.955, out - 0.02), (rim * 0.975, out - 0.006), (rim + 0.006, out), (rim + 0.011, out - 0.003),
        (rim + 0.011, out - 0.012), (rim - 0.004, out - 0.02), (rim - 0.012, out - 0.05),
        (rim - 0.02, -out + 0.03),
        (rim + 0.01, -out)], metal, 96))
    fold = 6 if design == "truck" else 5
    for k in range(fold):
        turn = 2 * math.pi * (k + 0.5) / fold
        x, z = 0.057 * math.cos(turn), 0.057 * math.sin(turn)
        depth = out - dish - 0.014
        made.append(kit.cylinder((x, depth - 0.01, z), (x, depth + 0.014, z), 0.0105, kit.chrome(), 0.002,
            0.009, 6))
    made.append(turned("cap", [(0.0, out - dish + 0.004), (0.026, out - dish + 0.002),
        (0.031, out - dish - 0.004)],
                       kit.material("gloss black", (0.012, 0.012, 0.013), 0.08, 0, 1), 40))
    return made


def brake(radius, out):
    """A disc and its caliper."""
    y = out - 0.085
    disc = turned("disc", [(0.07, y + 0.02), (0.085, y + 0.02), (0.087, y), (radius, y), (radius, y - 0.025),
                           (0.07, y - 0.025)], cast(), 72)
    bend = [turn * math.pi / 180 for turn in range(150, 216, 5)]
    line = [(radius + 0.018, -0.05), (radius + 0.018, 0.032), (radius - 0.055, 0.032), (radius - 0.06, -0.05)]
    verts = [(r * math.cos(t), y + d, r * math.sin(t)) for t in bend for r, d in line]
    faces = [(a * 4 + k, a * 4 + (k + 1) % 4, a * 4 + 4 + (k + 1) % 4, a * 4 + 4 + k)
             for a in range(len(bend) - 1) for k in range(4)] + [(0, 1, 2, 3),
             tuple(range(len(verts) - 4, len(verts)))]
    data = bpy.data.meshes.new("caliper")
    data.from_pydata(verts, [], faces)
    caliper = bpy.data.objects.new("caliper", data)
    bpy.context.collection.objects.link(caliper)
    kit.finish(caliper, kit.steel(), 0.008)
    return [disc, caliper]


def wheels(places, radius=0.335, rim=0.235, width=0.235, design="double", metal=None, dish=0.035,
    chunky=False):
    """Wheels at (x, y of the outer face, turn of the steering in degrees); y tells the side."""
    metal = metal or alloy()
    turning = [tyre(radius, rim, width, chunky=chunky)] + rim_parts(rim, width, design, metal, dish)
    parts = turning + brake(rim * 0.76, width / 2)
    rolls = np.random.default_rng(3).random(len(places)) * 360
    for (x, y, steer), roll in zip(places, rolls):
        for part in parts:
            copy = bpy.data.objects.new(part.name, part.data)
            for old in part.modifiers:
                new = copy.modifiers.new(old.name, old.type)
                new.width, new.segments, new.limit_method = old.width, old.segments, old.limit_method
            bpy.context.collection.objects.link(copy)
            spin = math.radians(roll) if part in turning else 0
            pose(copy, part, x, y - math.copysign(width / 2, y), radius, spin, y < 0, math.radians(steer))
    for part in parts:
        bpy.data.objects.remove(part)


def pose(copy, part, x, y, z, spin, right, steer):
    """Stands a wheel's part: rolled, turned to its side, steered."""
    from mathutils import Matrix
    side = Matrix.Rotation(math.pi if right else 0, 4, "Z")
    copy.matrix_world = (Matrix.Translation((x, y, z)) @ Matrix.Rotation(steer, 4, "Z") @ side
                         @ Matrix.Rotation(spin, 4, "Y") @ part.matrix_basis)
