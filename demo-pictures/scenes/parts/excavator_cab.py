"""The excavator's cab, on the left of its boom."""
import kit
from .machine_cab import bar, charcoal, clipped, ends, mirror, roof, side, wiper
from .operator import console, pedals, screen, seat
from .plates import outline
from .sheet import handle, hinge, rail

Y0, Y1 = 0.37, 1.36
PROFILE = outline([(-0.44, 1.17, 0.05), (-0.46, 2.93, 0.2), (0.70, 2.97, 0.34), (1.26, 2.12, 0.55),
    (1.43, 1.66, 0.4), (1.38, 1.17, 0.1)], 0, 9)


def front_line(low, high):
    """The windscreen's line down the front of the profile between two heights."""
    points = [(x, z) for x, z in clipped(PROFILE, low, high) if x > 0.62]
    return [(x - 0.03, z) for x, z in sorted(points, key=lambda point: -point[1])]


def cab():
    """The whole cab with its inside."""
    frame, paint = charcoal(), kit.paint()
    side(PROFILE, Y1, 1, 1.80, 0.36, frame, paint)
    side(PROFILE, Y0, -1, 1.62, 0.36, frame, paint)
    ends(front_line(1.32, 2.92), -0.44, Y0, Y1, 1.9, 2.92, frame, paint)
    bar((1.375, 1.25), Y0, Y1, 0.16, paint)
    bar((1.37, 1.74), Y0, Y1, 0.05, frame)
    bar((0.70, 2.92), Y0, Y1, 0.07, frame)
    roof((-0.47, 0.80), (Y0 - 0.01, Y1 + 0.01), 2.96, frame)
    kit.box((-0.42, 1.36), (Y0 + 0.02, Y1 - 0.02), (1.17, 1.24), kit.black(), 0.01)
    middle = (Y0 + Y1) / 2
    seat(0.18, middle, 1.78)
    console(0.42, Y0 + 0.17, 1.98, -1)
    console(0.42, Y1 - 0.17, 1.98, 1)
    pedals(1.0, middle, 1.25)
    screen(1.05, Y0 + 0.14, 1.98)
    wiper((1.38, 1.80), (1.02, 2.5), middle - 0.2)
    handle("y", Y1, 1, 0.47, 1.70)
    for z in (1.4, 2.3):
        hinge("y", Y1, 1, 1.24 if z < 2 else 1.06, z)
    rail([(1.2, Y1, 1.42), (1.26, Y1 + 0.07, 1.5), (1.06, Y1 + 0.07, 2.2), (1.0, Y1, 2.3)], 0.014)
    mirror((1.0, Y1, 2.3), (1.22, Y1 + 0.13, 2.2))
