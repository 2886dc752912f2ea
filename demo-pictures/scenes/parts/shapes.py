"""Shapes that parts are made of: turned profiles, bent tubes, plates with rounded corners, copies."""

import math
import bmesh
import bpy
from mathutils import Vector
import kit


def turned(name, profile, mat, steps=64, closed=False, angle=30):
    """A profile of (radius, depth) points turned about the y axis; depth runs along +y."""
    bm = bmesh.new()
    rings = []
    for step in range(steps):
        turn = 2 * math.pi * step / steps
        rings.append([bm.verts.new((r * math.cos(turn), d, r * math.sin(turn))) for r, d in profile])
    count = len(profile) if closed else len(profile) - 1
    for step in range(steps):
        one, two = rings[step], rings[(step + 1) % steps]
        for index in range(count):
            after = (index + 1) % len(profile)
            bm.faces.new((one[index], two[index], two[after], one[after]))
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-6)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return smooth(kit.finish(kit.mesh(name, bm), mat), angle)


def smooth(obj, angle=30):
    """Shades smooth up to an angle between faces, in degrees."""
    obj.data.auto_smooth_angle = math.radians(angle)
    return obj


def rounded(points, radius, steps=5):
    """A polyline of 3D points whose corners are bent with a radius."""
    points = [Vector(point) for point in points]
    path = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:]):
        into, out = (before - corner), (after - corner)
        reach = min(radius, into.length * 0.49, out.length * 0.49)
        start, end = corner + into.normalized() * reach, corner + out.normalized() * reach
        for step in range(steps + 1):
            share = step / steps
            path.append(start * (1 - share) ** 2 + corner * 2 * share * (1 - share) + end * share**2)
    return path + [points[-1]]


def tube(points, radius, mat, bend=0.06, verts=14, caps=True):
    """A round bar or pipe along points, its corners bent."""
    path = rounded(points, bend)
    bm = bmesh.new()
    rings, normal = [], None
    for index, point in enumerate(path):
        ahead = path[min(index + 1, len(path) - 1)] - path[max(index - 1, 0)]
        ahead.normalize()
        if normal is None:
            normal = ahead.orthogonal().normalized()
        normal = (normal - ahead * normal.dot(ahead)).normalized()
        other = ahead.cross(normal)
        ring = []
        for vert in range(verts):
            turn = 2 * math.pi * vert / verts
            ring.append(bm.verts.new(point + (normal * math.cos(turn) + other * math.sin(turn)) * radius))
        rings.append(ring)
    for one, two in zip(rings, rings[1:]):
        for vert in range(verts):
            after = (vert + 1) % verts
            bm.faces.new((one[vert], one[after], two[after], two[vert]))
    if caps:
        bm.faces.new(list(reversed(rings[0])))
        bm.faces.new(rings[-1])
    return smooth(kit.finish(kit.mesh("tube", bm), mat), 50)


def copies(obj, places):
    """Copies that share the mesh of obj, at places of (location, rotation)."""
    made = []
    for location, rotation in places:
        copy = obj.copy()
        copy.location = location
        copy.rotation_euler = rotation
        bpy.context.collection.objects.link(copy)
        made.append(copy)
    return made


def join(objects):
    """Makes one object of several, modifiers applied, with a material slot each."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    bm = bmesh.new()
    materials = []
    for obj in objects:
        depsgraph.update()
        data = bpy.data.meshes.new_from_object(obj.evaluated_get(depsgraph))
        data.transform(obj.matrix_world)
        slots = []
        for slot in obj.data.materials:
            if slot not in materials:
                materials.append(slot)
            slots.append(materials.index(slot))
        for face in data.polygons:
            face.material_index = slots[min(face.material_index, len(slots) - 1)]
        bm.from_mesh(data)
        bpy.data.meshes.remove(data)
        bpy.data.objects.remove(obj)
    made = kit.mesh("joined", bm)
    for mat in materials:
        made.data.materials.append(mat)
    made.data.use_auto_smooth = True
    made.data.auto_smooth_angle = math.radians(32)
    return made
