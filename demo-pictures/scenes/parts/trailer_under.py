"""What carries a trailer: cross members, axles on springs, landing gear, kingpin, flaps, skirts."""
import math
import kit
from . import wear
from .hydraulics import hose
from .plates import curve, outline, ribbon, slab
from .shapes import tube, turned
from .truck_wheels import axle
from .trailer_marks import facing, tape


def cross_members(x0, x1, low, half=1.26, pace=0.305, tall=0.1, mat=None):
    """The beams under the floor, and the floor over them."""
    mat = mat or wear.iron()
    count = int((x1 - x0) / pace)
    section = [(-0.03, 0), (0.03, 0), (0.03, 0.006), (0.004, 0.006), (0.004, tall - 0.006),
        (0.03, tall - 0.006), (0.03, tall), (-0.03, tall),
               (-0.03, tall - 0.006), (-0.004, tall - 0.006), (-0.004, 0.006), (-0.03, 0.006)]
    for index in range(count + 1):
        x = x0 + index * (x1 - x0) / count
        slab([(x + a, low - tall + b) for a, b in section], -half, half, mat, "y", 0)
    kit.box((x0, x1), (-half, half), (low, low + 0.03), kit.material("floor below", (0.12, 0.085, 0.055),
        0.85), 0)


def chamber(x, y, z):
    """A spring brake chamber with its clamp band and rod."""
    parts = [turned("chamber", [(0, -0.16), (0.07, -0.15), (0.085, -0.12), (0.085, -0.02), (0.1, -0.015),
        (0.1, 0.015), (0.088, 0.02), (0.085, 0.08), (0.05, 0.1), (0, 0.1)], wear.iron(), 28),
             turned("rod", [(0.012, 0.1), (0.012, 0.24), (0, 0.24)], kit.steel(), 12)]
    facing(parts, "x", -1, (x, y, z))
    for part in parts:
        part.rotation_mode = "XYZ"


def spring(x, y, z, reach=0.48):
    """A stack of spring leaves bowed down, with its clip and bolts."""
    for leaf in range(3):
        length = reach * (1 - leaf * 0.16)
        line = curve([(x - length, z + 0.075 - leaf * 0.006), (x - length * 0.5, z + 0.02), (x, z - 0.004),
            (x + length * 0.5, z + 0.02), (x + length, z + 0.075 - leaf * 0.006)], 6)
        ribbon([(a, b - leaf * 0.02) for a, b in line], y - 0.038, y + 0.038, 0.017, wear.iron(), 0.003)
    kit.box((x - 0.075, x + 0.075), (y - 0.055, y + 0.055), (z - 0.075, z - 0.05), wear.iron(), 0.006)
    for a in (-0.055, 0.055):
        for b in (-0.045, 0.045):
            kit.cylinder((x + a, y + b, z - 0.13), (x + a, y + b, z + 0.05), 0.011, kit.steel(), 0, None, 8)


def hanger(x, y, top, z):
    """A spring hanger: two flared plates from the frame to the spring's end."""
    flat = outline([(x - 0.13, top), (x + 0.13, top), (x + 0.07, z - 0.02, 0.03), (x - 0.07, z - 0.02, 0.03)],
        0.01)
    for out in (1, -1):
        slab(flat, *sorted((y + out * 0.05, y + out * 0.06)), wear.iron(), "y", 0.003)
    slab(flat, y - 0.05, y + 0.05, wear.iron(), "y", 0.003)
    kit.cylinder((x, y - 0.08, z + 0.03), (x, y + 0.08, z + 0.03), 0.022, kit.steel(), 0, None, 12)


