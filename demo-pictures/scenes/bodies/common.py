"""What several families of bodies share."""
import contextlib
import math
import bpy
from mathutils import Matrix
from kit import black, both, box, chrome, cylinder, lamp, red, steel, white


def lights(front, back, half, z_front, z_back, size=0.16):
    for out in (1, -1):
        y = sorted((out * (half - 0.42), out * (half - 0.06)))
        box((front - 0.05, front + 0.015), y, (z_front - size / 2, z_front + size / 2), lamp(), 0.03)
        y = sorted((out * (half - 0.24), out * (half - 0.03)))
        box((back - 0.015, back + 0.05), y, (z_back - size * 0.8, z_back + size * 0.8), red(), 0.02)


def plate(x, z):
    box((x - 0.01, x + 0.01), (-0.16, 0.16), (z - 0.08, z + 0.08), white(), 0.005)


def mirrors(x, half, z, tall=0.2):
    for out in (1, -1):
        box((x - 0.05, x + 0.05), sorted((out * (half + 0.04), out * (half + 0.26))), (z, z + tall), black(),
            0.03)


def frame(start, end, z=0.85):
    both((start, end), (0.32, 0.44), (z - 0.14, z + 0.14), steel(), 0.01)


def box_on_wheels(h, front, floor, top, mat, ribs=True):
    """The box of a van trailer or truck."""
    box((-h, front), (-1.28, 1.28), (floor, top), mat, 0.025)
    if ribs:
        count = int((front + h) / 0.6)
        for index in range(1, count):
            x = -h + index * (front + h) / count
            both((x - 0.02, x + 0.02), (1.278, 1.3), (floor + 0.1, top - 0.1), mat, 0.004)
    for z in (floor + 0.04, top - 0.06):
        both((-h, front), (1.27, 1.305), (z - 0.05, z + 0.05), chrome(), 0.01)
    both((-h + 0.4, front - 0.3), (1.3, 1.31), (floor + 0.1, floor + 0.16), red(), 0)
    for out in (1, -1):
        box((-h - 0.03, -h + 0.01), sorted((out * 0.03, out * 1.2)), (floor + 0.08, top - 0.1), mat, 0.01)
        for y in (0.35, 0.85):
            cylinder((-h - 0.05, out * y, floor + 0.1), (-h - 0.05, out * y, top - 0.12), 0.02, chrome(), 0,
                None, 10)
        box((-h - 0.04, -h + 0.01), sorted((out * 0.75, out * 1.2)), (floor - 0.12, floor - 0.02), red(),
            0.01)
    box((-h - 0.02, -h + 0.1), (-1.25, 1.25), (floor - 0.14, floor), steel(), 0.01)


@contextlib.contextmanager
def transformed(matrix):
    """What is built inside stands moved, turned or scaled by a matrix."""
    before = set(bpy.data.objects)
    yield
    for obj in set(bpy.data.objects) - before:
        obj.matrix_basis = matrix @ obj.matrix_basis


def moved(ahead=0.0, left=0.0, up=0.0):
    """What is built inside stands so far ahead, left and up of where it was built."""
    return transformed(Matrix.Translation((ahead, left, up)))


def about(degrees):
    """What is built inside stands turned by so much about the upright axis."""
    return transformed(Matrix.Rotation(math.radians(degrees), 4, "Z"))
