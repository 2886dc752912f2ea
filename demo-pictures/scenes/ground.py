"""The yard's asphalt: stones, seams, cracks under tar, oil, tyre marks and worn bay lines; grass round it."""
import math
import random
import bpy
from materials import once

BAY, DEEP = 5.4, 19.0


def ground():
    """Lays the ground round the origin, at z=0."""
    _sheet("yard", (-88, 88), (-62, 62), 0.0, once("asphalt", _asphalt))
    _sheet("land", (-1400, 1400), (-1400, 1400), -0.06, once("grass", _grass))
    line = once("bay line", _line)
    for row in range(-3, 4):
        y = (row + 0.5) * BAY
        for x in (-34, 0, 34):
            _sheet("line", (x - DEEP / 2, x + DEEP / 2), (y - 0.06, y + 0.06), 0.003, line)
    _tracks()


def _sheet(name, x, y, z, mat):
    data = bpy.data.meshes.new(name)
    data.from_pydata([(x[0], y[0], z), (x[1], y[0], z), (x[1], y[1], z), (x[0], y[1], z)], [], [(0, 1, 2, 3)])
    data.materials.append(mat)
    obj = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(obj)
    return obj


def _tracks():
    """Pairs of tyre marks that swing through the yard."""
    mark = once("tyre mark", _mark)
    chance = random.Random(7)
    for _ in range(9):
        x, y = chance.uniform(-26, 22), chance.uniform(-13, 15)
        heading, bend = chance.uniform(-0.5, 0.5) + chance.choice((0, math.pi)), chance.uniform(-0.05, 0.05)
        width = chance.choice((0.2, 0.24, 0.5))
        for aside in (-0.95, 0.95):
            _track(x, y, heading, bend, (aside - width / 2, aside + width / 2), mark)


def _track(x, y, heading, bend, edges, mat):
    """A strip between two edges aside of a curved way."""
    verts, faces = [], []
    for step in range(40):
        for edge in edges:
            verts.append((x - math.sin(heading) * edge, y + math.cos(heading) * edge, 0.0015))
        if step:
            faces.append((2 * step - 2, 2 * step - 1, 2 * step + 1, 2 * step))
        x, y = x + math.cos(heading) * 0.5, y + math.sin(heading) * 0.5
        heading += bend * 0.5
    data = bpy.data.meshes.new("track")
    data.from_pydata(verts, [], faces)
    data.materials.append(mat)
    bpy.context.collection.objects.link(bpy.data.objects.new("track", data))


def _warped(graph, much, scale):
    """The place, shaken by noise, so that what follows it wanders."""
    noise = graph.add("ShaderNodeTexNoise", Vector=graph.place(), Scale=scale, Detail=2.0)
    off = graph.add("ShaderNodeVectorMath", noise.outputs["Color"], (0.5, 0.5, 0.5))
    off.operation = "SUBTRACT"
    more = graph.add("ShaderNodeVectorMath", off.outputs[0])
    more.operation = "SCALE"
    more.inputs["Scale"].default_value = much
    return graph.add("ShaderNodeVectorMath", graph.place(), more.outputs[0]).outputs[0]


def _cells(graph, where, scale, feature):
    node = graph.add("ShaderNodeTexVoronoi", Vector=where, Scale=scale)
    node.feature = feature
    return node.outputs["Distance"]


def _seams(graph, where):
    """1 along the seams between paved lanes, five metres apart."""
    y = graph.add("ShaderNodeSeparateXYZ", where).outputs["Y"]
    return graph.range(graph.math("PINGPONG", y, 2.5), 0.017, 0.004)