def bogie(xs, low, radius=0.51, track=2.55, rim=None, tall=0.2, slide=(0.6, 1.6)):
    """Axles on springs under two sliding rails; slide is how far the rails reach on."""
    iron = wear.iron()
    x0, x1 = min(xs) - 0.95, max(xs) + 0.95
    for x in xs:
        axle(x, track, radius, 0.28, True, rim, False)
        for out in (1, -1):
            spring(x, out * 0.55, radius + 0.16, 0.5)
            chamber(x - 0.12, out * 0.33, radius + 0.14)
            kit.box((x - 0.05, x + 0.05), sorted((out * 0.5, out * 0.6)), (radius - 0.06, radius + 0.1), iron,
                0.01)
    middles = sorted(xs)
    spots = [middles[0] - 0.58] + [(a + b) / 2 for a, b in zip(middles, middles[1:])] + [middles[-1] + 0.58]
    for out in (1, -1):
        kit.box((x0, x1), sorted((out * 0.49, out * 0.62)), (low - tall - 0.09, low - tall), iron, 0.008)
        kit.box((x0 - slide[0], x1 + slide[1]), sorted((out * 0.46, out * 0.64)), (low - tall, low - 0.09),
            iron, 0.006)
        for index in range(int((x1 - x0 + slide[0] + slide[1] - 0.2) / 0.152)):
            x = x0 - slide[0] + 0.1 + index * 0.152
            kit.cylinder((x, out * 0.638, low - tall + 0.05), (x, out * 0.642, low - tall + 0.05), 0.021,
                kit.material("shade", (0.006,) * 3, 0.9), 0, None, 16)
        for spot in spots:
            hanger(spot, out * 0.55, low - tall - 0.09, radius + 0.2)
    for x in (x0 + 0.2, x1 - 0.2):
        kit.box((x - 0.06, x + 0.06), (-0.5, 0.5), (low - tall - 0.08, low - tall - 0.01), iron, 0.008)
    tank(x1 + 0.3, 0.0, low - tall - 0.17)


def tank(x, y, z, length=0.75, radius=0.14):
    """An air tank across the trailer with domed ends and straps."""
    h = length / 2
    body = turned("tank", [(0, -h), (radius * 0.6, -h + 0.015), (radius * 0.92, -h + 0.05),
        (radius, -h + 0.09), (radius, h - 0.09), (radius * 0.92, h - 0.05), (radius * 0.6, h - 0.015),
        (0, h)], wear.iron(), 36)
    body.location = (x, y, z)
    for a in (-0.2, 0.2):
        strap = turned("strap", [(radius, -0.02), (radius + 0.006, -0.02), (radius + 0.006, 0.02),
            (radius, 0.02)], kit.steel(), 36)
        strap.location = (x, y + a, z)


def landing_gear(x, low, foot=0.03):
    """Two legs with inner tubes and sand shoes, braces, gear box, cross shaft and the crank in its hook."""
    iron = wear.iron()
    for out in (1, -1):
        y = out * 0.93
        kit.box((x - 0.065, x + 0.065), sorted((y - 0.065, y + 0.065)), (0.42, low - 0.02), iron, 0.012)
        kit.box((x - 0.05, x + 0.05), sorted((y - 0.05, y + 0.05)), (foot + 0.07, 0.5), kit.steel(), 0.01)
        shoe = outline([(x - 0.16, foot + 0.035), (x - 0.125, foot), (x + 0.125, foot),
            (x + 0.16, foot + 0.035), (x + 0.15, foot + 0.04), (x + 0.12, foot + 0.012),
            (x - 0.12, foot + 0.012), (x - 0.15, foot + 0.04)])
        slab(shoe, y - 0.13, y + 0.13, iron, "y", 0.003)
        for a in (-0.06, 0.06):
            slab([(x - 0.09, foot + 0.01), (x + 0.09, foot + 0.01), (x + 0.03, foot + 0.12),
                (x - 0.03, foot + 0.12)], y + a - 0.006, y + a + 0.006, iron, "y", 0.002)
        slab(outline([(x - 0.22, low - 0.02), (x + 0.22, low - 0.02), (x + 0.1, low - 0.36, 0.03),
            (x - 0.1, low - 0.36, 0.03)], 0.01), *sorted((y - out * 0.075, y - out * 0.065)), iron, "y",
            0.003)
        for end in (1, -1):
            tube([(x + end * 0.06, y, 0.58), (x + end * 0.75, y * 0.75, low - 0.06)], 0.024, iron, 0)
        tube([(x, y - out * 0.06, 0.52), (x, out * 0.1, low - 0.1)], 0.022, iron, 0)
    kit.cylinder((x, -0.87, low - 0.34), (x, 0.87, low - 0.34), 0.02, kit.steel(), 0, None, 14)
    y = -1.0
    kit.box((x - 0.09, x + 0.09), (-1.07, -0.995), (low - 0.5, low - 0.22), iron, 0.02)
    tube([(x, -1.06, low - 0.34), (x, -1.2, low - 0.34), (x - 0.3, -1.21, low - 0.30),
        (x - 0.3, -1.3, low - 0.30)], 0.013, kit.steel(), 0.03)


