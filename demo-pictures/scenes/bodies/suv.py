"""A sport utility vehicle with three rows."""
import kit
from parts import car_build as build, car_fittings as fit, car_lamps as lamps, field as fl, outline, panels
from parts.car_inside import cabin, mirror_inside
from parts.car_wheels import dark_alloy, wheels
from parts.field import curve
from parts.shapes import tube
from parts.shell import Shape

LENGTH, WIDTH, HEIGHT = 4.95, 1.98, 1.78
FRONT, REAR, RADIUS = 1.55, -1.4, 0.382


def shape():
    """The curves of the body."""
    return Shape(
        half=curve([(-2.5, 0.87), (-2, 0.94), (-1.35, 0.965), (0, 0.955), (1.5, 0.962), (2.1, 0.935),
        (2.5, 0.85)], 0.12),
        section=curve([(0.15, 0.13), (0.27, 0.05), (0.36, 0.012), (0.42, 0.002), (0.5, 0.026), (0.62, 0.034),
                       (0.76, 0.026),
                       (0.9, 0.0), (0.95, 0.008), (1.06, 0.035), (1.18, 0.075), (1.3, 0.14)], 0.01,
                       straight=True),
        rise=curve([(-2.5, 0.08), (-1, 0.045), (0, 0.015), (1.5, -0.02), (2.5, -0.05)], 0.15),
        deck=curve([(-2.7, 1.16), (-1, 1.14), (0.9, 1.14), (1.2, 1.13), (1.6, 1.1), (2.1, 1.035),
        (2.35, 0.985), (2.6, 0.9)],
                   0.06),
        crown=curve([(-2.4, 0.05), (0, 0.05), (1, 0.06), (2.5, 0.09)], 0.1),
        nose=curve([(0.15, 2.2), (0.25, 2.38), (0.36, 2.45), (0.5, 2.475), (0.7, 2.475), (0.86, 2.46),
                    (0.95, 2.42), (1.05, 2.32), (1.2, 2.1)], 0.02),
        nose_plan=curve([(0, 0), (0.4, 0.015), (0.65, 0.07), (0.8, 0.14), (0.9, 0.23), (1.05, 0.42)], 0.04),
        tail=curve([(0.2, -2.2), (0.3, -2.38), (0.45, -2.46), (0.62, -2.475), (0.74, -2.45), (0.95, -2.42),
                    (1.1, -2.41), (1.3, -2.36)], 0.012),
        tail_plan=curve([(0, 0), (0.5, 0.015), (0.75, 0.06), (0.9, 0.14), (1.05, 0.3)], 0.04),
        low=curve([(-2.5, 0.36), (-1.9, 0.27), (-1, 0.24), (1.8, 0.24), (2.5, 0.28)], 0.06),
        belt_half=curve([(-2.5, 0.81), (-1.6, 0.86), (-0.6, 0.884), (0.4, 0.884), (1.2, 0.845)], 0.1),
        belt=curve([(-2.3, 1.17), (-1, 1.14), (0, 1.12), (1.1, 1.09)], 0.1),
        lean=curve([(-0.3, -0.05), (0, 0), (0.1, 0.026), (0.3, 0.09), (0.5, 0.17), (0.7, 0.28)], 0.05),
        roof=curve([(-2.5, 1.66), (-2, 1.72), (-1.2, 1.762), (-0.4, 1.78), (0.1, 1.768), (0.5, 1.72),
        (1, 1.6)], 0.1),
        roof_crown=0.07,
        screen=curve([(1, 1.31), (1.15, 1.04), (1.3, 0.79), (1.5, 0.47), (1.7, 0.13), (1.85, -0.12)], 0.03),
        screen_plan=curve([(0, 0), (0.4, 0.03), (0.7, 0.1), (0.95, 0.2)], 0.05),
        back=curve([(0.9, -2.46), (1.1, -2.41), (1.3, -2.33), (1.55, -2.2), (1.7, -2.08), (1.9, -1.9)], 0.03),
        back_plan=curve([(0, 0), (0.4, 0.015), (0.7, 0.065), (0.95, 0.17)], 0.05),
        wheels=((FRONT, 0.428, RADIUS + 0.01), (REAR, 0.428, RADIUS + 0.01)),
        shoulder=curve([(-2.5, 0.06), (-0.8, 0.035), (0.7, 0.035), (1.2, 0.07), (2.5, 0.1)], 0.1),
        root=0.025, flare=0.024, corner=0.09, lip=0.05,
        dome=lambda x, y: 0.018 * fl.step((x - 0.85) / 0.4) * (
            1 - fl.step((y - 0.64 + 0.08 * (x - 1)) / 0.06)),
    )


