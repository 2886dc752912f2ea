"""Bodies as fields: numbers below nought inside, above outside, joined with round fillets and meshed."""
import numpy as np


def curve(points, soft=0.0, samples=16000, straight=False):
    """A function through (at, value) points; soft is the length over which it is evened out.

    straight joins the points by lines, so that each is an edge as sharp as soft lets it be.
    """
    at, value = (np.array(column, float) for column in zip(*points))
    slope = slopes(at, value)
    low, high = at[0] - 2, at[-1] + 2
    grid = np.linspace(low, high, samples)
    inside = np.clip(grid, at[0], at[-1])
    where = np.clip(np.searchsorted(at, inside) - 1, 0, len(at) - 2)
    width = at[where + 1] - at[where]
    t = (inside - at[where]) / width
    table = ((2 * t**3 - 3 * t**2 + 1) * value[where] + (t**3 - 2 * t**2 + t) * width * slope[where]
             + (3 * t**2 - 2 * t**3) * value[where + 1] + (t**3 - t**2) * width * slope[where + 1])
    if straight:
        table = np.interp(inside, at, value)
        slope = np.diff(value) / np.diff(at)
    table += np.where(grid < at[0], (grid - at[0]) * slope[0], 0) + np.where(grid > at[-1],
        (grid - at[-1]) * slope[-1], 0)
    if soft:
        reach = max(1, int(3 * soft / (grid[1] - grid[0])))
        kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) * (grid[1] - grid[0]) / soft) ** 2)
        padded = np.concatenate([table[0] + (table[1] - table[0]) * np.arange(-reach, 0), table,
                                 table[-1] + (table[-1] - table[-2]) * np.arange(1, reach + 1)])
        table = np.convolve(padded, kernel / kernel.sum(), "valid")
    return lambda x: np.interp(x, grid, table)


def slopes(at, value):
    """Slopes at the points that keep the curve from swinging past them."""
    rise = np.diff(value) / np.diff(at)
    if len(rise) == 1:
        return np.array([rise[0], rise[0]])
    inner = np.where(rise[:-1] * rise[1:] > 0, 2 * rise[:-1] * rise[1:] / (rise[:-1] + rise[1:] + 1e-12), 0)
    return np.concatenate([[rise[0]], inner, [rise[-1]]])


def both(a, b, r):
    """Inside a and b, the edge between them rounded with radius r."""
    return np.minimum(np.maximum(a, b), -r) + np.hypot(np.maximum(a + r, 0), np.maximum(b + r, 0))


def either(a, b, r):
    """Inside a or b, the corner between them filled with radius r."""
    return -both(-a, -b, r)


def without(a, b, r):
    """Inside a but not b, the edge rounded with radius r."""
    return both(a, -b, r)


def step(x):
    """From 0 to 1 smoothly while x goes from 0 to 1."""
    t = np.clip(x, 0, 1)
    return t * t * t * (t * (6 * t - 15) + 10)


def slanted(f, slope):
    """A difference along one axis turned into a distance, from the slope of the surface."""
    return f / np.sqrt(1 + slope * slope)


def gradient(f, p, h=0.002):
    """The slope of the field at points p, by small differences."""
    parts = []
    for axis in range(3):
        d = np.zeros(3)
        d[axis] = h
        a, b = p + d, p - d
        parts.append((f(*a.T) - f(*b.T)) / (2 * h))
    return np.stack(parts, 1)


def settle(f, p, rounds=5, reach=0.02):
    """Moves points onto the surface along the slope of the field."""
    for _ in range(rounds):
        g = gradient(f, p)
        move = f(*p.T)[:, None] * g / np.maximum((g * g).sum(1, keepdims=True), 1e-6)
        length = np.linalg.norm(move, axis=1, keepdims=True)
        p = p - move * np.minimum(1, reach / np.maximum(length, 1e-9))
    return p


BLOCK = 4


