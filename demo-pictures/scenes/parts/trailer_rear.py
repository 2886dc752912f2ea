"""Rear ends of trailers: frame, swing doors with lock rods, cams and hinges, lamps, underride guard."""
import kit
from . import wear
from .plates import outline, slab, weld, dense
from .shapes import tube, turned
from .trailer_marks import licence, oval, rivets, round_lamp, row, tape, tape_red, tape_up, tape_white

HALF = 1.295


def galvanised():
    """Dull zinc of lock rods and hinges."""
    return wear.aluminium()


def door_frame(x, low, high, mat):
    """Posts, header with lamps and sill with lamps of the rear opening; x is the rearmost face."""
    for out in (1, -1):
        flat = outline([(x, out * 1.19), (x, out * (HALF + 0.012), 0.02), (x + 0.16, out * (HALF + 0.012)),
            (x + 0.16, out * 1.19)], 0.004)
        slab(flat, low - 0.17, high + 0.09, mat, "z", 0.004)
    kit.box((x, x + 0.16), (-1.19, 1.19), (high - 0.06, high + 0.09), mat, 0.006)
    kit.box((x - 0.006, x + 0.18), (-HALF - 0.006, HALF + 0.006), (low - 0.24, low - 0.02), wear.iron(),
        0.008)
    for y in (-0.2, 0.0, 0.2):
        oval("x", (x, y, high + 0.02), -1, kit.red(), 0.06, 0.022)
    for out in (1, -1):
        oval("x", (x, out * 1.12, high + 0.02), -1, kit.red(), 0.06, 0.022)
        for index, mat_of in enumerate((kit.red(), kit.red(), kit.amber())):
            oval("x", (x - 0.006, out * (0.72 + index * 0.19), low - 0.13), -1, mat_of)
        tape_up("x", x - 0.001, -1, out * (HALF - 0.045), high - 0.24, high + 0.06, tape_white())
        tape("x", x - 0.0005, -1, *sorted((out * (HALF - 0.02), out * 0.9)), high + 0.07, 0.03)
    licence(x - 0.008, -0.42, low - 0.12)


def hinge(x, y, z, out, mat):
    """A strap hinge: its knuckle at the post and a leaf across the door with bolts."""
    kit.cylinder((x - 0.016, y, z - 0.055), (x - 0.016, y, z + 0.055), 0.016, mat, 0.002, None, 14)
    leaf = outline([(y, z - 0.04), (y - out * 0.13, z - 0.028, 0.012), (y - out * 0.15, z, 0.01),
        (y - out * 0.13, z + 0.028, 0.012), (y, z + 0.04)], 0.002)
    slab(leaf, x - 0.015, x - 0.006, mat, "x", 0.002)
    for reach in (0.05, 0.11):
        kit.cylinder((x - 0.015, y - out * reach, z), (x - 0.024, y - out * reach, z), 0.011, mat, 0.002,
            None, 8)


def lock_rod(x, y, low, high, out, mat):
    """A lock rod with its cams, keepers, guides and the handle in its hasp."""
    depth = x - 0.042
    kit.cylinder((depth, y, low - 0.06), (depth, y, high + 0.05), 0.0165, mat, 0, None, 18)
    for z, side in ((low - 0.05, -1), (high + 0.03, 1)):
        cam = outline([(y - 0.03, z - 0.03), (y + 0.03, z - 0.03), (y + 0.035, z + 0.01, 0.01),
            (y + 0.012, z + 0.035, 0.01), (y - 0.03, z + 0.03, 0.01)], 0.008)
        slab(cam, depth - 0.03, depth + 0.02, mat, "x", 0.005)
        keeper = outline([(y - 0.065, z + side * 0.01), (y + 0.065, z + side * 0.01),
            (y + 0.05, z + side * 0.065, 0.015), (y - 0.05, z + side * 0.065, 0.015)], 0.004)
        slab(keeper, x - 0.05, x - 0.004, mat, "x", 0.004)
    tall = high - low
    for share in (0.06, 0.36, 0.66, 0.94):
        z = low + share * tall
        slab(outline([(y - 0.055, z - 0.03), (y + 0.055, z - 0.03), (y + 0.055, z + 0.03),
            (y - 0.055, z + 0.03)], 0.012), x - 0.022, x - 0.014, mat, "x", 0.002)
        kit.cylinder((depth, y, z - 0.025), (depth, y, z + 0.025), 0.024, mat, 0.004, None, 16)
        for a in (-0.042, 0.042):
            kit.cylinder((x - 0.022, y + a, z), (x - 0.03, y + a, z), 0.009, mat, 0.002, None, 8)
    z = low + 0.55
    tube([(depth - 0.012, y, z), (depth - 0.03, y + out * 0.05, z),
        (depth - 0.012, y + out * 0.22, z - 0.015), (depth - 0.02, y + out * 0.40, z - 0.015)], 0.012, mat,
        0.04)
    kit.box((depth - 0.035, depth + 0.015), (y - 0.028, y + 0.028), (z - 0.03, z + 0.03), mat, 0.008)
    kit.box((x - 0.045, x - 0.012), sorted((y + out * 0.27, y + out * 0.35)), (z - 0.05, z + 0.03), mat,
        0.006)


