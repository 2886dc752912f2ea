"""Vehicles that stand about the yard: built once, repeated in other colours."""
import math
import bpy
from mathutils import Matrix
import materials

COLOURS = {
    "white": (0.66, 0.66, 0.64), "maroon": (0.1, 0.012, 0.014), "blue": (0.016, 0.035, 0.1),
    "graphite": (0.045, 0.048, 0.052), "green": (0.02, 0.06, 0.04), "silver": (0.36, 0.38, 0.4),
    "yellow": (0.7, 0.36, 0.012),
}


def painted(colour):
    """Paint of a fixed colour, which the product does not change."""
    def build(graph):
        materials.lacquered(graph, COLOURS[colour])
    return materials.once(f"{colour} paint", build)


def fleet(build):
    """Builds a vehicle once and takes it out of the scene; answers what `park` stands in the yard."""
    scene = bpy.context.scene
    before = set(scene.objects)
    build()
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    parts = []
    for obj in set(scene.objects) - before:
        if obj.type != "MESH":
            continue
        parts.append((bpy.data.meshes.new_from_object(obj.evaluated_get(graph)), obj.matrix_world.copy()))
    for obj in set(scene.objects) - before:
        bpy.data.objects.remove(obj)
    return parts


def park(parts, x, y, heading, colour):
    """Stands a vehicle with its middle at a point, its front turned `heading` degrees from x."""
    there = Matrix.Translation((x, y, 0)) @ Matrix.Rotation(math.radians(heading), 4, "Z")
    for data, where in parts:
        obj = bpy.data.objects.new("parked", data)
        obj.matrix_world = there @ where
        bpy.context.collection.objects.link(obj)
        for slot in obj.material_slots:
            if slot.material and slot.material.name == "paint":
                slot.link = "OBJECT"
                slot.material = painted(colour)
