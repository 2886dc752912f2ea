"""Coiled air hoses and the light cable at a cab's back."""

import math
import kit
from .shapes import tube


def air_lines(x, z, reach=0.34, back=-1):
    """Two coiled air hoses and a light cable hung in loops from the cab's back at x, their ends parked beside."""
    red, blue = kit.material("red hose", (0.42, 0.01, 0.012), 0.4), kit.material(
        "blue hose", (0.012, 0.05, 0.3), 0.4
    )
    for index, (mat, y) in enumerate(((red, 0.30), (kit.black(), 0.05), (blue, -0.20))):
        start, end = (x + back * 0.06, y, z), (x + back * 0.06, y - reach, z - 0.12)
        coil(start, end, 0.5 - index * 0.03, mat, back)
        for at in (start, end):
            kit.box(
                sorted((x, at[0] + back * 0.02)),
                (at[1] - 0.025, at[1] + 0.025),
                (at[2] - 0.03, at[2] + 0.03),
                kit.chrome(),
                0.008,
            )


def coil(start, end, sag, mat, back, turns=24, radius=0.034):
    """A coiled hose hanging in a loop between two points."""
    points = []
    for step in range(turns * 9):
        share = step / (turns * 9 - 1)
        droop = sag * 4 * share * (1 - share)
        slope = math.atan2(sag * 4 * (1 - 2 * share), abs(end[1] - start[1]))
        y = start[1] + (end[1] - start[1]) * share
        z = start[2] + (end[2] - start[2]) * share - droop
        angle = step / 9 * 2 * math.pi
        aside, off = radius * math.cos(angle), radius * math.sin(angle)
        points.append(
            (start[0] + back * (0.06 + off), y + aside * math.sin(slope), z - aside * math.cos(slope) * 0.6)
        )
    tube([start, *points, end], 0.009, mat, 0.001, 7)