def swing_doors(x, low, high, mat):
    """Two flush doors with seals, rivets, two lock rods each, hinges and tape."""
    zinc = galvanised()
    for out in (1, -1):
        y0, y1 = sorted((out * 0.012, out * 1.175))
        kit.box((x, x + 0.03), sorted((out * 0.0, out * 1.2)), (low - 0.02, high - 0.05), kit.rubber(), 0.004)
        slab(outline([(y0, low), (y1, low), (y1, high - 0.075), (y0, high - 0.075)], 0.015), x - 0.014,
            x + 0.03, mat, "x", 0.005, 3)
        for a in (y0 + 0.02, y1 - 0.02):
            rivets(row((x - 0.014, a, low + 0.05), (x - 0.014, a, high - 0.12), 0.1), (-1, 0, 0), mat, 0.007)
        for z in (low + 0.02, high - 0.1):
            rivets(row((x - 0.014, y0 + 0.05, z), (x - 0.014, y1 - 0.05, z), 0.1), (-1, 0, 0), mat, 0.007)
        for share in (0.05, 0.27, 0.5, 0.73, 0.95):
            hinge(x - 0.006, out * 1.205, low + share * (high - low - 0.05), out, zinc)
        lock_rod(x - 0.012, out * 0.30, low, high - 0.09, out, zinc)
        lock_rod(x - 0.012, out * 0.74, low, high - 0.09, out, zinc)
        tape("x", x - 0.0145, -1, *sorted((out * 0.05, out * 1.13)), low + 0.09)
    kit.box((x - 0.02, x - 0.005), (-0.03, 0.03), (low, high - 0.08), kit.rubber(), 0.006)


def underride(x, low, mat=None):
    """The underride guard: two legs with gussets and the bar across with its tape."""
    mat = mat or wear.iron()
    bar = 0.56
    for out in (1, -1):
        leg = outline([(x + 0.02, bar - 0.05), (x + 0.13, bar - 0.05), (x + 0.30, low - 0.24),
            (x + 0.02, low - 0.24)], 0.01)
        slab(leg, *sorted((out * 0.50, out * 0.515)), mat, "y", 0.003)
        slab(leg, *sorted((out * 0.59, out * 0.605)), mat, "y", 0.003)
        kit.box((x + 0.02, x + 0.03), sorted((out * 0.50, out * 0.605)), (bar - 0.05, low - 0.24), mat, 0.002)
        weld(dense([(x + 0.03, out * 0.607, bar - 0.04), (x + 0.03, out * 0.607, low - 0.25)], 0.012), 0.006,
            mat)
        kit.box((x - 0.02, x + 0.12), sorted((out * 1.02, out * 1.17)), (low - 0.30, low - 0.235),
            kit.rubber(), 0.015)
        for y in (1.06, 1.13):
            kit.cylinder((x - 0.024, out * y, low - 0.268), (x - 0.018, out * y, low - 0.268), 0.012,
                kit.steel(), 0, None, 6)
    kit.box((x, x + 0.1), (-1.18, 1.18), (bar - 0.05, bar + 0.05), mat, 0.012)
    tape("x", x - 0.0005, -1, -1.1, 1.1, bar)


def roll_door(x, low, high, mat):
    """A roll-up door: its slats with hinges between, side guides, the latch and two grab straps."""
    count = 6
    tall = (high - 0.08 - low) / count
    for index in range(count):
        z = low + index * tall
        slab(outline([(-1.17, z + 0.004), (1.17, z + 0.004), (1.17, z + tall - 0.004),
            (-1.17, z + tall - 0.004)], 0.004), x + 0.03, x + 0.05, mat, "x", 0.004)
        kit.box((x + 0.028, x + 0.036), (-1.16, 1.16), (z - 0.008, z + 0.008), kit.black(), 0.002)
    kit.box((x + 0.005, x + 0.032), (-0.07, 0.07), (low + 0.06, low + 0.3), galvanised(), 0.008)
    lever = turned("lever", [(0.0, -0.02), (0.02, -0.02), (0.02, 0.02), (0, 0.02)], galvanised(), 16)
    lever.location = (x, 0, low + 0.25)
    tube([(x, 0, low + 0.25), (x - 0.02, 0.05, low + 0.2), (x - 0.02, 0.16, low + 0.12)], 0.011, galvanised(),
        0.03)
    for out in (1, -1):
        tape_up("x", x + 0.0295, -1, out * 0.95, low + 0.05, low + 0.35, tape_red())


def light_bar(x, z, half=HALF):
    """Round lamps in a steel channel across the back of open trailers."""
    kit.box((x, x + 0.06), (-half, half), (z - 0.09, z + 0.09), wear.iron(), 0.008)
    for out in (1, -1):
        for index in range(3):
            round_lamp("x", (x - 0.001, out * (half - 0.1 - index * 0.145), z), -1, kit.red())
    for index in range(3):
        oval("x", (x, (index - 1) * 0.18, z), -1, kit.red(), 0.055, 0.02)
    licence(x - 0.004, 0.5, z - 0.01)
