"""Half-ton pickups: one body with a cab of four doors or two, its bed and tailgate."""
from dataclasses import dataclass
import numpy as np
import kit
from parts import car_build as build, car_fittings as fit, car_lamps as lamps, field as fl, outline, panels
from parts.car_inside import cabin, mirror_inside
from parts.car_wheels import wheels
from parts.field import curve
from parts.pickup_bed import bed_hollow, bed_parts, underneath
from parts.shell import Shape

WIDTH, HEIGHT, RADIUS = 2.03, 1.95, 0.41


@dataclass
class Plan:
    """Where a pickup's parts lie along x: its nose, the cab's back wall, its tail."""
    nose: float
    back: float
    tail: float
    doors: int

    @property
    def front(self):
        """The front axle."""
        return self.nose - 0.95

    @property
    def rear(self):
        """The rear axle."""
        return self.tail + 1.22


CREW = Plan(2.95, -0.88, -2.95, 4)
REGULAR = Plan(2.85, -0.6, -2.98, 2)


def shape(plan):
    """The curves of the body."""
    n, b, t = plan.nose - 2.95, plan.back + 0.88, plan.tail
    return Shape(
        half=curve([(t - 0.1, 0.955), (t + 0.5, 0.972), (0, 0.975), (2 + n, 0.975), (2.6 + n, 0.955),
        (3 + n, 0.9)], 0.1),
        section=curve([(0.3, 0.12), (0.44, 0.04), (0.5, 0.012), (0.56, 0.006), (0.64, 0.022), (0.8, 0.03),
                       (0.92, 0.024),
                       (1.02, 0.0), (1.07, 0.006), (1.2, 0.035), (1.3, 0.068), (1.45, 0.13)], 0.01,
                       straight=True),
        rise=curve([(-3, 0.03), (0, 0.01), (3, -0.02)], 0.2),
        deck=curve([(t - 0.2, 1.365), (plan.back - 0.05, 1.355), (plan.back + 0.02, 1.275), (0.9 + n, 1.275),
                    (1.1 + n, 1.27), (1.6 + n, 1.245), (2.4 + n, 1.205), (2.8 + n, 1.16), (3 + n, 1.1)],
                    0.03),
        crown=curve([(t, 0.0), (plan.back, 0.0), (1 + n, 0.04), (3 + n, 0.07)], 0.1),
        nose=curve([(0.3, 2.6 + n), (0.42, 2.84 + n), (0.5, 2.885 + n), (0.62, 2.9 + n), (0.76, 2.915 + n),
                    (0.9, 2.935 + n),
                    (1.04, 2.93 + n), (1.12, 2.905 + n), (1.2, 2.83 + n), (1.4, 2.6 + n)], 0.015),
        nose_plan=curve([(0, 0), (0.55, 0.02), (0.8, 0.07), (0.92, 0.13), (1.05, 0.26)], 0.03),
        tail=curve([(0.3, t + 0.35), (0.5, t + 0.16), (0.66, t + 0.06), (0.74, t + 0.03), (1, t + 0.022),
                    (1.28, t + 0.03), (1.33, t + 0.005), (1.5, t + 0.02)], 0.01),
        tail_plan=curve([(0, 0), (0.7, 0.004), (0.9, 0.03), (1.05, 0.09)], 0.03),
        low=curve([(-3, 0.6), (t + 0.5, 0.5), (0, 0.42), (2 + n, 0.42), (3 + n, 0.44)], 0.1),
        belt_half=curve([(-1 + b, 0.9), (0, 0.912), (1 + n, 0.88)], 0.1),
        belt=curve([(-1 + b, 1.275), (0, 1.265), (1 + n, 1.25)], 0.1),
        lean=curve([(-0.3, -0.03), (0, 0), (0.1, 0.022), (0.3, 0.085), (0.5, 0.165), (0.75, 0.29)], 0.05),
        roof=curve([(-1.3 + b, 1.88), (-0.8 + b, 1.925), (min(-0.4 + b, (b + n - 0.7) / 2), 1.945),
                    (0.1 + n, 1.94), (0.4 + n, 1.9), (0.8 + n, 1.8)], 0.1),
        roof_crown=0.06,
        screen=curve([(1.1, 1.3 + n), (1.25, 1.06 + n), (1.4, 0.83 + n), (1.65, 0.47 + n), (1.85, 0.2 + n),
        (2, 0.0 + n)], 0.04),
        screen_plan=curve([(0, 0), (0.4, 0.025), (0.7, 0.085), (1, 0.19)], 0.05),
        back=curve([(1, plan.back - 0.01), (1.3, plan.back), (1.6, plan.back + 0.02), (2, plan.back + 0.1)],
        0.04),
        back_plan=curve([(0, 0), (0.5, 0.01), (0.8, 0.05), (1, 0.1)], 0.05),
        wheels=((plan.front, 0.475, RADIUS + 0.03), (plan.rear, 0.475, RADIUS + 0.03)),
        shoulder=curve([(t, 0.035), (plan.back - 0.1, 0.035), (plan.back + 0.1, 0.04), (0.8 + n, 0.04),
                        (1.3 + n, 0.07), (3 + n, 0.08)], 0.05),
        corner=0.07, lip=0.04, pillar=0.06, cant=0.085, root=0.02, flare=0.036,
        dome=lambda x, y: 0.022 * fl.step((x - 0.8 - n) / 0.4) * (
            1 - fl.step((y - 0.6 + 0.06 * (x - 1 - n)) / 0.06)),
        more=[bed_hollow(plan.back - 0.07, t + 0.075)],
    )


