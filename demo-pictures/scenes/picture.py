"""Takes the picture: how it is rendered, and the masks that tell where paint is and what shines on it."""
import os
import bpy

BLACK = (0, 0, 0, 1)


def expose(path, samples, width, height=None, gloss=None):
    """Renders what the camera sees to a PNG, and to `gloss` how much of each pixel's light is mirrored."""
    scene = bpy.context.scene
    scene.use_nodes = bool(gloss)
    if gloss:
        _part_gloss(scene, gloss)
    # A shining mesh would draw most of the light samples to itself, which leaves the sky's light grainy.
    for mat in bpy.data.materials:
        mat.cycles.sample_as_light = False
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.03
    cycles.adaptive_min_samples = max(8, samples // 4)
    cycles.use_denoising = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 6, 2, 3
    cycles.transmission_bounces, cycles.transparent_max_bounces = 2, 12
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.blur_glossy = 0.6
    cycles.sample_clamp_direct, cycles.sample_clamp_indirect = 10, 2.5
    cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 1.5
    scene.render.resolution_x = width
    scene.render.resolution_y = height or width * 2 // 3
    scene.render.image_settings.file_format = "PNG"
    scene.render.use_persistent_data = True
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    if gloss:
        os.replace(f"{gloss}{scene.frame_current:04}.png", gloss)


def _part_gloss(scene, path):
    """
    Has the compositor write the share of mirrored light: that light has not the paint's colour. Written
    as its square root, for on light paint it is small.
    """
    layer = scene.view_layers[0]
    layer.use_pass_glossy_direct = layer.use_pass_glossy_indirect = layer.use_pass_glossy_color = True
    tree = scene.node_tree
    tree.nodes.clear()

    passes = tree.nodes.new("CompositorNodeRLayers").outputs
    grey = {}
    for name in ("GlossDir", "GlossInd", "GlossCol", "Image"):
        node = tree.nodes.new("CompositorNodeRGBToBW")
        tree.links.new(passes[name], node.inputs[0])
        grey[name] = node.outputs[0]

    def math(operation, *inputs):
        node = tree.nodes.new("CompositorNodeMath")
        node.operation = operation
        for socket, output in zip(node.inputs, inputs):
            tree.links.new(output, socket)
        return node.outputs[0]

    mirrored = math("MULTIPLY", math("ADD", grey["GlossDir"], grey["GlossInd"]), grey["GlossCol"])
    writer = tree.nodes.new("CompositorNodeOutputFile")
    writer.base_path, name = os.path.split(path)
    writer.file_slots[0].path = name
    writer.format.file_format, writer.format.color_mode = "PNG", "BW"
    writer.format.color_management = "OVERRIDE"
    writer.format.view_settings.view_transform = "Raw"
    tree.links.new(math("SQRT", math("DIVIDE", mirrored, grey["Image"])), writer.inputs[0])
    composite = tree.nodes.new("CompositorNodeComposite")
    tree.links.new(passes["Image"], composite.inputs[0])


def mask(path, samples=16):
    """Renders white where the paint is, black elsewhere; the film of the road on it makes it grey."""
    scene = bpy.context.scene
    scene.use_nodes = False
    surfaces = [_only_paint(mat) for mat in bpy.data.materials if mat.use_nodes]
    settings, world = scene.view_settings, scene.world
    kept = settings.view_transform, settings.look, settings.exposure
    scene.world = None
    settings.look, settings.exposure, settings.view_transform = "None", 0, "Raw"
    scene.cycles.samples, scene.cycles.max_bounces = samples, 0
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    scene.world = world
    settings.view_transform, settings.look, settings.exposure = kept
    for links, before, surface in surfaces:
        links.new(before, surface)


def _only_paint(mat):
    """Makes a material shine by its share of paint alone; answers how to take that back."""
    nodes, links = mat.node_tree.nodes, mat.node_tree.links
    surface = next(node for node in nodes if node.type == "OUTPUT_MATERIAL").inputs["Surface"]
    before = surface.links[0].from_socket
    emission = nodes.new("ShaderNodeEmission")
    emission.inputs["Color"].default_value = BLACK
    if mat.name == "paint":
        links.new(nodes["paint share"].outputs[0], emission.inputs["Color"])
    links.new(emission.outputs[0], surface)
    return links, before, surface
