"""A high-roofed cargo van."""
import numpy as np
import kit
from parts import car_build as build, car_fittings as fit, car_lamps as lamps, outline, panels
from parts.car_inside import cabin, mirror_inside
from parts.car_wheels import wheels
from parts.field import curve
from parts.shell import Shape

LENGTH, WIDTH, HEIGHT = 5.6, 2.05, 2.5
FRONT, REAR, RADIUS = 1.86, -1.66, 0.35


def shape():
    """The curves of the body."""
    return Shape(
        half=curve([(-2.9, 0.965), (-2.2, 0.99), (0, 0.992), (1.6, 0.985), (2.2, 0.955), (2.8, 0.86)], 0.12),
        section=curve([(0.2, 0.09), (0.32, 0.03), (0.4, 0.008), (0.5, 0.0), (0.62, 0.004), (0.66, 0.012),
                       (0.9, 0.014),
                       (1.1, 0.004), (1.16, 0.006), (1.3, 0.022), (1.6, 0.06)], 0.012, straight=True),
        rise=curve([(-3, 0), (3, 0)], 0.1),
        deck=curve([(-3, 1.3), (1.7, 1.32), (2.0, 1.285), (2.3, 1.2), (2.55, 1.1), (2.8, 0.96)], 0.06),
        crown=curve([(-3, 0.02), (1.5, 0.03), (2.6, 0.08)], 0.1),
        nose=curve([(0.2, 2.6), (0.3, 2.74), (0.42, 2.79), (0.6, 2.8), (0.8, 2.785), (0.98, 2.73),
        (1.1, 2.65), (1.3, 2.45)],
                   0.025),
        nose_plan=curve([(0, 0), (0.4, 0.025), (0.65, 0.09), (0.85, 0.19), (0.95, 0.27), (1.05, 0.4)], 0.04),
        tail=curve([(0.2, -2.72), (0.4, -2.79), (0.6, -2.8), (0.66, -2.77), (1.4, -2.76), (2, -2.74)], 0.012),
        tail_plan=curve([(0, 0), (0.6, 0.005), (0.85, 0.02), (1.05, 0.07)], 0.03),
        low=curve([(-2.8, 0.38), (-1, 0.33), (2, 0.28), (2.8, 0.3)], 0.1),
        belt_half=curve([(-2.9, 0.945), (-2, 0.965), (0.5, 0.965), (1.4, 0.95), (2.1, 0.9)], 0.1),
        belt=curve([(-3, 1.3), (1, 1.3), (2, 1.26)], 0.1),
        lean=curve([(-0.3, -0.02), (0, 0), (0.4, 0.02), (0.7, 0.055), (1.0, 0.12), (1.25, 0.2)], 0.06),
        roof=curve([(-2.9, 2.44), (-2, 2.48), (-0.6, 2.5), (0.4, 2.49), (0.9, 2.43), (1.3, 2.28), (1.8, 2.0)],
        0.12),
        roof_crown=0.05,
        screen=curve([(1.1, 2.14), (1.3, 1.94), (1.6, 1.68), (1.9, 1.4), (2.15, 1.14), (2.4, 0.86),
        (2.7, 0.5)], 0.05),
        screen_plan=curve([(0, 0), (0.4, 0.03), (0.7, 0.1), (0.9, 0.19), (1.05, 0.29)], 0.05),
        back=curve([(1, -2.76), (1.8, -2.75), (2.3, -2.71), (2.6, -2.66)], 0.04),
        back_plan=curve([(0, 0), (0.6, 0.005), (0.85, 0.02), (1.05, 0.07)], 0.03),
        wheels=((FRONT, 0.405, RADIUS + 0.02), (REAR, 0.405, RADIUS + 0.02)),
        shoulder=curve([(-3, 0.03), (1.5, 0.03), (2, 0.06), (2.8, 0.09)], 0.1),
        corner=0.06, lip=0.06, pillar=0.06, cant=0.12, root=0.03, flare=0.022,
    )


