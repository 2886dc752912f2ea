"""The light: a sun, a sky with clouds, and what the film makes of them, at four times of a day."""
import math
import bpy
from mathutils import Euler
from shading import Graph

# Where the sun stands: degrees from the vehicle's front towards its left, and above the horizon.
TIMES = {
    "morning": dict(
        azimuth=-56, elevation=23, sun=4.6, warm=(1.0, 0.86, 0.7), size=0.7, sky=0.085, cover=0.5,
        exposure=-0.4,
    ),
    "afternoon": dict(
        azimuth=-38, elevation=31, sun=4.6, warm=(1.0, 0.93, 0.83), size=0.7, sky=0.075, cover=0.47,
        exposure=-0.4,
    ),
    "golden": dict(
        azimuth=-72, elevation=10, sun=4.8, warm=(1.0, 0.62, 0.35), size=1.0, sky=0.1, cover=0.5,
        exposure=0.0,
    ),
    "overcast": dict(
        azimuth=-55, elevation=36, sun=1.3, warm=(1.0, 0.97, 0.93), size=18, sky=0.2, cover=0.24,
        exposure=0.3,
    ),
}
ORDER = ("morning", "golden", "afternoon", "morning", "overcast", "afternoon", "golden")


def time_for(body):
    """The time of day a body is photographed at: the same each time, different between bodies."""
    return ORDER[sum(ord(letter) * (at + 3) for at, letter in enumerate(body)) % len(ORDER)]


def light(time, behind=False, azimuth=None):
    """Lights the scene; behind=True has the sun shine on the back, azimuth says where it stands instead."""
    look = TIMES[time]
    if azimuth is None:
        azimuth = 180 - look["azimuth"] if behind else look["azimuth"]
    _sun(look, azimuth)
    _sky(look, azimuth)
    scene = bpy.context.scene
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    scene.view_settings.exposure = look["exposure"]


def _sun(look, azimuth):
    old = bpy.data.objects.get("sun")
    if old:
        bpy.data.objects.remove(old)
    data = bpy.data.lights.new("sun", "SUN")
    data.energy, data.color, data.angle = look["sun"], look["warm"], math.radians(look["size"])
    obj = bpy.data.objects.new("sun", data)
    # A sun shines down its own -z: tip it from upright, then turn it.
    obj.rotation_euler = Euler((0, math.radians(90 - look["elevation"]), math.radians(azimuth)))
    bpy.context.collection.objects.link(obj)


def _sky(look, azimuth):
    world = bpy.context.scene.world or bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes.clear()
    world.node_tree.nodes.new("ShaderNodeOutputWorld").name = "Material Output"
    graph = Graph(world)
    texture = graph.add("ShaderNodeTexSky")
    texture.sky_type = "NISHITA"
    texture.sun_disc = False
    texture.sun_elevation = math.radians(look["elevation"])
    texture.sun_rotation = math.radians(90 - azimuth)
    texture.air_density, texture.dust_density, texture.ozone_density = 1.0, 1.6, 3.0
    # The camera sees the clouds finely drawn; for what they light, coarse ones do and cost a third.
    skies = [_clouds(graph, texture.outputs[0], look, azimuth, detail) for detail in (1.0, 7.0)]
    coarse, fine = (graph.add("ShaderNodeBackground", sky, look["sky"]) for sky in skies)
    seen = graph.add("ShaderNodeLightPath").outputs["Is Camera Ray"]
    both = graph.add("ShaderNodeMixShader", seen, coarse.outputs[0], fine.outputs[0])
    graph.set(graph.output.inputs["Surface"], both.outputs[0])
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 1024


def _clouds(graph, clear, look, azimuth, detail):
    """Lays clouds over a clear sky, brighter where they face the sun, thinning into haze far away."""
    direction = graph.add("ShaderNodeTexCoord").outputs["Generated"]
    up = graph.math("MAXIMUM", graph.add("ShaderNodeSeparateXYZ", direction).outputs["Z"], 0.0)
    flat = graph.add("ShaderNodeVectorMath", direction)
    flat.operation = "SCALE"
    graph.set(flat.inputs["Scale"], graph.math("DIVIDE", 1.0, graph.math("ADD", up, 0.16)))
    here = _cloud_noise(graph, flat.outputs[0], detail)
    turn = math.radians(azimuth)
    step = (0.16 * math.cos(turn), 0.16 * math.sin(turn), 0.0)
    sunward = graph.add("ShaderNodeVectorMath", flat.outputs[0], step)
    there = _cloud_noise(graph, sunward.outputs[0], detail)
    cover = graph.range(here, look["cover"], look["cover"] + 0.2)
    cover = graph.math("MULTIPLY", cover, graph.range(up, 0.0, 0.14, 0.25, 0.92))
    lit = graph.range(graph.math("SUBTRACT", here, there), -0.12, 0.12, 0.0, 1.0)
    bright = 0.5 * look["sun"] / look["sky"]
    warm = look["warm"]
    shade = tuple(bright * 0.3 * part for part in (0.86, 0.92, 1.0))
    face = tuple(bright * 0.62 * (0.35 + 0.65 * part) for part in warm)
    return graph.mix(cover, clear, graph.mix(lit, shade, face))


def _cloud_noise(graph, where, detail):
    node = graph.add("ShaderNodeTexNoise", Vector=where, Scale=1.15, Detail=detail, Roughness=0.56)
    return node.outputs["Fac"]
