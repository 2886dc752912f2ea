"""A backhoe loader of the fourteen-foot class, its backhoe folded for the road."""
from parts.backhoe_arm import backhoe as digger
from parts.backhoe_tractor import tractor
from parts.earth_tyres import axle
from .common import about, moved


def backhoe():
    """Stands the backhoe loader and answers its size."""
    with moved(-0.75):
        axle(0, 1.70, 0.655, 0.48, deep=0.034, count=20, sweep=0.8, fill=0.5)
        axle(2.15, 1.82, 0.49, 0.32, deep=0.026, count=20, sweep=0.8, fill=0.55)
        tractor()
        with about(180):
            digger()
    return 6.7, 2.3, 3.7


builders = {"backhoe": backhoe}

details = {
    "backhoe": {
        "wheel": dict(eye=(0.9, -4.0, 1.2), aim=(-0.75, -1.0, 0.65), lens=50, stop=5.6),
        "cab": dict(eye=(1.6, -4.4, 2.2), aim=(-0.9, 0, 1.9), lens=45, stop=5.6),
        "backhoe": dict(eye=(-6.0, -3.4, 1.9), aim=(-2.4, 0, 1.6), lens=45, stop=5.6),
    },
}
