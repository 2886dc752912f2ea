"""Steps that every light vehicle's building goes through."""
import numpy as np
import kit
from . import car_fittings as fit, car_lamps as lamps, outline, panels
from .field import surface
from .shell import volume
from .hull import Skin


def carve(form, size, pitch=0.014):
    """The skin of a shape, its wheel openings cut; size is (length, width, height) of the vehicle."""
    length, width, height = size
    low, high = (-length / 2 - 0.2, 0, 0.05), (length / 2 + 0.2, width / 2 + 0.15, height + 0.12)
    carver = panels.Carver(Skin(*surface(volume(form), low, high, pitch)))
    for x, radius, z in form.wheels:
        carver.arch(x, z, radius)
    return carver


def side_windows(carver, outer, splits, above, moulding=None, glass=None, band=0.014):
    """Side windows in one outline: splits are the (from, to) of each pane, moulding a material."""
    side = panels.sideways(0.3, above)
    if moulding is not False:
        carver.moulding(1, outer, 0.006, side, True, moulding or kit.chrome())
    narrow = outline.inset(outline.seen(1, outer), band)
    mats = glass or [kit.glass()] * len(splits)
    carver.pane(outline.seen(1, outer, side), [(outline.between(narrow, *split), mat)
                                               for split, mat in zip(splits, mats)])


def screen_pane(carver, polygon, where, frit=0.022, glass=None):
    """A windscreen or back light seen along x; answers its skin."""
    region = outline.seen(0, polygon, where)
    return carver.pane(region, [(outline.inset(region, frit), glass or kit.glass())])


def handles(carver, places, tilt=0.0, mat=None, length=0.2, cup=True):
    """Door handles at (x, z), over hollows pressed into the door."""
    side = panels.sideways()
    for x, z in places:
        fit.handle(carver.skin, x, z, length, mat, tilt)
        if cup:
            hollow = outline.rounded([(x - length / 2, z - 0.037), (x + length / 2, z - 0.037),
                                      (x + length / 2, z + 0.032), (x - length / 2, z + 0.032)], 0.03)
            carver.dish(outline.seen(1, hollow, side), 0.014)


def lines(carver, axis, found, where):
    """Shut-lines through points, each smoothed."""
    for points in found:
        carver.line(axis, outline.path(points), where)


def bumper(carver, toward, z0, z1, limit, mat, out=0.04, thick=0.03, holes=()):
    """A bumper of its own material that stands out of the body; limit is its end on the side (x)."""
    def region(p, n):
        return np.maximum(np.maximum(z0 - p[:, 2], p[:, 2] - z1), (limit - p[:, 0]) * toward)
    part = carver.take(region)
    part.moved(-0.05).stand("bumper back", panels.gap())
    part = part.moved(part.n * 0.012 + np.array([toward * (out - 0.012), 0, 0]))
    for hole, back in holes:
        cut, part = part.cut(hole)
        cut.rim(-0.03).stand("bumper edge", back)
        cut.moved(-0.03).stand("bumper hole", back)
    part.stand("bumper", mat, thick=thick)


def head_lamp(carver, polygon, where, strips, bowls, back=0.06, radius=0.03, wall=None, limit=None):
    """A headlamp seen along x: strips are regions that shine, bowls the (y, z) of its reflectors."""
    region = outline.seen(0, polygon, where)
    lens = lamps.lamp(carver, region, (-back, 0, 0), kit.clear_lens(), wall or lamps.bezel(),
                      [(strip, lamps.glow("day light", (1, 0.98, 0.94), 1.6), 0.4) for strip in strips])
    for y, z in bowls:
        place = lamps.near(lens, y, z)
        lamps.bowl((place[0] - 0.75 * radius, y, z), radius)
    return lens


def tail_lamp(carver, polygon, where, strips, axis=0, back=(0.04, 0, 0), more=()):
    """A tail lamp: strips are regions that shine red, more further (region, material, forward)."""
    region = outline.seen(axis, polygon, where)
    inside = [(strip, lamps.glow("tail light", (1, 0.05, 0.03), 2.0), 0.4) for strip in strips] + list(more)
    return lamps.lamp(carver, region, back, lamps.red_cover(),
                      kit.material("red inside", (0.3, 0.02, 0.02), 0.35, 0.5), inside)


def outline_strip(polygon, narrow, thin, **limits):
    """A line of light a way inside an outline seen along x; limits like y1 or z0 bound it."""
    whole = outline.seen(0, polygon)

    def region(p, n):
        g = np.abs(whole(p, n) + narrow) - thin
        for name, value in limits.items():
            g = np.maximum(g, (value - p[:, "xyz".index(name[0])]) * (1 if name[1] == "0" else -1))
        return g
    return region
