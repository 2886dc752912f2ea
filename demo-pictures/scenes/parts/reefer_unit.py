"""The refrigeration unit on a trailer's nose: moulded cover, fans, doors, louvres; its fuel tank."""
import math
import kit
from materials import once, lacquered
from . import wear
from .plates import cage, outline, slab
from .sheet import door, letters, louvres
from .shapes import tube, turned
from .trailer_marks import facing


def shell_white():
    """The moulded cover's own white, which stays white under any paint."""
    return once("unit white", lambda graph: lacquered(graph, (0.72, 0.73, 0.73), 0.3, 0.3))


def cover(x, low, high):
    """The moulded cover: round corners in plan, drawn in below and above."""
    def ring(z, half, deep):
        bend = 0.26
        return [(x - 0.02, half, z), (x + deep * 0.35, half, z), (x + deep * 0.82, half - bend * 0.25, z),
            (x + deep, half - bend, z), (x + deep + 0.02, half * 0.4, z),
                (x + deep + 0.02, -half * 0.4, z), (x + deep, -half + bend, z),
                    (x + deep * 0.82, -half + bend * 0.25, z), (x + deep * 0.35, -half, z),
                    (x - 0.02, -half, z)]
    rings = [ring(low, 0.90, 0.26), ring(low + 0.03, 0.96, 0.34), ring(low + 0.28, 1.02, 0.45),
        ring(low + 0.9, 1.03, 0.47), ring(high - 0.5, 1.03, 0.47),
             ring(high - 0.16, 1.02, 0.45), ring(high - 0.03, 0.98, 0.36), ring(high, 0.9, 0.24)]
    cage(rings, shell_white(), {0: 1, 9: 1}, {0: 0.5, 7: 0.2}, 3, name="unit cover")


def fan(x, y, z, radius):
    """A fan opening: a dark well with blades, a bell mouth, rings and spokes of wire before it."""
    shade = kit.material("shade", (0.006,) * 3, 0.9)
    parts = [turned("well", [(0, 0.002), (radius, 0.002)], shade, 40),
             turned("mouth", [(radius, 0.0), (radius, 0.012), (radius * 1.05, 0.022), (radius * 1.12, 0.018),
                 (radius * 1.14, 0.0)], kit.black(), 56),
             turned("hub", [(radius * 0.28, 0.004), (radius * 0.26, 0.012), (0, 0.014)], kit.black(), 28)]
    for share in (0.25, 0.4, 0.55, 0.7, 0.85):
        points = [(radius * share + 0.004 * math.cos(t), 0.024 + 0.004 * math.sin(t))
            for t in (k * math.pi / 3 for k in range(6))]
        parts.append(turned("wire", points, kit.steel(), 48, True))
    facing(parts, "x", 1, (x, y, z))
    for spoke in range(8):
        turn = spoke * math.pi / 4
        kit.cylinder((x + 0.024, y, z), (x + 0.024, y + radius * 1.04 * math.cos(turn),
            z + radius * 1.04 * math.sin(turn)), 0.005, kit.steel(), 0, None, 8)
        blade = outline([(y + radius * 0.25 * math.cos(turn), z + radius * 0.25 * math.sin(turn)),
            (y + radius * 0.92 * math.cos(turn - 0.22), z + radius * 0.92 * math.sin(turn - 0.22)),
                         (y + radius * 0.92 * math.cos(turn + 0.22),
                             z + radius * 0.92 * math.sin(turn + 0.22))], 0.03)
        if spoke % 2:
            slab(blade, x + 0.006, x + 0.009, kit.steel(), "x", 0)


def unit(x, low=1.72, high=3.86):
    """The whole unit on a nose at x."""
    cover(x, low, high)
    face = x + 0.474
    white = shell_white()
    mid = low + 0.98
    flat = outline([(-0.74, mid + 0.07), (0.74, mid + 0.07), (0.74, high - 0.28), (-0.74, high - 0.28)], 0.1)
    slab(flat, face - 0.01, face + 0.014, kit.black(), "x", 0.008, 3)
    for y in (-0.37, 0.37):
        fan(face + 0.014, y, (mid + high) / 2 - 0.10, 0.29)
    for out in (1, -1):
        door("x", face - 0.004, 1, sorted((out * 0.02, out * 0.74)), (low + 0.2, mid), white, 0.06, 0.016,
            (out * 0.12, mid - 0.12))
        louvres("x", face + 0.013, 1, sorted((out * 0.18, out * 0.62)), (low + 0.34, low + 0.58), 6)
        louvres("y", out * 1.026, out, (x + 0.06, x + 0.22), (mid + 0.2, high - 0.5), 10)
    door("y", -1.026, -1, (x + 0.05, x + 0.25), (low + 0.45, low + 0.85), white, 0.03, 0.012)
    kit.box((x + 0.07, x + 0.23), (-1.05, -1.036), (low + 0.62, low + 0.80), kit.black(), 0.008)
    kit.box((x + 0.09, x + 0.21), (-1.052, -1.049), (low + 0.70, low + 0.77),
        kit.material("screen", (0.05, 0.09, 0.13), 0.1, 0, 0, 0.3), 0)
    letters("POLARIS 600", (face + 0.018, 0, high - 0.20), 0.13,
        kit.material("sticker blue", (0.015, 0.05, 0.2), 0.4), (math.pi / 2, 0, math.pi / 2), 1.1)
    tube([(x + 0.1, -0.6, high - 0.03), (x + 0.1, -0.6, high + 0.08), (x + 0.02, -0.6, high + 0.1)], 0.03,
        kit.steel(), 0.05)


def fuel_tank(x, low, length=1.5):
    """The unit's fuel tank across the trailer: a barrel with domed ends, straps and fillers."""
    radius, h = 0.27, length / 2
    z = low - radius - 0.06
    metal = wear.aluminium()
    body = turned("fuel tank", [(0, -h), (radius * 0.7, -h + 0.012), (radius * 0.95, -h + 0.04),
        (radius, -h + 0.075), (radius, h - 0.075), (radius * 0.95, h - 0.04), (radius * 0.7, h - 0.012),
        (0, h)], metal, 56)
    body.location = (x, 0, z)
    for y in (-0.45, 0.45):
        strap = turned("strap", [(radius, -0.03), (radius + 0.008, -0.03), (radius + 0.008, 0.03),
            (radius, 0.03)], kit.steel(), 56)
        strap.location = (x, y, z)
        kit.box((x - 0.03, x + 0.03), (y - 0.035, y + 0.035), (z + radius, low), wear.iron(), 0.005)
        for end in (1, -1):
            kit.box((x + end * 0.2 - 0.015, x + end * 0.2 + 0.015), (y - 0.035, y + 0.035),
                (z + radius * 0.6, low), wear.iron(), 0.004)
    for out in (1, -1):
        neck = [turned("neck", [(0.045, 0.0), (0.045, 0.06), (0.055, 0.065), (0.055, 0.1), (0, 0.105)],
            kit.chrome(), 24)]
        facing(neck, "y", out, (x + 0.08, out * (h - 0.03), z + 0.12))
