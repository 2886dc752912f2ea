"""What the long-nosed tractor carries: grille, lamps, tanks, stacks, mirrors, chassis, cab inside."""

import kit
from parts import air_lines, cab_inside, chassis, grilles, lamps, mirrors, roof_trim, stacks, surface, tanks
from parts.shapes import tube


def front(nose, half):
    """Grille, bumper, headlamps, turn lamps on the fenders, plate."""
    grilles.classic(nose + 0.04, 0.515, 0.83, 1.9)
    bumper(half)
    for out in (1, -1):
        lamps.headlamp(nose + 0.05, out * 0.80, 1.20, 0.38, 0.2, 2, 0.2, None, 0.07, False, out)
        tube(
            [(nose - 0.09, out * 0.79, 1.09), (nose - 0.1, out * 0.7, 0.98), (nose - 0.1, out * 0.5, 0.95)],
            0.028,
            kit.chrome(),
            0.06,
            14,
        )
        lamps.marker(nose - 0.3, out * 1.06, 1.30, kit.amber(), (0.15, 0.045, 0.045))
        tow_hook(half, out)


def bumper(half):
    """A deep square bumper, bowed a little, its ends turned back, its lower edge rolled, lamps set in."""
    from parts import panel

    front = half - 0.01
    rows = []
    for y, x in (
        (-1.21, front - 0.42),
        (-1.215, front - 0.2),
        (-1.2, front - 0.075),
        (-1.12, front - 0.035),
        (-0.7, front - 0.01),
        (0, front),
        (0.7, front - 0.01),
        (1.12, front - 0.035),
        (1.2, front - 0.075),
        (1.215, front - 0.2),
        (1.21, front - 0.42),
    ):
        inward = 0.05 if abs(y) < 1.1 else 0.02
        rows.append(
            [
                (x - inward, y, 0.315),
                (x - 0.008, y, 0.32),
                (x, y, 0.335),
                (x, y, 0.55),
                (x, y, 0.785),
                (x - 0.008, y, 0.80),
                (x - inward, y, 0.805),
            ]
        )
    panel.loft("bumper", rows, kit.chrome(), thick=0.006, levels=3)
    for out in (1, -1):
        for index in range(2):
            lamps.round_lamp(
                front - 0.005,
                out * (0.62 + index * 0.2),
                0.56,
                0.055,
                kit.clear_lens() if index == 0 else kit.amber(),
                1,
            )
        lamps.bowl(front - 0.045, out * 0.62, 0.56, 0.053, 0.045)
    kit.box((front, front + 0.012), (-0.155, 0.155), (0.47, 0.63), kit.white(), 0.004)
    kit.box((front + 0.008, front + 0.014), (-0.12, 0.12), (0.515, 0.575), kit.black(), 0.001)


def tow_hook(half, out):
    """A tow pin in the bumper."""
    kit.box((half - 0.014, half + 0.002), sorted((out * 0.34, out * 0.44)), (0.5, 0.6), kit.black(), 0.012)


def cab_trim(shell, berth, cowl, back, sleeper_back):
    """Shut-lines, handles, grab bars, visor, lamps and horns on the roof, wipers, mirrors."""
    cab, sleeper = surface.Skin(shell), surface.Skin(berth)
    door = [
        (back + 0.14, 1.08),
        (cowl - 0.1, 1.08),
        (cowl - 0.1, 1.9),
        (cowl - 0.27, 2.66),
        (back + 0.14, 2.66),
    ]
    for face, out in (("left", 1), ("right", -1)):
        surface.seam(cab, face, door, 0.011, closed=True, bend=0.05)
        point = cab.at(face, back + 0.25, 1.72)[0]
        roof_trim.door_handle(point.x, point.y, point.z, out)
        roof_trim.grab_bar(
            [
                (back + 0.05, out * 1.02, 1.45),
                (back + 0.05, out * 1.09, 1.45),
                (back + 0.05, out * 1.06, 2.35),
                (back + 0.05, out * 1.0, 2.35),
            ]
        )
        mirrors.west_coast(cowl - 0.17, out * 0.965, out, 1.98, 2.46)
        for z in (1.25, 1.65):
            hinge = cab.at(face, cowl - 0.085, z)[0]
            kit.box(
                (cowl - 0.12, cowl - 0.05),
                sorted((hinge.y - out * 0.01, hinge.y + out * 0.012)),
                (z - 0.035, z + 0.035),
                kit.chrome(),
                0.006,
            )
        surface.seam(
            sleeper,
            face,
            [(sleeper_back + 0.16, 1.12), (0.35, 1.12), (0.35, 1.62), (sleeper_back + 0.16, 1.62)],
            0.009,
            closed=True,
        )
        latch = sleeper.at(face, -0.3, 1.55)[0]
        kit.box((-0.36, -0.24), sorted((latch.y, latch.y + out * 0.014)), (1.53, 1.57), kit.chrome(), 0.006)
        for x in (sleeper_back + 0.25, sleeper_back + 0.65, 0.0, 0.35):
            lamp = sleeper.at(face, x, 1.055, 0.022)[0]
            marker = lamps.marker(lamp.x, lamp.y, lamp.z, kit.amber(), (0.05, 0.02, 0.014))
            marker.rotation_euler = (0, 0, 1.5707963 * out)
        surface.rod(cab, face, [(back + 0.02, 1.06), (cowl - 0.12, 1.06)], 0.02, kit.chrome(), 0.01)
        surface.rod(sleeper, face, [(sleeper_back + 0.1, 1.07), (back - 0.1, 1.07)], 0.024, kit.chrome(), 0.01)
        roof_trim.wiper((cowl + 0.06, out * 0.62, 2.005), (cowl - 0.03, out * 0.22, 2.3), out)
        roof_trim.horn(cowl - 0.35, out * 0.52, 2.81, 0.6)
        roof_trim.antenna(cowl - 0.2, out * 1.06, 2.45, 1.15)
    roof_trim.sun_visor(cowl - 0.235, 2.775, 0.92)
    lamps.markers([(cowl - 0.36, y, 2.795) for y in (-0.78, -0.26, 0, 0.26, 0.78)])


