"""A lowboy's frame: gooseneck with its cylinders, low deck with outriggers and rings, raised rear."""
import math
import kit
from . import wear
from .hydraulics import boss, hose, pin, ram
from .plates import dense, outline, ribbon, slab, weld
from .sheet import door, letters, louvres, stripe
from .shapes import turned
from .trailer_marks import marker, rivets, tape

HALF = 1.29
FRONT, REAR, END, NECK = 3.55, -3.45, -7.35, 7.25
DECK, TAIL = 0.62, 1.06


def plank_deck(x0, x1, half, top, count, gap=0.008):
    """Thick boards along the deck, screwed at the members."""
    wood = wear.deck_wood()
    wide = 2 * half / count
    heads = []
    for index in range(count):
        y0 = -half + index * wide
        lift = 0.004 * math.sin(index * 2.3)
        kit.box((x0, x1), (y0 + gap / 2, y0 + wide - gap / 2), (top - 0.045 + lift, top + lift), wood, 0.007)
        for k in range(int((x1 - x0) / 0.6)):
            heads += [(x0 + 0.2 + k * 0.6, y0 + wide * share, top + lift) for share in (0.3, 0.7)]
    rivets(heads, (0, 0, 1), kit.steel(), 0.012)


def gooseneck():
    """The neck: two cranked beams of welded plate, cross plates, two lift cylinders, the power pack."""
    paint, iron = kit.paint(), wear.iron()
    shape = outline([(FRONT + 0.02, 0.26), (FRONT + 0.02, 0.74, 0.05), (FRONT + 0.30, 0.86, 0.15),
        (FRONT + 0.75, 1.42, 0.35), (FRONT + 1.2, 1.56, 0.2), (NECK, 1.52), (NECK, 1.36, 0.05),
                     (FRONT + 1.75, 1.22, 0.25), (FRONT + 1.15, 0.62, 0.3), (FRONT + 0.8, 0.34, 0.15),
                         (FRONT + 0.5, 0.26, 0.1)], 0.03, 8)
    for out in (1, -1):
        y = out * 0.56
        slab(shape, y - 0.012, y + 0.012, paint, "y", 0.003)
        ribbon(shape, y - 0.09, y + 0.09, 0.026, paint, 0.005, True)
        weld(dense([(a, y + out * 0.016, b) for a, b in shape[2:-4]], 0.014), 0.009, paint)
        boss(FRONT + 0.34, 0.50, *sorted((y - out * 0.04, y + out * 0.06)), 0.12)
        pin(FRONT + 0.34, 0.50, *sorted((y - out * 0.1, y + out * 0.1)), 0.06)
        ram((FRONT + 1.05, out * 0.36, 0.56), (FRONT + 2.15, out * 0.36, 1.18), 0.085, 0.62)
        marker("y", (NECK - 0.3, y + out * 0.092, 1.44), out, kit.amber())
        tape("y", y + out * 0.0915, out, FRONT + 1.6, NECK - 0.5, 1.535, 0.04)
        stripe("y", y + out * 0.0135, out, [(FRONT + 1.9, 1.30), (NECK - 0.9, 1.39), (NECK - 0.9, 1.47),
            (FRONT + 1.9, 1.47)], kit.material("sticker black", (0.015,) * 3, 0.4))
    slab(outline([(FRONT + 1.3, -0.9), (NECK - 0.4, -1.2, 0.2), (NECK, -1.1, 0.15), (NECK, 1.1, 0.15),
        (NECK - 0.4, 1.2, 0.2), (FRONT + 1.3, 0.9)], 0.05), 1.53, 1.56, iron, "z", 0.006)
    slab(outline([(FRONT + 2.0, -0.62), (NECK, -0.62), (NECK, 0.62), (FRONT + 2.0, 0.62)], 0.05), 1.30, 1.34,
        iron, "z", 0.006)
    kit.box((FRONT + 0.02, FRONT + 0.14), (-HALF, HALF), (0.28, 0.72), paint, 0.02)
    kit.box((FRONT + 0.35, FRONT + 0.85), (-0.5, 0.5), (0.40, 0.62), paint, 0.03)
    kit.box((FRONT + 2.3, FRONT + 3.1), (-0.42, 0.42), (1.56, 1.98), kit.paint(), 0.05)
    kit.box((FRONT + 2.28, FRONT + 3.12), (-0.44, 0.44), (1.96, 2.0), iron, 0.012)
    for out in (1, -1):
        door("y", out * 0.42, out, (FRONT + 2.36, FRONT + 3.04), (1.62, 1.92), latch=(FRONT + 2.95, 1.84))
        louvres("y", out * 0.437, out, (FRONT + 2.44, FRONT + 2.8), (1.68, 1.82), 5)
    for y in (-0.1, 0.1):
        hose([(FRONT + 2.3, y, 1.7), (FRONT + 1.9, y * 2, 1.66), (FRONT + 1.6, y * 2.6, 1.2),
            (FRONT + 1.3, y * 3.2, 0.8)], 0.018)


