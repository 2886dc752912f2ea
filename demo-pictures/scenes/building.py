"""The warehouse behind the yard: corrugated cladding on a concrete foot, docks, downpipes, an office."""
import bpy
import kit
from materials import once

FACE, LEFT, RIGHT, TOP = 46.0, -64.0, 24.0, 9.4
DOCK_STEP = 6.6


def warehouse():
    """Stands with its face along y=46, looking at the yard."""
    cladding, concrete = once("cladding", _cladding), once("concrete", _concrete)
    kit.box((LEFT, RIGHT), (FACE, FACE + 24), (1.15, TOP), cladding, 0)
    kit.box((LEFT - 0.05, RIGHT + 0.05), (FACE - 0.06, FACE + 24.06), (-0.1, 1.2), concrete, 0.02)
    band = kit.material("band", (0.02, 0.055, 0.05), 0.5, 0.0, 0.3)
    kit.box((LEFT - 0.06, RIGHT + 0.06), (FACE - 0.1, FACE + 24.1), (TOP - 1.3, TOP - 0.25), band, 0.01)
    cap = kit.material("cap", (0.32, 0.33, 0.34), 0.5, 0.6)
    kit.box((LEFT - 0.15, RIGHT + 0.15), (FACE - 0.18, FACE + 24.2), (TOP - 0.25, TOP + 0.02), cap, 0.02)
    docks = int((0 - LEFT) // DOCK_STEP)
    for number in range(docks):
        _dock(LEFT + 3.5 + number * DOCK_STEP, number + 1)
    for number in range(docks // 2 + 1):
        _downpipe(LEFT + 0.4 + number * 2 * DOCK_STEP, cap)
    for number in range(docks):
        _wall_lamp(LEFT + 3.5 + number * DOCK_STEP, cap)
    _office(cap)


def _dock(x, number):
    """A dock: sectional door, seal of black foam, bumpers, guides and its number."""
    door = once("dock door", _door)
    kit.box((x - 1.35, x + 1.35), (FACE - 0.09, FACE), (1.2, 4.2), door, 0)
    for section in range(5):
        z = 1.2 + section * 0.6
        kit.box((x - 1.35, x + 1.35), (FACE - 0.105, FACE - 0.08), (z + 0.01, z + 0.57), door, 0.012)
    for low, high in ((-1.95, -1.4), (1.4, 1.95)):
        kit.box((x + low, x + high), (FACE - 0.5, FACE), (1.1, 4.75), kit.black(), 0.04)
    kit.box((x - 1.95, x + 1.95), (FACE - 0.5, FACE), (4.2, 4.9), kit.black(), 0.04)
    for left in (x - 1.35, x + 1.05):
        kit.box((left, left + 0.3), (FACE - 0.22, FACE - 0.05), (0.75, 1.15), kit.rubber(), 0.02)
    yellow = kit.material("bollard", (0.6, 0.38, 0.02), 0.5)
    for aside in (-2.2, 2.2):
        kit.cylinder((x + aside, FACE - 1.1, 0), (x + aside, FACE - 1.1, 1.1), 0.09, yellow, 0.02, None, 20)
    sign = kit.material("sign", (0.7, 0.7, 0.68), 0.6)
    kit.box((x - 0.42, x + 0.42), (FACE - 0.1, FACE), (5.15, 5.85), sign, 0.01)
    curve = bpy.data.curves.new("number", "FONT")
    curve.body, curve.size, curve.align_x, curve.extrude = str(number), 0.62, "CENTER", 0.004
    curve.materials.append(kit.black())
    text = bpy.data.objects.new("number", curve)
    text.location, text.rotation_euler = (x, FACE - 0.11, 5.28), (1.5708, 0, 0)
    bpy.context.collection.objects.link(text)


def _downpipe(x, mat):
    kit.cylinder((x, FACE - 0.14, 0.3), (x, FACE - 0.14, TOP - 0.3), 0.06, mat, 0, None, 16)
    for z in (1.6, 4.0, 6.5):
        kit.box((x - 0.1, x + 0.1), (FACE - 0.2, FACE), (z, z + 0.05), mat, 0)


def _wall_lamp(x, mat):
    kit.box((x - 0.2, x + 0.2), (FACE - 0.4, FACE), (6.5, 6.72), mat, 0.03)
    kit.box((x - 0.16, x + 0.16), (FACE - 0.38, FACE - 0.1), (6.47, 6.5), kit.lamp(), 0)


def _office(mat):
    """The end of the building where people work: windows, a door under a canopy."""
    for row in (1.3, 5.0):
        for number in range(4):
            x = 5.4 + number * 4.6
            if row < 2 and number == 1:
                continue
            kit.box((x - 1.5, x + 1.5), (FACE - 0.06, FACE), (row, row + 1.9), mat, 0.01)
            kit.box((x - 1.42, x - 0.03), (FACE - 0.07, FACE), (row + 0.08, row + 1.82), kit.dark_glass(), 0)
            kit.box((x + 0.03, x + 1.42), (FACE - 0.07, FACE), (row + 0.08, row + 1.82), kit.dark_glass(), 0)
    kit.box((8.9, 11.1), (FACE - 0.12, FACE), (0.0, 2.4), kit.dark_glass(), 0.01)
    kit.box((8.4, 11.6), (FACE - 1.8, FACE), (2.7, 2.9), mat, 0.02)


def _cladding(graph):
    where = graph.add("ShaderNodeSeparateXYZ", graph.place())
    wave = graph.math("PINGPONG", graph.math("ADD", where.outputs["X"], where.outputs["Y"]), 0.14)
    ribs = graph.range(wave, 0.045, 0.075)
    rain = graph.noise(2.2, 5, (1, 1, 0.05))
    tone = graph.mix(graph.range(rain, 0.35, 0.75), (0.2, 0.215, 0.225), (0.13, 0.138, 0.142))
    joint = graph.range(graph.math("PINGPONG", where.outputs["X"], 3.3), 0.012, 0.004)
    graph.principled(
        Base_Color=graph.mix(joint, tone, (0.04, 0.04, 0.042)), Roughness=0.5, Metallic=0.15,
        Normal=graph.bump(ribs, 0.035),
    )
    graph.plain_for_bounces((0.17, 0.18, 0.19))


def _concrete(graph):
    tone = graph.mix(graph.noise(1.1, 7, rough=0.65), (0.12, 0.118, 0.112), (0.3, 0.29, 0.27))
    foot = graph.range(graph.height(), 0.5, 0.05, 0.0, 0.6)
    graph.principled(Base_Color=graph.mix(foot, tone, (0.06, 0.056, 0.05)), Roughness=0.9)


def _door(graph):
    stains = graph.range(graph.noise(1.8, 6, (1, 1, 0.4)), 0.45, 0.75)
    graph.principled(Base_Color=graph.mix(stains, (0.42, 0.42, 0.41), (0.2, 0.19, 0.175)), Roughness=0.55)
