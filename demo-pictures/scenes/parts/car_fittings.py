"""What is fixed to a light vehicle's skin: mirrors, handles, wipers, plates, aerial, exhausts, badges."""
import math
import bpy
import numpy as np
import kit
from . import field as fl
from .car_inside import slab
from .car_lamps import near
from .panels import gloss
from .shapes import tube, turned
from .hull import Skin


def mirror(x, y, z, size=(0.085, 0.115, 0.075), base=None, painted=True):
    """A door mirror: painted cap, black foot, glass behind; x, y, z is the middle of its head on the left."""
    def head(px, py, pz):
        px, py, pz = px - x, py - y, pz - z
        taper = 1 - 0.25 * np.clip(py / size[1], -1, 1)
        tall = np.abs(pz / (size[2] * taper)) ** 3
        far = np.sqrt((px / size[0]) ** 2 + np.abs(py / size[1]) ** 3 + tall) - 1
        return fl.both(far * min(size), -0.03 - px, 0.012)
    low = (x - 0.06, y - size[1] - 0.03, z - size[2] * 1.4)
    high = (x + size[0] + 0.03, y + size[1] + 0.03, z + size[2] * 1.4)
    skin = Skin(*fl.surface(head, low, high, 0.009, True))
    face, skin = skin.cut(lambda p, n: 0.985 - np.maximum(-n[:, 0], 0))
    face.rim(0.006).stand("mirror edge", kit.black())
    face.moved(-0.003).stand("mirror glass", kit.material("mirror", (0.75, 0.78, 0.8), 0.02, 1.0))
    foot, cap = skin.cut(lambda p, n: p[:, 2] - (z - size[2] * 0.45))
    foot.stand("mirror foot", kit.black())
    cap.stand("mirror cap", kit.paint() if painted else kit.black())
    base = base or (x + 0.03, y - size[1] - 0.06, z - size[2])
    for sign in (1, -1):
        stalk = kit.box((-0.05, 0.05), (-0.075, 0.05), (-0.018, 0.018), gloss(), 0.014)
        start = ((base[0] + x + 0.02) / 2, sign * (base[1] + y - size[1] * 0.4) / 2,
            (base[2] + z - size[2] * 0.7) / 2)
        stalk.location = start
        stalk.rotation_euler = (sign * 0.5, 0, 0 if sign > 0 else math.pi)


def handle(skin, x, z, length=0.2, mat=None, tilt=0.0, out=0.024):
    """A door handle over the skin at x, z."""
    ends = [near(skin, x + d, z + d * tilt, 1) for d in (-length / 2, 0, length / 2)]
    y = max(end[1] for end in ends)
    for sign in (1, -1):
        bar = kit.box((-length / 2, length / 2), (-0.008, 0.008), (-0.014, 0.014), mat or kit.paint(), 0.0075)
        bar.location = (x, sign * (y + out), z)
        bar.rotation_euler = (0, -math.atan(tilt), sign * -math.atan((ends[2][1] - ends[0][1]) / length) * -1)
        for d in (-0.42, 0.42):
            foot = kit.box((-0.014, 0.014), (-0.02, 0.012), (-0.01, 0.01), mat or kit.paint(), 0.005)
            foot.location = (x + d * length, sign * (y + out - 0.012), z + d * length * tilt)


def wiper(screen, start, end):
    """A wiper on the windscreen from (y, z) of its root to its tip; screen is the skin of that pane."""
    whole = np.concatenate([screen.p, screen.p * [1, -1, 1]])
    normal = np.concatenate([screen.n, screen.n * [1, -1, 1]])
    points = []
    for share in np.linspace(0, 1, 7):
        y, z = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        at = np.argmin((whole[:, 1] - y) ** 2 + (whole[:, 2] - z) ** 2)
        points.append(tuple(whole[at] + normal[at] * 0.014))
    tube(points, 0.0065, kit.black(), 0.02, 8)
    arm = [tuple(np.array(points[0]) + (0.06, 0, -0.02)), tuple(np.array(points[0]) + (0.03, 0, 0.02)),
           tuple(np.array(points[3]) + (0.012, 0, 0.016))]
    tube(arm, 0.0085, kit.black(), 0.03, 8)


def plate(x, y, z, toward=1, text="GV 2048"):
    """A number plate with raised signs, facing along x."""
    white = kit.material("plate", (0.72, 0.73, 0.72), 0.35, 0, 0.5)
    blue = kit.material("plate signs", (0.02, 0.035, 0.12), 0.4)
    kit.box(sorted((x, x + toward * 0.004)), (y - 0.152, y + 0.152), (z - 0.076, z + 0.076), white, 0.003)
    kit.box(sorted((x, x - toward * 0.006)), (y - 0.16, y + 0.16), (z - 0.084, z + 0.084), kit.black(), 0.004)
    font = bpy.data.curves.new("plate text", "FONT")
    font.body, font.size, font.align_x, font.align_y, font.extrude = text, 0.078, "CENTER", "CENTER", 0.001
    words = bpy.data.objects.new("plate text", font)
    words.location = (x + toward * 0.0055, y, z - 0.004)
    words.rotation_euler = (math.pi / 2, 0, toward * math.pi / 2)
    words.data.materials.append(blue)
    bpy.context.collection.objects.link(words)


def fin(x, z):
    """A small aerial like a fin on the roof."""
    def f(px, y, pz):
        up = pz - z
        long = 0.085 - 0.9 * np.clip(up, 0, 1)
        return fl.both(fl.both(slab(px - x + 0.9 * up * 0.6, y, up,
            (0.085, 0.02 - 0.2 * np.clip(up, 0, 0.08), 0.06), 0.015),
                               np.abs(px - x + 0.6 * up) - long, 0.01), up - 0.058, 0.005)
    skin = Skin(*fl.surface(f, (x - 0.2, 0, z - 0.03), (x + 0.15, 0.06, z + 0.09), 0.006))
    skin.stand("aerial", kit.paint())


def exhaust(x, y, z, radius=0.035, length=0.12, oval=1.5):
    """A tail pipe's end on both sides."""
    for sign in (1, -1):
        pipe = turned("exhaust", [(radius * 0.93, length), (radius * 0.93, 0.012), (radius * 0.95, 0.002),
                                  (radius, 0),
                                  (radius * 1.04, 0.003), (radius * 1.04, length)], kit.chrome(), 40)
        soot = turned("soot", [(0, 0.05), (radius, 0.05)], kit.material("gap", (0.004, 0.004, 0.004), 0.9),
            24)
        for part in (pipe, soot):
            part.location, part.rotation_euler, part.scale = (x, sign * y, z), (0, 0, -math.pi / 2), (oval, 1,
                1)


def badge(x, z, toward=1, width=0.05):
    """A plain oval emblem of no maker."""
    ring = turned("badge", [(width * 0.7, 0), (width * 0.8, 0.004), (width, 0.004), (width * 1.05, 0)],
        kit.chrome(), 48)
    disc = turned("badge field", [(0, 0.003), (width * 0.75, 0.001)], gloss(), 32)
    bar = kit.box((-width * 0.7, width * 0.7), (0, 0.006), (-width * 0.12, width * 0.12), kit.chrome(), 0.002)
    for part in (ring, disc, bar):
        part.location, part.rotation_euler, part.scale = (x, 0, z), (0, 0, -toward * math.pi / 2), (1, 1,
            0.62)

