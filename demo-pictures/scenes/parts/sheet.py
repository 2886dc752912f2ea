"""Sheet-metal work of machines: doors with gaps, louvres, meshes, latches, rails, steps, stickers."""
import math
import bpy
from mathutils import Vector
import kit
from . import wear
from .plates import outline, placed, slab
from .shapes import tube, turned


def hollow(axis, low, high, across, up, mat, bevel):
    """A box by its range along the axis it faces, across it and up."""
    ranges = {"y": (across, (low, high), up), "x": ((low, high), across, up)}[axis]
    return kit.box(*ranges, mat, bevel)


def door(axis, face, out, across, up, mat=None, radius=0.04, proud=0.016, latch=None):
    """A door on a face: a plate over a dark gap; latch=(across, up) sets a recessed latch."""
    mat = mat or kit.paint()
    (a0, a1), (z0, z1) = across, up
    slab(outline([(a0 - 0.012, z0 - 0.012), (a1 + 0.012, z0 - 0.012), (a1 + 0.012, z1 + 0.012),
        (a0 - 0.012, z1 + 0.012)], radius),
         *sorted((face, face + out * 0.002)), kit.black(), axis, 0)
    slab(outline([(a0, z0), (a1, z0), (a1, z1), (a0, z1)], radius),
        *sorted((face - out * 0.01, face + out * proud)), mat, axis, 0.01, 3)
    if latch:
        handle(axis, face + out * proud, out, *latch)


def handle(axis, face, out, a, z):
    """A black paddle latch."""
    slab(outline([(a - 0.07, z - 0.045), (a + 0.07, z - 0.045), (a + 0.07, z + 0.045), (a - 0.07, z + 0.045)],
        0.02),
         *sorted((face - out * 0.004, face + out * 0.006)), kit.black(), axis, 0.003)
    slab(outline([(a - 0.05, z - 0.03), (a + 0.03, z - 0.03), (a + 0.03, z + 0.02), (a - 0.05, z + 0.02)],
        0.012),
         *sorted((face, face + out * 0.016)), kit.black(), axis, 0.004)


def louvres(axis, face, out, across, up, count, mat=None):
    """Slanted slats in a dark recess, framed."""
    mat = mat or kit.black()
    (a0, a1), (z0, z1) = across, up
    slab([(a0, z0), (a1, z0), (a1, z1), (a0, z1)], *sorted((face + out * 0.001, face + out * 0.004)),
        kit.material("shade", (0.006,) * 3, 0.9), axis, 0)
    pace = (z1 - z0) / count
    for index in range(count):
        z = z0 + (index + 0.5) * pace
        section = [(0.003, z - pace * 0.42), (0.03, z - pace * 0.46), (0.03, z - pace * 0.36),
            (0.003, z + pace * 0.3)]
        if axis == "y":
            slab([(face + out * d, b) for d, b in section], a0, a1, mat, "x", 0.002)
        else:
            slab([(face + out * d, b) for d, b in section], a0, a1, mat, "y", 0.002)
    frame(axis, face, out, across, up, mat)


def frame(axis, face, out, across, up, mat, wide=0.022, deep=0.034):
    """A raised frame round a recess."""
    (a0, a1), (z0, z1) = across, up
    for low, high in ((z0 - wide, z0), (z1, z1 + wide)):
        hollow(axis, *sorted((face, face + out * deep)), (a0 - wide, a1 + wide), (low, high), mat, 0.006)
    for low, high in ((a0 - wide, a0), (a1, a1 + wide)):
        hollow(axis, *sorted((face, face + out * deep)), (low, high), (z0, z1), mat, 0.006)


def mesh_grille(axis, face, out, across, up, pace=0.03, mat=None):
    """A wire mesh before a dark inside, framed."""
    mat = mat or kit.black()
    (a0, a1), (z0, z1) = across, up
    slab([(a0, z0), (a1, z0), (a1, z1), (a0, z1)], *sorted((face + out * 0.001, face + out * 0.003)),
        kit.material("shade", (0.006,) * 3, 0.9), axis, 0)
    depth = face + out * 0.02
    for index in range(1, int((a1 - a0) / pace)):
        a = a0 + index * (a1 - a0) / int((a1 - a0) / pace)
        kit.cylinder(placed((a, z0), depth, axis), placed((a, z1), depth, axis), 0.003, mat, 0, None, 6)
    for index in range(1, int((z1 - z0) / pace)):
        z = z0 + index * (z1 - z0) / int((z1 - z0) / pace)
        kit.cylinder(placed((a0, z), depth, axis), placed((a1, z), depth, axis), 0.003, mat, 0, None, 6)
    frame(axis, face, out, across, up, mat)


def hinge(axis, face, out, a, z, tall=0.09):
    """A hinge's knuckle with its two leaves."""
    at = lambda da, dz, dd: placed((a + da, z + dz), face + out * dd, axis)
    kit.cylinder(at(0, -tall / 2, 0.014), at(0, tall / 2, 0.014), 0.012, kit.black(), 0.002, None, 12)


