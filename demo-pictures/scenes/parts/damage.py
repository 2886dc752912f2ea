"""Damage: marks laid on whatever a line of sight meets first, and dents pressed into it."""
import bmesh
import bpy
import numpy as np
from mathutils import Vector
import kit
from materials import once

STEPS = 64


class Sight:
    """A line of sight from the camera to what it meets."""

    def __init__(self, eye, aim):
        self.eye = Vector(eye)
        self.way = (Vector(aim) - self.eye).normalized()
        self.right = self.way.cross(Vector((0, 0, 1))).normalized()
        self.up = self.right.cross(self.way)
        self.spot, self.normal, self.obj = self.meet(self.way)

    def meet(self, way):
        """Where a ray from the camera meets a surface, with its normal and object."""
        graph = bpy.context.evaluated_depsgraph_get()
        met, spot, normal, _, obj, _ = bpy.context.scene.ray_cast(graph, self.eye, way)
        return (spot, normal, obj) if met else (None, None, None)


def mark(sight, size, build, lift=0.0012):
    """Lays a patch of half a size (across, up; metres) on the surface; `build(graph, size)` fills its material."""
    bm = bmesh.new()
    layer = bm.loops.layers.uv.new("UVMap")
    grid = {}
    reach = (sight.spot - sight.eye).length
    for row in range(STEPS + 1):
        for column in range(STEPS + 1):
            u, v = (size[0] * (2 * column / STEPS - 1), size[1] * (2 * row / STEPS - 1))
            target = sight.spot + sight.right * u + sight.up * v
            spot, normal, _ = sight.meet((target - sight.eye).normalized())
            if spot is not None and abs((spot - sight.eye).length - reach) < 2.5 * max(size):
                grid[column, row] = bm.verts.new(spot + normal * lift), (u, v)
    longest = 6 * max(size) / STEPS
    for (column, row) in list(grid):
        corners = [grid.get(at) for at in ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))]
        if None in corners:
            continue
        verts = [vert for vert, _ in corners]
        if max((verts[at].co - verts[at - 1].co).length for at in range(4)) > longest:
            continue
        for loop, (_, uv) in zip(bm.faces.new(verts).loops, corners):
            loop[layer].uv = uv
    name = f"{build.__name__} mark"
    obj = kit.mesh(name, bm)
    kit.finish(obj, once(name, lambda graph: build(graph, size)))
    obj.visible_shadow = False


def dent(sight, reach, depth):
    """Presses a dent into all that is near: `reach` (along x, y, z; metres) is where it has sunk to a third."""
    for obj in [obj for obj in bpy.context.scene.objects if obj.type == "MESH" and obj.data.vertices]:
        corners = [obj.matrix_world @ Vector(corner) for corner in obj.bound_box]
        beside = any(
            max(corner[axis] for corner in corners) < sight.spot[axis] - 2 * reach[axis]
            or min(corner[axis] for corner in corners) > sight.spot[axis] + 2 * reach[axis]
            for axis in range(3))
        if not beside:
            _sink(obj, sight, np.array(reach), depth)


def _sink(obj, sight, reach, depth):
    mesh = obj.data
    shaped = mesh.has_custom_normals
    if not shaped:
        bm = bmesh.new()
        bm.from_mesh(mesh)
        long = [edge for edge in bm.edges if edge.calc_length() > 0.25]
        bmesh.ops.subdivide_edges(bm, edges=long, cuts=48, use_grid_fill=True)
        bm.to_mesh(mesh)
        bm.free()
    to_local = obj.matrix_world.inverted()
    spots = _numbers(mesh.vertices, "co").reshape(-1, 3)
    away = (spots - np.array(to_local @ sight.spot)) / reach
    sunk = depth * np.exp(-(away ** 2).sum(1))
    inward = -np.array(to_local.to_3x3() @ sight.normal)
    if shaped:
        mesh.calc_normals_split()
        normals = np.zeros_like(spots)
        normals[_numbers(mesh.loops, "vertex_index", np.int32)] = _numbers(mesh.loops, "normal").reshape(-1, 3)
    mesh.vertices.foreach_set("co", (spots + sunk[:, None] * inward).astype(np.float32).ravel())
    if shaped:
        slope = 2 * sunk[:, None] * away / reach
        slope -= (slope * normals).sum(1)[:, None] * normals
        tilted = normals - slope
        tilted /= np.maximum(np.linalg.norm(tilted, axis=1, keepdims=True), 1e-9)
        mesh.normals_split_custom_set_from_vertices(tilted.astype(np.float32))
    mesh.update()


