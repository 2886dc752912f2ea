"""A spread-axle flatbed trailer of forty-eight feet."""
import kit
from parts import wear
from parts.flatbed_deck import beams, boards, bulkhead, members, side_rail, toolbox, winch
from parts.plates import curve
from parts.trailer_rear import light_bar, underride
from parts.trailer_under import bogie, couplings, flaps, kingpin, landing_gear, lines_below

H, TOP, HALF = 7.315, 1.50, 1.22


def camber(x):
    """How far the unloaded deck bows up."""
    return 0.055 * (1 - (x / H) ** 2)


def frame():
    """The beams with their gooseneck, the members, rails and boards."""
    upper = [(-H + 2 * H * k / 40, TOP - 0.055 + camber(-H + 2 * H * k / 40)) for k in range(41)]
    shape = [(-H, 1.16), (-H + 0.9, 1.08), (-H + 4.4, 1.06), (-H + 5.6, 0.93), (0.4, 0.92), (H - 4.4, 0.95),
        (H - 3.1, 1.12), (H - 2.2, 1.22), (H, 1.24)]
    lower = [tuple(p) for p in curve(shape, 6)]
    beams(upper, lower)
    members(-H + 0.15, H - 0.15, TOP - 0.035, HALF + 0.06, kit.paint(), 0.36, camber)
    side_rail(-H, H, HALF + 0.075, TOP, camber)
    boards(-H + 0.05, H - 0.08, HALF + 0.07, TOP, camber)
    for end in (-1, 1):
        kit.box(sorted((end * (H - 0.04), end * H)), (-HALF - 0.075, HALF + 0.075), (TOP - 0.19, TOP + 0.012),
            kit.paint(), 0.006)


def flatbed():
    """Stands the flatbed trailer and answers its size."""
    frame()
    kingpin(H - 0.95, 1.33)
    landing_gear(H - 3.3, 1.16)
    for x in (-H + 1.0, -H + 4.1):
        bogie((x,), 1.17, 0.51, 2.55, None, 0.13, (0.0, 0.0))
    flaps(-H + 0.22, 1.2)
    underride(-H, 1.5)
    light_bar(-H - 0.01, TOP - 0.11, HALF + 0.07)
    bulkhead(H - 0.06, HALF + 0.08, TOP)
    couplings(H + 0.01, TOP - 0.12)
    lines_below(-H + 4.6, H - 2.4, 1.08)
    for out in (1, -1):
        toolbox(-0.5, 0.9, *sorted((out * 0.78, out * 1.22)), 0.78, 1.30, out)
        for index in range(9):
            x = -H + 1.2 + index * 1.35
            if out < 0 or index % 2:
                winch(x, out * 1.235, TOP - 0.235 + camber(x), out)
    rack()
    return 2 * H + 0.05, 2.65, 2.65


def rack():
    """Timbers for dunnage, carried between the beams."""
    for index in range(6):
        y = -0.28 + index * 0.11
        kit.box((1.3, 3.1), (y, y + 0.095), (1.02, 1.115), wear.deck_wood(), 0.006)
    for x in (1.6, 2.8):
        kit.box((x - 0.03, x + 0.03), (-0.46, 0.46), (0.98, 1.02), wear.iron(), 0.006)


builders = {"flatbed-trailer": flatbed}

details = {
    "flatbed-trailer": {
        "wheel": dict(eye=(-4.6, -4.4, 1.2), aim=(-6.3, -1.25, 0.7), lens=42, stop=5.6),
        "deck": dict(eye=(-10.6, -2.2, 2.2), aim=(-3.0, 0.2, 1.3), lens=40, stop=5.6),
    },
}
