"""A motor home: a van's cab under a box with a bunk over it."""
from dataclasses import replace
import bpy
import numpy as np
import kit
from parts import car_build as build, car_fittings as fit, field as fl, outline, panels
from parts.car_inside import cabin, mirror_inside, slab
from parts.car_wheels import wheels
from parts.shapes import tube
from . import cargo_van

LENGTH, WIDTH, HEIGHT = 7.4, 2.32, 3.2
BACK, REAR, HALF, TOP = -4.6, -3.05, 1.14, 3.1
SHIFT = 0.9


def box(f, x, y, z):
    """The living box and the bunk over the cab, joined to the cab."""
    body = slab(x - (BACK + 0.62) / 2, y, z - (TOP + 0.5) / 2, ((0.62 - BACK) / 2, HALF, (TOP - 0.5) / 2),
        0.07)
    lean = 0.55 * np.clip((2.75 - z) / 0.7, 0, 1) + 0.25 * np.clip((z - 2.75) / 0.35, 0,
        1) ** 2 + 0.18 * y * y
    bunk = fl.both(fl.both(x - 1.95 + lean, y - HALF, 0.1), fl.both(z - TOP, 2.16 - z, 0.08), 0.08)
    bunk = fl.both(bunk, 0.2 - x, 0.05)
    return fl.either(fl.either(body, bunk, 0.05), f, 0.03)


def windows(carver):
    """Windows of the living box and the bunk."""
    side = panels.sideways(0.5)
    for x0, x1, z0, z1 in ((-0.35, 0.4, 1.55, 2.15), (-2.3, -1.3, 1.5, 2.15), (-4.2, -3.4, 1.6, 2.15),
        (0.6, 1.15, 2.45, 2.75)):
        frame = outline.rounded([(x0, z0), (x1, z0), (x1, z1), (x0, z1)], 0.08)
        whole = outline.inset(outline.seen(1, frame), 0.03)
        carver.pane(outline.seen(1, frame, side), [(whole, kit.dark_glass())], 0.004, kit.black())


def flanks(carver):
    """Hatches, joints, stripes."""
    side = panels.sideways(0.5)
    for x0, x1, z0, z1 in ((-1.9, -1.2, 0.62, 1.0), (-0.9, -0.2, 0.62, 1.0), (-4.4, -3.7, 0.62, 1.1),
        (-2.35, -2.05, 1.1, 1.32)):
        hatch = outline.rounded([(x0, z0), (x1, z0), (x1, z1), (x0, z1)], 0.04)
        carver.line(1, hatch, side, closed=True)
    carver.line(1, outline.path([(-4.5, 0.56), (-2, 0.56), (0.55, 0.56)]), side, 0.004)
    grey = kit.material("stripe", (0.06, 0.065, 0.075), 0.35, 0.2, 1)
    silver = kit.material("stripe light", (0.3, 0.31, 0.33), 0.35, 0.4, 1)
    for mat, lift, half in ((grey, 0.0, 0.07), (silver, 0.13, 0.022)):
        swoosh = outline.path([(0.55, 1.12 + lift), (-1.2, 1.2 + lift), (-2.9, 1.36 + lift),
            (-4.5, 1.85 + lift)])
        carver.refine(1, swoosh, side, False)
        carver.take(outline.along(1, swoosh, half, side)).stand("stripe", mat)


def rear(carver):
    """Lamps, bumper, ladder, window, plate."""
    behind = panels.facing(0, -1, 0.5)
    pane = outline.rounded([(-0.6, 1.6), (0.6, 1.6), (0.6, 2.1), (-0.6, 2.1)], 0.08)
    build.screen_pane(carver, pane, behind, 0.035, kit.dark_glass())
    for y in (0.95,):
        kit.both((BACK - 0.02, BACK + 0.05), (y - 0.08, y + 0.08), (0.8, 1.2), kit.red(), 0.02)
        kit.both((BACK - 0.02, BACK + 0.05), (y - 0.08, y + 0.08), (0.68, 0.78), kit.lamp(), 0.015)
    kit.box((BACK - 0.14, BACK + 0.02), (-1.05, 1.05), (0.5, 0.62), kit.black(), 0.03)
    for y in (-0.78, -0.42):
        tube([(BACK - 0.02, y, 0.95), (BACK - 0.1, y, 1.0), (BACK - 0.1, y, 3.12), (BACK + 0.1, y, 3.16)],
            0.014, kit.chrome())
    for z in np.arange(1.15, 3.1, 0.28):
        kit.cylinder((BACK - 0.1, -0.78, z), (BACK - 0.1, -0.42, z), 0.013, kit.chrome())
    fit.plate(BACK - 0.02, 0.3, 0.9, -1)


