"""Framed cabs of machines: side frames, panes with seals, panels, roof, rear wall, and what hangs on them."""
import kit
from materials import once, lacquered
from .operator import cushion
from .plates import curtain, inset, outline, pane, ribbon, slab
from .sheet import beacon, work_lamp
from .shapes import tube


def charcoal():
    """The dark satin enamel of cab frames."""
    return once("charcoal", lambda graph: lacquered(graph, (0.035, 0.036, 0.038), 0.35, 0.4))


def clipped(points, low, high):
    """The part of a closed outline (x, z) between two heights."""
    def cut(shape, keep, level):
        made = []
        for a, b in zip(shape, shape[1:] + shape[:1]):
            if keep(a[1]):
                made.append(a)
            if keep(a[1]) != keep(b[1]):
                share = (level - a[1]) / (b[1] - a[1])
                made.append((a[0] + (b[0] - a[0]) * share, level))
        return made
    return cut(cut(list(points), lambda z: z >= low, low), lambda z: z <= high, high)


def clipped_ahead(points, low, high):
    """The part of a closed outline (x, z) between two places along x."""
    turned = clipped([(z, x) for x, z in points], low, high)
    return [(x, z) for z, x in turned]


def side(profile, y, out, belt, pillar, frame, panel, wide=0.08, deep=0.07):
    """One side: frame, belt rail, pillar, two panes with seals above the belt, panels below."""
    inner = inset(profile, wide / 2)
    near = y - out * deep
    ribbon(inner, *sorted((near, y)), wide, frame, 0.022, True)
    hole = inset(profile, wide - 0.01)
    xs = [x for x, _ in clipped(hole, belt - 0.01, belt + 0.01)]
    kit.box((min(xs) - 0.02, max(xs) + 0.02), sorted((near + out * 0.01, y - out * 0.004)),
        (belt - 0.035, belt + 0.035), frame, 0.014)
    tops = [z for x, z in clipped_ahead(hole, pillar - 0.01, pillar + 0.01)]
    kit.box((pillar - 0.045, pillar + 0.045), sorted((near + out * 0.008, y - out * 0.003)),
        (min(tops), max(tops)), frame, 0.016)
    for low, high in ((-9, pillar - 0.045), (pillar + 0.045, 9)):
        half = clipped_ahead(hole, low, high)
        lower, upper = clipped(half, -9, belt - 0.035), clipped(half, belt + 0.035, 9)
        if len(lower) > 2:
            slab(outline(inset(lower, 0.008), 0.0), *sorted((y - out * 0.03, y - out * 0.008)), panel, "y",
                0.008, 3)
        if len(upper) > 2:
            ribbon(inset(upper, 0.008), *sorted((y - out * 0.035, y - out * 0.014)), 0.024, kit.rubber(),
                0.004, True)
            pane(upper, y - out * 0.026, kit.glass())


def ends(front, back, y0, y1, belt, top, frame, panel):
    """The windscreen along the front line with its cross bars, and the rear wall at x=back."""
    curtain(front, y0 + 0.03, y1 - 0.03, kit.glass())
    for y in (y0 + 0.075, y1 - 0.075):
        ribbon(front, y - 0.012, y + 0.012, 0.012, kit.rubber(), 0.003)
    slab([(back, belt - 0.03), (back + 0.03, belt - 0.03), (back + 0.03, 1.2), (back, 1.2)], y0 + 0.03,
        y1 - 0.03, panel, "y", 0.006)
    pane([(y0 + 0.05, belt), (y1 - 0.05, belt), (y1 - 0.05, top - 0.06), (y0 + 0.05, top - 0.06)],
        back + 0.02, kit.glass(), "x")
    for z in (belt, top - 0.05):
        kit.box((back - 0.005, back + 0.05), (y0 + 0.03, y1 - 0.03), (z - 0.04, z + 0.04), frame, 0.014)


def bar(point, y0, y1, tall, frame):
    """A bar across the cab at (x, z)."""
    kit.box((point[0] - 0.035, point[0] + 0.035), (y0 + 0.02, y1 - 0.02),
        (point[1] - tall / 2, point[1] + tall / 2), frame, 0.016)


def roof(x, y, z, frame):
    """A crowned roof with its hatch, work lamps and beacon."""
    cushion(x, y, (z - 0.07, z + 0.06), frame)
    middle = (y[0] + y[1]) / 2
    kit.box((x[0] + 0.35, x[0] + 0.85), (middle - 0.26, middle + 0.26), (z + 0.05, z + 0.068), frame, 0.012)
    kit.box((x[0] + 0.42, x[0] + 0.78), (middle - 0.2, middle + 0.2), (z + 0.06, z + 0.072), kit.dark_glass(),
        0.01)
    for side_y in (y[0] + 0.14, y[1] - 0.14):
        work_lamp(x[1] - 0.02, side_y, z + 0.12, (1, 0, -0.15))
    beacon(x[0] + 0.16, y[1] - 0.2, z + 0.05)


def wiper(foot, tip, y):
    """A wiper parked along the windscreen; points are (x, z)."""
    tube([(foot[0], y, foot[1]), (foot[0] + 0.02, y, foot[1] + 0.1), (tip[0] + 0.03, y + 0.03, tip[1])],
        0.007, kit.black(), 0.05)
    tube([(foot[0] + 0.03, y + 0.03, foot[1] + 0.25), (tip[0] + 0.015, y + 0.05, tip[1] + 0.12)], 0.008,
        kit.rubber(), 0)


def mirror(root, head, tall=0.34, wide=0.2):
    """A mirror on a bent arm from root to the head's middle, its glass looking back."""
    tube([root, (head[0], root[1] + (head[1] - root[1]) * 0.3, root[2]), (head[0], head[1], head[2])], 0.011,
        kit.black(), 0.06)
    x, y, z = head
    flat = outline([(y - wide / 2, z - tall / 2), (y + wide / 2, z - tall / 2), (y + wide / 2, z + tall / 2),
        (y - wide / 2, z + tall / 2)], 0.05)
    slab(flat, x - 0.01, x + 0.045, kit.black(), "x", 0.02, 4)
    slab(inset(flat, 0.015), x - 0.016, x - 0.008, kit.chrome(), "x", 0.002)