def low_deck():
    """The deck between neck and rear: side beams, members, boards, swing-out brackets, rings, tape."""
    paint, iron = kit.paint(), wear.iron()
    for out in (1, -1):
        for y in (0.36, HALF - 0.06):
            kit.box((REAR, FRONT + 0.04), sorted((out * (y - 0.008), out * (y + 0.008))), (0.24, DECK - 0.02),
                paint, 0)
            for z in (0.24, DECK - 0.03):
                kit.box((REAR, FRONT + 0.04), sorted((out * (y - 0.055), out * (y + 0.055))),
                    (z - 0.012, z + 0.012), paint, 0.004)
        face = out * (HALF - 0.004)
        for index in range(11):
            x = REAR + 0.35 + index * (FRONT - REAR - 0.7) / 10
            bracket = outline([(x - 0.05, 0.30), (x + 0.05, 0.30), (x + 0.05, DECK - 0.06),
                (x - 0.05, DECK - 0.06)], 0.01)
            slab(bracket, *sorted((face - out * 0.05, face + out * 0.035)), iron, "y", 0.008)
            kit.cylinder((x, face + out * 0.02, 0.27), (x, face + out * 0.02, DECK - 0.03), 0.018,
                kit.steel(), 0.003, None, 14)
            if index < 10:
                ring_at(x + 0.34, face + out * 0.012, 0.44, out)
        tape("y", face + out * 0.0005, out, REAR + 0.1, FRONT - 0.1, DECK - 0.062, 0.04)
    for index in range(18):
        x = REAR + 0.2 + index * (FRONT - REAR - 0.4) / 17
        kit.box((x - 0.03, x + 0.03), (-HALF + 0.06, HALF - 0.06), (0.42, DECK - 0.05), paint, 0)
    plank_deck(REAR + 0.05, FRONT, HALF - 0.02, DECK + 0.005, 9)


def ring_at(x, y, z, out):
    """A lashing ring hanging from its welded strap."""
    kit.box((x - 0.045, x + 0.045), sorted((y - out * 0.01, y + out * 0.02)), (z + 0.03, z + 0.07),
        wear.iron(), 0.006)
    points = [(0.05 + 0.009 * math.cos(t), 0.009 * math.sin(t)) for t in (k * math.pi / 4 for k in range(8))]
    ring = turned("ring", points, kit.steel(), 28, True)
    ring.location = (x, y + out * 0.018, z)


def rear_deck():
    """The raised rear: cranked side beams, the slope with grip bars, the deck over the wheels."""
    paint, iron = kit.paint(), wear.iron()
    shape = outline([(REAR + 0.05, 0.24), (REAR + 0.05, DECK, 0.02), (REAR - 0.55, TAIL, 0.1), (END, TAIL),
        (END, 0.86, 0.04), (REAR - 1.0, 0.84, 0.15), (REAR - 0.55, 0.30, 0.2), (REAR - 0.3, 0.24, 0.1)], 0.02,
        7)
    for out in (1, -1):
        y = out * 0.46
        slab(shape, y - 0.01, y + 0.01, paint, "y", 0.003)
        ribbon(shape, y - 0.075, y + 0.075, 0.022, paint, 0.004, True)
        edge = outline([(REAR - 0.5, TAIL - 0.16), (REAR - 0.5, TAIL), (END, TAIL), (END, TAIL - 0.16)], 0.01)
        slab(edge, *sorted((out * (HALF - 0.012), out * HALF)), paint, "y", 0.003)
        slope = outline([(REAR + 0.05, 0.30), (REAR + 0.05, DECK), (REAR - 0.55, TAIL),
            (REAR - 0.55, TAIL - 0.2), (REAR - 0.2, 0.3)], 0.02)
        slab(slope, *sorted((out * (HALF - 0.012), out * HALF)), paint, "y", 0.003)
        tape("y", out * (HALF + 0.0005), out, END + 0.1, REAR - 0.6, TAIL - 0.08)
        for x in (END + 0.25, REAR - 0.75):
            marker("y", (x, out * (HALF + 0.001), TAIL - 0.13), out, kit.red() if x < -7 else kit.amber())
    ribbon([(REAR + 0.06, DECK), (REAR - 0.55, TAIL)], -HALF, HALF, 0.014, paint, 0.002)
    for index in range(7):
        share = (index + 0.7) / 7.4
        x, z = REAR + 0.05 - 0.6 * share, DECK + (TAIL - DECK) * share + 0.014
        kit.box((x - 0.012, x + 0.012), (-HALF + 0.05, HALF - 0.05), (z - 0.012, z + 0.016), iron, 0.004)
    plank_deck(END + 0.02, REAR - 0.56, HALF - 0.015, TAIL + 0.02, 9)
    kit.box((END - 0.02, END + 0.04), (-HALF, HALF), (TAIL - 0.22, TAIL + 0.02), paint, 0.008)


def banner(x, z, out):
    """The sign for wide loads, black on yellow, on its hinged plate."""
    slab(outline([(-0.95, z - 0.16), (0.95, z - 0.16), (0.95, z + 0.16), (-0.95, z + 0.16)], 0.02),
        *sorted((x, x + out * 0.008)),
         kit.material("sticker yellow", (0.8, 0.5, 0.02), 0.4), "x", 0.002)
    letters("OVERSIZE LOAD", (x + out * 0.010, 0, z), 0.23, kit.material("sticker black", (0.015,) * 3, 0.4),
        (math.pi / 2, 0, out * math.pi / 2))
