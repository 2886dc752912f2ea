"""The wheel loader's rear: frame, engine hood, counterweight, fenders, platform with ladders, cab."""
import math
import kit
from . import wear
from .loader_front import fenders
from .machine_cab import bar, charcoal, clipped, ends, mirror, roof, side, wiper
from .operator import console, screen, seat, steering
from .plates import cage, outline, slab
from .sheet import (
    door, grip_step, handle, hinge, letters, louvres, mesh_grille, rail, tread_plate, warning, work_lamp,
)
from .shapes import tube, turned
from .trailer_marks import licence, round_lamp

CAB = outline([(-1.06, 1.56, 0.06), (-1.12, 3.30, 0.22), (0.26, 3.33, 0.26), (0.52, 2.62, 0.8),
    (0.66, 1.98, 0.3), (0.60, 1.56, 0.12)], 0, 9)


def hood():
    """The engine's hood, falling to the rear, with its side doors, grille, intake and stack."""
    paint = kit.paint()
    def ring(x, top, half, low=1.22):
        flank = [(-half, low), (-half - 0.005, low + 0.25), (-half, top - 0.35), (-half + 0.05, top - 0.1),
            (-half * 0.62, top)]
        return [(x, y, z) for y, z in flank] + [(x, 0, top + 0.035)] + [(x, -y, z) for y,
            z in reversed(flank)]
    rings = [ring(-1.12, 2.46, 0.87), ring(-1.9, 2.45, 0.88), ring(-2.7, 2.36, 0.88), ring(-3.22, 2.22, 0.87),
        ring(-3.40, 2.10, 0.82, 1.26), ring(-3.44, 2.00, 0.74, 1.32)]
    cage(rings, paint, {0: 1, 10: 1, 3: 0.25, 7: 0.25}, {0: 1, 5: 0.5}, 3, name="hood")
    for out in (1, -1):
        face = out * 0.872
        door("y", face, out, (-2.18, -1.28), (1.42, 2.14), latch=(-2.06, 1.62))
        door("y", face, out, (-3.10, -2.22), (1.42, 2.06), latch=(-2.34, 1.62))
        louvres("y", face + out * 0.017, out, (-3.0, -2.5), (1.72, 1.98), 6)
        letters("LX 150", (-1.72, face + out * 0.018, 1.85), 0.2,
            kit.material("sticker black", (0.015,) * 3, 0.4), (math.pi / 2, 0, 0 if out < 0 else math.pi))
    mesh_grille("x", -3.44, -1, (-0.55, 0.55), (1.42, 1.95), 0.035)
    stack = turned("stack", [(0.11, 0), (0.11, 0.05), (0.075, 0.08), (0.07, 0.2)], kit.steel(), 32)
    stack.rotation_euler, stack.location = (math.pi / 2, 0, 0), (-2.0, 0.35, 2.44)
    tube([(-2.0, 0.35, 2.6), (-2.0, 0.35, 2.95), (-2.1, 0.35, 3.12)], 0.062, kit.steel(), 0.12, 24, False)
    cleaner = turned("intake", [(0.06, 0), (0.06, 0.2), (0.12, 0.24), (0.125, 0.34), (0.10, 0.38), (0, 0.40)],
        kit.black(), 32)
    cleaner.rotation_euler, cleaner.location = (math.pi / 2, 0, 0), (-1.75, -0.38, 2.44)


def counterweight():
    """The cast counterweight at the back with lamps, hitch pin and plate."""
    plan = [(-2.62, 0.84), (-2.72, 1.14), (-3.1, 1.20), (-3.38, 1.12), (-3.50, 0.86), (-3.54, 0.4),
        (-3.545, 0.0)]
    plan += [(x, -y) for x, y in reversed(plan[:-1])]
    def ring(z, shrink):
        return [(x + (shrink * 0.9 if x < -3.0 else 0), y * (1 - shrink), z) for x, y in plan]
    rings = [ring(0.70, 0.12), ring(0.74, 0.05), ring(0.86, 0.0), ring(1.18, 0.0), ring(1.28, 0.02),
        ring(1.32, 0.08), ring(1.33, 0.2)]
    cage(rings, kit.paint(), {0: 0.8, len(plan) - 1: 0.8}, {0: 0.7, 2: 0.5, 4: 0.3}, 3, name="counterweight")
    for out in (1, -1):
        kit.box((-3.42, -3.30), sorted((out * 0.70, out * 1.08)), (1.33, 1.52), kit.black(), 0.03)
        round_lamp("x", (-3.42, out * 0.80, 1.425), -1, kit.red(), 0.062)
        round_lamp("x", (-3.42, out * 0.97, 1.425), -1, kit.amber(), 0.062)
    licence(-3.545, 0.0, 1.12)
    kit.box((-3.60, -3.5), (-0.14, 0.14), (0.78, 0.82), wear.iron(), 0.01)
    kit.box((-3.60, -3.5), (-0.14, 0.14), (0.94, 0.98), wear.iron(), 0.01)
    kit.cylinder((-3.56, 0, 0.72), (-3.56, 0, 1.03), 0.03, kit.steel(), 0.004, None, 16)