def rail(points, radius=0.017, mat=None, bend=0.09):
    """A handrail with round feet."""
    mat = mat or kit.black()
    for foot in (points[0], points[-1]):
        kit.box((foot[0] - 0.035, foot[0] + 0.035), (foot[1] - 0.035, foot[1] + 0.035),
            (foot[2] - 0.006, foot[2] + 0.006), mat, 0.003)
    return tube(points, radius, mat, bend, 14)


def tread_plate(x, y, z, mat=None):
    """A punched anti-slip plate lying at z: a thin plate with rows of raised rings."""
    mat = mat or kit.black()
    slab(outline([(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])], 0.03), z, z + 0.006, mat, "z",
        0.002)
    rows, columns = max(1, int((x[1] - x[0]) / 0.08)), max(1, int((y[1] - y[0]) / 0.08))
    for row in range(rows):
        for column in range(columns):
            a, b = x[0] + (row + 0.5) * (x[1] - x[0]) / rows, y[0] + (column + 0.5) * (y[1] - y[0]) / columns
            kit.cylinder((a, b, z + 0.004), (a, b, z + 0.014), 0.024, mat, 0.0, 0.016, 10)


def grip_step(x, y, z, mat=None):
    """A step with holes turned up along its edges: a folded tray with teeth."""
    mat = mat or wear.iron()
    kit.box(x, y, (z - 0.03, z), mat, 0.006)
    for index in range(int((x[1] - x[0]) / 0.05)):
        a = x[0] + 0.025 + index * 0.05
        for b in (y[0] + 0.012, y[1] - 0.012):
            kit.cylinder((a, b, z), (a, b, z + 0.012), 0.014, mat, 0, 0.006, 8)


def stripe(axis, face, out, points, mat):
    """A sticker: a thin flat shape on a face."""
    return slab(points, *sorted((face - out * 0.001, face + out * 0.0012)), mat, axis, 0)


def warning(axis, face, out, a, z, size=0.07):
    """A yellow warning sticker with its black triangle."""
    stripe(axis, face, out, [(a - size, z - size), (a + size, z - size), (a + size, z + size * 1.2),
        (a - size, z + size * 1.2)],
           kit.material("sticker yellow", (0.8, 0.5, 0.02), 0.4))
    stripe(axis, face + out * 0.001, out, [(a - size * 0.7, z - size * 0.1), (a + size * 0.7, z - size * 0.1),
        (a, z + size)],
           kit.material("sticker black", (0.015,) * 3, 0.4))
    for line in range(2):
        low = z - size * (0.4 + line * 0.35)
        stripe(axis, face + out * 0.001, out, [(a - size * 0.8, low), (a + size * 0.8, low),
            (a + size * 0.8, low + size * 0.13), (a - size * 0.8, low + size * 0.13)],
               kit.material("sticker black", (0.015,) * 3, 0.4))


def work_lamp(x, y, z, ahead=(1, 0, 0), size=0.06):
    """A round work lamp on its bracket, looking ahead."""
    r = size
    body = turned("lamp", [(0, -r * 0.9), (r * 0.6, -r * 0.8), (r * 0.98, -r * 0.1), (r * 1.05, 0),
        (r * 1.05, r * 0.2), (r * 0.94, r * 0.2), (r * 0.9, r * 0.1)], kit.black(), 28)
    bowl = turned("bowl", [(0, -r * 0.35), (r * 0.5, -r * 0.2), (r * 0.9, r * 0.08)], kit.chrome(), 28)
    bulb = turned("bulb", [(0, r * 0.05), (r * 0.14, 0), (r * 0.16, -r * 0.3)],
        kit.material("bulb", (0.9, 0.85, 0.7), 0.3), 12)
    lens = turned("lens", [(0, r * 0.16), (r * 0.9, r * 0.13)], kit.clear_lens(), 28)
    turn = Vector(ahead).to_track_quat("Y", "Z")
    for obj in (body, bowl, bulb, lens):
        obj.rotation_mode = "QUATERNION"
        obj.rotation_quaternion = turn
        obj.location = (x, y, z)
    kit.box((x - r * 0.5, x - r * 0.2), (y - r * 0.3, y + r * 0.3), (z - r * 1.6, z - r * 0.7), kit.black(),
        0.004)


def beacon(x, y, z):
    """An amber beacon on its foot."""
    for points, mat in (([(0, 0), (0.075, 0), (0.075, 0.03), (0.06, 0.04), (0, 0.04)], kit.black()),
                        ([(0.062, 0.04), (0.06, 0.12), (0.05, 0.145), (0, 0.155)], kit.amber())):
        part = turned("beacon", points, mat, 28)
        part.rotation_euler = (math.pi / 2, 0, 0)
        part.location = (x, y, z)


def letters(text, place, size, mat, turn=(math.pi / 2, 0, 0), wide=1.0):
    """Lettering as a thin sticker; its middle at place, unturned it reads from the right side (-y)."""
    data = bpy.data.curves.new("letters", "FONT")
    data.body, data.size, data.extrude = text, size, 0.0008
    data.align_x = data.align_y = "CENTER"
    data.shear, data.offset = 0.12, size * 0.022
    obj = bpy.data.objects.new("letters", data)
    obj.location, obj.rotation_euler, obj.scale = place, turn, (wide, 1, 1)
    bpy.context.collection.objects.link(obj)
    obj.data.materials.append(mat)
    return obj
