"""A backhoe folded for the road: kingpost, boom, dipper, bucket; built as if its machine stood at -x."""
import kit
from . import wear
from .booms import box_boom, fork
from .buckets import digging_bucket, linkage
from .hydraulics import boss, hose, pin, ram
from .plates import outline, slab

FOOT, TIP, BUCKET = (1.42, 0.92), (1.74, 3.22), (2.22, 1.42)
TAIL, LEVER, JOINT = (1.46, 3.56), (2.20, 1.74), (2.52, 1.62)


def kingpost():
    """The slide frame across the back, the post it carries and the two swing cylinders."""
    iron, paint = wear.iron(), kit.paint()
    for z in (0.56, 1.02):
        kit.box((0.98, 1.10), (-1.08, 1.08), (z - 0.06, z + 0.06), iron, 0.012)
    kit.box((0.96, 1.06), (-0.42, 0.42), (0.48, 1.10), paint, 0.03)
    for z in (0.55, 1.03):
        slab(outline([(1.04, -0.28), (1.2, -0.14, 0.08), (1.32, -0.12, 0.1), (1.32, 0.12, 0.1),
            (1.2, 0.14, 0.08), (1.04, 0.28)], 0.02), z - 0.03, z + 0.03, paint, "z", 0.008)
    kit.cylinder((1.22, 0, 0.48), (1.22, 0, 1.10), 0.055, kit.steel(), 0.006, None, 24)
    for out in (1, -1):
        plate = outline([(1.16, 0.5), (1.12, 1.0, 0.1), (1.34, 1.08, 0.14), (1.54, 0.98, 0.14),
            (1.58, 0.72, 0.1), (1.4, 0.5, 0.1)], 0.03)
        slab(plate, *sorted((out * 0.15, out * 0.185)), paint, "y", 0.008)
        ram((1.0, out * 0.46, 0.80), (1.38, out * 0.16, 0.80), 0.05, 0.75)


def stabilisers():
    """Two legs raised beside the post, each with its cylinder and a pivoting pad."""
    paint, iron = kit.paint(), wear.iron()
    for out in (1, -1):
        y = out * 1.02
        kit.box((0.98, 1.16), sorted((y - 0.09, y + 0.09)), (0.42, 1.55), paint, 0.02)
        kit.box((1.0, 1.14), sorted((y - 0.07, y + 0.07)), (0.30, 0.6), kit.steel(), 0.012)
        kit.cylinder((1.07, y - 0.1, 0.33), (1.07, y + 0.1, 0.33), 0.025, iron, 0.003, None, 16)
        pad = outline([(0.86, 0.22), (1.28, 0.22, 0.02), (1.30, 0.27, 0.02), (1.14, 0.30), (1.10, 0.38, 0.03),
            (1.04, 0.38, 0.03), (1.0, 0.30), (0.84, 0.27)], 0.01)
        slab(pad, y - 0.15, y + 0.15, iron, "y", 0.008)
        hose([(1.1, y, 1.55), (1.1, y - out * 0.05, 1.68), (1.0, y - out * 0.3, 1.55),
            (0.95, y - out * 0.5, 1.2)], 0.014)


def boom():
    """Boom and dipper with their brackets."""
    paint = kit.paint()
    box_boom([(1.42, 0.94), (1.27, 1.55), (1.27, 2.3), (1.46, 2.85), (1.68, 3.14)],
        [0.2, 0.3, 0.31, 0.27, 0.2], 0.19, 0.0, None, 0.014)
    boss(*FOOT, -0.14, 0.14, 0.11)
    pin(*FOOT, -0.21, 0.21, 0.045)
    fork((1.66, 3.1), TIP, 0.1, 0.15, 0.032)
    box_boom([(1.53, 3.42), (1.78, 3.16), (1.95, 2.7), (2.1, 2.1), (2.20, 1.55)],
        [0.14, 0.3, 0.27, 0.21, 0.15], 0.14, 0.0, None, 0.012)
    fork((1.54, 3.4), TAIL, 0.075, 0.09, 0.028)
    boss(*TIP, -0.078, 0.078, 0.1)
    boss(*BUCKET, -0.09, 0.09, 0.075)
    slab(outline([(2.12, 1.62), (2.28, 1.62), (2.29, 1.42, 0.07), (2.22, 1.34, 0.08), (2.15, 1.42, 0.07)],
        0.01), -0.075, 0.075, paint, "y", 0.012)
    boss(*LEVER, -0.085, 0.085, 0.055)
    for out in (1, -1):
        ear = outline([(1.92, 3.06), (2.1, 3.02, 0.07), (2.2, 2.94, 0.07), (2.1, 2.84, 0.07), (1.98, 2.7)],
            0.01)
        slab(ear, *sorted((out * 0.05, out * 0.075)), paint, "y", 0.005)
        bracket = outline([(1.2, 1.5), (1.02, 1.68, 0.08), (1.0, 1.82, 0.08), (1.16, 1.86)], 0.01)
        slab(bracket, *sorted((out * 0.05, out * 0.08)), paint, "y", 0.005)


def backhoe():
    """The whole of it."""
    kingpost()
    stabilisers()
    boom()
    ram((1.05, 0, 1.76), (TAIL[0], 0, TAIL[1]), 0.056, 0.60)
    ram((1.56, 0, 0.78), (1.44, 0, 2.12), 0.062, 0.62)
    ram((2.12, 0, 2.94), (JOINT[0], 0, JOINT[1]), 0.05, 0.62)
    joint = digging_bucket(BUCKET, -0.85, 0.62, 0.0, 0.62, 4)
    linkage(LEVER, JOINT, joint, 0.0, 0.55)
    for out in (1, -1):
        hose([(1.1, out * 0.1, 0.95), (1.0, out * 0.13, 1.3), (1.08, out * 0.12, 1.8), (1.1, out * 0.12, 2.4),
            (1.32, out * 0.12, 2.95), (1.5, out * 0.13, 3.25)], 0.013)
        hose([(1.5, out * 0.13, 3.25), (1.72, out * 0.13, 3.44), (1.98, out * 0.1, 3.2),
            (2.1, out * 0.06, 2.86)], 0.012)
        hose([(1.16, out * 0.05, 0.9), (1.05, out * 0.18, 1.05), (0.98, out * 0.2, 1.25),
            (0.94, out * 0.22, 1.0)], 0.015)