def frame():
    """The rear frame, the tanks below the platform, ladders, platform plates, rails."""
    iron, paint = wear.iron(), kit.paint()
    profile = outline([(-3.3, 0.72), (-3.3, 1.24), (-0.3, 1.3, 0.1), (-0.05, 1.0, 0.2), (-0.3, 0.62, 0.2),
        (-1.0, 0.55, 0.2), (-2.4, 0.6, 0.2)], 0.05)
    slab(profile, -0.44, 0.44, iron, "y", 0.02)
    kit.box((-1.1, 0.45), (-1.34, 1.34), (1.42, 1.5), iron, 0.015)
    for out in (1, -1):
        kit.box((-0.92, -0.28), sorted((out * 0.5, out * 1.16)), (0.66, 1.42), paint if out > 0 else iron,
            0.07)
        tread_plate((-1.0, 0.4), sorted((out * 0.86, out * 1.32)), 1.5)
        for index, z in enumerate((0.50, 0.82, 1.14)):
            grip_step((-0.22, 0.28), sorted((out * (1.12 - 0.02 * index), out * 1.34)), z)
        for x in (-0.235, 0.295):
            slab(outline([(out * 1.14, 0.46), (out * 1.34, 0.46, 0.03), (out * 1.34, 1.45),
                (out * 1.1, 1.45)], 0.02), x - 0.012, x + 0.012, iron, "x", 0.004)
        rail([(0.38, out * 1.30, 1.5), (0.38, out * 1.30, 2.35), (0.38, out * 0.86, 2.55)], 0.018)
        rail([(-0.98, out * 1.30, 1.5), (-0.98, out * 1.30, 2.25), (-0.45, out * 1.30, 2.25),
            (-0.45, out * 1.30, 1.5)], 0.018)
    cap = turned("cap", [(0.07, 0), (0.07, 0.03), (0.05, 0.05), (0, 0.05)], kit.black(), 24)
    cap.location = (-0.6, 1.16, 1.25)
    warning("y", -1.162, -1, -0.6, 1.2, 0.06)


def cab():
    """The cab on the platform with its inside."""
    dark, paint = charcoal(), kit.paint()
    y = 0.80
    for out in (1, -1):
        side(CAB, out * y, out, 2.02, -0.42 if out > 0 else -0.2, dark, paint, 0.085)
        handle("y", out * y, out, -0.32, 1.92)
        for z in (1.75, 2.7):
            hinge("y", out * y, out, 0.5, z)
        mirror((0.36, out * y, 2.95), (0.55, out * 1.12, 2.72), 0.42, 0.24)
    front = [(x - 0.03, z) for x, z in sorted(((x, z) for x, z in clipped(CAB, 1.72, 3.29) if x > 0.2),
        key=lambda p: -p[1])]
    ends(front, -1.1, -y, y, 2.05, 3.28, dark, paint)
    bar((0.59, 1.63), -y, y, 0.18, paint)
    bar((0.27, 3.28), -y, y, 0.08, dark)
    roof((-1.22, 0.46), (-y - 0.05, y + 0.05), 3.34, dark)
    for out in (1, -1):
        work_lamp(-1.2, out * 0.6, 3.46, (-1, 0, -0.2))
    kit.box((-1.02, 0.56), (-y + 0.03, y - 0.03), (1.5, 1.6), kit.black(), 0.01)
    seat(-0.5, 0, 2.16)
    console(-0.3, -0.38, 2.36, -1)
    steering(0.0, 0, 2.42)
    kit.box((0.22, 0.46), (-0.55, 0.55), (1.6, 2.02), kit.black(), 0.06)
    screen(0.34, -0.52, 2.3, 0.22, 0.16)
    wiper((0.64, 1.98), (0.36, 2.9), -0.1)


def rear():
    """All of it."""
    frame()
    hood()
    counterweight()
    cab()
    fenders(0.81, -1.65, 0.84, 1.40, 38, 150, 0.14)
    fenders(0.81, 1.65, 0.86, 1.40, 66, 150, 0.12)
