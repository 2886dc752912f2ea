"""The excavator's upper structure: deck, tanks, bays with doors, hood, counterweight; the carriage below."""
import math
import kit
from . import wear
from .hydraulics import boss, hose
from .machine_cab import charcoal, mirror
from .plates import cage, outline, slab
from .sheet import (
    door, grip_step, handle, letters, louvres, mesh_grille, rail, stripe, tread_plate, warning, work_lamp,
)
from .shapes import tube, turned


def carriage():
    """The middle of the undercarriage: the ring's foot, legs to the tracks, the swing bearing."""
    iron = wear.iron()
    for out in (1, -1):
        for end in (1, -1):
            rings = []
            for share, wide, low, high in ((0.0, 0.42, 0.42, 0.82), (0.45, 0.34, 0.42, 0.76),
                    (1.0, 0.3, 0.34, 0.66)):
                x, y = end * (0.15 + share * 0.95), out * (0.3 + share * 0.68)
                rings.append([(x - wide * 0.45, y, low), (x + wide * 0.45, y, low), (x + wide * 0.4, y, high),
                    (x - wide * 0.4, y, high)])
            cage(rings, iron, {0: 0.8, 1: 0.8, 2: 0.8, 3: 0.8}, {0: 1, 2: 1}, 3)
    for points in ([(0, 0.4), (0.62, 0.4), (0.66, 0.5), (0.66, 0.78), (0.70, 0.80), (0.70, 0.86),
            (0.62, 0.87), (0, 0.87)],
                   [(0.55, 0.86), (0.73, 0.87), (0.73, 0.95), (0.70, 0.96), (0.70, 1.02), (0.5, 1.02)]):
        ring = turned("bearing", points, iron, 72)
        ring.rotation_euler = (math.pi / 2, 0, 0)
    for index in range(36):
        turn = index * math.pi / 18
        kit.cylinder((0.68 * math.cos(turn), 0.68 * math.sin(turn), 0.80),
            (0.68 * math.cos(turn), 0.68 * math.sin(turn), 0.885), 0.016, iron, 0, None, 6)


def deck():
    """The main frame: its plate with skirts, and the two tall plates that hold the boom's foot."""
    iron, paint = wear.iron(), kit.paint()
    slab(outline([(-1.9, -1.24), (1.0, -1.24, 0.1), (1.42, -1.0, 0.2), (1.42, -0.5), (0.95, -0.42),
        (0.95, 0.4), (1.34, 0.42), (1.38, 1.32, 0.08), (-1.9, 1.3)], 0.02), 1.0, 1.12, iron, "z", 0.012)
    for out in (1, -1):
        flat = outline([(-1.5, 1.1), (-0.9, 1.5, 0.3), (-0.1, 1.9, 0.2), (0.15, 1.96, 0.22),
            (0.38, 1.86, 0.2), (0.62, 1.52, 0.2), (0.86, 1.36, 0.12), (0.82, 1.16, 0.1), (0.6, 1.04)], 0.02)
        slab(flat, *sorted((out * 0.40, out * 0.445)), paint, "y", 0.008)
        boss(0.15, 1.72, *sorted((out * 0.44, out * 0.475)), 0.14, paint)
        boss(0.66, 1.30, *sorted((out * 0.44, out * 0.50)), 0.11, paint)
        boss(0.66, 1.30, *sorted((out * 0.28, out * 0.31)), 0.11, paint)
        slab(outline([(0.3, 1.12), (0.5, 1.4, 0.1), (0.66, 1.43, 0.12), (0.79, 1.3, 0.12), (0.7, 1.12)],
            0.02), *sorted((out * 0.25, out * 0.285)), paint, "y", 0.006)
    for index in range(4):
        y = -0.24 + index * 0.16
        hose([(-0.2, y * 1.3, 1.9), (-0.42, y * 1.3, 1.8), (-0.5, y * 1.2, 1.5), (-0.62, y, 1.2)], 0.022)


