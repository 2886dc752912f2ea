"""A hooded bus for schools and shuttles."""
import numpy as np
import kit
from parts import car_build as build, car_fittings as fit, car_lamps as lamps, outline, panels
from parts.car_inside import cabin, seat
from parts.field import curve
from parts.shapes import tube
from parts.shell import Shape
from parts.truck_wheels import axle

LENGTH, WIDTH, HEIGHT = 11.2, 2.44, 3.1
FRONT, REAR, RADIUS = 4.45, -2.65, 0.5


def shape():
    """The curves of the body."""
    return Shape(
        half=curve([(-5.7, 1.2), (3.7, 1.2), (3.95, 1.17), (4.3, 1.08), (5, 1.05), (5.4, 1.0), (5.7, 0.9)],
        0.06),
        section=curve([(0.4, 0.02), (0.52, 0.0), (1.2, 0.0), (1.5, 0.008), (1.7, 0.03), (1.8, 0.05)], 0.02,
        straight=True),
        rise=curve([(-6, 0), (6, 0)], 0.1),
        deck=curve([(-6, 1.5), (3.7, 1.72), (4.2, 1.7), (4.8, 1.62), (5.3, 1.5), (5.7, 1.34)], 0.1),
        crown=curve([(-6, 0.02), (4, 0.06), (5.6, 0.1)], 0.1),
        nose=curve([(0.4, 5.45), (0.55, 5.54), (0.8, 5.56), (1.1, 5.53), (1.4, 5.42), (1.6, 5.25)], 0.04),
        nose_plan=curve([(0, 0), (0.5, 0.02), (0.8, 0.1), (1, 0.22), (1.2, 0.45)], 0.05),
        tail=curve([(0.4, -5.54), (1, -5.56), (2, -5.56)], 0.02),
        tail_plan=curve([(0, 0), (0.8, 0.01), (1.25, 0.05)], 0.05),
        low=curve([(-5.7, 0.48), (3.7, 0.48), (5.6, 0.5)], 0.1),
        belt_half=curve([(-5.7, 1.2), (4.2, 1.2)], 0.1),
        belt=curve([(-6, 1.3), (5, 1.3)], 0.1),
        lean=curve([(-0.3, 0), (0.4, 0.0), (1.0, 0.02), (1.4, 0.06), (1.9, 0.14)], 0.06),
        roof=curve([(-5.8, 3.02), (-5.2, 3.07), (-4, 3.1), (3, 3.1), (3.7, 3.06), (4.3, 2.96)], 0.15),
        roof_crown=0.11,
        screen=curve([(1.3, 4.32), (1.7, 4.28), (2.4, 4.16), (2.8, 4.06), (3.2, 3.9)], 0.08),
        screen_plan=curve([(0, 0), (0.5, 0.03), (0.9, 0.13), (1.25, 0.32)], 0.06),
        back=curve([(1, -5.56), (2.6, -5.54), (3.1, -5.46)], 0.06),
        back_plan=curve([(0, 0), (0.8, 0.01), (1.25, 0.05)], 0.05),
        wheels=((FRONT, 0.6, RADIUS + 0.03), (REAR, 0.6, RADIUS + 0.03)),
        shoulder=curve([(-6, 0.03), (3.8, 0.05), (4.4, 0.12), (5.6, 0.16)], 0.1),
        corner=0.14, lip=0.14, pillar=0.12, cant=0.36, root=0.05, flare=0.03,
    )


def windows(carver):
    """Sash windows along the sides, windscreen, rear glass."""
    side = panels.sideways(0.3, 1.4)
    for k in range(11):
        x0, x1 = -5.32 + k * 0.77, -4.63 + k * 0.77
        frame = outline.rounded([(x0, 1.72), (x1, 1.72), (x1, 2.48), (x0, 2.48)], 0.06)
        whole = outline.inset(outline.seen(1, frame), 0.025)
        sashes = [(lambda p, n, whole=whole, s=s: np.maximum(whole(p, n), s * (p[:, 2] - 2.13) + 0.02),
            kit.privacy_glass())
                  for s in (1, -1)]
        carver.pane(outline.seen(1, frame, side), sashes, 0.012, panels.gloss())
    door = outline.rounded([(3.2, 1.62), (3.92, 1.62), (3.82, 2.5), (3.2, 2.5)], 0.06)
    build.side_windows(carver, door, [(-9, 3.53), (3.57, 9)], 1.4, False, band=0.03)
    screen = outline.rounded([(-1.02, 1.8), (1.02, 1.8), (0.96, 2.56), (-0.96, 2.56)], 0.12)
    region = outline.seen(0, screen, panels.facing(0, 1, 0.2, z0=1.6, x0=3.4))
    pane = carver.pane(region, [(lambda p, n: np.maximum(region(p, n) + 0.035, 0.02 - p[:, 1]), kit.glass())])
    for x in ((0.12, 0.95),):
        rear = outline.rounded([(x[0], 1.75), (x[1], 1.75), (x[1], 2.4), (x[0], 2.4)], 0.08)
        build.screen_pane(carver, rear, panels.facing(0, -1, 0.5, z0=1.5), 0.03, kit.privacy_glass())
    return pane


