"""Photographs a row of vehicles at golden hour, wide, with calm space at the left for a headline."""
import os
import sys
import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bodies
import camera
import ground
import light
import parked
import picture
import surroundings

# Body, place along and across the yard, heading, colour: an echelon that recedes to the right.
ROW = (
    ("long-nose-sleeper", 1.0, -0.4, 161, "maroon"),
    ("crew-pickup", 1.4, -5.6, 161, "silver"),
    ("aero-sleeper", 8.5, -6.6, 161, "blue"),
    ("excavator", 14.0, -13.5, 150, "yellow"),
    ("dry-van", 25.0, -9.0, 161, "white"),
    ("box-truck", 24.0, -15.5, 161, "white"),
)
SHOTS = {
    # Pixels, where the camera stands, its lens, and how far its frame is moved up and to the right.
    "hero": dict(size=(1920, 820), eye=(-13.4, 0.2, 1.3), lens=35, rise=0.045, aside=-0.035),
    "social": dict(size=(1200, 630), eye=(-14.0, 0.2, 1.3), lens=35, rise=0.07, aside=0.09),
}


def stage():
    """Builds the yard with the row in it."""
    for name, x, y, heading, colour in ROW:
        parked.park(parked.fleet(bodies.builders[name]), x, y, heading, colour)
    ground.ground()
    surroundings.surroundings(rows=False)
    light.light("golden", azimuth=213)


def main():
    """blender -b -P hero.py -- <out folder> <samples> <scale of the size> [shot ...]"""
    out, samples, scale, *shots = sys.argv[sys.argv.index("--") + 1:]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    stage()
    os.makedirs(out, exist_ok=True)
    for shot in shots or SHOTS:
        look = SHOTS[shot]
        width, height = (round(side * float(scale)) for side in look["size"])
        eye = Vector(look["eye"])
        taken = camera.place(eye, eye + Vector((1, 0, 0)), look["lens"])
        taken.data.shift_x, taken.data.shift_y = look["aside"], look["rise"]
        camera.focus(taken, 12.5, 4)
        picture.expose(os.path.join(out, shot), int(samples), width, height, masks=False)


if __name__ == "__main__":
    main()