def bay(x, y, z, edge=0.05):
    """A sheet-metal body part with rounded edges."""
    return kit.box(x, y, z, kit.paint(), edge)


def right_side():
    """Steps and toolbox, fuel tank, oil tank, pump bay, from the front to the counterweight."""
    bay((0.98, 1.46), (-1.33, -0.62), (1.06, 1.46))
    door("x", 1.46, 1, (-1.25, -0.7), (1.12, 1.40), latch=(-0.8, 1.27))
    tread_plate((1.0, 1.44), (-1.3, -0.66), 1.46)
    grip_step((1.05, 1.4), (-1.46, -1.26), 0.82)
    for x in (1.08, 1.37):
        kit.box((x - 0.012, x + 0.012), (-1.42, -1.3), (0.8, 1.1), wear.iron(), 0.004)
    bay((0.20, 0.97), (-1.35, -0.54), (1.06, 2.0), 0.07)
    tread_plate((0.26, 0.9), (-1.28, -0.6), 2.0)
    bay((-0.62, 0.19), (-1.35, -0.54), (1.06, 2.08), 0.07)
    for x in (0.42, -0.3):
        cap = turned("cap", [(0.075, 0), (0.075, 0.03), (0.06, 0.045), (0, 0.048)], kit.black(), 28)
        cap.rotation_euler = (math.pi / 2, 0, 0)
        cap.location = (x, -0.95, 2.0 if x > 0 else 2.08)
    kit.box((-0.22, -0.16), (-1.362, -1.35), (1.45, 1.62), kit.chrome(), 0.01)
    bay((-1.74, -0.63), (-1.34, -0.5), (1.06, 2.12), 0.06)
    door("y", -1.34, -1, (-1.66, -0.70), (1.14, 2.03), latch=(-0.82, 1.6))
    louvres("y", -1.357, -1, (-1.56, -1.02), (1.62, 1.92), 7)
    stripe("y", -1.352, -1, [(-0.56, 1.20), (0.9, 1.20), (0.9, 1.38), (-0.56, 1.38)],
        kit.material("sticker black", (0.015,) * 3, 0.4))
    warning("y", -1.353, -1, 0.75, 1.75)
    rail([(1.42, -1.28, 1.47), (1.42, -1.28, 2.3), (0.95, -1.28, 2.75), (0.3, -1.28, 2.75),
        (0.3, -1.28, 2.01)])
    rail([(0.62, -1.28, 2.01), (0.62, -1.28, 2.74)], 0.014)
    rail([(-0.55, -1.28, 2.09), (-0.55, -1.28, 2.42), (-1.66, -1.28, 2.42), (-1.66, -1.28, 2.13)])
    mirror((1.36, -1.28, 2.32), (1.40, -1.42, 2.52))


def left_side():
    """The cooler bay behind the cab, with its mesh door, and the step up to the cab."""
    bay((-1.74, -0.50), (0.45, 1.34), (1.06, 2.12), 0.06)
    door("y", 1.34, 1, (-1.66, -0.58), (1.14, 2.03), latch=(-0.68, 1.6))
    mesh_grille("y", 1.357, 1, (-1.52, -0.80), (1.25, 1.92))
    grip_step((0.5, 1.1), (1.34, 1.5), 0.84)
    for x in (0.54, 1.06):
        kit.box((x - 0.012, x + 0.012), (1.3, 1.46), (0.82, 1.1), wear.iron(), 0.004)
    rail([(-0.62, 1.28, 2.13), (-0.62, 1.28, 2.42), (-1.66, 1.28, 2.42), (-1.66, 1.28, 2.13)])


