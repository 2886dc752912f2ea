"""Fuel tanks with straps, steps and step boxes at a tractor's side."""

import kit
from .shapes import copies, tube, turned


def tread_plate(x, y, z):
    """A bright step with raised bars."""
    kit.box(x, y, z, kit.chrome(), 0.008)
    count = int((x[1] - x[0]) / 0.028)
    bar = kit.box(
        (x[0] + 0.012, x[0] + 0.02),
        (y[0] + 0.015, y[1] - 0.015),
        (z[1] - 0.001, z[1] + 0.006),
        kit.chrome(),
        0.002,
    )
    copies(bar, [((index * 0.028, 0, 0), (0, 0, 0)) for index in range(1, count)])


def tank(x0, x1, y, z, radius=0.33, straps=3, mat=None):
    """A round tank lying along x, with domed ends, rolled seams, straps on rubber and a filler cap on its outer side."""
    long = x1 - x0
    points = [
        (0, 0),
        (radius * 0.6, 0.006),
        (radius * 0.9, 0.02),
        (radius * 0.97, 0.035),
        (radius, 0.055),
        (radius * 1.006, 0.06),
        (radius * 1.006, 0.07),
        (radius, 0.075),
    ]
    profile = points + [(r, long - d) for r, d in reversed(points)]
    body = turned("tank", profile, mat or kit.chrome(), 72, False, 40)
    body.location, body.rotation_euler = (x0, y, z), (0, 0, -1.5707963)
    for index in range(straps):
        x = x0 + long * (index + 0.5) / straps
        for half, lift, finish in ((0.038, 0.004, kit.rubber()), (0.028, 0.009, kit.chrome())):
            band = turned(
                "strap",
                [
                    (radius + lift - 0.006, -half),
                    (radius + lift, -half),
                    (radius + lift, half),
                    (radius + lift - 0.006, half),
                ],
                finish,
                72,
            )
            band.location, band.rotation_euler = (x, y, z), (0, 0, -1.5707963)
        out = 1 if y > 0 else -1
        kit.box(
            (x - 0.04, x + 0.04),
            sorted((y - out * 0.44, y - out * radius * 0.8)),
            (z - radius, z + 0.25),
            kit.steel(),
            0.01,
        )
    out = 1 if y > 0 else -1
    x = x1 - long * 0.36
    neck = turned(
        "filler",
        [
            (0.055, 0),
            (0.055, 0.05),
            (0.072, 0.052),
            (0.072, 0.085),
            (0.065, 0.092),
            (0.02, 0.094),
            (0, 0.094),
        ],
        kit.chrome(),
        28,
    )
    neck.location = (x, y + out * radius * 0.5, z + radius * 0.82)
    neck.rotation_euler = (0.9 if out > 0 else 3.14159265 - 0.9, 0, 0)


def hung_steps(x0, x1, y, z_low, z_high, out, count=2):
    """Steps hung before a tank on upright hangers."""
    for x in (x0 + 0.03, x1 - 0.03):
        tube(
            [(x, y - out * 0.1, z_high + 0.03), (x, y, z_high + 0.03), (x, y, z_low)],
            0.014,
            kit.chrome(),
            0.05,
            10,
        )
    for index in range(count):
        z = z_low + (z_high - z_low) * index / max(1, count - 1)
        tread_plate((x0, x1), sorted((y - out * 0.15, y + out * 0.03)), (z - 0.012, z + 0.012))


def step_box(x0, x1, y, low, high, out, depth=0.4, mat=None, lid=True):
    """A box under the door: battery or tool box with two steps let into its face."""
    inner = y - out * depth
    mat = mat or kit.chrome()
    kit.box((x0, x1), sorted((inner, y)), (low, high), mat, 0.02)
    middle = (low + high) / 2
    for z in (low + 0.03, middle + 0.03):
        top = z + (high - low) * 0.36
        kit.box(
            (x0 + 0.05, x1 - 0.05), sorted((y - out * 0.05, y + out * 0.004)), (z, top), kit.black(), 0.012
        )
        tread_plate((x0 + 0.06, x1 - 0.06), sorted((y - out * 0.1, y + out * 0.025)), (z - 0.002, z + 0.022))
    if lid:
        tread_plate((x0, x1), sorted((inner, y + out * 0.006)), (high - 0.004, high + 0.012))
