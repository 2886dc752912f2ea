"""Vehicles far behind the one that is photographed: few surfaces, for they are small and out of focus."""
import kit

FENDER = [(3.62, 0.6), (3.62, 1.0), (3.3, 1.32), (2.6, 1.36), (2.0, 1.12), (2.0, 0.9), (2.3, 1.1), (3.1, 1.1)]


def _wheels(x, track, radius, width):
    for out in (1, -1):
        inner, outer = out * (track / 2 - width), out * track / 2
        kit.cylinder((x, inner, radius), (x, outer, radius), radius, kit.rubber(), 0.05, None, 28)
        face = outer - out * 0.03
        rim = (x, outer + out * 0.01, radius)
        kit.cylinder((x, face, radius), rim, radius * 0.56, kit.chrome(), 0, None, 20)


def tractor():
    """A tractor with an aerodynamic sleeper."""
    skin, trim = kit.paint(), kit.black()
    house = [
        (1.75, 1.0), (1.75, 2.06), (1.05, 2.98), (0.55, 3.42), (-0.35, 3.84), (-1.55, 3.9),
        (-1.62, 3.84), (-1.62, 0.95),
    ]
    kit.side(house, 2.44, skin, 0.12, (2.0, 3.9, 0.86))
    hood = [(3.66, 0.72), (3.7, 1.2), (3.6, 1.62), (3.0, 1.88), (1.7, 2.1), (1.7, 1.15), (2.2, 0.72)]
    kit.side(hood, 1.86, skin, 0.16, (1.2, 2.1, 0.8))
    for out in (1, -1):
        kit.side(FENDER, 0.42, skin, 0.06, centre=out * 1.0)
        lamps = sorted((out * 0.78, out * 1.16))
        kit.box((3.5, 3.66), lamps, (0.92, 1.12), kit.lamp(), 0.04)
        mirror = sorted((out * 1.36, out * 1.58))
        kit.box((1.42, 1.56), mirror, (1.72, 2.42), trim, 0.05)
        kit.box((-1.5, 1.6), sorted((out * 0.95, out * 1.2)), (0.35, 0.98), skin, 0.05)
        kit.pane([(1.52, 1.82), (1.5, 2.1), (1.02, 2.7), (0.35, 2.7), (0.35, 1.82)], (1.21, 1.13))
    kit.box((3.5, 3.84), (-1.2, 1.2), (0.32, 0.68), trim, 0.07)
    kit.box((3.6, 3.72), (-0.56, 0.56), (0.74, 1.5), trim, 0.04)
    for bar in range(4):
        kit.box((3.7, 3.735), (-0.52, 0.52), (0.84 + bar * 0.16, 0.88 + bar * 0.16), kit.chrome(), 0.0)
    kit.across((1.78, 2.08), (1.08, 2.96), (2.2, 1.96), lift=-0.015)
    kit.box((-3.7, 2.2), (-0.45, 0.45), (0.78, 1.02), kit.steel(), 0)
    for x, width in ((2.72, 0.3), (-2.0, 0.6), (-3.2, 0.6)):
        _wheels(x, 2.44, 0.51, width)


def trailer():
    """A van trailer, its front towards x."""
    kit.box((-7.9, 7.9), (-1.29, 1.29), (1.2, 4.1), kit.paint(), 0.05)
    for low, high in ((1.12, 1.24), (4.05, 4.13)):
        kit.box((-7.92, 7.92), (-1.31, 1.31), (low, high), kit.chrome(), 0.02)
    for out in (1, -1):
        kit.both((5.2, 5.36), (0.62, 0.78), (0.1, 1.15), kit.steel(), 0)
        kit.box((7.9, 7.94), sorted((out * 1.05, out * 1.2)), (3.9, 3.95), kit.amber(), 0)
        kit.box((7.9, 7.93), sorted((out * 0.25, out * 0.9)), (1.45, 1.95), kit.steel(), 0.01)
    kit.box((-7.4, 7.2), (-0.55, 0.55), (0.98, 1.16), kit.steel(), 0)
    for x in (-5.3, -6.5):
        _wheels(x, 2.5, 0.5, 0.6)


def pickup():
    """A crew cab pickup."""
    skin, trim = kit.paint(), kit.black()
    lower = [
        (2.82, 0.5), (2.88, 0.8), (2.8, 1.1), (2.5, 1.18), (1.25, 1.24), (-0.95, 1.24), (-2.85, 1.22),
        (-2.9, 0.6), (-2.6, 0.46),
    ]
    kit.side(lower, 1.96, skin, 0.1, (0.9, 1.24, 0.94))
    house = [(1.35, 1.2), (0.55, 1.84), (0.2, 1.9), (-0.85, 1.88), (-1.05, 1.2)]
    kit.side(house, 1.84, skin, 0.07, (1.2, 1.9, 0.82))
    kit.across((1.36, 1.24), (0.6, 1.82), (1.72, 1.48), lift=-0.03)
    kit.pane([(1.02, 1.28), (0.46, 1.76), (-0.8, 1.76), (-0.92, 1.28)], (0.9, 0.79))
    kit.box((2.8, 2.91), (-0.62, 0.62), (0.72, 1.06), trim, 0.03)
    kit.box((2.86, 2.93), (-0.6, 0.6), (0.86, 0.92), kit.chrome(), 0.01)
    kit.box((2.7, 3.0), (-0.98, 0.98), (0.46, 0.68), kit.chrome(), 0.06)
    for out in (1, -1):
        kit.box((2.66, 2.88), sorted((out * 0.64, out * 0.95)), (0.78, 1.05), kit.lamp(), 0.04)
        kit.box((0.86, 1.06), sorted((out * 0.98, out * 1.2)), (1.22, 1.42), trim, 0.04)
    for x in (1.86, -1.72):
        kit.cylinder((x, -0.985, 0.41), (x, 0.985, 0.41), 0.5, trim, 0, None, 28)
        _wheels(x, 2.0, 0.4, 0.28)
