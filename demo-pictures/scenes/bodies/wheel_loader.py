"""A wheel loader of the three-cubic-metre class."""
from parts.earth_tyres import axle
from parts.loader_front import front
from parts.loader_rear import rear
from .common import moved


def wheel_loader():
    """Stands the wheel loader and answers its size."""
    with moved(-0.55):
        for x in (-1.65, 1.65):
            axle(x, 2.16, 0.81, 0.60)
        front()
        rear()
    return 8.25, 2.95, 3.5


builders = {"wheel-loader": wheel_loader}

details = {
    "wheel-loader": {
        "wheel": dict(eye=(3.4, -4.0, 1.3), aim=(1.1, -1.3, 0.8), lens=45, stop=5.6),
        "cab": dict(eye=(1.8, -4.6, 2.6), aim=(-0.8, 0, 2.3), lens=45, stop=5.6),
        "bucket": dict(eye=(6.8, -3.0, 1.7), aim=(3.2, 0, 0.7), lens=40, stop=5.6),
    },
}