def hood_trim(hood, fenders):
    """Shut-lines, latches and side strips of the hood, its ornament, air cleaners beside the cowl."""
    laid = surface.Skin(hood)
    for face, out in (("left", 1), ("right", -1)):
        surface.seam(laid, face, [(2.05, 1.74), (3.88, 1.66)], 0.016, kit.chrome())
        for x in (2.35, 3.5):
            at = laid.at(face, x, 1.45)[0]
            kit.box(
                (x - 0.02, x + 0.02), sorted((at.y, at.y + out * 0.02)), (1.38, 1.52), kit.rubber(), 0.008
            )
        roof_trim.air_cleaner(2.2, out * 1.0, 1.2, 1.99, 0.185)
        mirrors.hood_mirror(3.2, out * 0.62, 1.72, out)
    vents(laid)
    kit.side(
        [(3.92, 1.885), (3.78, 1.89), (3.72, 1.93), (3.8, 1.915), (3.94, 1.905)], 0.02, kit.chrome(), 0.006
    )


def vents(laid):
    """Louvres in the hood's sides."""
    for face, out in (("left", 1), ("right", -1)):
        for index in range(7):
            x = 2.62 + index * 0.085
            at = laid.at(face, x, 1.5)[0]
            slat = kit.box((-0.03, 0.03), (-0.006, 0.006), (-0.09, 0.09), kit.chrome(), 0.005)
            slat.location, slat.rotation_euler = (at.x, at.y + out * 0.006, 1.5), (0, 0, out * -0.22)


def sides(back):
    """Tanks, steps, stacks."""
    for out in (1, -1):
        tanks.tank(-1.0, 0.85, out * 0.86, 0.70, 0.335, 3)
        tanks.step_box(0.9, 1.92, out * 1.17, 0.42, 0.99, out, 0.5)
        stacks.stack(back + 0.1 - 0.12, out * 1.165, 1.1, 3.85, 0.075, 0.1, 1.35, 2.75)


def rear(half, axles, sleeper_back):
    """Frame, suspension, fifth wheel, flaps, lamps and air lines."""
    chassis.frame(-half + 0.02, half - 0.35, 1.0, 0.43)
    for x in axles:
        chassis.air_bags(x)
    middle = sum(axles) / 2
    chassis.fifth_wheel(middle + 0.15, 1.26, 1.01)
    chassis.mud_flaps(-half + 0.05)
    air_lines.air_lines(sleeper_back - 0.01, 1.85)
    for out in (1, -1):
        chassis.quarter_fender(max(axles), out * 0.99)
        lamps.flat_lamp(sleeper_back - 0.02, out * 0.6, 2.5, 0.14, 0.1, kit.lamp())
        roof_trim.grab_bar(
            [
                (sleeper_back, out * 0.85, 1.3),
                (sleeper_back - 0.07, out * 0.85, 1.3),
                (sleeper_back - 0.07, out * 0.85, 2.2),
                (sleeper_back, out * 0.85, 2.2),
            ]
        )
    kit.box((sleeper_back - 1.0, sleeper_back - 0.12), (-0.45, 0.45), (1.005, 1.02), kit.chrome(), 0.004)
    kit.box((-half, -half + 0.06), (-0.46, 0.46), (0.72, 0.98), kit.steel(), 0.012)
    for out in (1, -1):
        for index in range(2):
            lamps.round_lamp(-half - 0.002, out * (0.2 + index * 0.16), 0.86, 0.055, kit.red(), -1)
    kit.box((-half - 0.012, -half), (-0.1, 0.06), (0.5, 0.64), kit.white(), 0.003)


def engine_bay():
    """Dark masses that close the view under hood and cab: engine, inner fenders, floor."""
    kit.box((2.15, 3.6), (-0.4, 0.4), (0.62, 1.65), kit.black(), 0.05)
    for out in (1, -1):
        kit.box((2.3, 3.85), sorted((out * 0.42, out * 0.47)), (0.8, 1.35), kit.black(), 0.02)
    kit.box((3.5, 3.8), (-0.45, 0.45), (0.7, 1.75), kit.black(), 0.03)


def inside(cowl, back):
    """The cab's inside."""
    cab_inside.inside(cowl - 0.02, back + 0.05, 0.94, 1.1, 1.98, 2.72)


def cowl_panel(cowl):
    """The black cowl between hood and windshield, and the gap behind the hood."""
    kit.box((cowl - 0.05, cowl + 0.015), (-0.82, 0.82), (1.1, 1.965), kit.black(), 0.01)
    kit.box((cowl - 0.02, cowl + 0.075), (-0.72, 0.72), (1.95, 1.985), kit.black(), 0.015)