def on_top():
    """Air conditioner, vents, awning, marker lamps, the door of the right side."""
    kit.box((-1.6, -0.7), (-0.38, 0.38), (3.08, 3.3), kit.white(), 0.07)
    kit.box((-3.6, -3.2), (-0.2, 0.2), (3.08, 3.18), kit.white(), 0.03)
    kit.cylinder((-4.3, -HALF - 0.05, 2.92), (0.35, -HALF - 0.05, 2.92), 0.06, kit.white(), 0.01)
    for y in (-0.8, -0.4, 0, 0.4, 0.8):
        kit.box((1.55 - 0.18 * y * y, 1.68 - 0.18 * y * y), (y - 0.05, y + 0.05), (3.0, 3.06), kit.amber(),
            0.015)
    kit.box((-1.12, -0.46), (-HALF - 0.008, -HALF + 0.01), (0.6, 2.5), kit.paint(), 0.006)
    kit.box((-1.13, -0.45), (-HALF - 0.004, -HALF + 0.01), (0.59, 2.51), panels.gap(), 0.004)
    kit.box((-1.0, -0.58), (-HALF - 0.014, -HALF), (1.65, 2.25), kit.dark_glass(), 0.01)
    kit.box((-0.53, -0.49), (-HALF - 0.05, -HALF), (1.25, 1.42), kit.black(), 0.012)


def rv():
    """Builds the motor home: in the van's place first, then moved so that its middle is at x=0."""
    before = set(bpy.data.objects)
    form = replace(cargo_van.shape(), more=[box], wheels=((cargo_van.FRONT, 0.405, 0.37), (REAR, 0.42, 0.37)))
    carver = build.carve(form, (9.5, WIDTH, HEIGHT), 0.024)
    carver.bottom(lambda x: 0.37 + 0 * x)
    screen = cargo_van.glazing(carver)
    cargo_van.face(carver)
    windows(carver)
    rear(carver)
    carver.line_inside(0.05, 0.4)
    side = panels.sideways(0.25, 0.3, 2.1)
    build.lines(carver, 1, [[(1.78, 1.3), (1.8, 1.0), (1.78, 0.86), (1.45, 0.7), (1.42, 0.4)],
                            [(1.42, 0.4), (1, 0.395), (0.66, 0.4)],
                            [(1.78, 1.31), (1.52, 1.58), (1.15, 1.98)]], side)
    flanks(carver)
    carver.finish()
    on_top()
    fit.mirror(1.5, 1.2, 1.5, (0.07, 0.13, 0.17), painted=False)
    fit.wiper(screen, (0.66, 1.36), (0.0, 1.37))
    fit.wiper(screen, (-0.03, 1.36), (-0.66, 1.4))
    cabin(2.0, 0.2, 0.86, 0.6, 1.3, [(0.78, 0.45, 0.26, (0,)), (0.78, -0.45, 0.26, (0,))], 1.9, 0.5)
    mirror_inside(1.2, 1.95)
    metal = kit.material("wheel silver", (0.42, 0.43, 0.44), 0.38, 0.7, 0.3)
    wheels([(cargo_van.FRONT, s * 0.975, 0) for s in (1, -1)] + [(REAR, s * 1.1, 0) for s in (1, -1)],
           0.35, 0.215, 0.225, "steel", metal, 0.02)
    bpy.context.view_layer.update()
    for obj in set(bpy.data.objects) - before:
        obj.matrix_world.translation.x += SHIFT
    return LENGTH, WIDTH, HEIGHT


builders = {"rv": rv}
