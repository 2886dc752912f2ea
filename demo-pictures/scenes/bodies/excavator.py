"""A crawler excavator of the twenty-ton class."""
from parts.excavator_arm import front
from parts.excavator_cab import cab
from parts.excavator_house import house
from parts.tracks import track
from .common import moved

AHEAD = 1.75
"""How far the swing centre stands before the middle of the machine's length."""


def excavator():
    """Stands the excavator and answers its size."""
    with moved(-AHEAD):
        for out in (1, -1):
            track(out * 1.1, out)
        house()
        cab()
        front()
    return 9.3, 2.8, 4.6


builders = {"excavator": excavator}

details = {
    "excavator": {
        "tracks": dict(eye=(1.6, -4.6, 1.2), aim=(-1.1, -1.15, 0.5), lens=45, stop=5.6),
        "cab": dict(eye=(2.4, 4.3, 2.3), aim=(-1.2, 0.9, 1.95), lens=40, stop=5.6),
        "bucket": dict(eye=(6.6, -2.9, 1.3), aim=(3.9, 0, 0.75), lens=50, stop=5.6),
    },
}
