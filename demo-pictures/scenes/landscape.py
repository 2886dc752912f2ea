"""What lies beyond the yard: chain link, trees and hills."""
import math
import random
import bmesh
import bpy
from mathutils import Matrix, Vector, noise
import kit
from materials import once

END, SIDE = 82.0, 60.0


def landscape():
    """Fences the yard in, plants trees behind the fence and lays hills round it all."""
    _fence((-END, -SIDE), (-END, SIDE))
    _fence((END, -SIDE), (END, SIDE))
    _fence((26, SIDE - 6), (END, SIDE - 6))
    _trees()
    _hills()


def _mesh(name, verts, faces, mat):
    data = bpy.data.meshes.new(name)
    data.from_pydata(verts, [], faces)
    data.materials.append(mat)
    return data


def _stand(name, data, matrix=Matrix()):
    obj = bpy.data.objects.new(name, data)
    obj.matrix_world = matrix
    bpy.context.collection.objects.link(obj)
    return obj


def _fence(start, end, height=2.5):
    """Chain link between posts."""
    (ax, ay), (bx, by) = start, end
    corners = [(ax, ay, 0.05), (bx, by, 0.05), (bx, by, height), (ax, ay, height)]
    _stand("chain link", _mesh("chain link", corners, [(0, 1, 2, 3)], once("chain link", _links)))
    post = kit.material("post", (0.3, 0.31, 0.32), 0.45, 0.8)
    count = int(math.dist(start, end) // 3)
    for number in range(count + 1):
        x, y = ax + (bx - ax) * number / count, ay + (by - ay) * number / count
        kit.cylinder((x, y, 0), (x, y, height + 0.06), 0.035, post, 0, None, 8)
    for z in (0.08, height):
        kit.cylinder((ax, ay, z), (bx, by, z), 0.022, post, 0, None, 6)


def _links(graph):
    where = graph.add("ShaderNodeSeparateXYZ", graph.place())
    along = graph.math("ADD", where.outputs["X"], where.outputs["Y"])
    wires = []
    for slope in ("ADD", "SUBTRACT"):
        step = graph.math("PINGPONG", graph.math(slope, along, where.outputs["Z"]), 0.04)
        wires.append(graph.range(step, 0.0065, 0.0045))
    graph.principled(Base_Color=(0.3, 0.31, 0.32), Metallic=0.7, Roughness=0.45)
    through = graph.add("ShaderNodeBsdfTransparent").outputs[0]
    wire = graph.math("MAXIMUM", *wires)
    mixed = graph.add("ShaderNodeMixShader", wire, through, graph.shader.outputs[0])
    graph.set(graph.output.inputs["Surface"], mixed.outputs[0])


def _trees():
    chance = random.Random(11)
    kinds = [_tree(chance, number) for number in range(5)]
    for _ in range(520):
        side = chance.choice("abcdd")
        deep = abs(chance.gauss(0, 16))
        if side == "a":
            x, y = -END - 6 - deep, chance.uniform(-110, 120)
        elif side == "b":
            x, y = END + 6 + deep, chance.uniform(-110, 120)
        else:
            behind = side == "d" and chance.random() < 0.55
            x, y = chance.uniform(-130, 130), (-82 - deep) if behind else (82 + deep)
        size = chance.uniform(0.65, 1.3)
        turn = Matrix.Rotation(chance.uniform(0, 6.3), 4, "Z")
        _stand("tree", chance.choice(kinds), Matrix.Translation((x, y, -0.1)) @ turn @ Matrix.Scale(size, 4))


def _tree(chance, number):
    """A tree's mesh: a stem, and leaves in clumps round the ends of its boughs."""
    verts, faces = [], []
    tall, broad = chance.uniform(6.5, 10.5), chance.uniform(2.2, 3.6)
    for _ in range(26):
        rise = chance.uniform(0.32, 0.95)
        reach = broad * (0.58 - 0.25 * rise)
        heart = Vector((chance.gauss(0, reach), chance.gauss(0, reach), tall * rise))
        for _ in range(75):
            out = Vector((chance.gauss(0, 1), chance.gauss(0, 1), chance.gauss(0, 0.7))).normalized()
            spot = heart + out * chance.uniform(0.55, 1.0) * 1.15
            across = out.orthogonal().normalized()
            across.rotate(Matrix.Rotation(chance.uniform(0, 6.3), 3, out))
            up = (out.cross(across) + out * chance.uniform(-0.6, 0.6)).normalized()
            half = chance.uniform(0.1, 0.22)
            at = len(verts)
            for a, b in ((-1, -1), (1, -1), (1.2, 1), (-0.8, 1)):
                verts.append(spot + (across * a + up * b) * half)
            faces.append((at, at + 1, at + 2, at + 3))
    data = _mesh(f"tree {number}", verts, faces, once("leaves", _leaves))
    data.materials.append(kit.material("bark", (0.05, 0.04, 0.03), 0.9))
    stem = bmesh.new()
    stem.from_mesh(data)
    made = bmesh.ops.create_cone(stem, segments=8, radius1=0.28, radius2=0.08, depth=tall * 0.8)
    bmesh.ops.translate(stem, verts=made["verts"], vec=(0, 0, tall * 0.4))
    for face in {face for vert in made["verts"] for face in vert.link_faces}:
        face.material_index = 1
    stem.to_mesh(data)
    stem.free()
    return data


def _leaves(graph):
    chosen = graph.add("ShaderNodeObjectInfo").outputs["Random"]
    tone = graph.mix(graph.noise(1.2, 3), (0.018, 0.035, 0.01), (0.06, 0.085, 0.02))
    dry = graph.math("MULTIPLY", chosen, 0.5)
    graph.principled(Base_Color=graph.mix(dry, tone, (0.1, 0.085, 0.025)), Roughness=0.65, Specular=0.2)


def _hills():
    """A ring of low hills, blue with distance."""
    verts, faces, steps = [], [], 160
    for step in range(steps):
        angle = 2 * math.pi * step / steps
        out = Vector((math.cos(angle), math.sin(angle), 0))
        rise = 30 + 38 * noise.fractal(out * 2.6 + Vector((3, 1, 7)), 0.7, 2.1, 5)
        verts += [out * 620 - Vector((0, 0, 3)), out * 800 + Vector((0, 0, max(9, rise)))]
        after = (step + 1) % steps
        faces.append((2 * step, 2 * after, 2 * after + 1, 2 * step + 1))
    data = _mesh("hills", verts, faces, once("hill", _hill))
    _stand("hills", data)


def _hill(graph):
    tone = graph.mix(graph.noise(0.02, 6), (0.055, 0.085, 0.075), (0.12, 0.14, 0.12))
    graph.principled(Base_Color=tone, Roughness=1.0, Specular=0.0, Emission=(0.22, 0.3, 0.38))
    graph.principled(Emission_Strength=0.22)
    graph.mat.cycles.sample_as_light = False
