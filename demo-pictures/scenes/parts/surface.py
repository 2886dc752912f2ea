"""What lies on a body's skin: shut-lines, windows with seals, plates; each follows the true surface."""

import bmesh
import bpy
from mathutils import Vector
from mathutils.bvhtree import BVHTree
import kit
from .shapes import rounded, smooth, tube

FAR = 9.0


def flat(points, radius, steps=5):
    """A closed 2D outline with round corners."""
    loop = [(*point, 0) for point in points]
    middle = [(a + b) / 2 for a, b in zip(loop[0], loop[-1])]
    path = rounded([middle, *loop, middle], radius, steps)
    return [(point.x, point.y) for point in path[:-1]]


class Skin:
    """The outer surface of objects; faces left, right, front, back take (x or y, z), top takes (x, y)."""

    def __init__(self, *objects):
        bm = bmesh.new()
        graph = bpy.context.evaluated_depsgraph_get()
        graph.update()
        for obj in objects:
            data = bpy.data.meshes.new_from_object(obj.evaluated_get(graph))
            data.transform(obj.matrix_world)
            bm.from_mesh(data)
            bpy.data.meshes.remove(data)
        self.tree = BVHTree.FromBMesh(bm)
        bm.free()

    def at(self, face, u, v, lift=0.0):
        """The point of the skin seen straight on at (u, v), lifted off it."""
        eye, way = {
            "left": ((u, FAR, v), (0, -1, 0)),
            "right": ((u, -FAR, v), (0, 1, 0)),
            "front": ((FAR, u, v), (-1, 0, 0)),
            "back": ((-FAR, u, v), (1, 0, 0)),
            "top": ((u, v, FAR), (0, 0, -1)),
        }[face]
        way = Vector(way)
        point, normal, _, _ = self.tree.ray_cast(Vector(eye), way)
        if point is None:
            point, normal, _, _ = self.tree.find_nearest(Vector(eye) + way * (FAR - 1))
        if normal.dot(way) > 0:
            normal = -normal
        return point + normal * lift, normal

    def line(self, face, points, lift, bend, closed=False, step=0.06):
        """A polyline of (u, v) laid on the skin, finely divided: (point, normal) each."""
        path = (
            flat(points, bend) if closed else [(p.x, p.y) for p in rounded([(*p, 0) for p in points], bend)]
        )
        path = path + [path[0]] if closed else path
        laid = []
        for (u0, v0), (u1, v1) in zip(path, path[1:]):
            parts = max(1, int(((u1 - u0) ** 2 + (v1 - v0) ** 2) ** 0.5 / step))
            laid += [
                self.at(face, u0 + (u1 - u0) * i / parts, v0 + (v1 - v0) * i / parts, lift)
                for i in range(parts)
            ]
        return laid if closed else laid + [self.at(face, *path[-1], lift)]


def seam(skin, face, points, width=0.008, mat=None, bend=0.05, closed=False, lift=0.0015):
    """A shut-line: a dark ribbon on the skin."""
    laid = skin.line(face, points, lift, bend, closed)
    if closed:
        laid.append(laid[0])
    bm = bmesh.new()
    rows = []
    for index, (point, normal) in enumerate(laid):
        ahead = laid[min(index + 1, len(laid) - 1)][0] - laid[max(index - 1, 0)][0]
        across = ahead.cross(normal).normalized() * width / 2
        rows.append((bm.verts.new(point - across), bm.verts.new(point + across)))
    for (a, b), (c, d) in zip(rows, rows[1:]):
        bm.faces.new((a, b, d, c))
    return kit.finish(kit.mesh("seam", bm), mat or kit.black())


def both_sides(draw, *args, **named):
    """Draws on the left and on the right."""
    return [draw(face, *args, **named) for face in ("left", "right")]


