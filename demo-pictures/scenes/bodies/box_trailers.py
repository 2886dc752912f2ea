"""Box trailers of fifty-three feet: the dry van and the refrigerated trailer."""
import math
import kit
from parts import wear
from parts.reefer_unit import fuel_tank, unit
from parts.sheet import letters
from parts.trailer_rear import door_frame, swing_doors, underride
from parts.trailer_sides import nose, posted_side, rails, riveted_side, roof
from parts.trailer_under import (
    bogie, couplings, cross_members, flaps, kingpin, landing_gear, lines_below, skirts,
)
from .common import moved

H = 8.07
LOW, HIGH = 1.24, 3.98


def running_gear(low):
    """What every box trailer stands on."""
    cross_members(-H + 0.2, H - 0.3, low - 0.02)
    kingpin(H - 0.92, low)
    landing_gear(H - 3.35, low - 0.12)
    bogie((-H + 1.85, -H + 3.1), low)
    flaps(-H + 1.1, low - 0.14)
    underride(-H, low)
    lines_below(-H + 4.2, H - 2.0, low - 0.16)


def numbers(out):
    """The unit's number, its length and a height sign, on one side and the nose."""
    ink = kit.material("sticker black", (0.015,) * 3, 0.4)
    turn = (math.pi / 2, 0, 0 if out < 0 else math.pi)
    letters("5307", (H - 0.76, out * 1.302, HIGH - 0.24), 0.24, ink, turn)
    letters("53", (-H + 0.42, out * 1.302, HIGH - 0.24), 0.22, ink, turn)
    if out > 0:
        letters("5307", (H + 0.006, 0.82, HIGH - 0.3), 0.22, ink, (math.pi / 2, 0, math.pi / 2))
        letters("5307", (-H - 0.016, -0.55, HIGH - 0.42), 0.16, ink, (math.pi / 2, 0, -math.pi / 2))


def dry_van():
    """Stands the dry van and answers its size."""
    paint, rail = kit.paint(), wear.aluminium()
    for out in (1, -1):
        posted_side(-H + 0.15, H - 0.14, out, LOW + 0.05, HIGH - 0.04, paint)
        numbers(out)
    rails(-H + 0.15, H - 0.1, LOW, HIGH, rail)
    roof(-H, H - 0.05, HIGH, kit.white())
    nose(H, LOW, HIGH, paint, rail)
    couplings(H + 0.012, LOW + 0.22)
    door_frame(-H, LOW, HIGH, paint)
    swing_doors(-H, LOW, HIGH, paint)
    running_gear(LOW)
    skirts(-H + 4.6, H - 4.0, LOW - 0.17, kit.white())
    return 2 * H, 2.6, 4.1


def reefer():
    """Stands the refrigerated trailer with its unit and answers its size."""
    paint, rail = kit.paint(), wear.aluminium()
    with moved(-0.24):
        for out in (1, -1):
            numbers(out)
            riveted_side(-H + 0.15, H - 0.14, out, LOW + 0.05, HIGH - 0.04, paint, 0.61, 2)
        rails(-H + 0.15, H - 0.1, LOW, HIGH, rail)
        roof(-H, H - 0.05, HIGH, kit.white())
        nose(H, LOW, HIGH, paint, rail)
        unit(H + 0.005)
        couplings(H + 0.012, LOW + 0.2)
        door_frame(-H, LOW, HIGH, rail)
        swing_doors(-H, LOW, HIGH, paint)
        running_gear(LOW)
        fuel_tank(H - 5.2, LOW - 0.14)
        skirts(-H + 4.6, H - 6.2, LOW - 0.17, kit.white())
    return 2 * H + 0.5, 2.6, 4.1


builders = {"dry-van": dry_van, "reefer-trailer": reefer}

details = {
    "dry-van": {
        "wheel": dict(eye=(-3.0, -4.6, 1.2), aim=(-5.6, -1.25, 0.7), lens=42, stop=5.6),
        "doors": dict(eye=(-12.2, -2.6, 1.7), aim=(-8.0, -0.1, 1.9), lens=38, stop=5.6),
        "landing-gear": dict(eye=(7.6, -4.4, 1.2), aim=(4.6, -0.8, 0.8), lens=42, stop=5.6),
    },
    "reefer-trailer": {
        "wheel": dict(eye=(-3.2, -4.6, 1.2), aim=(-5.8, -1.25, 0.7), lens=42, stop=5.6),
        "unit": dict(eye=(12.6, -3.0, 2.0), aim=(8.1, 0, 2.6), lens=42, stop=5.6),
        "doors": dict(eye=(-12.4, -2.6, 1.7), aim=(-8.2, -0.1, 1.9), lens=38, stop=5.6),
    },
}