def _numbers(items, name, kind=np.float32):
    width = 1 if kind is np.int32 else 3
    found = np.empty(len(items) * width, kind)
    items.foreach_get(name, found)
    return found


def _spread(graph, size, ragged, scale):
    """1 within a ragged ellipse of half a size, 0 outside."""
    place = graph.add("ShaderNodeSeparateXYZ", graph.place(space="UV"))
    across = graph.math("DIVIDE", place.outputs["X"], size[0])
    up = graph.math("DIVIDE", place.outputs["Y"], size[1])
    far = graph.math("SQRT", graph.math("ADD", graph.math("MULTIPLY", across, across), graph.math("MULTIPLY", up, up)))
    uneven = graph.math("MULTIPLY", graph.math("SUBTRACT", graph.noise(scale, 4, space="UV"), 0.5), ragged)
    return graph.range(graph.math("ADD", far, uneven), 0.9, 0.6)


def _over(graph, share):
    """Shows the material by a share, and what it lies on by the rest."""
    clear = graph.add("ShaderNodeBsdfTransparent").outputs[0]
    both = graph.add("ShaderNodeMixShader", share, clear, graph.shader.outputs[0]).outputs[0]
    graph.set(graph.output.inputs["Surface"], both)


def scrapes(graph, size):
    """Long scratches through the lacquer to primer and what is below."""
    streaks = graph.noise(260, 3, (0.05, 1, 1), space="UV")
    deep = graph.range(graph.noise(120, 2, (0.08, 1, 1), space="UV"), 0.52, 0.6)
    share = graph.math("MULTIPLY", _spread(graph, size, 1.1, 9 / size[0] * 0.3), graph.range(streaks, 0.44, 0.52))
    graph.principled(Base_Color=graph.mix(deep, (0.42, 0.42, 0.41), (0.05, 0.05, 0.052)), Roughness=0.7,
                     Normal=graph.bump(streaks, 0.0006))
    _over(graph, share)


def scuff(graph, size):
    """Dark transfer of rubber and another's paint, rubbed over the surface."""
    rubbed = graph.noise(90, 5, (0.1, 1, 1), space="UV")
    share = graph.math("MULTIPLY", _spread(graph, size, 1.4, 6), graph.range(rubbed, 0.46, 0.62, 0.0, 0.85))
    graph.principled(Base_Color=graph.mix(graph.range(graph.noise(40, 2, (0.1, 1, 1), space="UV"), 0.5, 0.6),
                     (0.035, 0.034, 0.033), (0.3, 0.3, 0.31)), Roughness=0.8)
    _over(graph, share)


def chips(graph, size):
    """Stone chips: small pits through the lacquer, the larger ones to brown steel."""
    cells = graph.add("ShaderNodeTexVoronoi", Vector=graph.place(space="UV"), Scale=48.0)
    luck = graph.add("ShaderNodeSeparateXYZ", cells.outputs["Color"])
    radius = graph.range(luck.outputs["X"], 0.3, 1.0, 0.0, 0.34)
    uneven = graph.math("MULTIPLY", graph.noise(900, 2, space="UV"), 0.12)
    inside = graph.range(graph.math("SUBTRACT", graph.math("ADD", cells.outputs["Distance"], uneven), radius), 0.06, 0.0)
    share = graph.math("MULTIPLY", _spread(graph, size, 0.9, 8), inside)
    graph.principled(Base_Color=graph.mix(graph.range(luck.outputs["Y"], 0.4, 0.6), (0.24, 0.24, 0.235), (0.1, 0.045, 0.022)),
                     Roughness=0.85)
    _over(graph, share)