def pane(skin, face, outline, lift, mat, rings=4):
    """A sheet filling an outline on the skin, set back by a negative lift."""
    count = len(outline)
    middle = (sum(u for u, _ in outline) / count, sum(v for _, v in outline) / count)
    bm = bmesh.new()
    grid = []
    for ring in range(rings):
        share = 1 - ring / rings
        grid.append(
            [
                bm.verts.new(
                    skin.at(
                        face, middle[0] + (u - middle[0]) * share, middle[1] + (v - middle[1]) * share, lift
                    )[0]
                )
                for u, v in outline
            ]
        )
    centre = bm.verts.new(skin.at(face, *middle, lift)[0])
    for one, two in zip(grid, grid[1:]):
        for at in range(count):
            after = (at + 1) % count
            bm.faces.new((one[at], one[after], two[after], two[at]))
    for at in range(count):
        bm.faces.new((grid[-1][at], grid[-1][(at + 1) % count], centre))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return smooth(kit.finish(kit.mesh("pane", bm), mat), 60)


def opening(face, outline, depth):
    """A prism that cuts an outline through a shell from outside, as deep as depth from y=0, or x range."""
    bm = bmesh.new()
    low, high = depth
    place = {
        "left": lambda u, v, d: (u, d, v),
        "right": lambda u, v, d: (u, -d, v),
        "front": lambda u, v, d: (d, u, v),
        "back": lambda u, v, d: (d, u, v),
    }[face]
    one = [bm.verts.new(place(u, v, low)) for u, v in outline]
    two = [bm.verts.new(place(u, v, high)) for u, v in outline]
    bm.faces.new(one)
    bm.faces.new(list(reversed(two)))
    for at in range(len(outline)):
        after = (at + 1) % len(outline)
        bm.faces.new((one[at], two[at], two[after], one[after]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return kit.mesh("opening", bm)


def cut(shell, openings):
    """Cuts openings out of a shell for good."""
    for obj in openings:
        boolean = shell.modifiers.new("cut", "BOOLEAN")
        boolean.object = obj
        boolean.solver = "EXACT"
    applied(shell)
    for obj in openings:
        bpy.data.objects.remove(obj)
    even = shell.modifiers.new("even", "WEIGHTED_NORMAL")
    even.keep_sharp = True
    return shell


def applied(obj):
    """Applies an object's modifiers."""
    graph = bpy.context.evaluated_depsgraph_get()
    graph.update()
    data = bpy.data.meshes.new_from_object(obj.evaluated_get(graph))
    obj.modifiers.clear()
    obj.data = data
    return obj


def windows(shell, wanted, mat=None, seal=0.012, recess=0.012):
    """Cuts windows into a shell and fills them: wanted holds (face, outline points, corner radius, depth range)."""
    skin = Skin(shell)
    outlines = [(face, flat(points, radius), depth) for face, points, radius, depth in wanted]
    for face, outline, _ in outlines:
        pane(skin, face, outline, -recess, mat or kit.glass())
        laid = [skin.at(face, u, v, 0.002)[0] for u, v in outline]
        tube(laid + [laid[0]], seal, kit.black(), 0.001, 8, False)
    cut(shell, [opening(*outline) for outline in outlines])
    return skin


def rod(skin, face, points, radius, mat=None, bend=0.05, closed=False, lift=0.0, verts=10):
    """A round bar laid on the skin along points."""
    laid = [point for point, _ in skin.line(face, points, lift, bend, closed, 0.04)]
    return tube(laid + [laid[0]] if closed else laid, radius, mat or kit.chrome(), 0.001, verts, not closed)


def plate(skin, face, outline, mat, lift=0.002, radius=0.03, rim=0.0):
    """A thin sheet lying on the skin, with a rim rod when told."""
    made = pane(skin, face, flat(outline, radius), lift, mat)
    if rim:
        rod(skin, face, outline, rim, mat, radius, True, lift)
    return made


def hole(shell, whole, face, outline, depth, mat=None, radius=0.05, reach=(2.6, 4.6)):
    """Opens a shell along an outline and closes it with a dark sheet set back by depth."""
    loop = flat(outline, radius)
    pane(whole, face, loop, -depth, mat or kit.black())
    cut(shell, [opening(face, loop, reach)])