def glazing(carver, plan):
    """Windows; answers the windscreen."""
    n, b = plan.nose - 2.95, plan.back + 0.88
    dlo = outline.rounded([(0.72 + n, 1.315, 0.03), (0.42 + n, 1.56, 0.5), (0.13 + n, 1.765, 0.14),
                           (min(-0.3 + b, (b + n - 0.59) / 2), 1.8, 0.5), (-0.72 + b, 1.795, 0.09),
                           (-0.79 + b, 1.335, 0.05)], 0.05, 8)
    splits = [(-0.035, 9), (-9, -0.115)] if plan.doors == 4 else [(-9, 9)]
    build.side_windows(carver, dlo, splits, 1.2, panels.gloss(), band=0.018)
    screen = outline.rounded([(-0.83, 1.285, 0.05), (0.83, 1.285, 0.05), (0.695, 1.79, 0.1),
                              (0.35, 1.84, 0.3), (-0.35, 1.84, 0.3), (-0.695, 1.79, 0.1)], 0.05, 8)
    pane = build.screen_pane(carver, screen, panels.facing(0, 1, 0.1, z0=1.2, x1=1.4 + n), 0.03)
    back = outline.rounded([(-0.66, 1.42), (0.66, 1.42), (0.6, 1.8), (-0.6, 1.8)], 0.06)
    build.screen_pane(carver, back, panels.facing(0, -1, 0.3, z0=1.38, x0=plan.back - 0.1), 0.03,
        kit.privacy_glass())
    cowl = outline.rounded([(1.13 + n, -0.3), (1.12 + n, 0.3, 0.2), (0.98 + n, 0.86, 0.03),
                            (0.8 + n, 0.86, 0.02), (0.8 + n, -0.3)], 0.02)
    carver.take(outline.seen(2, cowl, panels.facing(2, 1, 0.2, z1=1.33))).moved(-0.006).stand("cowl",
        kit.black())
    return pane


