"""The backhoe loader's tractor: frame, hood, cab, fenders, steps, and the loader with its two arms."""
import math
from mathutils import Matrix
import kit
from bodies.common import transformed
from . import wear
from .hydraulics import boss, hose, pin, ram
from .loader_front import bucket, fenders
from .machine_cab import bar, charcoal, clipped, ends, mirror, roof, side, wiper
from .operator import console, joystick, seat, steering
from .plates import cage, outline, slab
from .sheet import (
    door, grip_step, handle, letters, louvres, mesh_grille, rail, tread_plate, warning, work_lamp,
)
from .shapes import tube, turned
from .trailer_marks import marker

CAB = outline([(-0.92, 1.02, 0.05), (-1.0, 2.72, 0.16), (0.46, 2.75, 0.2), (0.72, 1.9, 0.5),
    (0.76, 1.5, 0.15), (0.74, 1.02, 0.06)], 0, 8)
ARM, PIVOT, LIFT, CRANK, LINK = (0.86, 1.52), (2.92, 0.31), (1.72, 1.30), (2.34, 1.28), (3.0, 0.70)


def hood():
    """The hood over the engine with its grille, lamps and stack."""
    paint = kit.paint()
    def ring(x, top, half, low):
        flank = [(-half, low), (-half - 0.004, low + 0.2), (-half, top - 0.24), (-half + 0.04, top - 0.07),
            (-half * 0.55, top)]
        return [(x, y, z) for y, z in flank] + [(x, 0, top + 0.02)] + [(x, -y, z) for y, z in reversed(flank)]
    rings = [ring(0.74, 1.74, 0.44, 1.0), ring(1.2, 1.72, 0.44, 0.98), ring(1.9, 1.62, 0.43, 0.9),
        ring(2.45, 1.50, 0.42, 0.86), ring(2.66, 1.42, 0.39, 0.86), ring(2.72, 1.32, 0.33, 0.9)]
    cage(rings, paint, {0: 1, 10: 1, 3: 0.3, 7: 0.3}, {0: 1, 5: 0.6}, 3, name="hood")
    mesh_grille("x", 2.715, 1, (-0.27, 0.27), (0.95, 1.24), 0.03)
    for out in (1, -1):
        work_lamp(2.70, out * 0.2, 1.32, (1, 0, 0), 0.05)
        louvres("y", out * 0.438, out, (1.55, 2.2), (1.1, 1.36), 7)
        letters("BX 90", (1.15, out * 0.446, 1.42), 0.17, kit.material("sticker black", (0.015,) * 3, 0.4),
            (math.pi / 2, 0, 0 if out < 0 else math.pi))
    stack = turned("stack", [(0.06, 0), (0.06, 0.08), (0.045, 0.1), (0.045, 0.55)], kit.steel(), 28)
    stack.rotation_euler, stack.location = (math.pi / 2, 0, 0), (1.25, -0.28, 1.70)
    tube([(1.25, -0.28, 2.2), (1.25, -0.28, 2.5), (1.18, -0.28, 2.62)], 0.042, kit.steel(), 0.1, 20, False)


def frame():
    """The main frame, front axle's beam guard, tower posts, tanks with steps, fenders."""
    iron, paint = wear.iron(), kit.paint()
    slab(outline([(-0.98, 0.50), (-0.98, 1.04), (0.7, 1.02), (2.62, 0.92, 0.1), (2.66, 0.66, 0.1),
        (1.7, 0.62, 0.2), (0.9, 0.46, 0.2)], 0.03), -0.30, 0.30, iron, "y", 0.02)
    kit.box((-0.95, 0.78), (-0.74, 0.74), (0.96, 1.04), iron, 0.012)
    for out in (1, -1):
        kit.box((0.0 + 0.06, 0.70), sorted((out * 0.34, out * 0.80)), (0.52, 0.96), paint, 0.05)
        for z in (0.42, 0.72):
            grip_step((0.18, 0.58), sorted((out * 0.78, out * 0.98)), z)
        for x in (0.17, 0.59):
            slab([(out * 0.80, 0.36), (out * 0.98, 0.36), (out * 0.98, 0.76), (out * 0.80, 0.9)], x - 0.01,
                x + 0.01, iron, "x", 0.003)
        post = outline([(0.70, 0.55), (0.72, 1.45, 0.1), (0.78, 1.64, 0.12), (0.96, 1.62, 0.14),
            (1.05, 1.2, 0.2), (1.25, 0.95, 0.1), (1.2, 0.55)], 0.03)
        for y in (0.47, 0.60):
            slab(post, *sorted((out * (y - 0.016), out * (y + 0.016))), paint, "y", 0.006)
        kit.box((0.72, 1.1), sorted((out * 0.3, out * 0.6)), (0.56, 0.9), iron, 0.02)
        rail([(0.74, out * 0.78, 1.15), (0.80, out * 0.86, 1.3), (0.74, out * 0.84, 1.85),
            (0.68, out * 0.76, 1.95)], 0.014)
    fenders(0.655, 0.0, 0.46, 1.10, 12, 165, 0.10)


