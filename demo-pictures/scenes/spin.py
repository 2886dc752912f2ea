"""Turns one body before a camera that stands still: the pictures of a 360° view."""
import math
import os
import sys
import bpy
from mathutils import Matrix

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bodies
import camera
import ground
import light
import materials
import picture
import surroundings

FRAMES = 12


def main():
    """blender -b -P spin.py -- <out folder> <samples> <width> <body> [frame ...]"""
    out, samples, width, name, *wanted = sys.argv[sys.argv.index("--") + 1:]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bodies.build(name)
    if bodies.is_light(name):
        materials.wash(0.3)
    objects = list(bpy.context.scene.objects)
    pivot = bpy.data.objects.new("turntable", None)
    bpy.context.collection.objects.link(pivot)
    for obj in objects:
        if obj.parent is None:
            obj.parent = pivot
    bpy.context.view_layer.update()
    # Its near side goes left, as when a hand drags it there.
    turns = [Matrix.Rotation(-2 * math.pi * at / FRAMES, 4, "Z") for at in range(FRAMES)]
    # Framed for every turn, so that the vehicle never grows or leaves the picture.
    points = camera.points_of(objects, 1500)
    camera.stand("front-three-quarter", [turn @ point for turn in turns for point in points])
    ground.ground()
    surroundings.surroundings()
    light.light(light.time_for(name))
    folder = os.path.join(out, "spin")
    os.makedirs(folder, exist_ok=True)
    for at in map(int, wanted) if wanted else range(FRAMES):
        pivot.matrix_world = turns[at]
        picture.expose(os.path.join(folder, f"{at + 1:02}"), int(samples), int(width))


if __name__ == "__main__":
    main()
