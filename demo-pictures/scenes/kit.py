"""Parts that vehicles are put together from. Metres; x forward, y left, z up."""
import math
import bpy
import bmesh
from materials import (  # noqa: F401  bodies take their materials from the kit
    amber, black, chrome, clear_lens, dark_glass, glass, lamp, material, paint, privacy_glass, red, rubber,
    steel, white,
)


def finish(obj, mat, bevel=0.0, segments=3):
    obj.data.materials.append(mat)
    for face in obj.data.polygons:
        face.use_smooth = True
    obj.data.use_auto_smooth = True
    obj.data.auto_smooth_angle = math.radians(35)
    if bevel:
        modifier = obj.modifiers.new("bevel", "BEVEL")
        modifier.width = bevel
        modifier.segments = segments
        modifier.limit_method = "ANGLE"
        modifier.angle_limit = math.radians(25)
        modifier.harden_normals = True
    return obj


def mesh(name, bm):
    data = bpy.data.meshes.new(name)
    bm.normal_update()
    bm.to_mesh(data)
    bm.free()
    obj = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(obj)
    return obj


def box(x, y, z, mat, bevel=0.02):
    """A box by its ranges: x=(from, to) and so on."""
    bm = bmesh.new()
    bmesh.ops.create_cube(bm, size=1)
    for vert in bm.verts:
        for axis, (low, high) in enumerate((x, y, z)):
            vert.co[axis] = low if vert.co[axis] < 0 else high
    return finish(mesh("box", bm), mat, bevel)


def both(x, y, z, mat, bevel=0.02):
    """A box and its mirror on the other side."""
    box(x, y, z, mat, bevel)
    box(x, (-y[1], -y[0]), z, mat, bevel)


def side(profile, width, mat, bevel=0.05, narrow=None, centre=0.0):
    """A side view drawn out to a width. narrow=(z, top z, factor) leans the sides in above z."""
    bm = bmesh.new()
    rings = []
    for sign in (-1, 1):
        ring = []
        for px, pz in profile:
            half = width / 2
            if narrow and pz > narrow[0]:
                half *= 1 - (1 - narrow[2]) * min(1, (pz - narrow[0]) / (narrow[1] - narrow[0]))
            ring.append(bm.verts.new((px, centre + sign * half, pz)))
        rings.append(ring)
    bm.faces.new(rings[0])
    bm.faces.new(list(reversed(rings[1])))
    count = len(profile)
    for index in range(count):
        after = (index + 1) % count
        bm.faces.new((rings[0][after], rings[0][index], rings[1][index], rings[1][after]))
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return finish(mesh("side", bm), mat, bevel)


def cylinder(start, end, radius, mat, bevel=0.0, radius2=None, verts=48):
    from mathutils import Vector
    a, b = Vector(start), Vector(end)
    bm = bmesh.new()
    bmesh.ops.create_cone(
        bm, cap_ends=True, segments=verts, radius1=radius, radius2=radius if radius2 is None else radius2,
        depth=(b - a).length,
    )
    obj = finish(mesh("cylinder", bm), mat, bevel)
    obj.location = (a + b) / 2
    obj.rotation_mode = "QUATERNION"
    obj.rotation_quaternion = (b - a).to_track_quat("Z", "Y")
    return obj


def pane(profile, half, mat=None, thick=0.012):
    """A window on both sides; half is the distance of the side at the pane's foot and head."""
    for out in (1, -1):
        bm = bmesh.new()
        z0, z1 = min(z for _, z in profile), max(z for _, z in profile)
        verts = []
        for px, pz in profile:
            share = (pz - z0) / (z1 - z0)
            verts.append(bm.verts.new((px, out * (half[0] + (half[1] - half[0]) * share + thick), pz)))
        bm.faces.new(verts)
        bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
        finish(mesh("pane", bm), mat or dark_glass())


def across(a, b, width, mat=None, lift=0.012):
    """A pane across the vehicle between two points of the side view, width=(at a, at b)."""
    bm = bmesh.new()
    dx, dz = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dz)
    nx, nz = dz / length * lift, -dx / length * lift
    verts = [
        bm.verts.new((a[0] + nx, -width[0] / 2, a[1] + nz)),
        bm.verts.new((a[0] + nx, width[0] / 2, a[1] + nz)),
        bm.verts.new((b[0] + nx, width[1] / 2, b[1] + nz)),
        bm.verts.new((b[0] + nx, -width[1] / 2, b[1] + nz)),
    ]
    bm.faces.new(verts)
    finish(mesh("across", bm), mat or dark_glass())
