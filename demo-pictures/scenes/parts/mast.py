"""A forklift's mast: channels, chains, cylinders, carriage with backrest, forks."""
import bpy
import kit
from . import wear
from .hydraulics import hose
from .plates import outline, slab
from .shapes import copies, turned


def channel(x, y, low, high, out, deep=0.13, wide=0.06, web=0.016):
    """An upright channel, open to the inside."""
    iron = wear.iron()
    section = [(x - deep / 2, y + out * wide), (x + deep / 2, y + out * wide), (x + deep / 2, y),
        (x + deep / 2 - web, y), (x + deep / 2 - web, y + out * (wide - web)),
               (x - deep / 2 + web, y + out * (wide - web)), (x - deep / 2 + web, y), (x - deep / 2, y)]
    slab(section, low, high, iron, "z", 0.003)


def cross(x0, x1, half, low, high):
    """A bar between the uprights."""
    kit.box((x0, x1), (-half, half), (low, high), wear.iron(), 0.008)


def chain(x, y, low, high):
    """A leaf chain as stacked plates."""
    count = int((high - low) / 0.032)
    plate = outline([(x - 0.012, -0.018), (x + 0.012, -0.018), (x + 0.012, 0.018), (x - 0.012, 0.018)], 0.01,
        3)
    link = slab(plate, y - 0.009, y + 0.009, kit.steel(), "y", 0.001, 1)
    copies(link, [((0, 0.004 * (k % 2), low + k * 0.032), (0, 0, 0)) for k in range(count)])
    bpy.data.objects.remove(link)


def jack(x, y, low, high, top):
    """A lift cylinder with its chrome rod."""
    for points, mat in (([(0, low), (0.036, low), (0.036, high - 0.05), (0.042, high - 0.045), (0.042, high),
            (0.024, high + 0.01), (0, high + 0.01)], wear.iron()),
                        ([(0.021, high), (0.021, top), (0, top)], kit.chrome())):
        part = turned("jack", points, mat, 28)
        part.rotation_euler = (1.5708, 0, 0)
        part.location = (x, y, 0)


def fork(y, heel, low, length, wide=0.11):
    """One fork: a forged L with its tapered blade, hooks and lock."""
    upper = [(heel + length, low + 0.016), (heel + length * 0.55, low + 0.034), (heel + 0.10, low + 0.042)]
    shape = [(heel - 0.042, low + 0.56), (heel - 0.042, low + 0.04, 0.05), (heel - 0.01, low, 0.05),
        (heel + length * 0.5, low), (heel + length, low + 0.004),
             *upper[:2], (heel + 0.03, low + 0.042, 0.04), (heel, low + 0.08, 0.04), (heel, low + 0.56)]
    taper = slab(outline(shape, 0.0, 6), y - wide / 2, y + wide / 2, wear.bucket_black(), "y", 0.006)
    for vert in taper.data.vertices:
        share = max(0.0, (vert.co.x - heel - length * 0.8) / (length * 0.2))
        vert.co.y = y + (vert.co.y - y) * (1 - 0.45 * share ** 2)
    for z in (low + 0.10, low + 0.50):
        kit.box((heel - 0.09, heel - 0.03), (y - wide / 2, y + wide / 2), (z - 0.03, z + 0.03), wear.iron(),
            0.008)
    kit.cylinder((heel - 0.07, y, low + 0.53), (heel - 0.07, y, low + 0.58), 0.016, kit.steel(), 0.003, None,
        16)


def carriage(x, low, half=0.52):
    """The carriage's two bars with notches and the backrest of upright bars."""
    iron = wear.iron()
    for z in (low + 0.10, low + 0.48):
        kit.box((x - 0.04, x), (-half, half), (z - 0.05, z + 0.05), iron, 0.008)
        for index in range(11):
            y = -half + 0.05 + index * (2 * half - 0.1) / 10
            kit.box((x - 0.03, x + 0.002), (y - 0.008, y + 0.008), (z + 0.03, z + 0.052),
                kit.material("shade", (0.006,) * 3, 0.9), 0)
    for out in (1, -1):
        kit.box((x - 0.06, x - 0.03), sorted((out * 0.16, out * 0.22)), (low + 0.04, low + 0.54), iron, 0.006)
    for z in (low + 0.56, low + 1.22):
        kit.box((x - 0.035, x - 0.005), (-half, half), (z - 0.02, z + 0.02), iron, 0.006)
    for index in range(7):
        y = -half + 0.015 + index * (2 * half - 0.03) / 6
        kit.box((x - 0.03, x - 0.01), (y - 0.012, y + 0.012), (low + 0.44, low + 1.22), iron, 0.005)


def mast(x=0.72, low=0.10, high=2.06):
    """The whole mast, lowered, with forks near the ground."""
    for out in (1, -1):
        channel(x, out * 0.34, low, high, out)
        channel(x + 0.02, out * 0.27, low + 0.05, high + 0.02, out)
        jack(x - 0.12, out * 0.36, low + 0.1, high - 0.55, high - 0.02)
        chain(x + 0.05, out * 0.19, low + 0.5, high - 0.2)
        kit.cylinder((x - 0.02, out * 0.16, high - 0.2), (x - 0.02, out * 0.22, high - 0.2), 0.055,
            kit.steel(), 0.006, None, 32)
        hose([(x + 0.06, out * 0.1, low + 0.5), (x + 0.02, out * 0.1, high - 0.4),
            (x - 0.02, out * 0.1, high - 0.16), (x - 0.06, out * 0.1, high - 0.4),
            (x - 0.06, out * 0.1, low + 0.7)], 0.014)
    for z in (low + 0.12, high - 0.08):
        cross(x - 0.11, x - 0.05, 0.40, z - 0.06, z + 0.06)
    cross(x - 0.02, x + 0.03, 0.27, high - 0.1, high + 0.02)
    cross(x - 0.10, x - 0.06, 0.40, 1.2, 1.3)
    carriage(x + 0.15, low - 0.02)
    for y in (-0.27, 0.27):
        fork(y, x + 0.20, low - 0.045, 1.07)
