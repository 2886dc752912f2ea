"""A counterbalanced forklift of two and a half tons."""
from parts.earth_tyres import axle
from parts.forklift_body import truck
from parts.mast import mast
from .common import moved


def forklift():
    """Stands the forklift and answers its size."""
    with moved(-0.12):
        axle(0.45, 0.94, 0.335, 0.20, deep=0.018, count=18, sweep=0.6, fill=0.6)
        axle(-1.17, 0.90, 0.27, 0.17, deep=0.014, count=18, sweep=0.6, fill=0.6)
        truck()
        mast()
    return 3.75, 1.15, 2.25


builders = {"forklift": forklift}

details = {
    "forklift": {
        "wheel": dict(eye=(1.5, -2.2, 0.8), aim=(0.33, -0.5, 0.36), lens=50, stop=5.6),
        "seat": dict(eye=(1.0, -2.6, 1.9), aim=(-0.4, 0, 1.1), lens=50, stop=5.6),
    },
}
