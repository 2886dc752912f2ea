"""Open decks: main beams, cross members, side rails with stake pockets, boards, winches, bulkhead, boxes."""
import random
import kit
from . import wear
from .plates import dense, outline, ribbon, slab, weld
from .sheet import hinge, handle
from .trailer_marks import marker, rivets, tape


def beams(upper, lower, half=0.46, mat=None):
    """The two main beams: webs between upper and lower flanges that follow two lines of (x, z)."""
    mat = mat or kit.paint()
    web = list(upper) + list(reversed(lower))
    for out in (1, -1):
        slab(web, *sorted((out * half - 0.006, out * half + 0.006)), mat, "y", 0)
        for line in (upper, lower):
            ribbon(line, out * half - 0.075, out * half + 0.075, 0.02, mat, 0.004)
            weld(dense([(a, out * (half + 0.008), b + (0.014 if line is lower else -0.014)) for a, b in line],
                0.02), 0.007, mat)
        for index in range(1, len(lower) - 1, 4):
            x, z = lower[index]
            top = min(upper, key=lambda p: abs(p[0] - x))[1]
            kit.box((x - 0.006, x + 0.006), sorted((out * (half - 0.07), out * (half + 0.07))),
                (z + 0.01, top - 0.01), mat, 0.002)


def members(x0, x1, top, half, mat=None, pace=0.4, camber=None):
    """Cross members of I section under the deck, their ends at the side rails."""
    mat = mat or kit.paint()
    count = int((x1 - x0) / pace)
    section = [(-0.035, 0), (0.035, 0), (0.035, 0.006), (0.004, 0.006), (0.004, 0.094), (0.035, 0.094),
        (0.035, 0.1), (-0.035, 0.1), (-0.035, 0.094), (-0.004, 0.094), (-0.004, 0.006), (-0.035, 0.006)]
    for index in range(count + 1):
        x = x0 + index * (x1 - x0) / count
        lift = camber(x) if camber else 0.0
        slab([(x + a, top - 0.1 + b + lift) for a, b in section], -half, half, mat, "y", 0)


def boards(x0, x1, half, top, camber, count=11, seed=3):
    """Hardwood boards along the deck, butted here and there, a little uneven, with their screws."""
    rng = random.Random(seed)
    wide = 2 * half / count
    wood, steel = wear.deck_wood(), kit.steel()
    heads = []
    for index in range(count):
        y0 = -half + index * wide
        joints = sorted([x0, x1] + [x0 + (x1 - x0) * rng.uniform(0.15, 0.85) for _ in range(2)])
        for a, b in zip(joints, joints[1:]):
            lift = rng.uniform(-0.002, 0.0025)
            line = [(a + 0.002 + (b - a - 0.004) * k / 8, top - 0.015 + lift + camber(a + (b - a) * k / 8))
                for k in range(9)]
            ribbon(line, y0 + 0.003, y0 + wide - 0.003, 0.03, wood, 0.004)
        for k in range(int((x1 - x0) / 0.8)):
            x = x0 + 0.2 + k * 0.8
            heads += [(x, y0 + wide * share, top + 0.002 + camber(x)) for share in (0.25, 0.75)]
    rivets(heads, (0, 0, 1), steel, 0.011)
    for y in (-half * 0.45, half * 0.45):
        line = [(x0 + (x1 - x0) * k / 24, top - 0.002 + camber(x0 + (x1 - x0) * k / 24)) for k in range(25)]
        ribbon(line, y - 0.03, y + 0.03, 0.008, wear.aluminium(), 0.001)