def hood():
    """The engine's hood between the bays, with its louvres and the exhaust stack."""
    paint = kit.paint()
    kit.box((-1.74, -0.55), (-0.52, 0.47), (1.1, 2.1), kit.black(), 0.02)
    def ring(z, shrink):
        x0, x1, half = -1.76 + shrink, -0.72 - shrink * 1.4, 0.86 - shrink
        return [(x0, -half, z), (x0, 0, z), (x0, half, z), ((x0 + x1) / 2, half, z), (x1, half, z),
            (x1, 0, z), (x1, -half, z), ((x0 + x1) / 2, -half, z)]
    cage([ring(2.10, 0), ring(2.24, 0.01), ring(2.34, 0.06), ring(2.37, 0.2)], paint,
        {k: 0.75 for k in (0, 2, 4, 6)}, {0: 1, 2: 0.3, 3: 0.3}, 3)
    for y in (-0.45, 0.45):
        louvres_on_top((-1.5, -1.05), (y - 0.16, y + 0.16), 2.368)
    handle("y", -0.845, -1, -1.2, 2.2)
    pipe = turned("stack", [(0.07, 0), (0.07, 0.06), (0.055, 0.07), (0.055, 0.34)], kit.steel(), 28)
    pipe.rotation_euler, pipe.location = (math.pi / 2, 0, 0), (-0.98, -0.66, 2.33)
    tube([(-0.98, -0.66, 2.6), (-0.98, -0.66, 2.72), (-1.08, -0.66, 2.84)], 0.058, kit.steel(), 0.1, 24,
        False)
    tread_plate((-1.7, -0.8), (-0.18, 0.18), 2.37)


def louvres_on_top(x, y, z):
    """Pressed louvres on a lid."""
    for index in range(7):
        a = x[0] + (index + 0.5) * (x[1] - x[0]) / 7
        slab([(a - 0.02, z - 0.004), (a + 0.02, z - 0.004), (a + 0.018, z + 0.012), (a + 0.012, z + 0.014)],
            *y, kit.black(), "y", 0.003)


def counterweight():
    """The cast counterweight: round in plan, drawn in above and below, with lifting eyes and its camera."""
    plan = [(-1.755, 1.35), (-1.95, 1.352), (-2.3, 1.30), (-2.58, 1.06), (-2.76, 0.58), (-2.82, 0.0)]
    plan += [(x, -y) for x, y in reversed(plan[:-1])]
    def ring(z, shrink):
        return [(min(-1.755, x * (1 - shrink * 0.3)), y * (1 - shrink), z) for x, y in plan]
    rings = [ring(0.99, 0.10), ring(1.03, 0.045), ring(1.16, 0.0), ring(1.5, -0.006), ring(1.86, 0.004),
        ring(2.04, 0.03), ring(2.11, 0.09), ring(2.13, 0.2)]
    cage(rings, kit.paint(), {0: 1, len(plan) - 1: 1}, {0: 0.7, 2: 0.55, 6: 0.2}, 3, name="counterweight")
    for y in (-0.6, 0.6):
        tube([(-2.2, y - 0.08, 2.08), (-2.2, y - 0.08, 2.2), (-2.2, y + 0.08, 2.2), (-2.2, y + 0.08, 2.08)],
            0.022, wear.iron(), 0.06)
    kit.box((-2.5, -2.4), (-0.05, 0.05), (2.1, 2.17), kit.black(), 0.02)
    dark = kit.material("sticker black", (0.015,) * 3, 0.4)
    letters("GX 220", (-2.835, 0, 1.62), 0.30, dark, (math.pi / 2, 0, -math.pi / 2), 1.15)
    for out in (1, -1):
        lens = kit.box((-2.70, -2.66), sorted((out * 0.72, out * 0.92)), (1.12, 1.18), kit.red(), 0.01)
        lens.rotation_euler = (0, 0, 0)
        work_lamp(-2.3, out * 1.1, 2.17, (-1, 0, -0.2), 0.05)


def house():
    """The whole upper structure and the carriage under it."""
    carriage()
    deck()
    right_side()
    left_side()
    hood()
    counterweight()
    kit.box((-0.6, 0.2), (-0.53, -0.46), (1.1, 1.95), charcoal(), 0.02)