def arms():
    """The loader's arms with their rams, cranks and links, and the bucket on the ground."""
    paint = kit.paint()
    shape = outline([(0.72, 1.56, 0.1), (0.86, 1.66, 0.12), (1.85, 1.48, 0.4), (2.36, 1.06, 0.4),
        (3.02, 0.40, 0.12), (3.0, 0.2, 0.12), (2.84, 0.2, 0.12), (2.2, 0.86, 0.4), (1.75, 1.20, 0.4),
        (0.9, 1.38, 0.12), (0.74, 1.42, 0.12)], 0.1, 7)
    for out in (1, -1):
        low, high = sorted((out * 0.495, out * 0.575))
        slab(shape, low, high, paint, "y", 0.014, 3)
        for place, radius in ((ARM, 0.1), (PIVOT, 0.09), (LIFT, 0.085)):
            boss(*place, low - 0.02, high + 0.02, radius)
            pin(*place, low - 0.05, high + 0.05, radius * 0.5)
        y = out * 0.535
        ram((1.08, y, 0.74), (LIFT[0], y, LIFT[1]), 0.058, 0.64)
        crank = outline([(2.24, 1.02, 0.05), (2.26, 1.34, 0.08), (2.40, 1.38, 0.08), (2.44, 1.2),
            (2.36, 0.98, 0.05)], 0.02)
        slab(crank, *sorted((out * 0.59, out * 0.615)), paint, "y", 0.005)
        slab(crank, *sorted((out * 0.455, out * 0.48)), paint, "y", 0.005)
        ram((1.32, y, 1.66), (CRANK[0], y, CRANK[1]), 0.045, 0.64)
        slab(outline([(1.22, 1.55), (1.25, 1.72, 0.06), (1.38, 1.72, 0.06), (1.46, 1.52)], 0.01),
            *sorted((out * 0.57, out * 0.595)), paint, "y", 0.004)
        link = outline([(CRANK[0] - 0.05, CRANK[1] - 0.04, 0.05), (CRANK[0] + 0.0, CRANK[1] + 0.07, 0.05),
            (LINK[0] + 0.06, LINK[1] + 0.04, 0.05), (LINK[0] - 0.01, LINK[1] - 0.07, 0.05)])
        slab(link, *sorted((out * 0.62, out * 0.645)), paint, "y", 0.005)
        slab(link, *sorted((out * 0.425, out * 0.45)), paint, "y", 0.005)
        pin(*LINK, *sorted((out * 0.40, out * 0.67)), 0.035)
        hose([(0.95, out * 0.5, 1.2), (1.05, out * 0.46, 1.6), (1.25, out * 0.47, 1.80),
            (1.6, out * 0.5, 1.68)], 0.013)
    tube([(2.25, -0.5, 1.0), (2.25, 0.5, 1.0)], 0.065, paint, 0, 24)
    place = Matrix.Translation((0.74, 0, 0)) @ Matrix.Diagonal((0.715, 0.775, 0.69, 1.0))
    with transformed(place):
        bucket((0.62, 0.76), False)


def cab():
    """The cab between the fenders with its inside."""
    dark, paint, y = charcoal(), kit.paint(), 0.74
    for out in (1, -1):
        side(CAB, out * y, out, 1.42, -0.30, dark, paint, 0.075, 0.06)
        handle("y", out * y, out, -0.2, 1.36)
        mirror((0.52, out * y, 2.4), (0.66, out * 0.98, 2.25), 0.3, 0.19)
        marker("y", (-0.6, out * 1.10, 1.36), out, kit.amber())
    front = [(x - 0.03, z) for x, z in sorted(((x, z) for x, z in clipped(CAB, 1.30, 2.71) if x > 0.4),
        key=lambda p: -p[1])]
    ends(front, -0.98, -y, y, 1.35, 2.72, dark, paint)
    bar((0.73, 1.15), -y, y, 0.28, paint)
    bar((0.46, 2.70), -y, y, 0.07, dark)
    roof((-1.08, 0.62), (-y - 0.06, y + 0.06), 2.76, dark)
    for out in (1, -1):
        for a in (0.62, 0.35):
            work_lamp(-1.06, out * a, 2.88, (-1, 0, -0.2), 0.055)
        work_lamp(0.6, out * 0.34, 2.88, (1, 0, -0.15), 0.055)
    seat(-0.2, 0, 1.58)
    console(0.0, -0.36, 1.75, -1)
    steering(0.24, 0, 1.84)
    kit.box((0.42, 0.66), (-0.35, 0.35), (1.04, 1.48), kit.black(), 0.06)
    for out in (1, -1):
        kit.box((-0.86, -0.72), sorted((out * 0.1, out * 0.3)), (1.04, 1.7), kit.black(), 0.03)
        joystick(-0.78, out * 0.2, 1.7)
    wiper((0.76, 1.5), (0.58, 2.35), -0.05)
    tread_plate((-0.85, 0.7), (-0.7, 0.7), 1.04)
    warning("y", -0.802, -1, 0.38, 0.76, 0.05)
    door("y", 0.80, 1, (0.12, 0.64), (0.58, 0.90), latch=(0.54, 0.74))


def tractor():
    """All of it."""
    frame()
    hood()
    arms()
    cab()