def side_rail(x0, x1, half, top, camber, mat=None, pace=0.61):
    """Side rails with rub rails outside, stake pockets between them, spools, tape and lamps."""
    mat = mat or kit.paint()
    steps = 24
    for out in (1, -1):
        for low, high, inner, outer in ((-0.17, 0.012, half - 0.012, half),
                (-0.155, -0.145, half - 0.06, half), (0.0, 0.012, half - 0.08, half),
                (-0.10, -0.02, half + 0.062, half + 0.074)):
            line = [(x0 + (x1 - x0) * k / steps,
                top + (low + high) / 2 + camber(x0 + (x1 - x0) * k / steps)) for k in range(steps + 1)]
            ribbon(line, *sorted((out * inner, out * outer)), high - low,
                mat if outer <= half else wear.aluminium(), 0.002)
        count = int((x1 - x0 - 0.5) / pace)
        for index in range(count + 1):
            x = x0 + 0.25 + index * (x1 - x0 - 0.5) / count
            z = top + camber(x)
            for a0, a1, b0, b1 in ((-0.05, -0.044, half, half + 0.062), (0.044, 0.05, half, half + 0.062),
                    (-0.05, 0.05, half + 0.056, half + 0.062)):
                kit.box((x + a0, x + a1), sorted((out * b0, out * b1)), (z - 0.14, z + 0.008), mat, 0.002)
            if index < count:
                spool = x + pace * 0.5
                zs = top + camber(spool)
                kit.cylinder((spool, out * half, zs - 0.06), (spool, out * (half + 0.064), zs - 0.06), 0.02,
                    mat, 0, None, 14)
        for a, b in ((x0 + 0.4, x0 + 4.0), (-1.8, 1.8), (x1 - 4.0, x1 - 0.4)):
            steps_of = int((b - a) / 0.46)
            for k in range(steps_of):
                start = a + k * 0.46
                tape("y", out * (half + 0.0745), out, start, start + 0.46, top - 0.06 + camber(start + 0.23))
        for x, lens in ((x1 - 0.3, kit.amber()), (0.0, kit.amber()), (x0 + 0.3, kit.red())):
            marker("y", (x, out * (half + 0.001), top - 0.125 + camber(x)), out, lens)


def winch(x, y, z, out):
    """A strap winch below the rail: its frame, the drum with rolled webbing, the ratchet."""
    iron = wear.iron()
    for a in (-0.075, 0.075):
        slab(outline([(y - 0.055, z - 0.10), (y + 0.055, z - 0.10, 0.03), (y + 0.05, z + 0.06),
            (y - 0.05, z + 0.06)], 0.02), x + a - 0.004, x + a + 0.004, iron, "x", 0.001)
    web = kit.material("webbing", (0.62, 0.4, 0.02), 0.85)
    kit.cylinder((x - 0.05, y, z - 0.04), (x + 0.05, y, z - 0.04), 0.044, web, 0.004, None, 28)
    kit.cylinder((x - 0.12, y, z - 0.04), (x + 0.1, y, z - 0.04), 0.02, iron, 0, None, 16)
    kit.cylinder((x + 0.085, y, z - 0.04), (x + 0.1, y, z - 0.04), 0.045, iron, 0.003, None, 14)
    kit.cylinder((x - 0.15, y, z - 0.04), (x - 0.1, y, z - 0.04), 0.032, iron, 0.004, None, 16)


def bulkhead(x, half, top, tall=1.1):
    """A bulkhead of ribbed aluminium between posts, with a rounded head and its chain hooks."""
    metal = wear.aluminium()
    head = outline([(-half, top), (half, top), (half, top + tall, 0.16), (-half, top + tall, 0.16)], 0.0, 8)
    slab(head, x - 0.02, x + 0.01, metal, "x", 0.004)
    for index in range(11):
        y = -half + 0.12 + index * (2 * half - 0.24) / 10
        slab([(x + 0.01, y - 0.03), (x + 0.045, y - 0.018), (x + 0.045, y + 0.018), (x + 0.01, y + 0.03)],
            top + 0.05, top + tall - 0.06, metal, "z", 0.003)
        slab([(x - 0.02, y - 0.03), (x - 0.05, y - 0.018), (x - 0.05, y + 0.018), (x - 0.02, y + 0.03)],
            top + 0.05, top + tall - 0.06, metal, "z", 0.003)
    for z in (top + 0.04, top + tall - 0.04):
        kit.box((x - 0.055, x + 0.055), (-half + 0.01, half - 0.01), (z - 0.04, z + 0.04), metal, 0.012)
    for out in (1, -1):
        kit.box((x - 0.055, x + 0.055), sorted((out * (half - 0.06), out * half)),
            (top - 0.1, top + tall - 0.08), metal, 0.014)
        marker("x", (x + 0.057, out * (half - 0.16), top + tall - 0.04), 1, kit.amber())


def toolbox(x0, x1, y0, y1, low, high, out):
    """A polished box below the deck with its lid, hinges and latches."""
    metal = wear.aluminium()
    kit.box((x0, x1), (y0, y1), (low, high), metal, 0.02)
    face = max(y0, y1) if out > 0 else min(y0, y1)
    slab(outline([(x0 + 0.03, low + 0.03), (x1 - 0.03, low + 0.03), (x1 - 0.03, high - 0.05),
        (x0 + 0.03, high - 0.05)], 0.04), *sorted((face, face + out * 0.012)), metal, "y", 0.005)
    for share in (0.25, 0.75):
        handle("y", face + out * 0.012, out, x0 + (x1 - x0) * share, high - 0.12)
        hinge("y", face, out, x0 + (x1 - x0) * share, low + 0.04, 0.05)
