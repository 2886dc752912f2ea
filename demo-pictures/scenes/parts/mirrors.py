"""Heavy mirrors: a tall head with a flat and a round glass, on arms; and hood mirrors."""

import kit
from .lamps import slab, tray
from .shapes import tube
from .surface import flat


def silver():
    """Mirror glass."""
    return kit.material("mirror", (0.85, 0.87, 0.88), 0.01, 1.0)


def head(x, y, low, high, wide=0.2, depth=0.09, shell=None):
    """A mirror head whose glasses look back: a tall flat one over a low round one."""
    outline = flat(
        [(y - wide / 2, low), (y + wide / 2, low), (y + wide / 2, high), (y - wide / 2, high)], 0.045
    )
    made = tray([(u, v) for u, v in outline], 0, depth, 0.012, shell or kit.chrome())
    split = low + (high - low) * 0.3
    for z0, z1 in ((low + 0.02, split - 0.008), (split + 0.008, high - 0.02)):
        inner = flat(
            [
                (y - wide / 2 + 0.02, z0),
                (y + wide / 2 - 0.02, z0),
                (y + wide / 2 - 0.02, z1),
                (y - wide / 2 + 0.02, z1),
            ],
            0.025,
        )
        glass = slab(inner, 0.012, silver())
        glass.location.x = x - depth / 2
    made.scale.x = -1
    made.location.x = x - depth / 2
    return made


def west_coast(x, y_door, out, low, high, reach=0.3, shell=None, arm=None):
    """A mirror at a door: the head on two arms from above and below, braced."""
    y = y_door + out * reach
    head(x + 0.04, y, low, high, 0.2, 0.085, shell)
    arm = arm or kit.chrome()
    bar = x + 0.055
    tube(
        [
            (x + 0.05, y_door, high + 0.10),
            (bar, y, high + 0.10),
            (bar, y, low - 0.10),
            (x + 0.05, y_door, low - 0.10),
        ],
        0.011,
        arm,
        0.06,
        10,
    )
    tube([(x - 0.22, y_door, low + 0.02), (bar, y - out * 0.01, low - 0.09)], 0.008, arm, 0.01, 8)
    tube([(x - 0.22, y_door, high - 0.02), (bar, y - out * 0.01, high + 0.09)], 0.008, arm, 0.01, 8)
    for z in (low - 0.10, high + 0.10):
        kit.box(
            (x + 0.01, x + 0.09),
            sorted((y_door - out * 0.01, y_door + out * 0.015)),
            (z - 0.03, z + 0.03),
            arm,
            0.008,
        )


def hood_mirror(x, y, z, out, lean=0.25):
    """A small round mirror on a post at the hood's shoulder."""
    tube(
        [(x, y, z), (x + 0.02, y + out * 0.08, z + 0.12), (x + 0.04, y + out * lean, z + 0.26)],
        0.009,
        kit.black(),
        0.06,
        10,
    )
    face = flat(
        [
            (y + out * lean - 0.075, z + 0.2),
            (y + out * lean + 0.075, z + 0.2),
            (y + out * lean + 0.075, z + 0.36),
            (y + out * lean - 0.075, z + 0.36),
        ],
        0.06,
    )
    body = tray(face, 0, 0.07, 0.008, kit.chrome())
    body.scale.x, body.location.x = -1, x + 0.0
    slab(face, 0, silver()).location.x = x + 0.006
