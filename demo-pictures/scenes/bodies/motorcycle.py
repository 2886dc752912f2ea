"""A cruiser motorcycle with a V-twin."""
import math
import numpy as np
import kit
from parts import field as fl
from parts.car_inside import slab, turned_about
from parts.car_lamps import reflector
from parts.car_wheels import alloy, rim_parts, tyre
from parts.shapes import tube, turned
from parts.hull import Skin

LENGTH, WIDTH, HEIGHT = 2.3, 0.92, 1.25
FRONT, REAR = 0.82, -0.76
FRONT_R, REAR_R = 0.335, 0.32


def stand_field(name, f, low, high, mat, pitch=0.009):
    """Stands a body that is alike on both sides."""
    Skin(*fl.surface(f, low, high, pitch)).stand(name, mat)


def tank(x, y, z):
    """A teardrop tank with a seam along its middle."""
    a, b = turned_about(x, z, 0.16, 0.82, -6)
    wide = 0.145 * (1 - 0.55 * fl.step((-a) / 0.38)) * (1 - 0.25 * fl.step((a - 0.1) / 0.25))
    high = 0.115 - 0.05 * fl.step(-a / 0.36)
    egg = (np.abs(a / 0.31) ** 2.6 + np.abs(y / wide) ** 2.5 + np.abs((b + 0.02) / high) ** 2.3) ** 0.4 - 1
    body = egg * 0.1
    tunnel = np.maximum(y - 0.035, b + 0.03)
    return fl.without(body, tunnel, 0.015)


def saddle(x, y, z):
    """A stepped seat of two places."""
    front = slab(x + 0.28, y / (0.75 + 0.6 * fl.step((-x - 0.1) / 0.25)), z - 0.735 + 0.1 * (x + 0.28) ** 2,
        (0.2, 0.15, 0.055), 0.045)
    pillion = slab(x + 0.56, y, z - 0.8, (0.15, 0.11, 0.05), 0.04)
    return fl.either(front, pillion, 0.05)


def fender(middle, z0, radius, half, start, end):
    """The field of a mudguard round a wheel, from one angle to another (degrees from ahead, upward)."""
    def f(x, y, z):
        r = np.hypot(x - middle, z - z0)
        turn = np.degrees(np.arctan2(z - z0, x - middle))
        turn = np.where(turn < -90, turn + 360, turn)
        crown = radius - 0.9 * y * y / half
        shell = np.abs(r - crown) - 0.008
        ends = np.maximum(start - turn, turn - end) * math.pi / 180 * radius
        return fl.both(fl.both(shell, y - half, 0.004), ends, 0.004)
    return f


def wheel(x, radius, width):
    """A wheel seen from both sides, its brake disc on the left."""
    rim = radius - 0.085
    parts = [tyre(radius, rim, width)] + rim_parts(rim, width * 0.8, "seven", alloy(), 0.02)
    disc = turned("disc", [(0.06, 0.062), (0.14, 0.062), (0.14, 0.068), (0.06, 0.068)],
                  kit.material("disc", (0.5, 0.5, 0.5), 0.3, 1.0), 60)
    for part in parts + [disc]:
        part.location = (part.location[0] + x, part.location[1], part.location[2] + radius)
    hub = kit.cylinder((x, -0.09, radius), (x, 0.09, radius), 0.045, kit.chrome(), 0.006)
    return hub