def face(carver, plan):
    """Grille, headlamps, bumper, tow hooks."""
    n = plan.nose - 2.95
    ahead = panels.facing(0, 1, 0.02, x0=2.2 + n)
    lens = outline.rounded([(0.665, 0.86, 0.02), (1.05, 0.875, 0.02), (1.05, 1.1, 0.03),
        (0.665, 1.085, 0.02)], 0.02)
    build.head_lamp(carver, lens, ahead, [build.outline_strip(lens, 0.024, 0.008, y0=0.72),
                                          lambda p, n: np.maximum(np.abs(p[:, 2] - 0.975) - 0.005,
                                          0.7 - p[:, 1])],
                    ((0.755, 1.028), (0.755, 0.925)), 0.07, 0.038)
    grille = outline.rounded([(-0.7, 0.79), (0.6, 0.79, 0.05), (0.645, 0.86, 0.05), (0.645, 1.06, 0.05),
                              (0.61, 1.105, 0.04), (-0.7, 1.115)], 0.04)
    bars = [lamps.level(z, 0.017) for z in (0.885, 1.0)]
    lamps.opening(carver, outline.seen(0, grille, ahead), 0.07, bars + lamps.honeycomb(0.045, 0.0045),
                  kit.black(), kit.chrome(), 0.034, 0.02)
    low = outline.rounded([(-0.5, 0.53), (0.5, 0.53), (0.46, 0.63), (-0.5, 0.63)], 0.03)
    fog = outline.rounded([(0.66, 0.55), (0.86, 0.56), (0.85, 0.66), (0.67, 0.66)], 0.03)
    holes = [(outline.seen(0, q, ahead), kit.black()) for q in (low, fog)]
    build.bumper(carver, 1, 0.47, 0.745, plan.nose - 0.46, kit.chrome(), 0.05, holes=holes)
    for y in (0.72, 0.8):
        lamps.bowl((plan.nose - 0.105, y, 0.61), 0.03, lens=False)
    fit.badge(plan.nose - 0.005, 0.94, 1, 0.085)
    fit.plate(plan.nose + 0.035, 0, 0.68, 1)


def rear(carver, plan):
    """Tailgate, tail lamps, step bumper."""
    t = plan.tail
    behind = panels.facing(0, -1, 0.02, x1=t + 0.5)
    lens = outline.rounded([(0.815, 0.88, 0.015), (1.05, 0.88, 0.015), (1.05, 1.3, 0.02),
        (0.815, 1.3, 0.015)], 0.015)
    white = (lambda p, n: np.maximum(np.abs(p[:, 2] - 1.02) - 0.04, 0.83 - p[:, 1]), kit.lamp(), 0.3)
    build.tail_lamp(carver, lens, lambda p, n: (p[:, 0] < t + 0.22) & (p[:, 1] > 0.8) & (p[:, 2] < 1.33),
                    [build.outline_strip(lens, 0.03, 0.01, z0=0.95)], more=[white])
    latch = outline.rounded([(-0.2, 1.17), (0.14, 1.17), (0.14, 1.25), (-0.2, 1.25)], 0.02)
    lamps.opening(carver, outline.seen(0, latch, behind), 0.03, back=kit.black())
    carver.line(0, outline.path([(0.79, 1.4), (0.79, 1.1), (0.79, 0.76)]), behind, 0.006)
    press = outline.rounded([(-0.5, 0.84), (0.66, 0.84), (0.66, 1.12), (-0.5, 1.12)], 0.05)
    carver.dish(outline.seen(0, press, behind), 0.01, 0.02)
    pad = outline.rounded([(-0.2, 0.5), (0.24, 0.5), (0.2, 0.69), (-0.2, 0.69)], 0.02)
    build.bumper(carver, -1, 0.5, 0.735, t + 0.4, kit.chrome(), 0.13,
        holes=[(outline.seen(0, pad, None), kit.black())])
    fit.plate(t - 0.045, 0, 0.6, -1)
    kit.box((t - 0.1, t + 0.1), (-0.9, 0.9), (0.735, 0.75), kit.black(), 0.006)