def _asphalt(graph):
    where = graph.place()
    stones = graph.add("ShaderNodeTexVoronoi", Vector=where, Scale=95.0)
    tone = graph.noise(0.22, 3, rough=0.6)
    wear = graph.noise(1.3, 5, rough=0.62)
    grain = graph.noise(45, 1, rough=0.7)
    wander = _warped(graph, 1.1, 0.55)
    edge = _cells(graph, wander, 0.12, "DISTANCE_TO_EDGE")
    some = graph.range(graph.noise(0.11, 2), 0.5, 0.6)
    crack = graph.math("MULTIPLY", graph.range(edge, 0.0024, 0.0008), graph.range(wear, 0.35, 0.5))
    tar = graph.math("MULTIPLY", graph.range(edge, 0.0085, 0.0068), some)
    seam = graph.math("MULTIPLY", _seams(graph, _warped(graph, 0.05, 2.0)), graph.range(wear, 0.3, 0.6))
    drops = _cells(graph, _warped(graph, 0.55, 2.2), 0.42, "F1")
    oil = graph.math("MULTIPLY", graph.range(drops, 0.24, 0.05), graph.range(graph.noise(0.3, 1), 0.5, 0.62))
    base = graph.mix(graph.range(tone, 0.3, 0.7), (0.047, 0.048, 0.051), (0.092, 0.09, 0.087))
    base = graph.mix(graph.range(wear, 0.5, 0.8, 0.0, 0.5), base, (0.135, 0.13, 0.122))
    stone = graph.mix(stones.outputs["Color"], (0.35, 0.35, 0.36), (1.7, 1.68, 1.62))
    base = graph.mix(0.55, base, stone, "MULTIPLY")
    base = graph.mix(graph.range(grain, 0.3, 0.7, 0.0, 0.35), base, (0.03, 0.03, 0.031))
    dark = graph.math("MAXIMUM", graph.math("MAXIMUM", crack, seam), graph.math("MULTIPLY", oil, 0.8))
    base = graph.mix(graph.math("MAXIMUM", dark, tar), base, (0.012, 0.012, 0.013))
    smooth = graph.math("MAXIMUM", tar, oil)
    graph.principled(
        Base_Color=base, Roughness=graph.range(smooth, 0.0, 1.0, 0.86, 0.42), Specular=0.4,
        Normal=graph.bump(stones.outputs["Distance"], -0.004, 0.6),
    )
    graph.plain_for_bounces((0.072, 0.071, 0.07))


def _grass(graph):
    base = graph.mix(graph.noise(0.06, 5), (0.035, 0.045, 0.014), (0.12, 0.1, 0.045))
    tufts = graph.mix(graph.noise(3, 5), base, (0.05, 0.055, 0.018))
    graph.principled(Base_Color=tufts, Roughness=0.95, Specular=0.1)


def _see_through(graph, share):
    """Lets what lies below show where the share is 0."""
    through = graph.add("ShaderNodeBsdfTransparent").outputs[0]
    mixed = graph.add("ShaderNodeMixShader", share, through, graph.shader.outputs[0])
    graph.set(graph.output.inputs["Surface"], mixed.outputs[0])


def _line(graph):
    chips, fading = graph.noise(5, 8, rough=0.72), graph.noise(0.5, 3)
    worn = graph.math("MULTIPLY", graph.range(chips, 0.4, 0.56), graph.range(fading, 0.25, 0.6, 0.35, 1.0))
    dirt = graph.noise(2.2, 5)
    graph.principled(Base_Color=graph.mix(dirt, (0.2, 0.19, 0.17), (0.62, 0.59, 0.5)), Roughness=0.7)
    _see_through(graph, graph.math("MULTIPLY", worn, 0.85))


def _mark(graph):
    parts, grain = graph.noise(0.8, 3), graph.noise(18, 4)
    patchy = graph.math("MULTIPLY", graph.range(parts, 0.42, 0.7), graph.range(grain, 0.3, 0.6, 0.35, 1.0))
    graph.principled(Base_Color=(0.012, 0.012, 0.012), Roughness=0.7)
    _see_through(graph, graph.math("MULTIPLY", patchy, 0.6))