def rust(graph, size):
    """Rust that lifts the lacquer from its edge."""
    grain = graph.noise(160, 6, space="UV")
    tone = graph.noise(24, 5, space="UV")
    spread = _spread(graph, size, 1.6, 22)
    brown = graph.mix(graph.range(tone, 0.38, 0.62), (0.03, 0.014, 0.009), (0.15, 0.058, 0.024))
    graph.principled(Base_Color=graph.mix(graph.range(grain, 0.45, 0.7, 0.0, 0.35), brown, (0.22, 0.12, 0.065)),
                     Roughness=0.95, Specular=0.1, Normal=graph.bump(grain, 0.004))
    _over(graph, graph.range(spread, 0.1, 0.35))


def rash(graph, size):
    """The edge of a rim ground off along a curb, here and there."""
    place = graph.add("ShaderNodeSeparateXYZ", graph.place(space="UV"))
    x, y = place.outputs["X"], place.outputs["Y"]
    far = graph.math("SQRT", graph.math("ADD", graph.math("MULTIPLY", x, x), graph.math("MULTIPLY", y, y)))
    uneven = graph.math("MULTIPLY", graph.noise(60, 4, space="UV"), 0.012)
    band = graph.range(graph.math("ADD", far, uneven), size[0] * 0.85, size[0] * 0.88)
    band = graph.math("MULTIPLY", band, graph.range(far, size[0] * 0.97, size[0] * 0.955))
    here = graph.range(graph.noise(13, 4, space="UV"), 0.45, 0.5)
    grain = graph.noise(420, 3, space="UV")
    graph.principled(Base_Color=graph.mix(graph.range(grain, 0.4, 0.6), (0.02, 0.02, 0.021), (0.2, 0.2, 0.205)),
                     Roughness=0.75, Normal=graph.bump(grain, 0.0012))
    _over(graph, graph.math("MULTIPLY", band, here))


def oil(graph, size):
    """Oil that has seeped and run down, wet, with dust on its edges."""
    runs = graph.noise(55, 3, (1, 0.12, 1), space="UV")
    spread = graph.math("MULTIPLY", _spread(graph, size, 1.2, 14), graph.range(runs, 0.38, 0.5))
    wet = graph.range(graph.noise(18, 4, space="UV"), 0.4, 0.6)
    graph.principled(Base_Color=graph.mix(wet, (0.035, 0.026, 0.017), (0.007, 0.005, 0.003)),
                     Roughness=graph.range(wet, 0, 1, 0.6, 0.08), Clearcoat=wet, Clearcoat_Roughness=0.03)
    _over(graph, graph.range(spread, 0.05, 0.5, 0.0, 0.94))


def star(graph, size):
    """A star chip in glass: a pit, rays of uneven length, a ring."""
    place = graph.add("ShaderNodeSeparateXYZ", graph.place(space="UV"))
    x, y = place.outputs["X"], place.outputs["Y"]
    far = graph.math("SQRT", graph.math("ADD", graph.math("MULTIPLY", x, x), graph.math("MULTIPLY", y, y)))
    turn = graph.math("ADD", graph.math("MULTIPLY", graph.math("ARCTAN2", y, x), 4.5),
                      graph.math("MULTIPLY", graph.noise(120, 2, space="UV"), 2.2))
    beside = graph.math("MULTIPLY", graph.math("ABSOLUTE", graph.math("SINE", turn)), far)
    ends = graph.range(graph.math("ADD", far, graph.math("MULTIPLY", graph.noise(60, 1, space="UV"), size[0] * 0.8)),
                       size[0] * 1.25, size[0] * 0.95)
    rays = graph.math("MULTIPLY", graph.range(beside, 0.0016, 0.0005), ends)
    pit = graph.range(graph.math("ADD", far, graph.math("MULTIPLY", graph.noise(500, 2, space="UV"), 0.004)), 0.0075, 0.005)
    ring = graph.range(graph.math("ABSOLUTE", graph.math("SUBTRACT", far, size[0] * 0.33)), 0.0012, 0.0003)
    ring = graph.math("MULTIPLY", ring, graph.range(graph.noise(90, 1, space="UV"), 0.45, 0.6))
    graph.principled(Base_Color=(0.75, 0.78, 0.78), Roughness=0.25, Specular=0.8)
    _over(graph, graph.math("MAXIMUM", graph.math("MAXIMUM", rays, ring), pit))
