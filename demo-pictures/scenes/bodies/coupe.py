"""A two-door fastback coupe."""
import kit
from parts import car_build as build, car_fittings as fit, car_lamps as lamps, field as fl, outline, panels
from parts.car_inside import cabin, mirror_inside
from parts.car_wheels import dark_alloy, wheels
from parts.field import curve
from parts.shell import Shape

LENGTH, WIDTH, HEIGHT = 4.72, 1.9, 1.36
FRONT, REAR, RADIUS = 1.48, -1.28, 0.345


def shape():
    """The curves of the body."""
    return Shape(
        half=curve([(-2.4, 0.82), (-1.9, 0.91), (-1.3, 0.945), (-0.6, 0.925), (0.2, 0.905), (1, 0.922),
                    (1.5, 0.93), (1.95, 0.895), (2.4, 0.8)], 0.12),
        section=curve([(0.08, 0.14), (0.16, 0.055), (0.22, 0.012), (0.28, 0.0), (0.35, 0.03), (0.45, 0.045),
                       (0.55, 0.04),
                       (0.63, 0.018), (0.68, 0.0), (0.74, 0.018), (0.82, 0.044), (0.9, 0.08), (1.05, 0.16)],
                       0.01, straight=True),
        rise=curve([(-2.4, 0.12), (-1.3, 0.09), (0, 0.015), (1.5, -0.03), (2.4, -0.08)], 0.15),
        deck=curve([(-2.6, 0.985), (-2.2, 1.02), (-1.8, 1.02), (-1.4, 0.98), (-0.5, 0.9), (0.7, 0.915),
                    (1, 0.91), (1.5, 0.865), (1.9, 0.79), (2.2, 0.71), (2.45, 0.62)], 0.07),
        crown=curve([(-2.4, 0.07), (-1.6, 0.09), (0, 0.05), (1, 0.05), (2.4, 0.09)], 0.1),
        nose=curve([(0.08, 2.2), (0.14, 2.31), (0.24, 2.35), (0.38, 2.36), (0.52, 2.345), (0.62, 2.31),
        (0.7, 2.25), (0.9, 2.0)],
                   0.02),
        nose_plan=curve([(0, 0), (0.3, 0.015), (0.6, 0.09), (0.75, 0.18), (0.85, 0.28), (1, 0.5)], 0.04),
        tail=curve([(0.1, -2.15), (0.2, -2.27), (0.36, -2.345), (0.5, -2.355), (0.62, -2.33), (0.78, -2.29),
                    (0.9, -2.3), (0.98, -2.34), (1.03, -2.37), (1.2, -2.42)], 0.012),
        tail_plan=curve([(0, 0), (0.4, 0.025), (0.7, 0.1), (0.85, 0.2), (1, 0.4)], 0.04),
        low=curve([(-2.4, 0.24), (-1.8, 0.15), (-1, 0.12), (1.8, 0.12), (2.4, 0.15)], 0.05),
        belt_half=curve([(-2, 0.66), (-1.3, 0.77), (-0.5, 0.83), (0.3, 0.84), (1.0, 0.79)], 0.1),
        belt=curve([(-1.9, 0.97), (-1, 0.93), (0, 0.885), (1.1, 0.85)], 0.1),
        lean=curve([(-0.3, -0.06), (0, 0), (0.1, 0.036), (0.3, 0.135), (0.5, 0.26), (0.7, 0.4)], 0.05),
        roof=curve([(-2.2, 1.08), (-1.8, 1.17), (-1.3, 1.265), (-0.8, 1.334), (-0.35, 1.36), (0, 1.345),
        (0.4, 1.285), (0.8, 1.18)],
                   0.1),
        roof_crown=0.1,
        screen=curve([(0.8, 1.12), (0.95, 0.83), (1.1, 0.51), (1.2, 0.28), (1.3, 0.0), (1.4, -0.35)], 0.03),
        screen_plan=curve([(0, 0), (0.4, 0.035), (0.7, 0.12), (0.9, 0.22)], 0.05),
        back=curve([(0.9, -2.2), (1.02, -1.92), (1.15, -1.53), (1.26, -1.14), (1.34, -0.75), (1.42, -0.3)],
        0.03),
        back_plan=curve([(0, 0), (0.4, 0.05), (0.7, 0.2), (0.9, 0.36)], 0.05),
        wheels=((FRONT, 0.372, RADIUS), (REAR, 0.372, RADIUS)),
        shoulder=curve([(-2.4, 0.06), (-1.3, 0.08), (-0.6, 0.035), (0.5, 0.035), (1.0, 0.07), (2.4, 0.09)],
        0.1),
        flare=0.03,
        dome=lambda x, y: 0.02 * fl.step((x - 0.6) / 0.4) * (1 - fl.step((y - 0.5 + 0.1 * (x - 1)) / 0.07)),
    )