def shut_lines(carver, plan):
    """Doors, hood, the slot between cab and bed, the fuel door."""
    n, b = plan.nose - 2.95, plan.back + 0.88
    side = panels.sideways(0.25, 0.4, 1.36)
    doors = [[(0.93 + n, 1.3), (0.945 + n, 1.0), (0.945 + n, 0.7), (0.9 + n, 0.53)],
             [(0.88 + n, 0.525), (0, 0.52), (-0.82 + b, 0.525)],
             [(-0.82 + b, 1.33), (-0.84 + b, 1.0), (-0.84 + b, 0.53)]]
    if plan.doors == 4:
        doors[2] = [(-0.82, 1.33), (-0.82, 1.12), (-0.76, 0.94), (-0.74, 0.53)]
        doors.append([(-0.075, 1.34), (-0.08, 1), (-0.075, 0.53)])
    build.lines(carver, 1, doors, side)
    slot = plan.back - 0.045
    carver.line(1, outline.path([(slot, 1.5), (slot, 1), (slot, 0.4)]), panels.sideways(0.2), 0.011,
        depth=0.06)
    carver.line(2, outline.path([(slot, -0.1), (slot, 0.5), (slot, 1.0)]), panels.facing(2, 1, 0.3, z1=1.5),
        0.011, depth=0.06)
    fuel = outline.rounded([(t + plan.rear, z) for t, z in ((-0.62, 1.06), (-0.8, 1.06), (-0.8, 1.22),
        (-0.62, 1.22))], 0.03)
    carver.line(1, fuel, side, closed=True)
    carver.line(2, outline.path([(1.14 + n, 0.875), (1.8 + n, 0.865), (2.5 + n, 0.83), (2.78 + n, 0.76)]),
                panels.facing(2, 1, 0.25, z0=1))
    carver.line(2, outline.path([(2.78 + n, 0.76), (2.84 + n, 0.4), (2.855 + n, -0.05)]),
        panels.facing(2, 1, 0.1, z0=1))


def pickup(plan):
    """Builds a pickup."""
    form, n = shape(plan), plan.nose - 2.95
    size = (plan.nose - plan.tail, WIDTH, HEIGHT)
    carver = build.carve(form, size, 0.016)
    front, back = plan.back - 0.07, plan.tail + 0.075
    bed_parts(carver, front, back)
    carver.bottom(lambda x: 0.485 + 0 * x)
    screen = glazing(carver, plan)
    face(carver, plan)
    rear(carver, plan)
    carver.line_inside(0.03, 0.5)
    places = ((0.08 + n, 1.1), (-0.7, 1.11)) if plan.doors == 4 else ((plan.back + 0.2, 1.1),)
    build.handles(carver, places, mat=kit.chrome(), length=0.22)
    shut_lines(carver, plan)
    carver.finish()
    fit.mirror(0.62 + n, 1.09, 1.44, (0.075, 0.125, 0.13))
    fit.wiper(screen, (0.66, 1.3), (0.0, 1.31))
    fit.wiper(screen, (-0.02, 1.3), (-0.62, 1.33))
    driver = max(-0.12 + n, plan.back + 0.36)
    seats = [(driver, 0.42, 0.27, (0,)), (driver, -0.42, 0.27, (0,))]
    seats += [(-0.72, 0, 0.68, (-0.42, 0.42))] if plan.doors == 4 else []
    cabin(1.1 + n, plan.back + 0.04, 0.82, 0.58, 1.26, seats, 0.95 + n, 0.42)
    mirror_inside(0.3 + n, 1.7)
    underneath(plan, RADIUS)
    wheels([(x, side * 0.995, 0) for x in (plan.front, plan.rear) for side in (1, -1)], RADIUS, 0.268, 0.275,
           "truck", dish=0.03, chunky=True)
    return size


builders = {"crew-pickup": lambda: pickup(CREW), "regular-pickup": lambda: pickup(REGULAR)}

details = {
    name: {"cab": {}, "bed": dict(eye=(-4.4, -2.1, 2.0), aim=(-1.7, 0.0, 0.95), lens=40, stop=5.6)}
    for name in builders
}
