"""A four-door sedan."""
from parts import car_build as build, car_fittings as fit, car_lamps as lamps, outline, panels
from parts.car_inside import cabin, mirror_inside
from parts.car_wheels import wheels
from parts.field import curve, step
from parts.shell import Shape
import numpy as np
import kit

LENGTH, WIDTH, HEIGHT = 4.85, 1.85, 1.45
FRONT, REAR, RADIUS = 1.5, -1.35, 0.335


def shape():
    """The curves of the body."""
    return Shape(
        half=curve([(-2.43, 0.8), (-2, 0.882), (-1.35, 0.922), (0, 0.912), (1, 0.915), (1.5, 0.918),
                    (2, 0.885), (2.43, 0.8)], 0.12),
        section=curve([(0.1, 0.14), (0.19, 0.055), (0.26, 0.012), (0.33, 0.0), (0.4, 0.024), (0.5, 0.034),
                       (0.6, 0.033),
                       (0.68, 0.018), (0.735, 0.0), (0.8, 0.02), (0.88, 0.042), (0.96, 0.07), (1.1, 0.15)],
                       0.009,
                      straight=True),
        rise=curve([(-2.43, 0.11), (-1, 0.055), (0, 0.015), (1.5, -0.03), (2.43, -0.08)], 0.15),
        deck=curve([(-2.6, 1.045), (-2.2, 1.07), (-1.9, 1.08), (-1.5, 1.06), (-1, 0.985), (0, 0.955),
                    (0.9, 0.965), (1.2, 0.948), (1.6, 0.908), (2, 0.845), (2.25, 0.79), (2.5, 0.71)], 0.07),
        crown=curve([(-2.4, 0.07), (-1.6, 0.09), (0, 0.05), (1, 0.07), (2.4, 0.1)], 0.1),
        nose=curve([(0.1, 2.2), (0.18, 2.35), (0.28, 2.405), (0.42, 2.425), (0.58, 2.42), (0.68, 2.402),
                    (0.76, 2.37), (0.84, 2.3), (1, 2.1)], 0.02),
        nose_plan=curve([(0, 0), (0.3, 0.012), (0.6, 0.075), (0.75, 0.15), (0.85, 0.24), (1, 0.44)], 0.04),
        tail=curve([(0.1, -2.2), (0.22, -2.33), (0.36, -2.4), (0.52, -2.42), (0.62, -2.405), (0.78, -2.37),
                    (0.92, -2.37), (1.02, -2.4), (1.08, -2.43), (1.2, -2.47)], 0.012),
        tail_plan=curve([(0, 0), (0.4, 0.02), (0.7, 0.085), (0.85, 0.18), (1, 0.36)], 0.04),
        low=curve([(-2.45, 0.27), (-1.9, 0.19), (-1, 0.165), (1.8, 0.165), (2.1, 0.17), (2.45, 0.2)], 0.05),
        belt_half=curve([(-2, 0.69), (-1.4, 0.785), (-0.6, 0.838), (0.3, 0.845), (1.1, 0.8)], 0.1),
        belt=curve([(-1.9, 1.02), (-1, 0.965), (0, 0.935), (1.1, 0.9)], 0.1),
        lean=curve([(-0.3, -0.06), (0, 0), (0.1, 0.034), (0.3, 0.122), (0.5, 0.235), (0.7, 0.37)], 0.05),
        roof=curve([(-2, 1.22), (-1.6, 1.33), (-1.1, 1.407), (-0.6, 1.444), (-0.2, 1.45), (0.2, 1.435),
                    (0.6, 1.385), (1, 1.29)], 0.1),
        roof_crown=0.09,
        screen=curve([(0.85, 1.22), (1, 0.95), (1.15, 0.65), (1.3, 0.32), (1.4, 0.06), (1.5, -0.22)], 0.03),
        screen_plan=curve([(0, 0), (0.4, 0.03), (0.7, 0.11), (0.9, 0.2)], 0.05),
        back=curve([(0.95, -2.16), (1.1, -1.86), (1.25, -1.52), (1.36, -1.21), (1.42, -0.98), (1.5, -0.6)],
        0.03),
        back_plan=curve([(0, 0), (0.4, 0.05), (0.7, 0.2), (0.9, 0.36)], 0.05),
        wheels=((FRONT, 0.365, RADIUS), (REAR, 0.365, RADIUS)),
        dome=lambda x, y: 0.014 * step((x - 0.7) / 0.4) * (1 - step((y - 0.62 + 0.1 * (x - 1)) / 0.07)),
        shoulder=curve([(-2.4, 0.06), (-1.6, 0.06), (-0.8, 0.035), (0.6, 0.035), (1.1, 0.07), (2.4, 0.1)],
        0.1),
    )


