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

USUAL = ("front-three-quarter", "side", "rear-three-quarter", "front")


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


def through_windscreen(objects):
    """A view into the cab for bodies with a steering wheel that offer no closer view of their own."""
    wheel = next(obj for obj in objects if obj.name.startswith("steering wheel")).matrix_world.translation
    eye = (wheel.x + 2.1, -1.75, wheel.z + 0.42)
    return dict(eye=eye, aim=(wheel.x + 0.1, -0.02, wheel.z + 0.03), lens=45, stop=5.6)


def closer_views(name):
    """What it runs on, then what else the body offers, or else its cab."""
    offered = list(details_of(name))
    runs_on = [view for view in offered if view in ("wheel", "tracks")] or ["wheel"]
    return [*runs_on, *([view for view in offered if view not in runs_on] or ["cab"])]


FOR_ANY = {"wheel": front_wheel, "cab": through_windscreen}


def take(view, name, objects, points):
    """Stands the camera and the light for a view."""
    close = None
    if view not in camera.VIEWS:
        close = details_of(name).get(view) or FOR_ANY[view](objects)
    behind = close["eye"][0] < close["aim"][0] if close else view.startswith("rear")
    light.light(light.time_for(name), behind)
    return camera.detail(**close) if close else camera.stand(view, points)


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
    for view in views or (*USUAL, *closer_views(name)):
        take(view, name, objects, points)
        picture.expose(os.path.join(out, name, view), int(samples), int(width))


if __name__ == "__main__":
    main()
