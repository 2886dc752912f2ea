"""The wheel loader's front: tower, lift arms, bell crank, cylinders, and the bucket on the ground."""
import math
import kit
from . import wear
from .hydraulics import boss, hose, pin, ram
from .plates import curve, dense, outline, ribbon, slab, weld
from .shapes import tube
from .sheet import work_lamp
from .trailer_marks import marker

ARM, PIVOT, LIFT = (1.0, 2.0), (3.05, 0.44), (2.12, 1.33)
CRANK, TOP, BOTTOM, BACK = (2.30, 1.74), (2.02, 2.30), (2.62, 1.06), (3.16, 0.98)


def arms():
    """The two lift arms, the box between them and the bell crank in its lugs."""
    paint = kit.paint()
    shape = outline([(0.82, 2.06, 0.14), (1.05, 2.22, 0.22), (1.95, 1.98, 0.6), (2.70, 1.18, 0.5),
        (3.23, 0.52, 0.16), (3.14, 0.26, 0.16),
                     (2.90, 0.34, 0.16), (2.50, 0.84, 0.5), (2.02, 1.14, 0.35), (1.65, 1.42, 0.5),
                         (1.15, 1.78, 0.4), (0.84, 1.86, 0.16)], 0.1, 8)
    for out in (1, -1):
        low, high = sorted((out * 0.50, out * 0.575))
        slab(shape, low, high, paint, "y", 0.012, 3)
        for place, radius in ((ARM, 0.15), (PIVOT, 0.13), (LIFT, 0.12)):
            boss(*place, low - 0.03, high + 0.03, radius)
            pin(*place, low - 0.05, high + 0.05, radius * 0.5)
    box = outline([(2.0, 1.72), (2.12, 1.86, 0.05), (2.48, 1.52, 0.05), (2.36, 1.38)], 0.03)
    slab(box, -0.5, 0.5, paint, "y", 0.012, 3)
    for out in (1, -1):
        for edge in ((2.12, 1.86), (2.48, 1.52)):
            weld(dense([(edge[0] - 0.1, out * 0.497, edge[1] - 0.12),
                (*edge[:1], out * 0.497, edge[1] - 0.02)], 0.012), 0.012, paint)
        lug = outline([(2.08, 1.72), (2.2, 1.9, 0.08), (2.42, 1.86, 0.12), (2.48, 1.6), (2.3, 1.5)], 0.04)
        slab(lug, *sorted((out * 0.13, out * 0.18)), paint, "y", 0.008)
    crank = outline([(TOP[0] - 0.12, TOP[1] + 0.06, 0.12), (TOP[0] + 0.1, TOP[1] + 0.12, 0.12),
        (2.52, 1.82, 0.3), (BOTTOM[0] + 0.14, BOTTOM[1] + 0.02, 0.12),
                     (BOTTOM[0] + 0.0, BOTTOM[1] - 0.14, 0.12), (BOTTOM[0] - 0.14, BOTTOM[1] - 0.02, 0.12),
                         (2.16, 1.62, 0.3)], 0.1, 8)
    slab(crank, -0.1, 0.1, paint, "y", 0.025, 3)
    for place in (CRANK, TOP, BOTTOM):
        boss(*place, -0.125, 0.125, 0.115)
        pin(*place, -0.2, 0.2, 0.055)
    for out in (1, -1):
        link = outline([(BOTTOM[0] - 0.1, BOTTOM[1] - 0.06, 0.09), (BOTTOM[0] - 0.06, BOTTOM[1] + 0.1, 0.09),
            (BACK[0] + 0.1, BACK[1] + 0.06, 0.09), (BACK[0] + 0.06, BACK[1] - 0.1, 0.09)])
        slab(link, *sorted((out * 0.13, out * 0.175)), paint, "y", 0.008)


def tower():
    """The front frame: tower plates over the axle, the hitch plates behind, lamps on their posts."""
    paint, iron = kit.paint(), wear.iron()
    for out in (1, -1):
        plate = outline([(0.30, 0.62), (0.22, 1.3, 0.1), (0.62, 1.9, 0.2), (0.84, 2.16, 0.14),
            (1.12, 2.16, 0.16), (1.2, 1.9, 0.15), (1.42, 1.4, 0.3), (2.1, 1.12, 0.2), (2.14, 0.68, 0.1),
            (1.2, 0.5)], 0.05)
        slab(plate, *sorted((out * 0.38, out * 0.43)), paint, "y", 0.01, 3)
        boss(*ARM, *sorted((out * 0.36, out * 0.47)), 0.17)
        ram((1.12, out * 0.62, 0.86), (LIFT[0], out * 0.62, LIFT[1]), 0.085, 0.66)
        slab(outline([(0.95, 0.7), (1.0, 0.98, 0.1), (1.2, 1.0, 0.1), (1.3, 0.7)], 0.03),
            *sorted((out * 0.43, out * 0.53)), paint, "y", 0.01)
        tube([(0.72, out * 0.42, 1.72), (0.72, out * 0.80, 1.72), (0.72, out * 0.80, 2.06)], 0.026,
            kit.black(), 0.08)
        work_lamp(0.76, out * 0.80, 2.10, (1, 0, -0.05), 0.085)
        marker("x", (0.8, out * 0.97, 2.08), 1, kit.amber())
        kit.box((0.7, 0.8), sorted((out * 0.9, out * 1.05)), (2.03, 2.13), kit.black(), 0.02)
        hose([(0.35, out * 0.2, 1.1), (0.6, out * 0.25, 1.5), (0.95, out * 0.3, 1.72),
            (1.35, out * 0.12, 2.02)], 0.02)
        hose([(-0.35, out * 0.22, 1.02), (0.0, out * 0.36, 0.94), (0.35, out * 0.22, 1.08)], 0.022)
    kit.box((0.3, 2.05), (-0.38, 0.38), (0.62, 1.12), iron, 0.03)
    kit.box((0.55, 0.95), (-0.38, 0.38), (1.1, 1.75), iron, 0.03)
    ram((0.82, 0, 1.72), (TOP[0], 0, TOP[1]), 0.10, 0.62)
    for z in (0.72, 1.28):
        slab(outline([(-0.35, -0.3), (0.32, -0.36), (0.32, 0.36), (-0.35, 0.3)], 0.12), z - 0.035, z + 0.035,
            iron, "z", 0.008)
    kit.cylinder((0, 0, 0.6), (0, 0, 1.4), 0.07, kit.steel(), 0.006, None, 24)


