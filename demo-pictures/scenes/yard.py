"""The yard that vehicles stand in: asphalt, bays, fence, warehouse, sky; and the camera."""
import math
import os
import sys
import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import kit


def ground():
    bpy.ops.mesh.primitive_plane_add(size=400)
    plane = bpy.context.object
    mat = kit.material("asphalt", (0.09, 0.09, 0.092), 0.85)
    nodes, links = mat.node_tree.nodes, mat.node_tree.links
    noise = nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = 60
    noise.inputs["Detail"].default_value = 10
    stains = nodes.new("ShaderNodeTexNoise")
    stains.inputs["Scale"].default_value = 2.2
    mix = nodes.new("ShaderNodeMixRGB")
    mix.blend_type = "MULTIPLY"
    mix.inputs[0].default_value = 0.75
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color = (0.05, 0.05, 0.052, 1)
    ramp.color_ramp.elements[1].color = (0.2, 0.195, 0.185, 1)
    links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], mix.inputs[1])
    links.new(stains.outputs["Fac"], mix.inputs[2])
    coordinates = nodes.new("ShaderNodeTexCoord")
    for texture in (noise, stains):
        links.new(coordinates.outputs["Object"], texture.inputs["Vector"])
    links.new(mix.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    plane.data.materials.append(mat)
    line = kit.material("line", (0.55, 0.53, 0.45), 0.8)
    for index in range(-8, 9):
        kit.box((index * 5 - 0.06, index * 5 + 0.06), (5, 11), (0, 0.004), line, 0)
        kit.box((index * 5 - 0.06, index * 5 + 0.06), (-11, -5), (0, 0.004), line, 0)


def surroundings():
    wall = kit.material("warehouse", (0.42, 0.44, 0.45), 0.6)
    dark = kit.material("dock", (0.1, 0.11, 0.12), 0.6)
    for sign in (1, -1):
        base = sign * 34
        kit.box((-70, 70), sorted((base, base + sign * 20)), (0, 9), wall, 0)
        for index in range(-24, 25):
            kit.box((index * 2.9, index * 2.9 + 0.12), sorted((base - sign * 0.08, base)), (0, 9), wall, 0)
        for index in range(-6, 7):
            kit.box((index * 9, index * 9 + 3.4), sorted((base - sign * 0.1, base)), (1.1, 4.6), dark, 0)
    for end in (-60, 60):
        kit.box((end, end + 1), (-60, 60), (0, 2.2), dark, 0)
    post = kit.material("post", (0.3, 0.31, 0.32), 0.5, 0.8)
    for index in range(-14, 15):
        for sign in (1, -1):
            kit.cylinder((index * 4, sign * 24, 0), (index * 4, sign * 24, 2.4), 0.05, post, 0, None, 8)
    for height in (0.4, 1.4, 2.35):
        for sign in (1, -1):
            kit.cylinder((-60, sign * 24, height), (60, sign * 24, height), 0.025, post, 0, None, 6)


def sky(elevation, rotation):
    world = bpy.context.scene.world or bpy.data.worlds.new("World")
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    texture = nodes.new("ShaderNodeTexSky")
    texture.sky_type = "NISHITA"
    texture.sun_elevation = math.radians(elevation)
    texture.sun_rotation = math.radians(rotation)
    texture.sun_intensity = 0.5
    texture.sun_size = math.radians(2)
    texture.dust_density = 2
    background = nodes["Background"]
    background.inputs["Strength"].default_value = 0.24
    links.new(texture.outputs["Color"], background.inputs["Color"])


def camera(view, size):
    """size=(length, width, height) of the vehicle, its middle at x=0."""
    length, width, height = size
    reach = max(length, height * 1.75) * 0.5
    angles = {"front-three-quarter": 38, "side": 90, "rear-three-quarter": 143, "front": 14}
    angle = math.radians(angles[view])
    lens = 50
    span = abs(length * math.sin(angle)) + abs(width * math.cos(angle))
    distance = max(span, height * 1.7) * lens / 36 * 1.18 + abs(math.cos(angle)) * length / 2
    eye = Vector((math.cos(angle) * distance, -math.sin(angle) * distance, 1.7 if height < 3 else 2.0))
    aim = Vector((0, 0, height * 0.46))
    data = bpy.data.cameras.new("camera")
    data.lens = lens
    data.dof.use_dof = True
    data.dof.focus_distance = distance - reach * 0.4
    data.dof.aperture_fstop = 4
    obj = bpy.data.objects.new("camera", data)
    obj.location = eye
    obj.rotation_mode = "QUATERNION"
    obj.rotation_quaternion = (aim - eye).to_track_quat("-Z", "Y")
    bpy.context.collection.objects.link(obj)
    bpy.context.scene.camera = obj


def render(path, samples, width):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.samples = samples
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.05
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = 5
    scene.cycles.sample_clamp_indirect = 3
    scene.cycles.sample_clamp_direct = 12
    scene.render.resolution_x = width
    scene.render.resolution_y = width * 2 // 3
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    scene.view_settings.exposure = -1.0
    scene.render.image_settings.file_format = "PNG"
    scene.render.use_persistent_data = True
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)


def render_mask(path, width):
    """White where the paint is, black elsewhere."""
    scene = bpy.context.scene
    kept = []
    for mat in bpy.data.materials:
        if not mat.use_nodes:
            continue
        nodes, links = mat.node_tree.nodes, mat.node_tree.links
        output = next(node for node in nodes if node.type == "OUTPUT_MATERIAL")
        kept.append((mat, output.inputs["Surface"].links[0].from_socket))
        emission = nodes.new("ShaderNodeEmission")
        shade = 1.0 if mat.name == "paint" else 0.0
        emission.inputs["Color"].default_value = (shade, shade, shade, 1)
        links.new(emission.outputs[0], output.inputs["Surface"])
    background = scene.world.node_tree.nodes["Background"]
    strength = background.inputs["Strength"].default_value
    background.inputs["Strength"].default_value = 0
    scene.view_settings.view_transform = "Raw"
    scene.view_settings.look = "None"
    scene.view_settings.exposure = 0
    scene.cycles.samples = 6
    scene.cycles.max_bounces = 0
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    background.inputs["Strength"].default_value = strength
    for mat, socket in kept:
        output = next(node for node in mat.node_tree.nodes if node.type == "OUTPUT_MATERIAL")
        mat.node_tree.links.new(socket, output.inputs["Surface"])


def main():
    """blender -b -P yard.py -- <out folder> <samples> <width> <body> [view ...]"""
    import bodies
    out, samples, width, name, *views = sys.argv[sys.argv.index("--") + 1:]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    ground()
    surroundings()
    size = bodies.build(name)
    sky(34, 140)
    os.makedirs(os.path.join(out, name), exist_ok=True)
    for view in views or ["front-three-quarter", "side", "rear-three-quarter", "front"]:
        camera(view, size)
        render(os.path.join(out, name, view + ".png"), int(samples), int(width))
        render_mask(os.path.join(out, name, view + ".mask.png"), int(width))


main()