def engine():
    """Two finned cylinders in a V over a polished crankcase, with pipes."""
    case = kit.material("crankcase", (0.3, 0.3, 0.31), 0.3, 0.95)
    fins = kit.material("fins", (0.03, 0.03, 0.032), 0.45, 0.3)

    def crank(x, y, z):
        round_one = np.hypot(x - 0.06, z - 0.42) - 0.155
        gear = np.hypot(x + 0.2, z - 0.4) - 0.12
        bulk = fl.either(round_one, gear, 0.06)
        return fl.both(bulk, y - 0.14, 0.02)
    stand_field("crankcase", crank, (-0.4, 0, 0.2), (0.3, 0.2, 0.65), case, 0.01)
    for lean in (24, -24):
        c, s = math.cos(math.radians(lean)), math.sin(math.radians(lean))
        for k in range(11):
            d = 0.13 + k * 0.021
            wide = 0.098 if k < 8 else 0.088
            fin = kit.box((-wide, wide), (-wide * 0.9, wide * 0.9), (-0.005, 0.005), fins, 0.004)
            fin.location, fin.rotation_euler = (0.06 + d * s, 0, 0.43 + d * c), (0, math.radians(lean), 0)
        head = kit.box((-0.085, 0.085), (-0.075, 0.075), (-0.03, 0.035), kit.chrome(), 0.025)
        head.location, head.rotation_euler = (0.06 + 0.385 * s, 0, 0.43 + 0.385 * c), (0, math.radians(lean),
            0)
        kit.cylinder((0.06, 0.075, 0.43), (0.06 + 0.2 * s, 0.075, 0.43 + 0.2 * c), 0.075, fins)
    kit.cylinder((0.05, -0.15, 0.42), (0.05, -0.165, 0.42), 0.12, kit.chrome(), 0.012)
    kit.cylinder((-0.2, -0.15, 0.4), (-0.2, -0.165, 0.4), 0.095, kit.chrome(), 0.012)
    kit.cylinder((0.06, -0.1, 0.66), (0.06, -0.19, 0.66), 0.085, kit.chrome(), 0.02)
    for start, low in (((0.25, -0.08, 0.72), 0.3), ((-0.1, -0.08, 0.72), 0.39)):
        ahead = start[0] + (0.1 if start[0] > 0 else -0.05)
        tube([start, (ahead, -0.17, 0.66), (ahead - 0.05, -0.19, low + 0.03), (-0.3, -0.19, low),
            (-0.42, -0.19, low + 0.01)], 0.024,
             kit.chrome(), 0.09, 20)
        kit.cylinder((-0.38, -0.19, low + 0.01), (-1.02, -0.2, low + 0.05), 0.045, kit.chrome(), 0.012)
        kit.cylinder((-1.0, -0.2, low + 0.049), (-1.025, -0.2, low + 0.0505), 0.034,
            kit.material("gap", (0.004,) * 3, 0.9))