def sampled(f, low, high, pitch):
    """The field on a grid; in a large one only blocks near the surface are worked out, others get a sign."""
    xs, ys, zs = (a + pitch * np.arange(BLOCK * (int((b - a) / pitch) // BLOCK + 1)) for a,
        b in zip(low, high))
    shape = [len(axis) // BLOCK for axis in (xs, ys, zs)]
    middle = np.stack(np.meshgrid(*(axis[::BLOCK] + pitch * (BLOCK - 1) / 2 for axis in (xs, ys, zs)),
        indexing="ij"), -1)
    middle = middle.reshape(-1, 3)
    rough = f(*middle.T)
    reach = pitch * BLOCK * 0.87 * 1.9 if len(xs) * len(ys) * len(zs) > 250000 else np.inf
    near = np.flatnonzero(np.abs(rough) < reach)
    blocks = np.repeat(rough.astype(np.float32)[:, None], BLOCK**3, 1)
    steps = np.stack(np.meshgrid(*[(np.arange(BLOCK) - (BLOCK - 1) / 2) * pitch] * 3, indexing="ij"),
        -1).reshape(-1, 3)
    for start in range(0, len(near), 4000):
        some = near[start:start + 4000]
        points = (middle[some][:, None] + steps[None]).reshape(-1, 3)
        blocks[some] = f(*points.T).reshape(len(some), -1)
    values = blocks.reshape(*shape, BLOCK, BLOCK, BLOCK).transpose(0, 3, 1, 4, 2, 5)
    return xs, ys, zs, values.reshape(len(xs), len(ys), len(zs))


CORNERS = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
EDGES = [(a, b) for a in range(8) for b in range(a + 1, 8) if bin(a ^ b).count("1") == 1]


def surface(f, low, high, pitch=0.014, whole=False):
    """Points, normals and triangles of a body, or of its half at y >= 0; f takes x, y, z."""
    def even(x, y, z):
        return f(x, y if whole else np.abs(y), z)
    low = low if whole else (low[0], -pitch / 2, low[2])
    xs, ys, zs, values = sampled(even, low, high, pitch)
    shape = tuple(n - 1 for n in values.shape)
    corner = [values[i:i + shape[0], j:j + shape[1], k:k + shape[2]] for i, j, k in CORNERS]
    count = sum((c < 0).astype(np.int8) for c in corner)
    cells = np.argwhere((count > 0) & (count < 8))
    index = np.full(shape, -1)
    index[tuple(cells.T)] = np.arange(len(cells))
    at = [c[tuple(cells.T)].astype(float) for c in corner]
    total, hits = np.zeros((len(cells), 3)), np.zeros((len(cells), 1))
    for a, b in EDGES:
        cross = ((at[a] < 0) != (at[b] < 0))[:, None]
        share = (at[a] / np.where(at[a] == at[b], 1, at[a] - at[b]))[:, None]
        point = np.array(CORNERS[a]) + share * (np.array(CORNERS[b]) - np.array(CORNERS[a]))
        total += np.where(cross, point, 0)
        hits += cross
    p = np.array([xs[0], ys[0], zs[0]]) + (cells + total / hits) * pitch
    middle = (cells[:, 1] == 0) & (not whole)
    p[middle, 1] = 0
    p = settle(even, p, reach=pitch)
    p[middle, 1] = 0
    normal = gradient(even, p)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    return p, normal, triangles(values, index, p)


def triangles(values, index, p):
    """Two triangles round each grid edge that the surface crosses, the shorter diagonal first."""
    found = []
    for axis in range(3):
        one, two = (1, 2) if axis == 0 else (2, 0) if axis == 1 else (0, 1)
        inner = [slice(1, n - 1) for n in values.shape]
        inner[axis] = slice(0, values.shape[axis] - 1)
        after = list(inner)
        after[axis] = slice(1, values.shape[axis])
        a, b = values[tuple(inner)] < 0, values[tuple(after)] < 0
        at = np.argwhere(a != b)
        flip = ~a[tuple(at.T)]
        for other in (one, two):
            at[:, other] += 1
        corners = []
        for d1, d2 in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
            cell = at.copy()
            cell[:, one] += d1
            cell[:, two] += d2
            corners.append(index[tuple(cell.T)])
        quad = np.stack(corners, 1)
        quad[flip] = quad[flip][:, ::-1]
        found.append(quad)
    quad = np.concatenate(found)
    short = np.linalg.norm(p[quad[:, 0]] - p[quad[:, 2]],
        axis=1) <= np.linalg.norm(p[quad[:, 1]] - p[quad[:, 3]], axis=1)
    first = np.where(short[:, None], quad[:, [0, 1, 2]], quad[:, [0, 1, 3]])
    second = np.where(short[:, None], quad[:, [0, 2, 3]], quad[:, [1, 2, 3]])
    return np.concatenate([first, second])