def glazing(carver):
    """Windows; answers the windscreen."""
    dlo = outline.rounded([(0.74, 1.165, 0.03), (0.45, 1.345, 0.4), (0.02, 1.6, 0.16), (-0.6, 1.645, 0.6),
                           (-1.5, 1.62, 0.5),
                           (-2.05, 1.555, 0.1), (-2.12, 1.4, 0.08), (-1.95, 1.27, 0.2), (-1.0, 1.215, 0.5)],
                           0.03, 8)
    dark = kit.privacy_glass()
    build.side_windows(carver, dlo, [(-0.2, 9), (-1.18, -0.29), (-9, -1.29)], 1.05, kit.chrome(),
        [kit.glass(), dark, dark])
    screen = outline.rounded([(-0.8, 1.155, 0.05), (0.8, 1.155, 0.05), (0.66, 1.62, 0.09), (0.3, 1.66, 0.3),
                              (-0.3, 1.66, 0.3), (-0.66, 1.62, 0.09)], 0.05, 8)
    pane = build.screen_pane(carver, screen, panels.facing(0, 1, 0.1, z0=1.1, x1=1.4), 0.026)
    rear = outline.rounded([(-0.66, 1.22, 0.1), (0.66, 1.22, 0.1), (0.6, 1.58, 0.08), (-0.6, 1.58, 0.08)],
        0.06)
    build.screen_pane(carver, rear, panels.facing(0, -1, 0.3, z0=1.17), 0.03, dark)
    cowl = outline.rounded([(1.15, -0.3), (1.14, 0.3, 0.2), (0.99, 0.82, 0.03), (0.8, 0.81, 0.02),
        (0.8, -0.3)], 0.02)
    carver.take(outline.seen(2, cowl, panels.facing(2, 1, 0.2, z1=1.22))).moved(-0.006).stand("cowl",
        kit.black())
    return pane


def face(carver):
    """Headlamps, grille and intakes."""
    ahead = panels.facing(0, 1, 0.02, x0=1.7)
    lens = outline.rounded([(0.55, 0.855, 0.02), (0.96, 0.88, 0.02), (0.97, 0.955, 0.03), (0.8, 0.95, 0.1),
        (0.55, 0.925, 0.02)],
                           0.02)
    build.head_lamp(carver, lens, ahead, [build.outline_strip(lens, 0.016, 0.006, y0=0.6)],
                    ((0.66, 0.89), (0.755, 0.895)), radius=0.027)
    grille = outline.rounded([(-0.6, 0.55), (0.42, 0.55, 0.08), (0.55, 0.72, 0.1), (0.52, 0.9, 0.05),
        (-0.6, 0.92)], 0.05)
    lamps.opening(carver, outline.seen(0, grille, ahead), 0.06, lamps.honeycomb(0.05, 0.006), kit.black(),
        kit.chrome(), 0.016)
    low = outline.rounded([(-0.6, 0.36), (0.56, 0.36, 0.05), (0.64, 0.46, 0.04), (-0.6, 0.47)], 0.03)
    lamps.opening(carver, outline.seen(0, low, ahead), 0.05, [lamps.level(0.415, 0.008)])
    vent = outline.rounded([(0.7, 0.42, 0.02), (0.9, 0.45, 0.03), (0.9, 0.66, 0.02), (0.78, 0.6, 0.03)], 0.02)
    lamps.opening(carver, outline.seen(0, vent, ahead), 0.03, [lamps.level(0.53, 0.006)])
    lamps.bowl((2.3, 0.79, 0.49), 0.03, lens=False)
    fit.badge(2.475, 0.76, 1, 0.06)