def glazing(carver):
    """Windscreen and the doors' windows; answers the windscreen."""
    door = outline.rounded([(1.62, 1.37, 0.06), (1.46, 1.53, 0.2), (1.12, 1.9, 0.1), (0.68, 1.92, 0.08),
                            (0.66, 1.31, 0.06), (1.4, 1.31, 0.1)], 0.06, 8)
    build.side_windows(carver, door, [(-9, 1.36), (1.4, 9)], 1.1, False, band=0.02)
    screen = outline.rounded([(-0.84, 1.34, 0.06), (0.84, 1.34, 0.06), (0.76, 2.12, 0.12), (0.35, 2.18, 0.3),
                              (-0.35, 2.18, 0.3), (-0.76, 2.12, 0.12)], 0.05, 8)
    pane = build.screen_pane(carver, screen, panels.facing(0, 1, 0.1, z0=1.25), 0.035)
    cowl = outline.rounded([(2.09, -0.3), (2.08, 0.3, 0.2), (1.93, 0.86, 0.03), (1.7, 0.86, 0.02),
        (1.7, -0.3)], 0.02)
    carver.take(outline.seen(2, cowl, panels.facing(2, 1, 0.2, z1=1.36))).moved(-0.006).stand("cowl",
        kit.black())
    return pane


def face(carver):
    """Headlamps, grille and the black bumper."""
    ahead = panels.facing(0, 1, 0.02, x0=2.0)
    lens = outline.rounded([(0.6, 0.86, 0.03), (0.92, 0.9, 0.04), (0.97, 1.13, 0.03), (0.84, 1.1, 0.08),
        (0.62, 0.98, 0.04)],
                           0.03)
    build.head_lamp(carver, lens, ahead, [build.outline_strip(lens, 0.02, 0.007, y0=0.7, z1=0.98)],
                    ((0.69, 0.925), (0.79, 0.97)), 0.07, 0.036, lamps.reflector())
    grille = outline.rounded([(-0.6, 0.76), (0.46, 0.76, 0.06), (0.53, 0.9, 0.06), (0.46, 0.985, 0.05),
        (-0.6, 1.0)], 0.05)
    lamps.opening(carver, outline.seen(0, grille, ahead), 0.05,
                  [lamps.level(z, 0.012) for z in (0.82, 0.885, 0.95)], kit.black(), kit.chrome(), 0.012)
    low = outline.rounded([(-0.5, 0.4), (0.5, 0.4), (0.56, 0.56), (-0.5, 0.58)], 0.04)
    lamps.opening(carver, outline.seen(0, low, ahead), 0.04, lamps.honeycomb(0.04, 0.005), kit.black(),
        kit.black(), 0.015)
    fit.badge(2.79, 0.885, 1, 0.075)
    fit.plate(2.8, 0, 0.64, 1)

    def bumper(p, n):
        line = 0.69 - 0.06 * np.clip((2.5 - p[:, 0]) / 0.3, 0, 1)
        return np.maximum(p[:, 2] - line, 2.28 - p[:, 0])
    carver.take(bumper).stand("bumper", kit.black())
    for y in (0.74,):
        lamps.bowl((2.635, y, 0.5), 0.035, lens=False)


def rear(carver):
    """Barn doors, lamps, step."""
    behind = panels.facing(0, -1, 0.3, z0=0.4)
    lens = outline.rounded([(0.83, 1.02, 0.02), (1.03, 1.02, 0.02), (1.03, 1.5, 0.02), (0.85, 1.5, 0.02)],
        0.02)
    white = (lambda p, n: np.abs(p[:, 2] - 1.13) - 0.05, kit.lamp(), 0.3)
    orange = (lambda p, n: np.abs(p[:, 2] - 1.24) - 0.045, kit.amber(), 0.3)
    build.tail_lamp(carver, lens, lambda p, n: (p[:, 0] < -2.62) & (p[:, 1] > 0.6),
                    [build.outline_strip(lens, 0.025, 0.007, z0=1.3)], more=[white, orange])
    build.bumper(carver, -1, 0.42, 0.62, -2.3, kit.black(), 0.05)
    build.lines(carver, 0, [[(0.0, 0.6), (0, 1.4), (0, 2.4)], [(0.0, 0.655), (0.4, 0.655), (0.8, 0.655)],
                            [(0.815, 0.66), (0.82, 1.4), (0.76, 2.3)], [(0, 2.36), (0.4, 2.35), (0.74, 2.3)]],
                            behind)
    pane = outline.rounded([(0.12, 1.5), (0.7, 1.5), (0.66, 2.1), (0.12, 2.1)], 0.06)
    build.screen_pane(carver, pane, behind, 0.025, kit.dark_glass())
    for z in (0.85, 1.5, 2.1):
        kit.both((-2.775, -2.72), (0.825, 0.87), (z - 0.06, z + 0.06), kit.black(), 0.01)
    kit.both((-2.8, -2.76), (0.04, 0.07), (1.05, 1.3), kit.black(), 0.01)
    fit.plate(-2.77, 0.42, 0.86, -1)


