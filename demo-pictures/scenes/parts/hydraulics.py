"""Hydraulics: cylinders with chrome rods, eyes and pins, pipes and hoses."""
import math
from mathutils import Vector
import kit
from . import wear
from .plates import curve
from .shapes import tube, turned


def aim(objects, start, end):
    """Turns what was built along +y from the origin so that it runs from start towards end."""
    turn = (Vector(end) - Vector(start)).to_track_quat("Y", "Z")
    for obj in objects:
        obj.rotation_mode = "QUATERNION"
        obj.rotation_quaternion = turn @ obj.rotation_quaternion
        obj.location = Vector(start) + turn @ obj.location
    return objects


def eye(radius, width, depth, mat, bore=0.5):
    """A lug's eye across x at the origin's depth along y, with its shank's flare towards +y."""
    ring = turned("eye", [(radius * bore, -width / 2), (radius, -width / 2), (radius, width / 2),
        (radius * bore, width / 2)],
                  mat, 36, True)
    ring.rotation_euler = (0, 0, math.pi / 2)
    ring.location = (0, depth, 0)
    return ring


def ram(start, end, bore, barrel=0.6, rod=0.56, mat=None, width=None):
    """A cylinder from the pin at start (barrel's end) to the pin at end (rod's end).

    bore is the barrel's outer radius, barrel its share of the length, rod the rod's share of the bore.
    """
    mat = mat or kit.paint()
    length = (Vector(end) - Vector(start)).length
    width = width or bore * 1.5
    foot, head = bore * 0.95, length * barrel
    body = [(0, foot), (bore * 0.8, foot), (bore, foot + 0.025), (bore, head - 0.17),
        (bore * 1.1, head - 0.165),
            (bore * 1.1, head - 0.06), (bore * 1.02, head - 0.05), (bore * 1.02, head - 0.02),
                (bore * 0.9, head),
            (bore * rod * 1.15, head), (bore * rod * 1.15, head - 0.01), (0, head - 0.01)]
    parts = [turned("barrel", body, mat, 40, False, 35)]
    shaft = bore * rod
    tip = length - bore * 0.85
    parts.append(turned("rod", [(shaft, head - 0.02), (shaft, tip)], kit.chrome(), 36))
    parts.append(turned("rod end", [(0, tip - 0.06), (shaft * 1.3, tip - 0.06), (shaft * 1.5, tip),
        (shaft * 1.5, tip + 0.03), (0, tip + 0.03)], mat, 28))
    parts += [eye(bore * 1.0, width, 0, mat), eye(bore * 0.98, width, length, mat)]
    for turn in range(8):
        angle = turn * math.pi / 4
        bolt = turned("bolt", [(0.011, head - 0.06), (0.011, head - 0.045), (0, head - 0.045)], wear.iron(),
            6)
        bolt.location = (bore * 0.93 * math.cos(angle), 0.03, bore * 0.93 * math.sin(angle))
        parts.append(bolt)
    aim(parts, start, end)
    for at in (start, end):
        pin(at[0], at[2], at[1] - width * 0.72, at[1] + width * 0.72, bore * 0.5)
    return parts


def pin(x, z, low, high, radius, mat=None):
    """A pin across the machine with its collars and a lock bolt."""
    mat = mat or wear.iron()
    body = turned("pin", [(0, low - 0.03), (radius * 0.85, low - 0.03), (radius, low - 0.022),
        (radius, high + 0.022),
                          (radius * 0.85, high + 0.03), (0, high + 0.03)], mat, 28)
    body.location = (x, 0, z)
    return body


def boss(x, z, low, high, radius, mat=None):
    """A boss around a pin: a thick turned ring with a chamfer."""
    mat = mat or kit.paint()
    chamfer = radius * 0.07
    points = [(radius * 0.3, low), (radius - chamfer, low), (radius, low + chamfer), (radius, high - chamfer),
              (radius - chamfer, high), (radius * 0.3, high)]
    body = turned("boss", points, mat, 44, True)
    body.location = (x, 0, z)
    return body


def hose(points, radius=0.016, mat=None):
    """A rubber hose as a smooth curve, with a crimped ferrule at each end."""
    line = curve(points, 10)
    made = [tube(line, radius, mat or kit.rubber(), 0, 12)]
    for end, near in ((line[0], line[2]), (line[-1], line[-3])):
        along = (near - end).normalized()
        made.append(kit.cylinder(end, end + along * radius * 4, radius * 1.35, kit.steel(), 0, None, 12))
        made.append(kit.cylinder(end, end + along * radius * 1.4, radius * 1.7, kit.steel(), 0, None, 6))
    return made


def pipe(points, radius=0.014, mat=None, bend=0.07):
    """A steel pipe bent round its corners."""
    return tube(points, radius, mat or wear.iron(), bend, 12)


def clamp(x, y, z, tall=0.05, wide=0.12):
    """A block that clamps two pipes to a plate below it."""
    return kit.box((x - 0.025, x + 0.025), (y - wide / 2, y + wide / 2), (z - tall / 2, z + tall / 2),
        wear.iron(), 0.006)
