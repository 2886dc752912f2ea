"""Lamps and openings cut from a body's skin: clear lenses before reflector bowls, light strips, grilles."""
import bpy
import numpy as np
import kit
from . import outline
from .panels import gloss
from .shapes import turned


def tinted(name, color, mirror=0.07):
    """A coloured clear cover: light goes straight through it."""
    found = bpy.data.materials.get(name)
    if found:
        return found
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    nodes.remove(nodes["Principled BSDF"])
    through, shine, mix, rim = (nodes.new("ShaderNode" + kind) for kind in
                                ("BsdfTransparent", "BsdfGlossy", "MixShader", "Fresnel"))
    through.inputs["Color"].default_value = (*color, 1)
    shine.inputs["Roughness"].default_value = 0.01
    rim.inputs["IOR"].default_value = 1.35 + mirror
    for source, target in ((rim.outputs[0], mix.inputs[0]), (through.outputs[0], mix.inputs[1]),
                           (shine.outputs[0], mix.inputs[2]),
                           (mix.outputs[0], nodes["Material Output"].inputs["Surface"])):
        links.new(source, target)
    return made


def red_cover():
    """The outer lens of tail lamps."""
    return tinted("red cover", (0.62, 0.012, 0.01))


def glow(name, color, strength):
    """A light that is on."""
    return kit.material(name, color, 0.3, 0, 0, strength)


def reflector():
    """Vacuum-coated plastic."""
    return kit.material("reflector", (0.82, 0.83, 0.85), 0.12, 1.0)


def bezel():
    """Dark satin inside of a lamp."""
    return kit.material("bezel", (0.02, 0.021, 0.023), 0.3, 0.3)


def near(skin, a, b, axis=0):
    """The skin's point nearest to a place seen along an axis."""
    one, two = [k for k in range(3) if k != axis]
    at = np.argmin((skin.p[:, one] - a) ** 2 + (skin.p[:, two] - b) ** 2)
    return skin.p[at]


def box_of(lens, back, lean=0.03):
    """The places of a lamp's back wall: behind the lens by a vector, and inward a little."""
    return np.asarray(back, float) - lens.n * lean


def lamp(carver, region, back, cover, wall, inside=(), lean=0.025):
    """A lamp: lens, walls and back; inside lists (region, material, forward) strips of the back."""
    lens = carver.take(region)
    lens.rim(-0.004).stand("lamp gap", gloss())
    lens = lens.moved(-0.003)
    lens.stand("lens", cover)
    offset = box_of(lens, back, lean)
    lens.rim(*[np.asarray(back) * 0.999]).stand("lamp wall", wall)
    rear = lens.moved(offset).refined(lambda p, n: np.full(len(p), -1.0))
    for strip_region, mat, forward in inside:
        strip, rear = rear.cut(strip_region)
        strip = strip.moved(-np.asarray(back, float) * forward)
        strip.stand("strip", mat)
        strip.rim(np.asarray(back, float) * forward).stand("strip side", mat)
    rear.stand("lamp back", wall)
    return lens


def bowl(place, radius, depth=0.05, toward=1, lens=True):
    """A round reflector with its projector lens, on both sides of the car, facing along x."""
    for sign in (1, -1):
        parts = [turned("bowl", [(radius * 0.3, -depth), (radius * 0.62, -depth * 0.8),
                                 (radius * 0.9, -depth * 0.25),
                                 (radius, 0), (radius + 0.005, 0.002), (radius + 0.005, -depth)], reflector(),
                                 40)]
        if lens:
            parts.append(turned("projector", [(0, 0.004), (radius * 0.3, -0.001), (radius * 0.5, -0.012),
                                              (radius * 0.56, -0.03)],
                                kit.material("projector", (0.35, 0.38, 0.42), 0.03, 0.6, 1), 32))
        else:
            parts.append(turned("bulb", [(0, -0.01), (radius * 0.14, -0.014), (radius * 0.16, -depth)],
                                kit.chrome(), 20))
        for part in parts:
            part.location = (place[0], sign * place[1], place[2])
            part.rotation_euler = (0, 0, -toward * 1.5708)


def opening(carver, region, depth=0.05, bars=(), bar_mat=None, frame=None, frame_width=0.012, bar_depth=0.02,
            back=None, fine=1):
    """An opening in the skin with bars in it: bars are regions of its surface."""
    hole = carver.take(region)
    if frame:
        ring, hole = hole.cut(lambda p, n: -region(p, n) - frame_width)
        ring.moved(0.005).stand("frame", frame)
        ring.moved(0.005).rim(-0.02).stand("frame", frame)
    hole.rim(-depth).stand("opening", gloss())
    rest = hole.refined(lambda p, n: np.full(len(p), -1.0), fine)
    for bar_region in bars:
        bar, rest = rest.cut(bar_region)
        bar.moved(-bar_depth).stand("bar", bar_mat or gloss(), thick=0.014)
    hole.moved(-depth).stand("behind", back or kit.material("gap", (0.004, 0.004, 0.004), 0.9))
    return hole


def level(z, half):
    """A region between two heights."""
    return lambda p, n: np.abs(p[:, 2] - z) - half


def upright(y, half):
    """A region between two distances from the middle."""
    return lambda p, n: np.abs(p[:, 1] - y) - half


def honeycomb(pitch, half, squash=0.6):
    """Regions of bars that cross each other slantwise: one for each direction."""
    def slanted(sign):
        def region(p, n):
            across = p[:, 1] * squash + sign * p[:, 2]
            return np.abs((across / pitch - np.floor(across / pitch)) - 0.5) * pitch - half
        return region
    return [slanted(1), slanted(-1)]


def rear_strip(polygon, where, narrow, thin):
    """The part of an outline a given way inside of it, as thin as told: a line of light."""
    whole = outline.seen(0, polygon, where)
    return lambda p, n: np.abs(whole(p, n) + narrow) - thin
