"""Flat outlines with rounded corners, and the distance of points from them (below nought inside)."""
import math
import numpy as np
from .field import curve


def rounded(corners, radius=0.03, steps=6):
    """A closed polygon from corners (a, b) or (a, b, radius of this corner)."""
    points, count = [], len(corners)
    for at, corner in enumerate(corners):
        here = np.array(corner[:2], float)
        before, after = np.array(corners[at - 1][:2], float), np.array(corners[(at + 1) % count][:2], float)
        r = corner[2] if len(corner) > 2 else radius
        into, out = before - here, after - here
        long_in, long_out = np.linalg.norm(into), np.linalg.norm(out)
        into, out = into / long_in, out / long_out
        angle = math.acos(max(-1, min(1, float(into @ out))))
        reach = min(r / max(math.tan(angle / 2), 1e-3), long_in * 0.49, long_out * 0.49)
        if reach < 1e-5:
            points.append(here)
            continue
        for step in range(steps + 1):
            share = step / steps
            a, b = here + into * reach, here + out * reach
            points.append(a * (1 - share) ** 2 + here * 2 * share * (1 - share) + b * share**2)
    return np.array(points)


def smooth(corners, steps=8):
    """A closed curve through points (Catmull-Rom)."""
    p = np.array(corners, float)
    before, after, next_one = np.roll(p, 1, 0), np.roll(p, -1, 0), np.roll(p, -2, 0)
    t = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    p, before, after, next_one = (a[:, None, :] for a in (p, before, after, next_one))
    curve = 0.5 * (2 * p + (after - before) * t + (2 * before - 5 * p + 4 * after - next_one) * t**2
                   + (3 * p - before - 3 * after + next_one) * t**3)
    return curve.reshape(-1, 2)


def to_line(a, b, line, closed=True):
    """Distance of points (a, b) from a polyline, without sign."""
    ends = np.roll(line, -1, 0) if closed else line[1:]
    starts = line if closed else line[:-1]
    best = np.full(len(a), 1e9)
    for (ax, ay), (bx, by) in zip(starts, ends):
        dx, dy = bx - ax, by - ay
        t = np.clip(((a - ax) * dx + (b - ay) * dy) / max(dx * dx + dy * dy, 1e-12), 0, 1)
        best = np.minimum(best, (a - ax - t * dx) ** 2 + (b - ay - t * dy) ** 2)
    return np.sqrt(best)


def inside(a, b, polygon):
    """Which points lie in the polygon."""
    found = np.zeros(len(a), bool)
    for (ax, ay), (bx, by) in zip(polygon, np.roll(polygon, -1, 0)):
        if ay != by:
            found ^= ((ay > b) != (by > b)) & (a < (bx - ax) * (b - ay) / (by - ay) + ax)
    return found


def signed(a, b, polygon):
    """Distance from a closed polygon, below nought inside."""
    distance = to_line(a, b, polygon)
    return np.where(inside(a, b, polygon), -distance, distance)


def seen(axis, polygon, where=None):
    """A region of a skin: the outline as seen along an axis (0, 1 or 2), limited by where(p, n)."""
    one, two = [k for k in range(3) if k != axis]
    low, high = polygon.min(0) - 0.1, polygon.max(0) + 0.1

    def region(p, n):
        a, b = p[:, one], p[:, two]
        near = (a > low[0]) & (a < high[0]) & (b > low[1]) & (b < high[1])
        if where is not None:
            near &= where(p, n)
        g = np.full(len(p), 0.1)
        g[near] = signed(a[near], b[near], polygon)
        return g
    return region


def along(axis, line, half, where=None, closed=False):
    """A region of a skin: a band of half a width round a polyline as seen along an axis."""
    one, two = [k for k in range(3) if k != axis]
    low, high = line.min(0) - 0.06, line.max(0) + 0.06

    def region(p, n):
        a, b = p[:, one], p[:, two]
        near = (a > low[0]) & (a < high[0]) & (b > low[1]) & (b < high[1])
        if where is not None:
            near &= where(p, n)
        g = np.full(len(p), 0.05)
        g[near] = to_line(a[near], b[near], line, closed) - half
        return g
    return region


def path(points, steps=12):
    """An open line through points, smoothed."""
    at = np.arange(len(points), dtype=float)
    t = np.linspace(0, len(points) - 1, steps * (len(points) - 1) + 1)
    return np.stack([curve(list(zip(at, column)), 0.0, 2000)(t) for column in zip(*points)], 1)


def inset(region, by):
    """A region narrowed."""
    return lambda p, n: region(p, n) + by


def between(region, x0, x1):
    """The part of a region from x0 to x1."""
    return lambda p, n: np.maximum(region(p, n), np.maximum(x0 - p[:, 0], p[:, 0] - x1))