DLO = outline.rounded([(0.78, 0.985, 0.03), (0.42, 1.175, 0.4), (0.07, 1.325, 0.2), (-0.35, 1.368, 0.5),
                       (-0.85, 1.352, 0.4), (-1.22, 1.262, 0.3), (-1.53, 1.11, 0.05), (-1.3, 1.045, 0.2),
                       (-0.6, 1.0, 0.5), (0.1, 0.975, 0.5)], 0.03, 8)


def glazing(carver):
    """Windows: side, windscreen, back light."""
    build.side_windows(carver, DLO, [(-0.215, 9), (-1.14, -0.295), (-9, -1.165)], 0.9)
    screen = outline.rounded([(-0.76, 0.965, 0.05), (0.76, 0.965, 0.05), (0.58, 1.345, 0.08),
                              (0.3, 1.378, 0.3), (-0.3, 1.378, 0.3), (-0.58, 1.345, 0.08)], 0.05, 10)
    rear = outline.rounded([(-0.64, 1.09, 0.09), (0.64, 1.09, 0.09), (0.54, 1.33, 0.08), (0.3, 1.352, 0.3),
                            (-0.3, 1.352, 0.3), (-0.54, 1.33, 0.08)], 0.05, 10)
    glass = build.screen_pane(carver, screen, panels.facing(0, 1, 0.1, z0=0.93, x1=1.2))
    build.screen_pane(carver, rear, panels.facing(0, -1, 0.1, z0=1.05))
    cowl = outline.rounded([(0.99, -0.3), (0.985, 0.3, 0.2), (0.84, 0.79, 0.03), (0.7, 0.775, 0.02),
        (0.7, -0.3)], 0.02)
    carver.take(outline.seen(2, cowl, panels.facing(2, 1, 0.2, z1=1.02))).moved(-0.006).stand("cowl",
        kit.black())
    return glass


def fittings(carver, screen):
    """Mirrors, handles, wipers, plates and the like."""
    build.handles(carver, ((-0.09, 0.81), (-1.09, 0.845)), -0.03)
    fit.mirror(0.6, 0.955, 1.06)
    fit.wiper(screen, (0.6, 0.985), (-0.02, 0.99))
    fit.wiper(screen, (-0.05, 0.985), (-0.62, 1.02))
    fit.plate(-2.40, 0, 0.645, -1)
    fit.fin(-0.95, 1.425)
    fit.exhaust(-2.38, 0.52, 0.27)
    fit.badge(2.425, 0.6)
    fit.badge(-2.4, 0.9, -1, 0.045)


def shut_lines(carver):
    """Doors, hood, trunk and fuel door."""
    side = panels.sideways(0.25, 0.3)
    for line in (
        [(0.98, 0.95), (0.965, 0.8), (0.975, 0.45), (0.94, 0.27)],
        [(-0.255, 1.0), (-0.262, 0.7), (-0.25, 0.27)],
        [(-1.44, 1.06), (-1.3, 0.9), (-1.12, 0.78), (-1.0, 0.62), (-0.93, 0.45), (-0.9, 0.27)],
        [(0.94, 0.272), (-0.9, 0.272)],
    ):
        carver.line(1, outline.path(line), panels.sideways(0.25, 0.2))
    carver.line(1, outline.rounded([(-1.62, 0.8), (-1.76, 0.8), (-1.76, 0.93), (-1.62, 0.93)], 0.04), side,
        closed=True)
    hood = [(1.0, 0.86), (1.5, 0.83), (2.0, 0.76), (2.26, 0.62)]
    carver.line(2, outline.path(hood), panels.facing(2, 1, 0.2, z0=0.6))
    carver.line(2, outline.path([(2.26, 0.62), (2.335, 0.3), (2.35, -0.05)]),
        panels.facing(2, 1, 0.1, z0=0.6))


