"""Takes the picture: how it is rendered, cleaned, and told apart into paint and what shines on it."""
import os
import tempfile
import bpy
import numpy as np
from denoise import Network, denoise

PASSES = ("picture", "albedo", "normals", "gloss", "paint")


def expose(path, samples, width, height=None, masks=True):
    """
    Renders what the camera sees to `path`.png; with masks, to `path`.mask.png how much of each pixel is
    paint, and to `path`.gloss.png how much of its light is mirrored.
    """
    scene = bpy.context.scene
    # A shining mesh would draw most of the light samples to itself, which leaves the sky's light grainy.
    for mat in bpy.data.materials:
        mat.cycles.sample_as_light = False
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.samples = samples
    cycles.use_adaptive_sampling = False
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
    with tempfile.TemporaryDirectory() as folder:
        _write_passes(scene, folder)
        scene.render.filepath = os.path.join(folder, "picture.png")
        scene.render.image_settings.color_depth = "16"
        bpy.ops.render.render(write_still=True)
        seen = {name: _read(os.path.join(folder, name + ".png")) for name in PASSES}
    network = Network(os.environ["DENOISER"])
    clean = {
        name: denoise(network, seen[name], seen["albedo"], seen["normals"])
        for name in (("picture", "gloss") if masks else ("picture",))
    }
    _write(f"{path}.png", clean["picture"])
    if masks:
        _write(f"{path}.gloss.png", clean["gloss"])
        _write(f"{path}.mask.png", seen["paint"])


def _write_passes(scene, folder):
    """
    Has the compositor write what the grain is taken out with, and the share of mirrored light: that light
    has not the paint's colour. Written as its square root, for on light paint it is small.
    """
    layer = scene.view_layers[0]
    layer.use_pass_glossy_direct = layer.use_pass_glossy_indirect = layer.use_pass_glossy_color = True
    layer.cycles.denoising_store_passes = True
    if not layer.aovs:
        shares = layer.aovs.add()
        shares.name, shares.type = "paint", "VALUE"
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    passes = tree.nodes.new("CompositorNodeRLayers").outputs
    writer = tree.nodes.new("CompositorNodeOutputFile")
    writer.base_path = folder
    writer.format.file_format, writer.format.color_depth = "PNG", "16"
    writer.format.color_management = "OVERRIDE"
    writer.format.view_settings.view_transform = "Raw"
    writer.file_slots.clear()

    def node(kind, operation, *inputs):
        made = tree.nodes.new(kind)
        if kind == "CompositorNodeMath":
            made.operation, sockets = operation, made.inputs
        else:
            made.blend_type, sockets = operation, made.inputs[1:]
        for socket, value in zip(sockets, inputs):
            if isinstance(value, tuple):
                socket.default_value = value
            else:
                tree.links.new(value, socket)
        return made.outputs[0]

    def grey(name):
        made = tree.nodes.new("CompositorNodeRGBToBW")
        tree.links.new(passes[name], made.inputs[0])
        return made.outputs[0]

    def write(name, output):
        writer.file_slots.new(name)
        writer.file_slots[name].path = name
        tree.links.new(output, writer.inputs[name])

    half = (0.5, 0.5, 0.5, 1)
    mix, math = "CompositorNodeMixRGB", "CompositorNodeMath"
    glossy = node(math, "ADD", grey("GlossDir"), grey("GlossInd"))
    mirrored = node(math, "MULTIPLY", glossy, grey("GlossCol"))
    write("albedo", passes["Denoising Albedo"])
    write("normals", node(mix, "ADD", node(mix, "MULTIPLY", passes["Denoising Normal"], half), half))
    write("gloss", node(math, "SQRT", node(math, "DIVIDE", mirrored, grey("Image"))))
    write("paint", passes["paint"])
    composite = tree.nodes.new("CompositorNodeComposite")
    tree.links.new(passes["Image"], composite.inputs[0])


def _read(path):
    """The pixels of a picture as they are in its file: (height, width, 3) of 0 to 1, from the bottom up."""
    if not os.path.exists(path):
        path = f"{path[:-len('.png')]}{bpy.context.scene.frame_current:04}.png"
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = "Non-Color"
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[:, :, :3]


def _write(path, pixels):
    """Writes pixels (height, width, 3) of 0 to 1, from the bottom up, as a PNG."""
    height, width, _ = pixels.shape
    image = bpy.data.images.new("out", width, height)
    image.colorspace_settings.name = "Non-Color"
    opaque = np.concatenate((pixels, np.ones((height, width, 1), np.float32)), axis=2)
    image.pixels.foreach_set(opaque.astype(np.float32).ravel())
    image.filepath_raw, image.file_format = path, "PNG"
    image.save()
    bpy.data.images.remove(image)