def glazing(carver):
    """Windows; answers the windscreen."""
    dlo = outline.rounded([(0.66, 0.925, 0.03), (0.3, 1.105, 0.3), (-0.02, 1.225, 0.2), (-0.4, 1.262, 0.4),
                           (-0.85, 1.225, 0.4),
                           (-1.3, 1.09, 0.1), (-1.36, 1.02, 0.04), (-0.9, 0.955, 0.3), (0, 0.92, 0.5)], 0.03,
                           8)
    build.side_windows(carver, dlo, [(-0.62, 9), (-9, -0.66)], 0.85, panels.gloss(),
        [kit.glass(), kit.privacy_glass()])
    screen = outline.rounded([(-0.74, 0.925, 0.05), (0.74, 0.925, 0.05), (0.56, 1.255, 0.08),
                              (0.3, 1.29, 0.3), (-0.3, 1.29, 0.3), (-0.56, 1.255, 0.08)], 0.05, 8)
    rear = outline.rounded([(-0.6, 1.04, 0.09), (0.6, 1.04, 0.09), (0.5, 1.27, 0.08), (-0.5, 1.27, 0.08)],
        0.05, 8)
    pane = build.screen_pane(carver, screen, panels.facing(0, 1, 0.1, z0=0.89, x1=1.1))
    build.screen_pane(carver, rear, panels.facing(0, -1, 0.1, z0=1.0))
    cowl = outline.rounded([(0.9, -0.3), (0.89, 0.3, 0.2), (0.74, 0.77, 0.03), (0.6, 0.755, 0.02),
        (0.6, -0.3)], 0.02)
    carver.take(outline.seen(2, cowl, panels.facing(2, 1, 0.2, z1=0.97))).moved(-0.006).stand("cowl",
        kit.black())
    return pane


def face(carver):
    """Headlamps, a wide low grille, vents, a splitter."""
    ahead = panels.facing(0, 1, 0.02, x0=1.5)
    lens = outline.rounded([(0.5, 0.565, 0.02), (0.9, 0.62, 0.02), (0.92, 0.69, 0.03), (0.78, 0.69, 0.1),
        (0.5, 0.61, 0.02)], 0.015)
    build.head_lamp(carver, lens, ahead, [build.outline_strip(lens, 0.013, 0.005, y0=0.56)],
                    ((0.66, 0.612), (0.74, 0.63)), radius=0.021)
    grille = outline.rounded([(-0.6, 0.3), (0.58, 0.3, 0.06), (0.5, 0.46, 0.05), (0.42, 0.53, 0.05),
        (-0.6, 0.545)], 0.04)
    lamps.opening(carver, outline.seen(0, grille, ahead), 0.06, lamps.honeycomb(0.038, 0.0045), kit.black(),
        panels.gloss(), 0.012)
    vent = outline.rounded([(0.66, 0.26, 0.02), (0.86, 0.28, 0.03), (0.88, 0.46, 0.02), (0.8, 0.48, 0.03)],
        0.02)
    lamps.opening(carver, outline.seen(0, vent, ahead), 0.04, [lamps.level(0.36, 0.006)])
    low = outline.rounded([(-0.5, 0.18), (0.6, 0.18, 0.04), (0.54, 0.25, 0.03), (-0.5, 0.26)], 0.02)
    lamps.opening(carver, outline.seen(0, low, ahead), 0.05, [])
    fit.badge(2.33, 0.59, 1, 0.045)


