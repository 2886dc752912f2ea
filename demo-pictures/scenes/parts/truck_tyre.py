"""Heavy truck tyres: round shoulders, rings on the side, ribs for steering and blocks for driving."""

import math
import bmesh
import kit
from .shapes import smooth

SIDE = [
    (0.552, 0.66),
    (0.556, 0.78),
    (0.585, 0.86),
    (0.60, 0.90),
    (0.612, 0.905),
    (0.62, 0.93),
    (0.66, 0.965),
    (0.70, 0.985),
    (0.706, 0.998),
    (0.716, 0.998),
    (0.722, 0.99),
    (0.76, 1.0),
    (0.80, 1.0),
    (0.806, 1.012),
    (0.82, 1.01),
    (0.826, 0.996),
    (0.87, 0.975),
    (0.905, 0.952),
    (0.91, 0.962),
    (0.918, 0.958),
    (0.923, 0.944),
    (0.95, 0.922),
    (0.972, 0.895),
    (0.986, 0.87),
]
RIBS = [-0.84, -0.52, -0.47, -0.185, -0.135, 0.135, 0.185, 0.47, 0.52, 0.84]
PITCHES = 52


def crown(share):
    """How far out the tread is at a share of the half width: slightly round."""
    return 1.0 - 0.010 * share * share


def across(depth, siping):
    """Points over the tread as (radius, width, rib): ribs with grooves of a depth between them."""
    points = []
    for index in range(0, len(RIBS), 2):
        low, high = RIBS[index], RIBS[index + 1]
        rib = index // 2
        if index:
            points += [(crown(low) - depth, low - 0.012, None)]
        points += [
            (crown(low + (high - low) * share), low + (high - low) * share, rib)
            for share in (0, 0.03, 0.5, 0.97, 1)
        ]
        if index < len(RIBS) - 2:
            points += [(crown(high) - depth, high + 0.012, None)]
    return points


def tyre(radius, width, drive):
    """A tyre about the y axis, its middle at the origin."""
    depth = 0.03 if drive else 0.024
    tread = across(depth, drive)
    line = [(r, -w, None) for r, w in SIDE] + tread + [(r, w, None) for r, w in reversed(SIDE)]
    turns = []
    for pitch in range(PITCHES):
        for phase, cut in (
            [
                (0.0, "odd"),
                (0.16, "odd"),
                (0.17, None),
                (0.5, None),
                (0.505, "even"),
                (0.66, "even"),
                (0.67, None),
                (0.995, None),
            ]
            if drive
            else [(0.0, None), (0.01, "edge"), (0.10, "edge"), (0.11, None), (0.55, None)]
        ):
            turns.append((2 * math.pi * (pitch + phase) / PITCHES, cut))
    bm = bmesh.new()
    rings = []
    for turn, cut in turns:
        ring = []
        for r, w, rib in line:
            skew = 0.0
            if rib is not None:
                outer = rib in (0, len(RIBS) // 2 - 1)
                if drive:
                    skew = 0.02 * (w - 0.0)
                    if (cut == "odd" and rib % 2) or (cut == "even" and not rib % 2):
                        r -= depth * 0.9
                elif cut and outer and abs(w) > 0.7:
                    r -= depth * 0.35
            ring.append(
                bm.verts.new(
                    (r * radius * math.cos(turn + skew), w * width / 2, r * radius * math.sin(turn + skew))
                )
            )
        rings.append(ring)
    for index, one in enumerate(rings):
        two = rings[(index + 1) % len(rings)]
        for at in range(len(line) - 1):
            bm.faces.new((one[at], two[at], two[at + 1], one[at + 1]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return smooth(kit.finish(kit.mesh("truck tyre", bm), kit.rubber()), 28)
