"""The forklift's truck: counterweight, hood with seat, cowl, floor, overhead guard, gas bottle, lamps."""
import math
import kit
from . import wear
from .hydraulics import ram
from .operator import joystick, seat, steering
from .plates import cage, outline, slab
from .sheet import beacon, letters, louvres, mesh_grille, tread_plate, warning, work_lamp
from .shapes import tube, turned
from .trailer_marks import round_lamp


def counterweight():
    """The cast counterweight: bulged, undercut at the wheels, with its grille, drawbar pin and lamps."""
    plan = [(-0.92, 0.54), (-1.2, 0.555), (-1.48, 0.53), (-1.66, 0.42), (-1.74, 0.2), (-1.755, 0.0)]
    plan += [(x, -y) for x, y in reversed(plan[:-1])]
    def ring(z, shrink, lean=0.0):
        return [(x + (lean if x < -1.3 else 0), y * (1 - shrink), z) for x, y in plan]
    rings = [ring(0.20, 0.14, 0.12), ring(0.24, 0.06, 0.07), ring(0.42, 0.01, 0.01), ring(0.7, 0.0, 0.0),
        ring(0.92, 0.01, 0.02), ring(1.02, 0.04, 0.05), ring(1.06, 0.12, 0.10), ring(1.07, 0.25, 0.16)]
    cage(rings, kit.paint(), {0: 1, len(plan) - 1: 1}, {0: 0.6, 5: 0.3}, 3, name="counterweight")
    mesh_grille("x", -1.748, -1, (-0.2, 0.2), (0.5, 0.78), 0.03)
    kit.cylinder((-1.72, 0, 0.28), (-1.72, 0, 0.44), 0.022, kit.steel(), 0.004, None, 16)
    ink = kit.material("sticker black", (0.015,) * 3, 0.4)
    for out in (1, -1):
        letters("FX 25", (-1.22, out * 0.557, 0.78), 0.17, ink, (math.pi / 2, 0, 0 if out < 0 else math.pi))


def hood():
    """The engine's hood that carries the seat, its side panels with louvres."""
    paint, dark = kit.paint(), kit.black()
    def ring(z, shrink):
        x0, x1, half = -1.0, 0.02 - shrink * 0.6, 0.47 - shrink
        return [(x0, -half, z), (x0, 0, z), (x0, half, z), ((x0 + x1) / 2, half, z), (x1, half, z),
            (x1, 0, z), (x1, -half, z), ((x0 + x1) / 2, -half, z)]
    cage([ring(0.62, 0), ring(0.92, 0.005), ring(1.0, 0.02), ring(1.04, 0.07)], dark,
        {k: 0.7 for k in (0, 2, 4, 6)}, {0: 1, 3: 0.3}, 3)
    for out in (1, -1):
        shape = outline([(-1.02, 0.30), (-0.86, 0.62, 0.2), (-0.55, 0.66, 0.1), (0.02, 0.64, 0.08),
            (0.06, 0.30, 0.05)], 0.05)
        slab(shape, *sorted((out * 0.40, out * 0.53)), paint, "y", 0.02, 3)
        louvres("y", out * 0.531, out, (-0.55, -0.2), (0.40, 0.56), 5)
    seat(-0.42, 0, 1.24)


