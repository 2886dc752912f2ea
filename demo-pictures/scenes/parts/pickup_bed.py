"""A pickup's bed, and what is seen underneath: frame, axle, pipe, hitch, boards."""
import numpy as np
import kit
from . import field as fl
from .shapes import tube, turned

HALF, FLOOR = 0.83, 0.86


def bed_hollow(front, back, floor=FLOOR):
    """A change of the body's field: the bed's hollow from front to tailgate, humps over the wheels."""
    middle, long = (front + back) / 2, (front - back) / 2

    def change(f, x, y, z):
        hump = np.maximum(np.maximum(np.abs(x - back - 1.15) - 0.55, 0.62 - y), z - floor - 0.22)
        hollow = np.maximum(np.maximum(np.abs(x - middle) - long, y - HALF), floor - z)
        return fl.without(f, fl.without(hollow, hump, 0.02), 0.018)
    return change


def bed_parts(carver, front, back, floor=FLOOR):
    """The liner of the bed and its ribs."""
    def hollow(p, n):
        far = np.maximum(p[:, 0] - front - 0.004, back - 0.004 - p[:, 0])
        return np.maximum(np.maximum(far, p[:, 1] - HALF - 0.004), p[:, 2] - 1.335)
    liner, carver.skin = carver.skin.refined(hollow, 1).cut(lambda p,
        n: np.maximum(hollow(p, n), floor - 0.05 - p[:, 2]))
    liner.stand("bed liner", kit.black())
    for k in range(-4, 5):
        kit.box((back + 0.03, front - 0.03), (k * 0.13 - 0.03, k * 0.13 + 0.03),
                (floor - 0.01, floor + 0.012), kit.black(), 0.006)
    cap = carver.take(lambda p, n: np.maximum(np.maximum(p[:, 0] - front - 0.02, 0.86 - p[:, 1]),
        1.343 - p[:, 2]))
    cap.moved(0.004).stand("rail cap", kit.black())
    cap.moved(0.004).rim(-0.01).stand("rail cap", kit.black())


def underneath(plan, radius):
    """Frame, rear axle, exhaust, spare wheel and hitch."""
    kit.both((plan.tail + 0.15, plan.nose - 0.5), (0.38, 0.46), (0.42, 0.56), kit.steel(), 0.01)
    kit.cylinder((plan.rear, -0.8, radius), (plan.rear, 0.8, radius), 0.045, kit.steel())
    ball = turned("diff", [(0, -0.13), (0.1, -0.1), (0.15, 0), (0.1, 0.1), (0, 0.13)], kit.steel(), 32)
    ball.location = (plan.rear, 0, radius)
    kit.cylinder((plan.front, -0.75, radius - 0.03), (plan.front, 0.75, radius - 0.03), 0.03, kit.steel())
    tube([(0.6, -0.3, 0.36), (plan.rear + 0.7, -0.3, 0.36), (plan.rear + 0.3, -0.55, 0.5),
          (plan.rear - 0.4, -0.6, 0.42), (plan.rear - 0.55, -0.93, 0.36)], 0.035, kit.steel(), 0.15)
    spare = turned("spare", [(0.2, -0.1), (0.36, -0.12), (0.4, 0), (0.36, 0.12), (0.2, 0.1)], kit.rubber(),
        40)
    spare.location, spare.rotation_euler = (plan.tail + 0.62, 0, 0.52), (1.5708, 0, 0)
    kit.box((plan.tail - 0.1, plan.tail + 0.2), (-0.045, 0.045), (0.4, 0.48), kit.steel(), 0.008)
    kit.box((plan.tail - 0.105, plan.tail - 0.09), (-0.033, 0.033), (0.412, 0.468),
            kit.material("gap", (0.004, 0.004, 0.004), 0.9), 0)
    kit.box((plan.tail + 0.02, plan.tail + 0.1), (-0.5, 0.5), (0.41, 0.47), kit.steel(), 0.01)


def boards(front, back, y=0.98, z=0.43):
    """Step tubes along both sides."""
    for sign in (1, -1):
        tube([(front, sign * (y - 0.2), z), (front - 0.06, sign * y, z), (back + 0.06, sign * y, z),
              (back, sign * (y - 0.2), z)], 0.045, kit.black(), 0.12, 18)
        for x in np.arange(back + 0.35, front - 0.2, 0.95):
            kit.box((x, x + 0.42), sorted((sign * (y - 0.035), sign * (y + 0.035))), (z + 0.035, z + 0.052),
                kit.black(), 0.006)