def rear(carver):
    """A full-width tail lamp, the diffuser, plate."""
    behind = panels.facing(0, -1, 0.02, z0=0.15)
    lens = outline.rounded([(-0.3, 0.845), (0.5, 0.845, 0.1), (0.93, 0.84, 0.02), (0.93, 0.92, 0.02),
        (-0.3, 0.91)], 0.02)
    build.tail_lamp(carver, lens, lambda p, n: behind(p, n) & (p[:, 0] < -1.85),
        [build.outline_strip(lens, 0.02, 0.006)])
    low = outline.rounded([(-0.5, 0.12), (0.7, 0.12), (0.62, 0.36, 0.06), (-0.5, 0.4)], 0.03)
    lamps.opening(carver, outline.seen(0, low, behind), 0.02, [lamps.upright(y, 0.006) for y in (0.12, 0.3)],
                  kit.black(), back=kit.black())
    plate = outline.rounded([(-0.4, 0.56), (0.26, 0.56), (0.26, 0.73), (-0.4, 0.73)], 0.03)
    lamps.opening(carver, outline.seen(0, plate, behind), 0.03, back=kit.paint())
    carver.line(0, outline.path([(-0.05, 0.765), (0.4, 0.765), (0.6, 0.772)]), behind)
    fit.plate(-2.33, 0, 0.645, -1)
    fit.exhaust(-2.3, 0.5, 0.25, 0.042)
    fit.badge(-2.345, 0.96, -1, 0.04)


def shut_lines(carver):
    """Long doors, hood, trunk, fuel door."""
    side = panels.sideways(0.25, 0.2)
    build.lines(carver, 1, [
        [(0.9, 0.88), (0.89, 0.7), (0.9, 0.4), (0.86, 0.22)], [(0.86, 0.22), (0, 0.215), (-0.62, 0.225)],
        [(-0.7, 0.95), (-0.76, 0.8), (-0.72, 0.5), (-0.62, 0.225)],
    ], side)
    fuel = outline.rounded([(-1.5, 0.84), (-1.63, 0.84), (-1.63, 0.95), (-1.5, 0.95)], 0.05)
    carver.line(1, fuel, panels.sideways(0.2), closed=True)
    carver.line(2, outline.path([(0.9, 0.83), (1.4, 0.79), (1.9, 0.69), (2.14, 0.52)]),
        panels.facing(2, 1, 0.2, z0=0.5))
    carver.line(2, outline.path([(2.14, 0.52), (2.22, 0.3), (2.24, -0.05)]), panels.facing(2, 1, 0.1, z0=0.5))
    carver.line(2, outline.path([(-1.83, 0.68), (-2.1, 0.7), (-2.3, 0.66)]), panels.facing(2, 1, 0.2, z0=0.9))


def coupe():
    """Builds the coupe."""
    size = (LENGTH, WIDTH, HEIGHT)
    carver = build.carve(shape(), size, 0.014)
    carver.bottom(lambda x: 0.175 + 0 * x)
    screen = glazing(carver)
    face(carver)
    rear(carver)
    carver.line_inside(0.03, 0.25)
    build.handles(carver, ((-0.5, 0.775),), -0.04, length=0.19)
    shut_lines(carver)
    carver.finish()
    fit.mirror(0.5, 0.945, 0.99, (0.08, 0.11, 0.065))
    fit.wiper(screen, (0.58, 0.945), (-0.02, 0.95))
    fit.wiper(screen, (-0.05, 0.945), (-0.6, 0.98))
    seats = [(-0.4, 0.37, 0.25, (0,)), (-0.4, -0.37, 0.25, (0,)), (-1.15, 0, 0.56, ())]
    cabin(0.9, -1.75, 0.72, 0.16, 0.9, seats, 0.76, 0.42, (-1.85, -1.3))
    mirror_inside(0.1, 1.19)
    wheels([(x, side * 0.93, 0) for x in (FRONT, REAR) for side in (1, -1)], RADIUS, 0.255, 0.255, "double",
        dark_alloy(), 0.045)
    return size


builders = {"coupe": coupe}
