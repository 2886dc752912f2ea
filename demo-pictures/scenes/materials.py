"""What vehicles are made of. Each function answers its one shared material; metres, z up, ground at 0."""
import bpy
from shading import Graph

DUST = (0.19, 0.172, 0.145)


def material(name, color, rough=0.5, metal=0.0, coat=0.0, emit=0.0):
    """A plain material, made once by its name."""
    return once(name, lambda graph: graph.principled(
        Base_Color=color, Roughness=rough, Metallic=metal, Clearcoat=coat,
        Emission=color if emit else (0, 0, 0), Emission_Strength=emit,
    ))


def once(name, build):
    """A material by its name; `build` fills its graph the first time."""
    found = bpy.data.materials.get(name)
    if found:
        return found
    made = bpy.data.materials.new(name)
    build(Graph(made))
    return made


def film(graph, low=0.35, high=1.5, most=0.5, rest=0.03):
    """How much road film lies on a point: most near the ground, patchy, drawn down in streaks."""
    fall = graph.range(graph.height(), high, low, rest, most)
    streaks = graph.noise(7, 3, (1, 1, 0.12))
    patches = graph.noise(1.6, 4)
    broken = graph.math(
        "MULTIPLY", graph.range(streaks, 0.25, 0.75, 0.5, 1.3), graph.range(patches, 0.3, 0.7, 0.4, 1.3))
    settled = graph.math("MULTIPLY", graph.upward(), 0.04)
    return graph.math("ADD", graph.math("MULTIPLY", fall, broken), settled, clamp=True)


def coat_waves(graph, fine=0.00002, slow=0.0007):
    """The lacquer's normal: orange peel, and panels a little out of true."""
    slow_bump = graph.bump(graph.noise(1.7, 1), slow)
    return graph.bump(graph.noise(180, 1), fine, 1.0, slow_bump)


def lacquered(graph, color, most=0.45, rough=0.34):
    """Lacquered sheet under road film; answers the film's share."""
    dust = graph.math("MULTIPLY", film(graph, most=most), 1.0)
    dust.node.name = "film left"
    waves = coat_waves(graph)
    graph.principled(
        Base_Color=graph.mix(dust, color, DUST), Roughness=graph.range(dust, 0.0, 0.6, rough, 0.75),
        Clearcoat=graph.range(dust, 0.0, 0.7, 1.0, 0.1),
        Clearcoat_Roughness=graph.range(dust, 0.0, 0.4, 0.025, 0.3),
        Normal=waves, Clearcoat_Normal=waves,
    )
    return dust


def wash(rest):
    """Leaves a share of the road film on the paint: vehicles for the road are sold washed."""
    mat = bpy.data.materials.get("paint")
    if mat:
        mat.node_tree.nodes["film left"].inputs[1].default_value = rest


def _paint(graph):
    dust = lacquered(graph, (0.62, 0.62, 0.62), most=0.3)
    bare = graph.math("MULTIPLY", graph.math("SUBTRACT", 1.0, dust), 0.62)
    film_light = graph.math("MULTIPLY", dust, sum(DUST) / 3)
    share = graph.tree.nodes.new("ShaderNodeOutputAOV")
    share.name = "paint"
    light = graph.math("DIVIDE", bare, graph.math("ADD", bare, film_light))
    graph.tree.links.new(light, share.inputs["Value"])


def paint():
    """The body colour, neutral here; its output "paint" tells how much of its light is not the film's."""
    return once("paint", _paint)


def white():
    """White sheet of boxes and bodies that stay white."""
    return once("box white", lambda graph: lacquered(graph, (0.76, 0.76, 0.74), 0.5, 0.45))


def _black(graph):
    dust = film(graph, most=0.4, rest=0.04)
    graph.principled(
        Base_Color=graph.mix(dust, (0.016, 0.016, 0.017), DUST),
        Roughness=graph.range(dust, 0, 0.5, 0.48, 0.8),
        Normal=graph.bump(graph.noise(900, 1), 0.00004),
    )


def black():
    """Dull black plastic trim."""
    return once("trim", _black)


def _rubber(graph):
    sides = graph.range(graph.noise(9, 5), 0.35, 0.7, 0.05, 0.26)
    normal = graph.add("ShaderNodeNewGeometry").outputs["Normal"]
    axial = graph.add("ShaderNodeSeparateXYZ", normal).outputs["Y"]
    sidewall = graph.range(graph.math("ABSOLUTE", axial), 0.35, 0.9, 0.35, 1.0)
    dust = graph.math("MULTIPLY", sides, sidewall)
    graph.principled(
        Base_Color=graph.mix(dust, (0.014, 0.014, 0.014), (0.1, 0.094, 0.085)),
        Roughness=graph.range(dust, 0, 0.6, 0.62, 0.95),
        Specular=0.35, Normal=graph.bump(graph.noise(350, 2), 0.0002),
    )


def rubber():
    """Tyres: black, with dust on the sidewalls."""
    return once("rubber", _rubber)