def fenders(radius, x, y0, y1, start, end, lift=0.12):
    """A fender of bent sheet over each wheel, its outer edge turned down, between two angles in degrees."""
    line = []
    for step in range(15):
        turn = math.radians(start + (end - start) * step / 14)
        line.append((x + (radius + lift) * math.cos(turn), radius + (radius + lift) * math.sin(turn)))
    for out in (1, -1):
        ribbon(line, *sorted((out * y0, out * y1)), 0.012, kit.black(), 0.003)
        lip = [(a + (x - a) * 0.02, b + (radius - b) * 0.02) for a, b in line]
        ribbon(lip, *sorted((out * (y1 - 0.012), out * y1)), 0.05, kit.black(), 0.004)


def bucket(ears=(0.44, 0.635), middle=True):
    """A bucket of three cubic metres: rolled shell, sides, bolted edge, spill guard, wear plates below.

    ears are the two lugs' places on each side; in the middle stands the link's lug.
    """
    enamel, bright, half = wear.bucket_black(), wear.polished(), 1.46
    shell = [tuple(p) for p in curve([(4.45, 0.045), (3.72, 0.045), (3.42, 0.16), (3.27, 0.44), (3.27, 0.82),
        (3.42, 1.16), (3.66, 1.36)], 8)]
    ribbon(shell, -half, half, 0.032, enamel)
    inside = [(a + 0.02, b + 0.02) for a, b in shell[4:-4]]
    ribbon(inside, -half + 0.03, half - 0.03, 0.006, bright, 0)
    cheek = shell + [(3.86, 1.22), (4.15, 0.62), (4.50, 0.24)]
    for out in (1, -1):
        face = out * half
        slab(outline(cheek, 0.0), *sorted((face - out * 0.026, face)), enamel, "y", 0.004)
        weld(dense([(a, face + out * 0.002, b) for a, b in shell], 0.016), 0.013, enamel, 4)
        edge = outline([(3.70, 1.36), (3.92, 1.24), (4.20, 0.64), (4.56, 0.22), (4.56, 0.04), (4.44, 0.04),
            (4.42, 0.22), (4.08, 0.58), (3.80, 1.16)], 0.03)
        slab(edge, *sorted((face - out * 0.006, face + out * 0.03)), bright, "y", 0.008)
    lip = [(4.28, 0.055), (4.30, 0.075), (4.56, 0.075), (4.66, 0.035), (4.66, 0.02), (4.30, 0.02)]
    slab(lip, -half - 0.03, half + 0.03, bright, "y", 0.003)
    for index in range(14):
        y = (index - 6.5) * 0.215
        kit.cylinder((4.4, y, 0.07), (4.4, y, 0.088), 0.022, wear.iron(), 0, None, 6)
    guard = [(3.64, 1.34), (3.74, 1.46), (3.80, 1.60)]
    for y0, y1 in ((-half + 0.05, -0.9), (-0.86, -0.3), (-0.26, 0.26), (0.3, 0.86), (0.9, half - 0.05)):
        ribbon(curve(guard, 4), y0, y1, 0.014, enamel, 0.003)
    tube([(3.80, -half + 0.05, 1.60), (3.80, half - 0.05, 1.60)], 0.02, enamel, 0)
    for y in ears:
        for out in (1, -1):
            ear = outline([(3.5, 0.1), (3.3, 0.16, 0.1), (3.0, 0.28, 0.14), (2.93, 0.5, 0.14),
                (3.1, 0.62, 0.14), (3.3, 1.0), (3.4, 0.6)], 0.03)
            slab(ear, *sorted((out * (y - 0.022), out * (y + 0.022))), enamel, "y", 0.006)
    for y in (0.21, -0.21) if middle else ():
        ear = outline([(3.3, 0.55), (3.1, 0.8, 0.1), (3.04, 1.02, 0.12), (3.2, 1.12, 0.12), (3.5, 1.2),
            (3.4, 0.9)], 0.03)
        slab(ear, y - 0.022, y + 0.022, enamel, "y", 0.006)
    if middle:
        pin(*BACK, -0.26, 0.26, 0.05)
    for y in (-1.1, -0.4, 0.4, 1.1):
        ribbon(curve([(3.25, 0.75), (3.25, 0.42), (3.40, 0.14), (3.70, 0.02)], 6), y - 0.05, y + 0.05, 0.02,
            enamel, 0.003)


def front():
    """All of it."""
    tower()
    arms()
    bucket()