def cowl():
    """Floor, step, front cowl with steering wheel, levers and fenders."""
    paint, iron = kit.paint(), wear.iron()
    slab(outline([(0.02, 0.30), (0.60, 0.30), (0.62, 0.62, 0.1), (0.56, 0.64), (0.30, 0.48, 0.1),
        (0.02, 0.46)], 0.03), -0.40, 0.40, iron, "y", 0.015)
    slab(outline([(0.50, 0.6), (0.42, 1.06, 0.1), (0.46, 1.14, 0.06), (0.60, 1.12, 0.08), (0.62, 0.6)], 0.03),
        -0.44, 0.44, paint, "y", 0.035, 3)
    tread_plate((0.04, 0.34), (-0.38, 0.38), 0.475, kit.rubber())
    for out in (1, -1):
        line = []
        for step in range(13):
            turn = math.radians(20 + 148 * step / 12)
            line.append((0.45 + 0.40 * math.cos(turn), 0.335 + 0.40 * math.sin(turn)))
        slab([*line, *[(0.45 + (a - 0.45) * 0.93, 0.335 + (b - 0.335) * 0.93) for a, b in reversed(line)]],
            *sorted((out * 0.38, out * 0.575)), paint, "y", 0.012, 3)
        kit.box((-0.02, 0.10), sorted((out * 0.40, out * 0.56)), (0.20, 0.24), iron, 0.01)
        kit.box((-0.03, 0.0), sorted((out * 0.42, out * 0.54)), (0.22, 0.66), iron, 0.01)
        ram((0.30, out * 0.30, 0.52), (0.64, out * 0.36, 0.86), 0.034, 0.65)
    steering(0.22, 0.0, 1.24, 0.6)
    for index in range(3):
        joystick(0.44, -0.16 - index * 0.09, 1.10)
    kit.box((0.40, 0.47), (-0.03, 0.17), (1.1, 1.2), kit.black(), 0.02)


def guard():
    """The overhead guard: four bent posts, the frame and its bars, lamps, beacon, mirror."""
    iron = wear.iron()
    for out in (1, -1):
        y = out * 0.47
        tube([(0.58, y, 0.62), (0.52, y, 1.2), (0.26, y * 0.98, 2.06), (-0.86, y * 0.98, 2.10),
            (-0.98, y, 1.95), (-1.08, y, 1.0)], 0.033, iron, 0.14, 18)
        work_lamp(0.36, out * 0.42, 1.98, (1, 0, -0.2), 0.06)
        round_lamp("x", (-1.09, out * 0.46, 1.5), -1, kit.red(), 0.045)
        kit.box((-1.09, -1.04), sorted((out * 0.40, out * 0.52)), (1.42, 1.58), kit.black(), 0.02)
    for index in range(9):
        x = 0.20 - index * 0.125
        tube([(x, -0.45, 2.085), (x, 0.45, 2.085)], 0.012, iron, 0)
    for x, z in ((0.26, 2.06), (-0.88, 2.09)):
        tube([(x, -0.46, z), (x, 0.46, z)], 0.03, iron, 0, 16)
    beacon(-0.8, 0.3, 2.12)


def bottle():
    """The gas bottle in its cradle on the counterweight."""
    metal = wear.aluminium()
    shape = [(0, -0.36), (0.09, -0.355), (0.14, -0.32), (0.155, -0.26), (0.155, 0.26), (0.14, 0.32),
        (0.09, 0.355), (0, 0.36)]
    body = turned("bottle", shape, metal, 44)
    body.location = (-1.30, 0.0, 1.26)
    for y in (-0.18, 0.18):
        strap = turned("strap", [(0.156, y - 0.02), (0.162, y - 0.02), (0.162, y + 0.02), (0.156, y + 0.02)],
            kit.steel(), 44)
        strap.location = (-1.30, 0.0, 1.26)
        kit.box((-1.42, -1.18), (y - 0.02, y + 0.02), (1.05, 1.12), wear.iron(), 0.008)
    collar = turned("collar", [(0.08, 0.34), (0.10, 0.36), (0.10, 0.43), (0.094, 0.43), (0.094, 0.36)], metal,
        36)
    collar.location = (-1.30, 0, 1.26)
    tube([(-1.30, -0.37, 1.26), (-1.30, -0.42, 1.26), (-1.18, -0.44, 1.18), (-1.05, -0.42, 1.04)], 0.011,
        kit.rubber(), 0.05)
    warning("x", -1.752, -1, 0.3, 0.84, 0.045)


def truck():
    """All but the mast."""
    counterweight()
    hood()
    cowl()
    guard()
    bottle()
