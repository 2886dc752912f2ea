"""What is inside a machine's cab: the seat, consoles with joysticks, pedals, screen, steering column."""
import math
from mathutils import Matrix
import kit
from . import wear
from .plates import cage, curve, outline, ribbon, slab
from .shapes import tube, turned


def cushion(x, y, z, mat):
    """A soft block by its ranges, rounded all round."""
    def ring(height, shrink):
        points = []
        for a, b in ((0, 0), (0.5, 0), (1, 0), (1, 0.5), (1, 1), (0.5, 1), (0, 1), (0, 0.5)):
            points.append((x[0] + shrink + a * (x[1] - x[0] - 2 * shrink),
                y[0] + shrink + b * (y[1] - y[0] - 2 * shrink), height))
        return points
    tall = z[1] - z[0]
    rings = [ring(z[0], 0.03), ring(z[0] + tall * 0.15, 0), ring(z[1] - tall * 0.2, 0), ring(z[1], 0.035)]
    return cage(rings, mat, {0: 0.4, 2: 0.4, 4: 0.4, 6: 0.4}, {0: 0.5, 3: 0.35}, 2)


def seat(x, y, z):
    """A suspension seat with its middle at x, y and its cushion's top at z, looking ahead."""
    cloth = wear.seat_cloth()
    cushion((x - 0.24, x + 0.27), (y - 0.25, y + 0.25), (z - 0.13, z), cloth)
    back = [cushion((x - 0.08, x + 0.05), (y - 0.24, y + 0.24), (z, z + 0.60), cloth),
        cushion((x - 0.05, x + 0.05), (y - 0.14, y + 0.14), (z + 0.63, z + 0.83), cloth)]
    for part in back:
        for vert in part.data.vertices:
            vert.co.x += -0.2 - (vert.co.z - z) * 0.2
    kit.box((x - 0.2, x + 0.2), (y - 0.2, y + 0.2), (z - 0.4, z - 0.13), kit.black(), 0.02)
    for fold in range(5):
        low = z - 0.38 + fold * 0.045
        kit.box((x - 0.22, x + 0.22), (y - 0.22, y + 0.22), (low, low + 0.025), kit.rubber(), 0.01)
    tube([(x - 0.3, y + 0.2, z + 0.45), (x - 0.14, y + 0.1, z + 0.2), (x - 0.05, y - 0.2, z + 0.03)], 0.012,
        kit.material("belt", (0.25, 0.04, 0.02), 0.8), 0.05)


def joystick(x, y, z):
    """A joystick with its gaiter and formed grip."""
    for points, mat in (([(0.06, 0), (0.05, 0.03), (0.035, 0.045), (0.03, 0.07), (0.014, 0.09),
            (0.012, 0.13)], kit.rubber()),
                        ([(0.014, 0.12), (0.024, 0.135), (0.022, 0.18), (0.027, 0.22), (0.026, 0.25),
                                (0.015, 0.265), (0, 0.268)], kit.black())):
        part = turned("stick", points, mat, 20)
        part.rotation_euler = (1.5708, 0, 0)
        part.location = (x, y, z)


def console(x, y, z, out):
    """An armrest console beside the seat, with a joystick at its front and knobs."""
    cushion((x - 0.25, x + 0.32), (y - 0.07, y + 0.07), (z - 0.16, z), kit.black())
    cushion((x - 0.25, x + 0.06), (y - 0.055, y + 0.055), (z + 0.02, z + 0.09), wear.seat_cloth())
    joystick(x + 0.22, y, z)
    for index in range(3):
        kit.cylinder((x + 0.1 - index * 0.05, y + out * 0.04, z),
            (x + 0.1 - index * 0.05, y + out * 0.04, z + 0.02), 0.012, kit.steel(), 0.003, None, 14)


def screen(x, y, z, wide=0.26, tall=0.18):
    """A screen on its arm, its face to the seat."""
    kit.box((x - 0.01, x + 0.035), (y - wide / 2, y + wide / 2), (z - tall / 2, z + tall / 2), kit.black(),
        0.012)
    kit.box((x - 0.013, x - 0.008), (y - wide * 0.42, y + wide * 0.42), (z - tall * 0.38, z + tall * 0.4),
        kit.material("screen", (0.05, 0.09, 0.13), 0.1, 0, 0, 0.3), 0)
    tube([(x + 0.02, y, z - tall * 0.4), (x + 0.05, y, z - 0.3), (x + 0.05, y, z - 0.5)], 0.018, kit.black(),
        0.05)


def pedals(x, y, z):
    """Two travel pedals with their levers."""
    for out in (1, -1):
        ribbon(curve([(x - 0.06, z + 0.03), (x + 0.08, z + 0.1), (x + 0.2, z + 0.18)], 4),
            y + out * 0.1 - 0.055, y + out * 0.1 + 0.055, 0.014, kit.black())
        tube([(x + 0.1, y + out * 0.06, z), (x + 0.1, y + out * 0.06, z + 0.45),
            (x, y + out * 0.06, z + 0.7)], 0.012, kit.steel(), 0.1)
        kit.cylinder((x + 0.01, y + out * 0.06, z + 0.67), (x - 0.03, y + out * 0.06, z + 0.8), 0.02,
            kit.rubber(), 0.008, None, 14)


def steering(x, y, z, lean=0.5):
    """A steering wheel with its column, leaning back to the seat."""
    rim = turned("rim", [(0.2 + 0.016 * math.cos(t), 0.016 * math.sin(t))
        for t in (k * math.pi / 5 for k in range(10))], kit.black(), 40, True)
    hub = turned("hub", [(0, 0.01), (0.05, 0.005), (0.06, -0.03), (0.03, -0.06), (0, -0.06)], kit.black(), 20)
    spokes = [slab(outline([(-0.02, 0.03), (0.02, 0.03), (0.02, 0.195), (-0.02, 0.195)], 0.005), -0.02,
        -0.008, kit.black(), "y", 0.004) for _ in range(3)]
    for index, spoke in enumerate(spokes):
        spoke.data.transform(Matrix.Rotation(index * 2 * math.pi / 3, 4, "Y"))
    for obj in (rim, hub, *spokes):
        obj.rotation_mode = "XYZ"
        obj.rotation_euler = (math.pi / 2, -lean, 0)
        obj.location = (x, y, z)
    tube([(x + 0.02, y, z - 0.04), (x + 0.25, y, z - 0.3), (x + 0.3, y, z - 0.75)], 0.045, kit.black(), 0.15)
