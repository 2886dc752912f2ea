"""Skins: triangles with their own normals that can be cut along curves, taken apart and given depth."""
import math
import bpy
import numpy as np


class Skin:
    """Points, normals and triangles of a part of a body."""

    def __init__(self, points, normals, triangles):
        self.p, self.n, self.t = points, normals, triangles

    def cut(self, region):
        """Splits triangles along region = 0; region takes points and normals. Answers inside, outside."""
        g = region(self.p, self.n)
        g = np.where(np.abs(g) < 1e-7, 1e-7, g)
        below = g[self.t] < 0
        count = below.sum(1)
        whole_in, whole_out = self.t[count == 3], self.t[count == 0]
        mixed, mixed_below = self.t[(count == 1) | (count == 2)], below[(count == 1) | (count == 2)]
        if not len(mixed):
            return self.part(whole_in), self.part(whole_out)
        alone = np.where(mixed_below.sum(1) == 1, mixed_below.argmax(1), (~mixed_below).argmax(1))
        rows = np.arange(len(mixed))
        tip, left, right = (mixed[rows, (alone + k) % 3] for k in range(3))
        tip_below = g[tip] < 0
        ends = np.concatenate([np.stack([tip, left], 1), np.stack([tip, right], 1)])
        ends.sort(axis=1)
        unique, back = np.unique(ends, axis=0, return_inverse=True)
        share = (g[unique[:, 0]] / (g[unique[:, 0]] - g[unique[:, 1]]))[:, None]
        base = len(self.p)
        mix = lambda a: a[unique[:, 0]] * (1 - share) + a[unique[:, 1]] * share  # noqa: E731
        normal = mix(self.n)
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
        self.p, self.n = np.concatenate([self.p, mix(self.p)]), np.concatenate([self.n, normal])
        back = back.reshape(-1)
        on_left, on_right = base + back[:len(mixed)], base + back[len(mixed):]
        tips = np.stack([tip, on_left, on_right], 1)
        rest = np.concatenate([np.stack([on_left, left, right], 1), np.stack([on_left, right, on_right], 1)])
        both = np.concatenate([tip_below, tip_below])
        inside = np.concatenate([whole_in, tips[tip_below], rest[~both]])
        outside = np.concatenate([whole_out, tips[~tip_below], rest[both]])
        return self.part(inside), self.part(outside)

    def part(self, triangles):
        """The part of the skin made of these triangles, with points of its own."""
        used, back = np.unique(triangles, return_inverse=True)
        return Skin(self.p[used], self.n[used], back.reshape(-1, 3))

    def refined(self, region, times=1):
        """The skin with its triangles where region is below nought split in four, ready for thin cuts."""
        skin = self
        for _ in range(times):
            g = region(skin.p, skin.n)
            skin = skin.split((g[skin.t] < 0).any(1))
        return skin

    def split(self, chosen):
        """Splits the chosen triangles in four."""
        t, rest = self.t[chosen], self.t[~chosen]
        ends = np.sort(np.concatenate([t[:, [0, 1]], t[:, [1, 2]], t[:, [2, 0]]]), axis=1)
        unique, back = np.unique(ends, axis=0, return_inverse=True)
        normal = self.n[unique].sum(1)
        normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
        ab, bc, ca = (len(self.p) + back.reshape(-1)).reshape(3, -1)
        a, b, c = t.T
        parts = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        return Skin(np.concatenate([self.p, self.p[unique].mean(1)]), np.concatenate([self.n, normal]),
                    np.concatenate([rest] + [np.stack(part, 1) for part in parts]))

    def moved(self, offset):
        """A copy moved along its normals (a number) or by a vector or array."""
        move = self.n * offset if np.isscalar(offset) else np.asarray(offset, float)
        return Skin(self.p + move, self.n.copy(), self.t.copy())

    def flipped(self):
        """The same skin seen from behind."""
        return Skin(self.p, -self.n, self.t[:, ::-1])

    def mirrored(self):
        """The skin of the other side."""
        turn = np.array([1, -1, 1])
        return Skin(self.p * turn, self.n * turn, self.t[:, ::-1])

    def edges(self):
        """Edges at the border, as pairs of points in the order of their triangle."""
        pairs = np.concatenate([self.t[:, [0, 1]], self.t[:, [1, 2]], self.t[:, [2, 0]]])
        key = np.sort(pairs, axis=1)
        _, first, count = np.unique(key, axis=0, return_index=True, return_counts=True)
        pairs = pairs[first[count == 1]]
        middle = (np.abs(self.p[pairs[:, 0], 1]) < 1e-6) & (np.abs(self.p[pairs[:, 1], 1]) < 1e-6)
        return pairs[~middle]

    def rim(self, *offsets):
        """Walls from the border to one or more further places: along normals (a number) or by vectors."""
        pairs = self.edges()
        if not len(pairs):
            return Skin(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), int))
        used, back = np.unique(pairs, return_inverse=True)
        pairs = back.reshape(-1, 2)
        rows = [self.p[used]]
        for offset in offsets:
            move = self.n[used] * offset if np.isscalar(offset) else np.asarray(offset, float)
            rows.append(rows[0] + move)
        points, found, size = np.concatenate(rows), [], len(used)
        for row in range(len(offsets)):
            a, b = pairs[:, 0] + row * size, pairs[:, 1] + row * size
            found += [np.stack([b, a, a + size], 1), np.stack([b, a + size, b + size], 1)]
        return faceted(points, np.concatenate(found))

    def stand(self, name, mat, both_sides=True, thick=0.0):
        """Puts the skin in the scene, its mirror too; thick gives it walls inward."""
        skins = [self] + ([self.moved(-thick).flipped(), self.rim(-thick)] if thick else [])
        skins += [skin.mirrored() for skin in skins] if both_sides else []
        return place(name, together(skins), mat)


def faceted(points, triangles):
    """A skin whose normals are taken from its faces."""
    normal = np.zeros_like(points)
    a, b, c = (points[triangles[:, k]] for k in range(3))
    face = np.cross(b - a, c - a)
    for k in range(3):
        np.add.at(normal, triangles[:, k], face)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-12)
    return Skin(points, normal, triangles)


def together(skins):
    """One skin of several, their points apart."""
    base = np.cumsum([0] + [len(skin.p) for skin in skins[:-1]])
    return Skin(np.concatenate([s.p for s in skins]), np.concatenate([s.n for s in skins]),
                np.concatenate([s.t + b for s, b in zip(skins, base)]))


def place(name, skin, mat):
    """A Blender object with the skin's own normals."""
    data = bpy.data.meshes.new(name)
    data.vertices.add(len(skin.p))
    data.vertices.foreach_set("co", skin.p.astype(np.float32).ravel())
    data.loops.add(len(skin.t) * 3)
    data.loops.foreach_set("vertex_index", skin.t.astype(np.int32).ravel())
    data.polygons.add(len(skin.t))
    data.polygons.foreach_set("loop_start", np.arange(0, len(skin.t) * 3, 3, dtype=np.int32))
    data.polygons.foreach_set("loop_total", np.full(len(skin.t), 3, dtype=np.int32))
    data.polygons.foreach_set("use_smooth", np.ones(len(skin.t), dtype=bool))
    data.update()
    data.use_auto_smooth = True
    data.auto_smooth_angle = math.pi
    data.normals_split_custom_set_from_vertices(skin.n.astype(np.float32))
    data.materials.append(mat)
    obj = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(obj)
    return obj