def rear(carver):
    """Tail lamps, tailgate, plate and bumper."""
    behind = panels.facing(0, -1, 0.02, z0=0.2)
    lens = outline.rounded([(0.3, 1.03, 0.02), (0.98, 1.0, 0.02), (0.98, 1.13, 0.03), (0.3, 1.085, 0.02)],
        0.02)
    build.tail_lamp(carver, lens, lambda p, n: behind(p, n) & (p[:, 0] < -2.0),
        [build.outline_strip(lens, 0.018, 0.006)])
    plate = outline.rounded([(-0.4, 0.76), (0.3, 0.76), (0.26, 0.95), (-0.4, 0.95)], 0.03)
    lamps.opening(carver, outline.seen(0, plate, behind), 0.03, back=kit.paint())
    low = outline.rounded([(-0.5, 0.2), (0.8, 0.2), (0.7, 0.52, 0.05), (-0.5, 0.54)], 0.04)
    lamps.opening(carver, outline.seen(0, low, behind), 0.012, back=kit.black())
    carver.line(0, outline.path([(-0.05, 0.69), (0.55, 0.69), (0.7, 0.78), (0.74, 1.0)]), behind)
    carver.line(0, outline.path([(0.73, 1.12), (0.69, 1.4), (0.64, 1.66)]), behind)
    fit.plate(-2.42, 0, 0.855, -1)
    fit.badge(-2.425, 1.14, -1, 0.05)
    fit.exhaust(-2.42, 0.6, 0.36)
    for y in (0.74,):
        kit.both((-2.44, -2.36), (y - 0.07, y + 0.07), (0.56, 0.6), kit.red(), 0.01)


def shut_lines(carver):
    """Doors, hood and fuel door."""
    side = panels.sideways(0.25, 0.3)
    build.lines(carver, 1, [
        [(0.98, 1.12), (0.98, 0.9), (0.985, 0.6), (0.95, 0.375)],
        [(-0.24, 1.17), (-0.25, 0.8), (-0.24, 0.375)],
        [(-1.4, 1.24), (-1.26, 1.1), (-1.1, 0.9), (-0.98, 0.7), (-0.92, 0.375)],
        [(0.95, 0.375), (0, 0.372), (-0.92, 0.375)],
    ], side)
    fuel = outline.rounded([(-1.72, 0.95), (-1.88, 0.95), (-1.88, 1.1), (-1.72, 1.1)], 0.04)
    carver.line(1, fuel, side, closed=True)
    carver.line(2, outline.path([(1.16, 0.88), (1.6, 0.85), (2.1, 0.76), (2.34, 0.62)]),
        panels.facing(2, 1, 0.25, z0=0.8))
    carver.line(2, outline.path([(2.34, 0.62), (2.395, 0.35), (2.41, -0.05)]),
        panels.facing(2, 1, 0.1, z0=0.8))


def cladding(carver):
    """Black sills and arch lips."""
    carver.bottom(lambda x: 0.355 + 0 * x)
    for x, radius, z in ((FRONT, 0.428, RADIUS + 0.01), (REAR, 0.428, RADIUS + 0.01)):
        def lip(p, n, x=x, z=z, radius=radius):
            far = ((p[:, 0] - x) ** 2 + (p[:, 2] - z) ** 2) ** 0.5 - radius - 0.05
            return far + 9 * ((p[:, 1] < 0.5) | (n[:, 1] < 0.2))
        part = carver.take(lip)
        part.moved(0.004).stand("arch trim", kit.black())
        part.moved(0.004).rim(-0.02).stand("arch trim", kit.black())


def suv():
    """Builds the SUV."""
    size = (LENGTH, WIDTH, HEIGHT)
    carver = build.carve(shape(), size, 0.015)
    cladding(carver)
    screen = glazing(carver)
    face(carver)
    rear(carver)
    carver.line_inside()
    build.handles(carver, ((-0.06, 1.0), (-1.06, 1.025)), -0.02)
    shut_lines(carver)
    carver.finish()
    fit.mirror(0.6, 1.0, 1.25, (0.09, 0.12, 0.085))
    fit.wiper(screen, (0.62, 1.17), (0.0, 1.18))
    fit.wiper(screen, (-0.03, 1.17), (-0.62, 1.2))
    fit.fin(-1.75, 1.725)
    for sign in (1, -1):
        tube([(0.05, sign * 0.605, 1.73), (-0.1, sign * 0.605, 1.785), (-1.0, sign * 0.61, 1.79),
              (-1.75, sign * 0.59, 1.765), (-1.95, sign * 0.585, 1.705)], 0.014, kit.chrome(), 0.1)
    seats = [(-0.25, 0.4, 0.26, (0,)), (-0.25, -0.4, 0.26, (0,)), (-1.1, 0, 0.64, (-0.42, 0, 0.42)),
        (-1.8, 0, 0.6, (-0.36, 0.36))]
    cabin(1.15, -2.25, 0.8, 0.42, 1.12, seats, 0.92, 0.42)
    mirror_inside(0.2, 1.55)
    wheels([(x, side * 0.945, 0) for x in (FRONT, REAR) for side in (1, -1)], RADIUS, 0.268, 0.255, "star",
        dark_alloy())
    return size


builders = {"suv": suv}
