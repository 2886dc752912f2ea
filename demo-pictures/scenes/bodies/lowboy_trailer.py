"""A three-axle lowboy with a detachable gooseneck."""
import kit
from parts import wear
from parts.lowboy_frame import END, NECK, TAIL, banner, gooseneck, low_deck, rear_deck
from parts.trailer_rear import light_bar
from parts.trailer_under import bogie, couplings, flaps, kingpin


def lowboy():
    """Stands the lowboy and answers its size."""
    gooseneck()
    low_deck()
    rear_deck()
    bogie((END + 0.85, END + 2.1, END + 3.35), 0.94, 0.47, 2.55, None, 0.02, (-0.5, -0.5))
    flaps(END + 0.16, 0.84, 1.27, 0.6, 0.2)
    light_bar(END - 0.03, TAIL - 0.12, 1.27)
    banner(END - 0.02, 0.68, -1)
    kingpin(NECK - 0.75, 1.44)
    couplings(NECK, 1.46)
    for out in (1, -1):
        for layer in range(2):
            turn = 0.02 * layer * out
            block = kit.box((3.3 + turn, 3.5 + turn), sorted((out * 0.75, out * 1.22)),
                (layer * 0.115, layer * 0.115 + 0.112), wear.deck_wood(), 0.008)
            block.rotation_euler = (0, 0, 0.01 * out * (1 - layer))
    return NECK - END + 0.1, 2.6, 2.0


builders = {"lowboy-trailer": lowboy}

details = {
    "lowboy-trailer": {
        "wheel": dict(eye=(-2.6, -4.4, 1.3), aim=(-5.4, -1.25, 0.6), lens=42, stop=5.6),
        "neck": dict(eye=(8.6, -4.2, 1.6), aim=(4.6, 0, 0.9), lens=40, stop=5.6),
    },
}
