"""The inside of a car as seen through its glass: seats, dash, steering wheel, shelf, floor, mirror."""
import math
import numpy as np
import kit
from . import field as fl
from .shapes import tube, turned
from .hull import Skin, place, together


def cloth():
    """Seat fabric."""
    return kit.material("seat", (0.06, 0.058, 0.056), 0.8)


def soft():
    """Soft plastic of the dash."""
    return kit.material("dash", (0.028, 0.028, 0.029), 0.6)


def slab(x, y, z, size, r):
    """The field of a box with rounded edges about the origin of x, y, z."""
    d = [np.abs(a) - s + r for a, s in zip((x, y, z), size)]
    outer = np.sqrt(sum(np.maximum(a, 0) ** 2 for a in d))
    return outer + np.minimum(np.maximum(np.maximum(d[0], d[1]), d[2]), 0) - r


def turned_about(x, z, x0, z0, degrees):
    """Coordinates in a frame that leans back."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (x - x0) * c + (z - z0) * s, (z - z0) * c - (x - x0) * s


def seat_field(half, heads):
    """A seat, its cushion's back edge over the origin; heads are the middles of its head rests."""
    def f(x, y, z):
        cushion = slab(x - 0.26, y, z - 0.2, (0.27, half, 0.09), 0.06)
        cushion = cushion + 0.012 * np.cos(np.clip(y / half * 2.6, -3, 3)) * (half < 0.3)
        a, b = turned_about(x, z, 0.0, 0.2, 16)
        back = slab(a, y, b - 0.3, (0.065, half - 0.02 - 0.1 * np.clip(b - 0.3, 0, 0.4), 0.34), 0.055)
        found = fl.either(cushion, back, 0.03)
        for head in heads:
            found = fl.either(found, slab(a - 0.01, y - head, b - 0.745, (0.05, 0.13, 0.085), 0.045), 0.005)
        return found
    return f


def seat(x, y, z, half=0.26, heads=(0.0,), mat=None):
    """A seat with its middle at y, its hip at x, its floor at z."""
    skin = Skin(*fl.surface(seat_field(half, heads), (-0.5, 0, 0), (0.65, half + 0.1, 1.15), 0.024))
    skin = together([skin, skin.mirrored()])
    place("seat", skin.moved((x, y, z)), mat or cloth())


def dash(x, half, top, depth=0.5):
    """A dash from x back toward the driver, with a screen in its middle."""
    def f(px, y, z):
        body = slab(px - x + depth / 2, y, z - top + 0.16, (depth / 2, half, 0.15), 0.05)
        hood = slab(px - x + depth - 0.06, y - 0.38, z - top + 0.01, (0.11, 0.19, 0.05), 0.04)
        return fl.either(body, hood, 0.04)
    skin = Skin(*fl.surface(f, (x - depth - 0.2, 0, top - 0.4), (x + 0.1, half + 0.1, top + 0.15), 0.022))
    together_skin = together([skin, skin.mirrored()])
    place("dash", together_skin, soft())
    kit.box((x - depth - 0.01, x - depth + 0.012), (-0.13, 0.13), (top - 0.09, top + 0.07), kit.dark_glass(),
        0.006)


def steering(x, y, z, lean=24, radius=0.185):
    """A steering wheel with three spokes."""
    ring = [(radius + 0.016 * math.cos(t), 0.016 * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 12,
        False)]
    parts = [turned("steering wheel", ring, soft(), 48, True)]
    parts.append(turned("hub", [(0, -0.03), (0.05, -0.028), (0.075, -0.01), (0.075, 0.02)], soft(), 24))
    for angle in (0, 180, 270):
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        parts.append(tube([(0.05 * c, 0, 0.05 * s), (radius * c, 0, radius * s)], 0.014, soft()))
    parts.append(tube([(0, 0.02, 0), (0, 0.32, 0)], 0.03, soft()))
    for part in parts:
        part.location = (x, y, z)
        part.rotation_euler = (math.radians(-lean), 0, math.radians(-90))
    return parts


def cabin(front, back, half, floor, belt, seats, screen_foot, dash_depth=0.5, shelf=None, tub=None):
    """Everything inside: floor from back to front, seats as (x, y, half, heads), dash and wheel."""
    dark = kit.material("lining", (0.035, 0.034, 0.033), 0.85)
    kit.box((back, front), (-half, half), (floor - 0.04, floor), dark, 0)
    kit.box((front - 0.02, front), (-half, half), (floor, belt - 0.06), dark, 0)
    kit.box((back, back + 0.02), (-half, half), (floor, belt - 0.06), dark, 0)
    if shelf:
        kit.box(shelf, (-half, half), (belt - 0.08, belt - 0.05), dark, 0.01)
    for x, y, wide, heads in seats:
        seat(x, y, floor + 0.02, wide, heads)
    dash(screen_foot, half, belt - 0.03, dash_depth)
    steering(screen_foot - dash_depth - 0.12, 0.37, belt - 0.08)
    kit.box((front - 1.5, screen_foot - dash_depth + 0.05), (-0.12, 0.12), (floor, floor + 0.3), soft(), 0.04)


def mirror_inside(x, z):
    """The rear-view mirror at the windscreen."""
    kit.box((x - 0.02, x + 0.015), (-0.12, 0.12), (z - 0.035, z + 0.035), soft(), 0.012)
    kit.cylinder((x, 0, z), (x + 0.06, 0, z + 0.05), 0.012, soft())

