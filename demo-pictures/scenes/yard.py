"""Photographs bodies in the yard: puts the place, the light and the vehicle together and takes its views."""
import os
import sys
import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bodies
import camera
import ground
import light
import materials
import picture
import surroundings

USUAL = ("front-three-quarter", "side", "rear-three-quarter", "front", "wheel")


def details_of(name):
    """The close views a body offers: `details[name]` of the module that its builder stands in."""
    builder = bodies.builders[name]
    module = sys.modules[getattr(builder, "func", builder).__module__]
    return getattr(module, "details", {}).get(name, {})


def front_wheel(objects):
    """A close view of the front wheel of the right side, for bodies that offer none of their own."""
    rubber = [obj for obj in objects if obj.type == "MESH" and "rubber" in obj.data.materials]
    tyres = [obj for obj in rubber if obj.dimensions.z > 0.5]
    spots = camera.points_of([max(tyres, key=lambda obj: obj.location.x - obj.location.y)], 200)
    low, high = (Vector([edge(spot[axis] for spot in spots) for axis in range(3)]) for edge in (min, max))
    aim = (low + high) / 2
    aim.y = low.y
    size = high.z - low.z
    return dict(eye=(aim.x + size * 1.5, aim.y - size * 2.3, size * 0.85), aim=tuple(aim), lens=60, stop=5.6)


def take(view, name, objects, points):
    """Stands the camera and the light for a view."""
    light.light(light.time_for(name), view.startswith("rear"))
    if view in camera.VIEWS:
        return camera.stand(view, points)
    close = details_of(name).get(view) or (front_wheel(objects) if view == "wheel" else None)
    if close is None:
        raise SystemExit(f"{name} has no view {view}")
    return camera.detail(**close)


def main():
    """blender -b -P yard.py -- <out folder> <samples> <width> <body> [view ...]"""
    out, samples, width, name, *views = sys.argv[sys.argv.index("--") + 1:]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bodies.build(name)
    if bodies.is_light(name):
        materials.wash(0.3)
    objects = list(bpy.context.scene.objects)
    bpy.context.view_layer.update()
    points = camera.points_of(objects)
    ground.ground()
    surroundings.surroundings()
    os.makedirs(os.path.join(out, name), exist_ok=True)
    for view in views or [*USUAL, *(each for each in details_of(name) if each not in USUAL)]:
        take(view, name, objects, points)
        path = os.path.join(out, name, view)
        picture.expose(path + ".png", int(samples), int(width), gloss=path + ".gloss.png")
        picture.mask(path + ".mask.png")


if __name__ == "__main__":
    main()
