"""Grilles: a bright surround with bars or mesh before the radiator."""

import kit
from .lamps import slab
from .shapes import copies, tube
from .surface import flat


def radiator(x, outline):
    """The dark core behind a grille."""
    slab(outline, x, kit.black())


def surround(x, outline, thick=0.035, lean=0.0, mat=None):
    """A bright bar round an outline of (y, z); lean tips its top back."""
    low = min(v for _, v in outline)
    path = [(x - (v - low) * lean, u, v) for u, v in outline]
    middle = tuple((a + b) / 2 for a, b in zip(path[0], path[-1]))
    return tube([middle, *path, middle], thick, mat or kit.chrome(), 0.001, 12, False)


def shell(x, outline, depth, wall, mat=None):
    """A deep polished shell round the grille, open to the front and back."""
    import bmesh

    cy = sum(u for u, _ in outline) / len(outline)
    cz = sum(v for _, v in outline) / len(outline)
    reach, tall = max(abs(u - cy) for u, _ in outline), max(abs(v - cz) for _, v in outline)
    loops = []
    for back, inset in (
        (depth, 0.0),
        (0.02, 0.0),
        (0.005, wall * 0.15),
        (0.0, wall * 0.4),
        (0.004, wall * 0.75),
        (0.02, wall),
        (depth * 0.8, wall),
    ):
        loops.append(
            [
                (x - back, cy + (u - cy) * (reach - inset) / reach, cz + (v - cz) * (tall - inset) / tall)
                for u, v in outline
            ]
        )
    bm = bmesh.new()
    grid = [[bm.verts.new(point) for point in loop] for loop in loops]
    for one, two in zip(grid, grid[1:]):
        for at in range(len(outline)):
            after = (at + 1) % len(outline)
            bm.faces.new((one[at], one[after], two[after], two[at]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return kit.finish(kit.mesh("grille shell", bm), mat or kit.chrome())


def upright_bars(x, half, low, high, count, mat=None):
    """Polished upright bars, oval in section."""
    step = 2 * half / (count - 1)
    first = kit.box((x - 0.03, x), (-half - 0.013, -half + 0.013), (low, high), mat or kit.chrome(), 0.0125)
    copies(first, [((0, step * index, 0), (0, 0, 0)) for index in range(1, count)])


def level_bars(x, half, low, high, count, mat=None, tall=0.02, lean=0.0):
    """Bars across, one over another."""
    step = (high - low) / max(1, count - 1)
    for index in range(count):
        z = low + step * index
        kit.box(
            (x - 0.03 - lean * (z - low), x - lean * (z - low)),
            (-half, half),
            (z - tall / 2, z + tall / 2),
            mat or kit.chrome(),
            tall * 0.45,
        )


def weave(x, half, low, high, pitch=0.03, mat=None):
    """A mesh of slanting round wires."""
    mat = mat or kit.chrome()
    tall = high - low
    for slant in (1, -1):
        start = -half - tall
        count = int((2 * half + 2 * tall) / pitch)
        for index in range(count):
            foot = start + index * pitch
            a, b = (foot, low), (foot + tall, high)
            ends = clip(a, b, half)
            if ends:
                (y0, z0), (y1, z1) = ends
                kit.cylinder(
                    (x + slant * 0.002, slant * y0, z0),
                    (x + slant * 0.002, slant * y1, z1),
                    0.003,
                    mat,
                    0,
                    None,
                    6,
                )


def clip(a, b, half):
    """The part of a slanting wire between -half and half."""
    (y0, z0), (y1, z1) = a, b
    if y1 <= -half or y0 >= half:
        return None
    if y0 < -half:
        z0, y0 = z0 + (-half - y0), -half
    if y1 > half:
        z1, y1 = z1 - (y1 - half), half
    return (y0, z0), (y1, z1)


def classic(x, half, low, high, count=15):
    """The tall chrome grille of a long nose: deep shell with an arched top, upright bars, dark core."""
    outline = flat(
        [
            (-half, low),
            (half, low),
            (half, high - 0.05),
            (half * 0.55, high),
            (-half * 0.55, high),
            (-half, high - 0.05),
        ],
        0.07,
    )
    shell(x, outline, 0.14, 0.05)
    radiator(x - 0.1, outline)
    upright_bars(x - 0.022, half - 0.075, low + 0.04, high - 0.04, count)
    kit.box(
        (x - 0.03, x - 0.012),
        (-half + 0.05, half - 0.05),
        ((low + high) / 2 - 0.008, (low + high) / 2 + 0.008),
        kit.chrome(),
        0.006,
    )
    kit.box((x - 0.005, x + 0.006), (-0.06, 0.06), (high - 0.042, high - 0.012), kit.black(), 0.005)