def face(carver):
    """Grille, headlamps, bumper, warning lamps over the windscreen."""
    ahead = panels.facing(0, 1, 0.02, x0=4.6)
    grille = outline.rounded([(-0.6, 0.78), (0.5, 0.78), (0.5, 1.28), (-0.6, 1.3)], 0.07)
    lamps.opening(carver, outline.seen(0, grille, ahead), 0.06,
                  [lamps.level(0.84 + 0.07 * k, 0.013) for k in range(7)], kit.black(), kit.chrome(), 0.025)
    lens = outline.rounded([(0.6, 0.86), (0.96, 0.86), (0.96, 1.12), (0.6, 1.14)], 0.04)
    build.head_lamp(carver, lens, ahead, [], ((0.7, 1.0), (0.86, 0.98)), 0.08, 0.066, lamps.reflector())
    kit.box((5.5, 5.66), (-1.16, 1.16), (0.48, 0.74), kit.black(), 0.03)
    fit.badge(5.545, 1.37, 1, 0.09)
    for x, toward, z in ((3.98, 1, 2.77), (-5.54, -1, 2.68)):
        kit.box(sorted((x - toward * 0.1, x + toward * 0.02)), (-0.98, 0.98), (z - 0.1, z + 0.1), kit.black(),
            0.03)
        for y, mat in ((0.84, kit.red()), (0.58, kit.amber())):
            for sign in (1, -1):
                kit.cylinder((x, sign * y, z), (x + toward * 0.05, sign * y, z), 0.085, mat, 0.012)
    for y in (-0.14, 0, 0.14):
        kit.box((3.72, 3.82), (y - 0.04, y + 0.04), (3.02, 3.065), kit.amber(), 0.012)


def rear(carver):
    """Emergency door, lamps, bumper."""
    behind = panels.facing(0, -1, 0.4)
    build.lines(carver, 0, [[(0.52, 0.62), (0.52, 1.2), (0.52, 1.7)],
        [(0, 0.62), (0.25, 0.62), (0.52, 0.62)]], behind)
    for y, z, mat, r in ((0.86, 1.32, kit.red(), 0.095), (0.86, 1.06, kit.amber(), 0.085),
        (0.86, 0.84, kit.lamp(), 0.07)):
        for sign in (1, -1):
            kit.cylinder((-5.5, sign * y, z), (-5.6, sign * y, z), r, mat, 0.012)
            kit.cylinder((-5.5, sign * y, z), (-5.585, sign * y, z), r + 0.022, kit.black(), 0.008)
    kit.box((-5.72, -5.5), (-1.2, 1.2), (0.46, 0.72), kit.black(), 0.03)
    fit.plate(-5.575, -0.7, 1.6, -1)


def flanks(carver):
    """Rub rails, panel joints, hatches."""
    side = panels.sideways(0.4, 0.45)
    for z in (0.72, 1.12, 1.58):
        rail = outline.path([(-5.45, z), (0, z), (3.1 if z > 0.8 else -3.35, z)])
        carver.moulding(1, rail, 0.035, side, False, kit.black(), 0.02)
        if z < 0.8:
            carver.moulding(1, outline.path([(-1.95, z), (0, z), (3.1, z)]), 0.035, side, False, kit.black(),
                0.02)
    build.lines(carver, 1, [[(x, 1.08), (x, 0.9), (x, 0.5)] for x in (-4.6, -1.3, 0.3, 1.8)]
                + [[(3.12, 2.6), (3.12, 1.6), (3.12, 0.5)], [(3.95, 1.6), (3.97, 1.2), (3.97, 0.9)]], side)
    for x in np.arange(-5.3, 3.6, 0.77):
        carver.line(1, outline.path([(x - 0.03, 2.52), (x - 0.03, 2.6), (x - 0.03, 2.78)]), side, 0.002)
    carver.line(1, outline.path([(4.05, 1.3), (4.6, 1.22), (5.45, 1.12)]), side)


def mirrors():
    """Flat mirrors on tubes, and round ones on the hood."""
    for sign in (1, -1):
        tube([(4.1, sign * 1.05, 2.5), (4.35, sign * 1.38, 2.5), (4.35, sign * 1.4, 1.95),
            (4.2, sign * 1.1, 1.85)], 0.014,
             kit.black())
        kit.box((4.32, 4.4), sorted((sign * 1.29, sign * 1.5)), (2.02, 2.42), kit.black(), 0.03)
        tube([(5.0, sign * 0.95, 1.45), (5.25, sign * 1.12, 1.85)], 0.012, kit.black())
        kit.cylinder((5.22, sign * 1.12, 1.95), (5.28, sign * 1.12, 1.95), 0.12, kit.black(), 0.025)
    kit.box((3.35, 3.39), (-1.235, -1.205), (0.66, 1.6), kit.black(), 0.004)
    kit.box((3.74, 3.78), (-1.235, -1.205), (0.66, 1.6), kit.black(), 0.004)
    for x in (3.4, 3.58):
        kit.box((x, x + 0.155), (-1.222, -1.21), (0.74, 1.52), kit.dark_glass(), 0.004)


def bus():
    """Builds the bus."""
    size = (LENGTH, WIDTH, HEIGHT)
    carver = build.carve(shape(), size, 0.03)
    carver.bottom(lambda x: 0.53 + 0 * x)
    pane = windows(carver)
    face(carver)
    rear(carver)
    carver.line_inside(0.06, 0.6)
    flanks(carver)
    carver.finish()
    mirrors()
    fit.wiper(pane, (0.2, 1.84), (0.8, 1.9))
    fit.wiper(pane, (-0.8, 1.84), (-0.2, 1.9))
    cabin(4.1, -5.4, 1.12, 0.95, 1.75, [(3.0, 0.6, 0.26, (0,))], 4.15, 0.5)
    for x in np.arange(-4.9, 2.4, 0.77):
        for y in (0.65, -0.65):
            seat(x, y, 1.0, 0.46, ())
    axle(FRONT, WIDTH - 0.06, RADIUS, 0.27)
    axle(REAR, WIDTH - 0.06, RADIUS, 0.27, True)
    kit.both((-5.4, 5.3), (0.4, 0.5), (0.5, 0.72), kit.steel(), 0.01)
    return size


builders = {"bus": bus}