def frame_and_fork():
    """Frame tubes, fork, bars, lamps, shocks."""
    dark = kit.material("frame", (0.012, 0.012, 0.013), 0.2, 0.2, 1)
    for sign in (1, -1):
        tube([(0.5, 0, 0.88), (0.42, sign * 0.09, 0.6), (0.33, sign * 0.12, 0.28), (-0.45, sign * 0.12, 0.28),
              (-0.55, sign * 0.11, 0.55), (-0.35, sign * 0.1, 0.66)], 0.017, dark, 0.1)
        tube([(-0.4, sign * 0.12, 0.36), (REAR, sign * 0.135, REAR_R)], 0.02, dark)
        kit.cylinder((REAR + 0.05, sign * 0.145, 0.38), (-0.52, sign * 0.135, 0.68), 0.028, kit.chrome(),
            0.006)
        top, foot = (0.47, sign * 0.1, 0.98), (FRONT, sign * 0.1, FRONT_R)
        tube([top, foot], 0.021, kit.chrome(), 0.02, 20)
        middle = tuple(0.52 * b + 0.48 * a for a, b in zip(top, foot))
        tube([middle, foot], 0.029, kit.material("crankcase", (0.3, 0.3, 0.31), 0.3, 0.95), 0.02, 20)
        tube([(0.47, sign * 0.05, 1.0), (0.45, sign * 0.12, 1.12), (0.33, sign * 0.3, 1.12),
            (0.16, sign * 0.42, 1.04)], 0.0125,
             kit.chrome(), 0.1)
        kit.cylinder((0.25, sign * 0.36, 1.081), (0.14, sign * 0.43, 1.03), 0.018, kit.rubber(), 0.004)
        tube([(0.27, sign * 0.34, 1.1), (0.3, sign * 0.38, 1.22)], 0.006, kit.chrome())
        kit.cylinder((0.3, sign * 0.4, 1.24), (0.285, sign * 0.4, 1.24), 0.058, kit.black(), 0.008)
        kit.cylinder((0.52, sign * 0.2, 0.86), (0.58, sign * 0.2, 0.86), 0.028, kit.amber(), 0.008)
        kit.cylinder((-0.98, sign * 0.13, 0.66), (-1.04, sign * 0.13, 0.66), 0.026, kit.amber(), 0.008)
        kit.box((0.2, 0.3), sorted((sign * 0.16, sign * 0.3)), (0.27, 0.29), kit.rubber(), 0.008)
    kit.cylinder((0.45, -0.14, 0.99), (0.45, 0.14, 0.99), 0.022, dark, 0.006)
    kit.cylinder((0.53, -0.14, 0.83), (0.53, 0.14, 0.83), 0.024, dark, 0.006)
    shell = turned("head lamp", [(0, -0.13), (0.05, -0.12), (0.085, -0.06), (0.095, 0.0), (0.1, 0.012),
        (0.09, 0.015)], kit.chrome(), 48)
    bowl = turned("bowl", [(0, -0.06), (0.05, -0.04), (0.088, 0.006)], reflector(), 40)
    lens = turned("lens", [(0, 0.024), (0.05, 0.02), (0.088, 0.01)], kit.clear_lens(), 40)
    for part in (shell, bowl, lens):
        part.location, part.rotation_euler = (0.66, 0, 0.86), (0, 0, -math.pi / 2)
    kit.box((-1.1, -1.05), (-0.06, 0.06), (0.6, 0.66), kit.red(), 0.015)
    tube([(-0.1, 0.12, 0.28), (-0.18, 0.2, 0.02)], 0.012, dark)


def motorcycle():
    """Builds the motorcycle."""
    stand_field("tank", tank, (-0.3, 0, 0.6), (0.6, 0.25, 1.05), kit.paint())
    stand_field("seat", saddle, (-0.85, 0, 0.6), (0.05, 0.3, 0.95),
        kit.material("leather", (0.02, 0.019, 0.018), 0.5))
    stand_field("front fender", fender(FRONT, FRONT_R, 0.365, 0.07, 30, 168), (0.4, 0, 0.2),
        (1.25, 0.1, 0.75), kit.paint(), 0.006)
    stand_field("rear fender", fender(REAR, REAR_R, 0.375, 0.105, 25, 195), (-1.2, 0, 0.1),
        (-0.3, 0.15, 0.75), kit.paint(), 0.006)
    wheel(FRONT, FRONT_R, 0.13)
    wheel(REAR, REAR_R, 0.18)
    engine()
    frame_and_fork()
    kit.cylinder((0.16, 0, 0.925), (0.16, 0, 0.945), 0.034, kit.chrome(), 0.006)
    for sign in (1, -1):
        cover = kit.box((-0.13, 0.13), (-0.012, 0.012), (-0.09, 0.09), kit.paint(), 0.02)
        cover.location = (-0.3, sign * 0.13, 0.56)
    return LENGTH, WIDTH, HEIGHT


builders = {"motorcycle": motorcycle}
details = {
    "motorcycle": {
        "wheel": dict(eye=(1.75, -1.6, 0.62), aim=(0.8, -0.05, 0.36), lens=55, stop=5.6),
        "engine": dict(eye=(0.55, -1.5, 0.8), aim=(0.0, -0.05, 0.5), lens=50, stop=5.6),
        "seat": dict(eye=(-1.35, -1.2, 1.4), aim=(-0.1, 0.0, 0.8), lens=50, stop=5.6),
    },
}
