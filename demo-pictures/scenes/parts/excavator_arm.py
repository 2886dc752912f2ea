"""The excavator's boom, arm and bucket with cylinders, pipes and hoses; the bucket on the ground."""
import math
import kit
from . import wear
from .booms import box_boom, fork
from .buckets import digging_bucket, linkage
from .hydraulics import boss, clamp, hose, pin, pipe, ram
from .plates import outline, slab
from .sheet import letters

FOOT, TIP, BUCKET = (0.15, 1.72), (5.45, 3.95), (5.55, 1.165)
TAIL, LEVER, JOINT = (5.37, 4.60), (5.60, 1.62), (6.12, 1.745)


def boom():
    """The boom with the bosses of its cylinders and the bracket of the arm's cylinder."""
    spine = [(0.15, 1.72), (1.08, 2.68), (2.04, 3.42), (2.80, 3.70), (4.15, 3.88), (5.16, 3.93)]
    depths = [0.36, 0.56, 0.70, 0.67, 0.52, 0.38]
    upper, lower = box_boom(spine, depths, lambda share: 0.46 + 0.14 * max(0, 1 - share * 5))
    boss(*FOOT, -0.34, 0.34, 0.19)
    pin(*FOOT, -0.48, 0.48, 0.075)
    boss(2.16, 3.32, -0.29, 0.29, 0.15)
    fork((5.08, 3.93), TIP, 0.17, 0.32, 0.055)
    for out in (1, -1):
        flat = outline([(2.1, 3.7), (2.38, 4.36, 0.12), (2.62, 4.38, 0.12), (3.02, 4.0), (2.9, 3.9)])
        slab(flat, *sorted((out * 0.095, out * 0.13)), kit.paint(), "y", 0.006)
        plate = outline([(1.93, 3.2, 0.1), (2.05, 3.52, 0.12), (2.36, 3.5, 0.12), (2.42, 3.2, 0.1),
            (2.2, 3.05, 0.1)])
        slab(plate, *sorted((out * 0.228, out * 0.248)), kit.paint(), "y", 0.006)
    return upper


def arm():
    """The arm (stick) with its tail, the ears of the bucket's cylinder and the end at the bucket."""
    spine = [(5.36, 4.46), (5.50, 3.92), (5.58, 3.2), (5.60, 2.2), (5.58, 1.42)]
    depths = [0.26, 0.60, 0.52, 0.38, 0.26]
    box_boom(spine, depths, 0.30)
    fork((5.37, 4.42), TAIL, 0.12, 0.17, 0.045)
    boss(*TIP, -0.165, 0.165, 0.16)
    boss(*BUCKET, -0.17, 0.17, 0.12)
    slab(outline([(5.45, 1.5), (5.71, 1.5), (5.68, 1.16, 0.1), (5.55, 1.03, 0.12), (5.43, 1.16, 0.1)]), -0.15,
        0.15, kit.paint(), "y", 0.02)
    boss(*LEVER, -0.165, 0.165, 0.085)
    for out in (1, -1):
        flat = outline([(5.7, 4.12), (5.96, 4.0, 0.1), (6.11, 3.86, 0.1), (5.96, 3.72, 0.1), (5.78, 3.5)])
        slab(flat, *sorted((out * 0.085, out * 0.12)), kit.paint(), "y", 0.006)


def cylinders():
    """Two for the boom, one for the arm, one for the bucket."""
    for out in (1, -1):
        ram((0.66, out * 0.37, 1.30), (2.16, out * 0.37, 3.32), 0.085, 0.62)
    ram((2.50, 0, 4.26), (TAIL[0], 0, TAIL[1]), 0.092, 0.60)
    ram((5.98, 0, 3.86), (JOINT[0], 0, JOINT[1]), 0.082, 0.62)


def lines(upper):
    """Pipes along the boom's back and hoses at its joints."""
    def over(share, lift):
        point = upper[int(share * (len(upper) - 1))]
        return point.x, point.y + lift
    for index, y in enumerate((-0.17, -0.125, 0.125, 0.17)):
        points = [(*over(share, 0.04),) for share in (0.2, 0.3, 0.4, 0.5, 0.62, 0.74, 0.86)]
        stop = len(points) - (index % 2) * 2
        pipe([(a, y, b) for a, b in points[:stop]], 0.015, kit.paint(), 0.2)
        a, b = points[0]
        hose([(a, y, b), (a - 0.16, y, b - 0.1), (a - 0.42, y * 1.3, b - 0.3), (0.22, y * 1.5, 2.02),
            (-0.2, y * 1.6, 1.9)], 0.02)
    for share in (0.24, 0.42, 0.6, 0.78):
        a, b = over(share, 0.035)
        for y in (-0.147, 0.147):
            clamp(a, y, b, 0.05, 0.11)
    a, b = over(0.86, 0.04)
    for y in (-0.17, 0.125):
        side = -1 if y < 0 else 1
        hose([(a, y, b), (a + 0.25, y, b + 0.06), (5.18, side * 0.25, 4.28), (5.6, side * 0.23, 4.3),
            (5.86, side * 0.2, 4.02), (5.98, side * 0.1, 3.66)], 0.018)
    for y in (-0.125, 0.17):
        a, b = over(0.62, 0.04)
        hose([(a, y, b), (a + 0.14, y * 0.8, b + 0.08), (a + 0.1, y * 0.6, b + 0.2),
            (a - 0.25, 0.1 * (1 if y > 0 else -1), b + 0.26)], 0.018)
    for out in (1, -1):
        hose([(0.45, out * 0.25, 1.75), (0.75, out * 0.3, 1.95), (1.05, out * 0.33, 1.95),
            (1.0, out * 0.37, 1.78)], 0.018)
        pipe([(1.02, out * 0.47, 1.72), (1.3, out * 0.47, 2.1), (1.62, out * 0.47, 2.54),
            (1.62, out * 0.4, 2.54)], 0.014, kit.paint(), 0.05)


def badges():
    """The model's letters on both sides of the boom."""
    ink = kit.material("sticker black", (0.015,) * 3, 0.4)
    for out in (1, -1):
        turn = (math.pi / 2, out * 0.12, math.pi if out > 0 else 0)
        letters("GX 220", (3.35, out * 0.2385, 3.76), 0.30, ink, turn, 1.15)


def front():
    """The whole front, its foot's pin over the swing centre's front."""
    upper = boom()
    arm()
    cylinders()
    lines(upper)
    badges()
    joint = digging_bucket(BUCKET, -0.244, 1.1)
    linkage(LEVER, JOINT, joint)
    kit.box((3.3, 3.42), (-0.36, -0.24), (3.42, 3.52), kit.black(), 0.02)
    kit.cylinder((3.36, -0.3, 3.47), (3.45, -0.3, 3.46), 0.05, kit.lamp(), 0.006)
