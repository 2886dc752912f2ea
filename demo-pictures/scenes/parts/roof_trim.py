"""What sits on and round a cab: sun visor, horns, antennas, wipers, door handles, grab bars, air cleaners."""

import math
import kit
from . import panel
from .shapes import tube, turned


def sun_visor(x, z, half, drop=0.16, reach=0.24, bow=0.05, mat=None):
    """A bright visor over the windshield, bent down at its edge, held by a middle strut."""
    rows = []
    for share in (-1.0, -0.97, -0.6, 0, 0.6, 0.97, 1.0):
        edge = bow * (1 - share * share)
        y = share * half
        rows.append(
            [
                (x, y, z),
                (x + reach * 0.5, y, z - drop * 0.3),
                (x + reach * 0.9 + edge, y, z - drop * 0.75),
                (x + reach + edge, y, z - drop),
            ]
        )
    panel.loft("visor", rows, mat or kit.chrome(), thick=0.006, crease=[(0, None, 1), (6, None, 1)])
    for y in (-half * 0.97, half * 0.97, 0):
        tube([(x - 0.01, y, z - 0.14), (x + reach * 0.6, y, z - drop * 0.45)], 0.007, kit.chrome(), 0.01, 8)


def horn(x, y, z, long=0.55):
    """A trumpet horn lying on the roof, pointing forward."""
    bell = turned(
        "horn",
        [
            (0.07, 0.0),
            (0.062, -0.02),
            (0.04, -0.08),
            (0.027, -0.18),
            (0.02, -long * 0.8),
            (0.028, -long * 0.82),
            (0.03, -long),
            (0, -long),
        ],
        kit.chrome(),
        32,
    )
    bell.location, bell.rotation_euler = (x, y, z + 0.085), (0, 0, -math.pi / 2)
    inner = turned("horn mouth", [(0.068, -0.001), (0.05, -0.03), (0.02, -0.12), (0, -0.12)], kit.black(), 32)
    inner.location, inner.rotation_euler = bell.location, bell.rotation_euler
    for dx in (-0.12, -long * 0.88):
        kit.box((x + dx - 0.012, x + dx + 0.012), (y - 0.02, y + 0.02), (z, z + 0.07), kit.chrome(), 0.005)


def antenna(x, y, z, long=1.2, lean=0.12):
    """A whip antenna."""
    tube([(x, y, z), (x - 0.01, y, z + 0.1), (x - lean, y, z + long)], 0.0035, kit.black(), 0.05, 6)
    kit.cylinder((x, y, z - 0.02), (x, y, z + 0.07), 0.011, kit.chrome(), 0.003, None, 14)


def wiper(foot, tip, out=1, lift=0.03):
    """A wiper from its spindle to the arm's end, its blade along the glass upright to the arm's lean."""
    (x0, y0, z0), (x1, y1, z1) = foot, tip
    kit.cylinder((x0 - 0.02, y0, z0), (x0 + 0.03, y0, z0), 0.018, kit.black(), 0.004, None, 16)
    tube([(x0 + lift, y0, z0), (x1 + lift, y1, z1)], 0.0075, kit.black(), 0.01, 8)
    dx, dz = (x1 - x0) * 0.55, (z1 - z0) * 0.55
    dy = (y1 - y0) * 0.35
    tube(
        [
            (x1 + lift * 0.6 - dx, y1 - dy - out * 0.05, z1 - dz),
            (x1 + lift * 0.6 + dx * 0.5, y1 + dy * 0.5 - out * 0.02, z1 + dz * 0.5),
        ],
        0.008,
        kit.black(),
        0.01,
        6,
    )


def grab_bar(points, radius=0.013, mat=None):
    """A bright grab bar along points, bent, with feet."""
    tube(points, radius, mat or kit.chrome(), 0.05, 12)
    for point, near in ((points[0], points[1]), (points[-1], points[-2])):
        foot = kit.cylinder(
            point,
            tuple(p + (n - p) * 0.02 / max(1e-6, math.dist(point, near)) for p, n in zip(point, near)),
            radius * 2,
            mat or kit.chrome(),
            0.003,
            None,
            18,
        )
        foot.name = "grab bar foot"


def door_handle(x, y, z, out, mat=None):
    """A paddle handle in a dished escutcheon."""
    kit.box(
        (x - 0.075, x + 0.075),
        sorted((y - out * 0.004, y + out * 0.006)),
        (z - 0.035, z + 0.035),
        kit.black(),
        0.005,
    )
    kit.box(
        (x - 0.068, x + 0.055),
        sorted((y + out * 0.008, y + out * 0.03)),
        (z - 0.004, z + 0.026),
        mat or kit.chrome(),
        0.01,
    )
    kit.cylinder(
        (x + 0.055, y, z - 0.012),
        (x + 0.055, y + out * 0.012, z - 0.012),
        0.012,
        mat or kit.chrome(),
        0.002,
        None,
        16,
    )


def air_cleaner(x, y, low, high, radius=0.19):
    """A polished round air cleaner standing at the cowl, with bands, a slotted intake and a domed cap."""
    tall = high - low
    profile = [
        (0, 0),
        (radius * 0.7, 0),
        (radius * 0.94, 0.02),
        (radius, 0.05),
        (radius, tall * 0.68),
        (radius * 0.9, tall * 0.7),
        (radius * 0.9, tall * 0.84),
        (radius * 1.02, tall * 0.86),
        (radius * 1.03, tall * 0.92),
        (radius * 0.9, tall * 0.97),
        (radius * 0.5, tall * 0.995),
        (0, tall),
    ]
    body = turned("air cleaner", profile, kit.chrome(), 56, False, 40)
    body.location, body.rotation_euler = (x, y, low), (math.pi / 2, 0, 0)
    for index in range(28):
        turn = index * 2 * math.pi / 28
        px, py = x + radius * 0.9 * math.cos(turn), y + radius * 0.9 * math.sin(turn)
        kit.cylinder(
            (px, py, low + tall * 0.715), (px, py, low + tall * 0.83), 0.008, kit.black(), 0, None, 8
        )
    for share in (0.14, 0.56):
        band = turned(
            "band",
            [(radius, -0.025), (radius + 0.005, -0.02), (radius + 0.005, 0.02), (radius, 0.025)],
            kit.black(),
            56,
        )
        band.location, band.rotation_euler = (x, y, low + tall * share), (math.pi / 2, 0, 0)
    inner = -1 if y > 0 else 1
    tube(
        [(x, y, low + 0.02), (x, y, low - 0.12), (x - 0.05, y + inner * 0.35, low - 0.12)],
        0.075,
        kit.black(),
        0.12,
        20,
    )
