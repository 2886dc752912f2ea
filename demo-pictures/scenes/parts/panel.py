"""Curved panels: cross-sections lofted into a mesh of quads, smoothed by subdivision, creased where told."""

import bmesh
import bpy
import kit


def loft(name, rings, mat, closed=False, caps=(False, False), crease=(), levels=3, thick=0.0, angle=60):
    """Lofts rings (lists of equally many points) into a subdivided surface.

    crease holds entries (ring or None, point or None, strength): edges along that point's line over all
    rings, or around that ring. caps closes the first and last ring with a creaseless face fan.
    """
    bm = bmesh.new()
    layer = bm.edges.layers.crease.verify()
    grid = [[bm.verts.new(point) for point in ring] for ring in rings]
    count = len(rings[0])
    last = count if closed else count - 1
    for one, two in zip(grid, grid[1:]):
        for at in range(last):
            after = (at + 1) % count
            corners = [one[at], one[after], two[after], two[at]]
            bm.faces.new(corners)
    for want, ring in zip(caps, (list(reversed(grid[0])), grid[-1])):
        if want:
            bm.faces.new(ring)
    for ring, point, strength in crease:
        for edge in lines(bm, grid, ring, point, closed):
            edge[layer] = strength
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    return finished(kit.mesh(name, bm), mat, levels, thick, angle)


def lines(bm, grid, ring, point, closed):
    """The edges of one ring, or of one point over all rings."""
    if ring is None:
        pairs = [(one[point], two[point]) for one, two in zip(grid, grid[1:])]
    else:
        row = grid[ring]
        pairs = list(zip(row, row[1:])) + ([(row[-1], row[0])] if closed else [])
    return [edge for edge in (bm.edges.get(pair) for pair in pairs) if edge]


def finished(obj, mat, levels, thick=0.0, angle=60):
    """Gives a mesh its material, thickness and subdivision."""
    kit.finish(obj, mat)
    obj.data.auto_smooth_angle = angle * 3.14159 / 180
    smooth = obj.modifiers.new("smooth", "SUBSURF")
    smooth.levels = smooth.render_levels = levels
    if thick:
        wall = obj.modifiers.new("thick", "SOLIDIFY")
        wall.thickness = thick
        wall.offset = -1
    return obj


def mirrored(points):
    """A ring given from the middle (y=0) to the left edge, carried over to the right: right edge first."""
    other = [(x, -y, z) for x, y, z in reversed(points) if y > 1e-6]
    return other + list(points)


def flipped(obj):
    """A copy of obj on the other side."""
    copy = obj.copy()
    copy.data = obj.data.copy()
    for vert in copy.data.vertices:
        vert.co.y = -vert.co.y
    copy.data.flip_normals()
    copy.location.y = -obj.location.y
    bpy.context.collection.objects.link(copy)
    return copy