def kingpin(x, low):
    """The bolster plate with its kingpin below the nose."""
    iron = wear.iron()
    slab(outline([(x - 0.75, -1.1), (x + 0.85, -1.1), (x + 0.85, 1.1), (x - 0.75, 1.1)], 0.1), low - 0.13,
        low - 0.1, iron, "z", 0.006)
    pin = turned("kingpin", [(0, -0.09), (0.045, -0.09), (0.045, -0.06), (0.025, -0.055), (0.025, -0.02),
        (0.037, -0.018), (0.037, 0.0), (0.06, 0.0)], kit.steel(), 28)
    pin.rotation_euler = (math.pi / 2, 0, 0)
    pin.location = (x, 0, low - 0.13)


def couplings(x, z):
    """The air glad hands and the electric socket on the nose, on their bracket."""
    kit.box((x, x + 0.03), (-0.42, 0.42), (z - 0.09, z + 0.09), kit.steel(), 0.008)
    for y, mat in ((-0.24, kit.material("air red", (0.4, 0.015, 0.015), 0.4)),
            (0.24, kit.material("air blue", (0.015, 0.05, 0.3), 0.4))):
        parts = [turned("hand", [(0, 0.0), (0.05, 0.0), (0.055, 0.02), (0.05, 0.045), (0.03, 0.055),
            (0.018, 0.05), (0, 0.05)], mat, 24)]
        facing(parts, "x", 1, (x + 0.045, y, z))
        kit.box((x + 0.03, x + 0.075), (y - 0.02, y + 0.11), (z - 0.02, z + 0.02), mat, 0.01)
    socket = [turned("socket", [(0.045, 0), (0.045, 0.05), (0.05, 0.055), (0.05, 0.07), (0, 0.07)],
        kit.black(), 28)]
    facing(socket, "x", 1, (x + 0.03, 0, z))


def flaps(x, low, half=1.26, wide=0.6, foot=0.22):
    """A mud flap behind each pair of wheels, hung a little bowed, with its bracket."""
    for out in (1, -1):
        y0, y1 = sorted((out * (half - wide), out * half))
        line = curve([(x, low), (x - 0.012, (low + foot) / 2), (x - 0.05, foot)], 6)
        ribbon(line, y0, y1, 0.009, kit.rubber(), 0.002)
        kit.box((x - 0.02, x + 0.02), (y0 - 0.02, y1 + 0.02), (low - 0.02, low + 0.03), kit.steel(), 0.004)
        kit.box((x - 0.022, x - 0.008), (y0 + 0.02, y1 - 0.02), (low - 0.08, low - 0.03), kit.steel(), 0.003)
        kit.box((x - 0.064, x - 0.04), (y0 + 0.03, y1 - 0.03), (foot + 0.015, foot + 0.055), wear.aluminium(),
            0.003)


def skirts(x0, x1, low, mat, foot=0.3):
    """Aerodynamic skirts below the sides: panels with joints, struts behind, a rubber edge below."""
    count = 4
    for out in (1, -1):
        for index in range(count):
            a = x0 + (x1 - x0) * index / count
            b = x0 + (x1 - x0) * (index + 1) / count
            corner_a = a + (0.35 if index == 0 else 0)
            corner_b = b - (0.55 if index == count - 1 else 0)
            flat = outline([(a + 0.004, low, 0.01), (b - 0.004, low, 0.01),
                (corner_b - 0.004, foot, 0.12 if corner_b != b else 0.005),
                (corner_a + 0.004, foot, 0.12 if corner_a != a else 0.005)])
            slab(flat, *sorted((out * 1.262, out * 1.272)), mat, "y", 0.002)
        slab([(x0 + 0.4, foot + 0.01), (x1 - 0.6, foot + 0.01), (x1 - 0.6, foot - 0.07),
            (x0 + 0.4, foot - 0.07)], *sorted((out * 1.263, out * 1.271)), kit.rubber(), "y", 0.002)
        for index in range(9):
            x = x0 + 0.5 + index * (x1 - x0 - 1.0) / 8
            tube([(x, out * 1.255, foot + 0.15), (x, out * 0.85, low - 0.02)], 0.015, kit.steel(), 0)
        tape("y", out * 1.2725, out, x0 + 0.8, x0 + 2.2, low - 0.3)


def lines_below(x0, x1, z):
    """Air lines and a loom along the frame, sagging between their clips."""
    for y, mat in ((0.12, kit.rubber()), (0.16, kit.rubber()), (-0.14, kit.black())):
        points = []
        count = int((x1 - x0) / 0.45)
        for index in range(count + 1):
            points.append((x0 + index * (x1 - x0) / count, y, z - (0.03 if index % 2 else 0.0)))
        hose(points, 0.011, mat)