def _chrome(graph):
    smudges = graph.range(graph.noise(11, 5, rough=0.7), 0.42, 0.72)
    dust = film(graph, 0.2, 0.9, 0.16, 0.0)
    graph.principled(
        Base_Color=graph.mix(dust, (0.77, 0.78, 0.8), DUST), Metallic=graph.range(dust, 0.0, 0.8, 1.0, 0.1),
        Roughness=graph.math(
            "ADD", graph.math("MULTIPLY", smudges, 0.12), graph.range(dust, 0, 0.5, 0.055, 0.5)),
        Normal=graph.bump(graph.noise(2.2, 1), 0.0004),
    )


def chrome():
    """Polished metal with slight smudges."""
    return once("chrome", _chrome)


def _steel(graph):
    worn = graph.math("MULTIPLY", graph.edges(0.012), graph.range(graph.noise(14, 4), 0.35, 0.6))
    rust = graph.range(graph.noise(3.2, 7, rough=0.68), 0.56, 0.68)
    dust = film(graph, most=0.55, rest=0.1)
    rusty = graph.mix(graph.noise(25), (0.07, 0.026, 0.012), (0.2, 0.075, 0.03))
    coat = graph.mix(graph.math("MULTIPLY", rust, 0.85), (0.05, 0.052, 0.055), rusty)
    graph.principled(
        Base_Color=graph.mix(dust, graph.mix(worn, coat, (0.33, 0.32, 0.31)), DUST),
        Metallic=graph.math("MULTIPLY", worn, 0.9),
        Roughness=graph.math(
            "ADD", graph.math("MULTIPLY", rust, 0.25), graph.range(dust, 0, 0.6, 0.5, 0.75), clamp=True),
        Normal=graph.bump(graph.noise(60, 4), 0.0003),
    )


def steel():
    """Frames and gear: dark coated steel, bare on worn edges, rusty in patches."""
    return once("steel", _steel)


def _sheet(graph, tint, body, dusty):
    """A thin sheet: light goes straight through it, tinted, and mirrors off by the angle."""
    facing = graph.add("ShaderNodeLayerWeight", 0.5).outputs["Facing"]
    mirror = graph.math("ADD", graph.math("MULTIPLY", graph.math("POWER", facing, 5.0), 0.9), 0.075)
    smears = graph.math("MULTIPLY", graph.range(graph.noise(2.5, 5), 0.3, 0.75), dusty)
    through = graph.add("ShaderNodeBsdfTransparent", tint).outputs[0]
    matt = graph.add("ShaderNodeBsdfDiffuse", body).outputs[0]
    smeared = graph.add("ShaderNodeMixShader", smears, through, matt).outputs[0]
    gloss = graph.add("ShaderNodeBsdfGlossy", (0.95, 0.97, 1.0), 0.0).outputs[0]
    both = graph.add("ShaderNodeMixShader", mirror, smeared, gloss).outputs[0]
    graph.set(graph.output.inputs["Surface"], both)
    graph.tree.nodes.remove(graph.shader)


def glass():
    """Window glass, lightly tinted; what is behind it shows, so put a cab's inside there."""
    return once("glass", lambda graph: _sheet(graph, (0.66, 0.72, 0.7), (0.3, 0.29, 0.27), 0.07))


def privacy_glass():
    """The dark glass of rear windows: an inside shows through faintly."""
    return once("privacy glass", lambda graph: _sheet(graph, (0.16, 0.17, 0.175), (0.3, 0.29, 0.27), 0.05))


def dark_glass():
    """A window in front of nothing: black behind its mirror."""
    return once("dark glass", lambda graph: graph.principled(
        Base_Color=(0.008, 0.01, 0.012), Roughness=0.02, Specular=0.55, Clearcoat=0.3,
        Normal=graph.bump(graph.noise(1.5, 1), 0.0004),
    ))


def clear_lens():
    """The clear cover of a lamp: stands in front of a reflector (chrome()) and bulbs."""
    return once("clear lens", lambda graph: _sheet(graph, (0.93, 0.95, 0.95), (0.5, 0.5, 0.48), 0.06))


def lamp():
    """A whole lamp in one piece, for where no reflector is modelled behind clear_lens()."""
    return once("lamp", lambda graph: graph.principled(
        Base_Color=graph.mix(
            graph.range(graph.noise(26, 0, (1, 1, 0.2)), 0.4, 0.6), (0.5, 0.52, 0.55), (0.92, 0.93, 0.95)),
        Metallic=0.75, Roughness=0.18, Clearcoat=1.0, Clearcoat_Roughness=0.02,
        Normal=graph.bump(graph.noise(30, 0, (1, 1, 0.15)), 0.004),
    ))


def _lens(name, color, deep):
    """A coloured lens: moulded ribs under a smooth face."""
    def build(graph):
        ribs = graph.add("ShaderNodeTexWave", Vector=graph.place(), Scale=28.0)
        ribs.bands_direction = "Z"
        graph.principled(
            Base_Color=graph.mix(graph.range(ribs.outputs["Fac"], 0.2, 0.9), deep, color), Roughness=0.3,
            Clearcoat=1.0, Clearcoat_Roughness=0.03,
            Normal=graph.bump(ribs.outputs["Fac"], 0.002),
        )
    return once(name, build)


def red():
    """Tail and marker lenses."""
    return _lens("red lens", (0.5, 0.008, 0.008), (0.16, 0.003, 0.003))


def amber():
    """Turn and marker lenses."""
    return _lens("amber lens", (0.75, 0.2, 0.006), (0.32, 0.07, 0.003))