def flanks(carver):
    """Pressed panels, the sliding door with its rail, rub strips, shut-lines."""
    side = panels.sideways(0.25, 0.3)
    build.lines(carver, 1, [
        [(1.78, 1.3), (1.8, 1.0), (1.78, 0.86), (1.45, 0.7), (1.42, 0.4)],
        [(0.55, 2.1), (0.54, 1.4), (0.54, 0.4)],
        [(1.42, 0.4), (1, 0.395), (0.54, 0.395)], [(-0.75, 2.12), (-0.75, 1.2), (-0.75, 0.4)],
        [(0.5, 0.42), (0, 0.42), (-0.75, 0.42)],
        [(0.55, 2.13), (0, 2.13), (-0.75, 2.13)], [(1.78, 1.31), (1.52, 1.58), (1.15, 1.98), (0.57, 2.0)],
    ], side)
    for x0, x1 in ((-0.66, 0.46), (-1.66, -0.84), (-2.56, -1.76)):
        press = outline.rounded([(x0, 1.38), (x1, 1.38), (x1, 1.98), (x0, 1.98)], 0.07)
        carver.dish(outline.seen(1, press, side), 0.011, 0.03)
    carver.line(1, outline.path([(-0.8, 1.285), (-1.6, 1.285), (-2.55, 1.285)]), side, 0.014, depth=0.02)
    strip = outline.path([(-1.22, 0.56), (0, 0.56), (1.41, 0.56)])
    carver.moulding(1, strip, 0.045, side, False, kit.black(), 0.009)
    carver.moulding(1, outline.path([(-2.6, 0.56), (-2.4, 0.56), (-2.12, 0.56)]), 0.045, side, False,
        kit.black(), 0.009)
    carver.line(2, outline.path([(2.1, 0.86), (2.35, 0.8), (2.6, 0.6)]), panels.facing(2, 1, 0.2, z0=0.9))
    carver.line(2, outline.path([(2.6, 0.6), (2.69, 0.3), (2.7, -0.05)]), panels.facing(2, 1, 0.1, z0=0.9))


def cargo_van():
    """Builds the van."""
    size = (LENGTH, WIDTH, HEIGHT)
    carver = build.carve(shape(), size, 0.018)
    carver.bottom(lambda x: 0.37 + 0 * x)
    screen = glazing(carver)
    face(carver)
    rear(carver)
    carver.line_inside(0.04, 0.4)
    build.handles(carver, ((0.66, 1.14), (-0.63, 1.14)), mat=kit.black(), length=0.18, cup=False)
    flanks(carver)
    carver.finish()
    fit.mirror(1.5, 1.14, 1.5, (0.07, 0.11, 0.16), painted=False)
    fit.wiper(screen, (0.66, 1.36), (0.0, 1.37))
    fit.wiper(screen, (-0.03, 1.36), (-0.66, 1.4))
    cabin(2.0, 0.45, 0.86, 0.6, 1.3, [(0.78, 0.45, 0.26, (0,)), (0.78, -0.45, 0.26, (0,))], 1.9, 0.5)
    kit.box((0.4, 0.45), (-0.81, 0.81), (0.6, 2.25), panels.lining(), 0)
    mirror_inside(1.2, 1.95)
    wheels([(x, side * 0.975, 0) for x in (FRONT, REAR) for side in (1, -1)], RADIUS, 0.215, 0.225, "steel",
           kit.material("wheel silver", (0.42, 0.43, 0.44), 0.38, 0.7, 0.3), 0.02)
    return size


builders = {"cargo-van": cargo_van}