def face(carver):
    """Headlamps, grille and intakes."""
    ahead = panels.facing(0, 1, 0.02, x0=1.6)
    lens = outline.rounded([(0.47, 0.655, 0.02), (0.6, 0.625, 0.1), (0.93, 0.665, 0.02), (0.93, 0.755, 0.03),
                            (0.75, 0.745, 0.1), (0.45, 0.712, 0.02)], 0.02)
    region = outline.seen(0, lens, ahead)
    glass = lamps.lamp(carver, region, (-0.05, 0, 0), kit.clear_lens(), lamps.bezel(), [
        (lambda p, n: np.maximum(np.abs(p[:, 2] - 0.652 - 0.09 * (p[:, 1] - 0.6)) - 0.007, 0.5 - p[:, 1]),
         lamps.glow("day light", (1, 0.98, 0.94), 1.6), 0.4)])
    for y in (0.57, 0.68):
        place = lamps.near(glass, y, 0.69)
        lamps.bowl((place[0] - 0.022, y, 0.693), 0.027)
    grille = outline.rounded([(-0.5, 0.44), (0.36, 0.44, 0.06), (0.44, 0.56, 0.05), (0.415, 0.665, 0.05),
                              (-0.5, 0.69, 0.3)], 0.04)
    lamps.opening(carver, outline.seen(0, grille, ahead), 0.05,
                  [lamps.level(0.44 + 0.036 * k, 0.007) for k in range(1, 7)], frame=kit.chrome())
    low = outline.rounded([(-0.5, 0.26), (0.5, 0.26, 0.05), (0.6, 0.37, 0.04), (-0.5, 0.39, 0.1)], 0.03)
    lamps.opening(carver, outline.seen(0, low, ahead), 0.05, lamps.honeycomb(0.034, 0.004), frame=None)
    vent = outline.rounded([(0.66, 0.3, 0.02), (0.86, 0.33, 0.03), (0.84, 0.48, 0.02), (0.74, 0.44, 0.03)],
        0.02)
    lamps.opening(carver, outline.seen(0, vent, ahead), 0.025, [lamps.level(0.37, 0.006)])


def rear(carver):
    """Tail lamps, number plate's recess and the bumper's foot."""
    behind = panels.facing(0, -1, 0.02, z0=0.2)
    lens = outline.rounded([(0.36, 0.855, 0.02), (0.94, 0.87, 0.02), (0.94, 0.98, 0.03), (0.36, 0.94, 0.02)],
        0.02)
    region = outline.seen(0, lens, lambda p, n: behind(p, n) & (p[:, 0] < -1.9))
    lamps.lamp(carver, region, (0.04, 0, 0), lamps.red_cover(),
        kit.material("red inside", (0.3, 0.02, 0.02), 0.35, 0.5), [
        (lamps.rear_strip(lens, behind, 0.022, 0.006), lamps.glow("tail light", (1, 0.05, 0.03), 2.0), 0.4)])
    low = outline.rounded([(-0.5, 0.2), (0.68, 0.2), (0.62, 0.36, 0.05), (-0.5, 0.36)], 0.03)
    lamps.opening(carver, outline.seen(0, low, behind), 0.01, back=kit.black())
    plate = outline.rounded([(-0.4, 0.56), (0.27, 0.56), (0.27, 0.73), (-0.4, 0.73)], 0.03)
    lamps.opening(carver, outline.seen(0, plate, behind), 0.03, back=kit.paint())
    carver.line(0, outline.path([(-0.05, 0.5), (0.45, 0.5), (0.62, 0.6), (0.66, 0.86)]), behind)
    carver.line(0, outline.path([(0.64, 0.96), (0.655, 1.04), (0.66, 1.12)]), behind)


def sedan():
    """Builds the sedan."""
    form = shape()
    carver = build.carve(form, (LENGTH, WIDTH, HEIGHT))
    carver.bottom(lambda x: 0.225 + 0 * x)
    screen = glazing(carver)
    face(carver)
    rear(carver)
    carver.line_inside()
    fittings(carver, screen)
    shut_lines(carver)
    carver.finish()
    cabin(1.0, -1.9, 0.74, 0.24, 0.95, [(-0.28, 0.37, 0.25, (0,)), (-0.28, -0.37, 0.25, (0,)),
        (-1.12, 0, 0.62, (-0.4, 0.4))],
          0.86, 0.42, (-1.95, -1.2))
    mirror_inside(0.2, 1.27)
    wheels([(x, side * 0.905, 0) for x in (FRONT, REAR) for side in (1, -1)], RADIUS)
    return LENGTH, WIDTH, HEIGHT


builders = {"sedan": sedan}
