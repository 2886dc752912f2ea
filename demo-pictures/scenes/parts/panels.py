"""Takes a body's skin apart: wheel openings, windows, shut-lines, lamps, openings with bars behind them."""
import numpy as np
import kit
from . import outline
from .field import step
from .hull import faceted


def gloss():
    """Gloss black of pillars and mouldings."""
    return kit.material("gloss black", (0.012, 0.012, 0.013), 0.08, 0, 1)


def gap():
    """What is seen in a shut-line."""
    return kit.material("gap", (0.004, 0.004, 0.004), 0.9)


def lining():
    """Dark cloth and plastic inside."""
    return kit.material("lining", (0.035, 0.034, 0.033), 0.85)


def seal():
    """Rubber round glass."""
    return kit.material("seal", (0.012, 0.012, 0.012), 0.6)


def sideways(least=0.3, above=-9, below=99):
    """Where a skin looks to the side."""
    return lambda p, n: (n[:, 1] > least) & (p[:, 2] > above) & (p[:, 2] < below)


def facing(axis, sign, least=0.15, **limits):
    """Where a skin looks along an axis; limits like x0, x1, z0, z1 bound it."""
    def where(p, n):
        found = n[:, axis] * sign > least
        for name, value in limits.items():
            found &= (p[:, "xyz".index(name[0])] - value) * (1 if name[1] == "0" else -1) > 0
        return found
    return where


class Carver:
    """Half a body's skin (y >= 0); what is cut out of it is put in the scene on both sides."""

    def __init__(self, skin):
        self.skin = skin

    def take(self, region):
        """Cuts a region out and answers it."""
        inside, self.skin = self.skin.cut(region)
        return inside

    def drop(self, region, depth=0.03, mat=None):
        """Cuts an opening; its edge turns inward by a depth."""
        hole = self.take(region)
        lip = hole.rim(-depth)
        lip.stand("lip", mat or kit.paint())
        return hole

    def arch(self, x, z, radius, depth=0.05):
        """A wheel opening with a rolled lip, and the dark well behind it."""
        turn = np.linspace(0, 2 * np.pi, 96, endpoint=False)
        ring = np.stack([x + radius * np.cos(turn), z + radius * np.sin(turn)], 1)
        hole = self.take(outline.seen(1, ring, lambda p, n: (p[:, 1] > 0.4)))
        hole.rim((0, -depth, 0)).stand("arch lip", kit.paint())
        edge = hole.p[hole.edges().ravel()]
        well(x, z, radius, edge[:, 1].max() - 0.01)

    def bottom(self, height, mat=None):
        """The lowest part of the body in black: height is a function of x."""
        low = self.take(lambda p, n: p[:, 2] - height(p[:, 0]))
        low.stand("underside", mat or kit.black())
        return low

    def pane(self, region, inner, inset=0.004, frame=None):
        """A window: region is its opening, inner a list of panes in it; what is between them is the frame."""
        whole = self.take(region)
        whole.rim(-inset - 0.004).stand("seal", seal())
        rest = whole.moved(-inset)
        for polygon_region, material in inner:
            part, rest = rest.cut(polygon_region)
            part.stand("glass", material)
        rest.stand("frame", frame or gloss())
        return whole

    def refine(self, axis, points, where, closed):
        """Makes the skin's triangles small beside a line."""
        for width in (0.02, 0.014):
            self.skin = self.skin.refined(outline.along(axis, points, width, where, closed))

    def moulding(self, axis, points, half, where, closed, mat, out=0.004):
        """A strip that stands out of the skin, along a line."""
        self.refine(axis, points, where, closed)
        strip = self.take(outline.along(axis, points, half, where, closed))
        strip.moved(out).stand("moulding", mat)
        strip.moved(out).rim(-out).stand("moulding", mat)

    def line(self, axis, points, where, half=0.003, closed=False, depth=0.005):
        """A shut-line: a dark groove whose edges are rolled a little."""
        points = np.asarray(points, float)
        near = outline.along(axis, points, half + 0.006, where, closed)
        self.refine(axis, points, where, closed)
        band, rest = self.skin.cut(near)
        core, edge = band.cut(outline.along(axis, points, half, where, closed))
        self.skin = rest
        roll(edge, axis, points, closed, half)
        edge.stand("edge", kit.paint())
        core.moved(-depth).stand("gap", gap())
        core.rim(-depth).stand("gap", gap())

    def dish(self, region, depth, reach=0.03):
        """Presses a smooth hollow into the skin inside a region."""
        part = self.take(region).refined(lambda p, n: np.full(len(p), -1.0))
        g = -region(part.p, part.n)
        sunk = part.p - part.n * (depth * step(g / reach))[:, None]
        fresh = faceted(sunk, part.t)
        border = np.abs(g) < 1e-5
        fresh.n[border] = part.n[border]
        fresh.stand("dish", kit.paint())

    def finish(self, mat=None):
        """Stands what is left."""
        self.skin.stand("skin", mat or kit.paint())

    def line_inside(self, inside=0.035, z0=0.3):
        """Stands the lining behind what is left."""
        _, back = self.skin.cut(lambda p, n: p[:, 2] - z0)
        back.moved(-inside).flipped().stand("lining", lining())


def roll(edge, axis, points, closed, half):
    """Tilts the normals of a band beside a shut-line into it, as a pressed edge would be."""
    one, two = [k for k in range(3) if k != axis]
    a, b, h = edge.p[:, one], edge.p[:, two], 1e-4
    d = outline.to_line(a, b, points, closed)
    tilt = np.zeros_like(edge.p)
    tilt[:, one] = (outline.to_line(a + h, b, points, closed) - d) / h
    tilt[:, two] = (outline.to_line(a, b + h, points, closed) - d) / h
    share = np.clip((half + 0.006 - d) / 0.006, 0, 1)[:, None]
    edge.n -= 0.55 * share * tilt
    edge.n /= np.linalg.norm(edge.n, axis=1, keepdims=True)


def well(x, z, radius, y, width=0.5):
    """The dark shell over a wheel."""
    turn = np.linspace(-0.35, np.pi + 0.35, 40)
    inner = radius + 0.012
    rows = [np.stack([x + inner * np.cos(turn), np.full(40, depth), z + inner * np.sin(turn)], 1)
            for depth in (y - 0.02, y - width)]
    points = np.concatenate(rows + [np.array([[x, y - width, z]])])
    a = np.arange(39)
    tri = np.concatenate([np.stack([a, a + 1, a + 41], 1), np.stack([a, a + 41, a + 40], 1),
                          np.stack([a + 40, a + 41, np.full(39, 80)], 1)])
    faceted(points, tri).stand("well", kit.material("well", (0.012, 0.012, 0.012), 0.9))
