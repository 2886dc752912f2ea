"""The bodies. Each builder stands its vehicle with its middle at x=0 and answers (length, width, height)."""
import math
from kit import (
    across, amber, arch, axle, black, both, box, chrome, cylinder, glass, lamp, paint, pane, red, rubber, side,
    steel, white,
)


def lights(front, back, half, z_front, z_back, size=0.16):
    for out in (1, -1):
        y = sorted((out * (half - 0.42), out * (half - 0.06)))
        box((front - 0.05, front + 0.015), y, (z_front - size / 2, z_front + size / 2), lamp(), 0.03)
        y = sorted((out * (half - 0.24), out * (half - 0.03)))
        box((back - 0.015, back + 0.05), y, (z_back - size * 0.8, z_back + size * 0.8), red(), 0.02)


def plate(x, z):
    box((x - 0.01, x + 0.01), (-0.16, 0.16), (z - 0.08, z + 0.08), white(), 0.005)


def mirrors(x, half, z, tall=0.2):
    for out in (1, -1):
        box((x - 0.05, x + 0.05), sorted((out * (half + 0.04), out * (half + 0.26))), (z, z + tall), black(), 0.03)


def car(length, width, height, nose, screen, roof_front, roof_back, tail, deck, belt, radius, wheelbase, van=False):
    """Cars, SUVs and vans from the points of their side view."""
    h = length / 2
    front, back = wheelbase / 2 + 0.02, -wheelbase / 2 + 0.02
    low = radius * 0.62
    body = [(-h + 0.06, low + 0.1), (-h, low + 0.3), (-h + 0.02, deck - 0.06), (tail, deck), (screen, belt + 0.06),
            (h - 0.28, nose), (h - 0.04, nose - 0.14), (h, low + 0.24), (h - 0.1, low)]
    side(body, width, paint(), 0.07)
    cabin = [(tail, deck - 0.03), (roof_back, height - 0.03), (roof_back + 0.15, height), (roof_front, height - 0.01), (screen, belt + 0.04)]
    narrow = (belt, height, 0.8)
    side(cabin, width - 0.06, paint(), 0.06, narrow)
    top = (width - 0.06) * 0.5
    glass_low, glass_high = belt + 0.06, height - 0.13
    def x_at(a, b, z):
        return a[0] + (b[0] - a[0]) * (z - a[1]) / (b[1] - a[1])
    xf = [x_at((screen, belt), (roof_front, height), z) - 0.1 for z in (glass_low, glass_high)]
    xb = [x_at((tail, deck), (roof_back, height), z) + 0.16 for z in (max(glass_low, deck + 0.02), glass_high)]
    middle = (xf[1] + xb[1]) / 2
    halves = (top * 0.985, top * 0.845)
    pane([(middle + 0.05, glass_low), (xf[0], glass_low), (xf[1], glass_high), (middle + 0.05, glass_high)], halves)
    pane([(xb[0], glass_low), (middle - 0.05, glass_low), (middle - 0.05, glass_high), (xb[1], glass_high)], halves, black() if van else glass())
    across((screen - 0.03, belt + 0.12), (roof_front + 0.05, height - 0.08), (width * 0.84, width * 0.72), None, 0.03)
    across((roof_back - 0.04, height - 0.1), (tail + 0.02, max(deck + 0.08, belt)), (width * 0.7, width * 0.8), None, 0.03)
    half = width / 2
    for x in (front, back):
        arch(x, radius, half)
    axle(front, width + 0.05, radius, 0.24)
    axle(back, width + 0.05, radius, 0.24)
    lights(h - 0.03, -h + 0.01, half, nose - 0.2, deck - 0.22)
    box((h - 0.06, h + 0.012), (-0.42, 0.42), (low + 0.3, nose - 0.16), black(), 0.03)
    for bar in range(4):
        z = low + 0.34 + bar * 0.07
        box((h, h + 0.02), (-0.4, 0.4), (z, z + 0.015), chrome(), 0.004)
    box((h - 0.1, h + 0.04), (-half + 0.1, half - 0.1), (low, low + 0.18), black(), 0.05)
    box((-h - 0.04, -h + 0.1), (-half + 0.1, half - 0.1), (low + 0.02, low + 0.2), black(), 0.05)
    for seam in (middle, (xf[0] + 0.14)):
        both((seam - 0.006, seam + 0.006), (half - 0.004, half + 0.003), (low + 0.16, belt), black(), 0)
    both((middle - 0.28, middle - 0.1), (half, half + 0.03), (belt - 0.12, belt - 0.08), chrome(), 0.01)
    both((xf[0] - 0.5, xf[0] - 0.32), (half, half + 0.03), (belt - 0.12, belt - 0.08), chrome(), 0.01)
    both((-h + 0.5, h - 0.5), (half - 0.03, half + 0.012), (low + 0.02, low + 0.12), black(), 0.02)
    mirrors(xf[0] - 0.02, half, belt + 0.08, 0.14)
    plate(-h - 0.03, low + 0.34)
    plate(h + 0.04, low + 0.1)
    return length, width, height


def sedan():
    return car(4.85, 1.86, 1.46, 0.86, 1.0, 0.28, -1.05, -1.85, 1.04, 0.92, 0.335, 2.85)


def suv():
    return car(4.95, 1.98, 1.78, 1.05, 1.0, 0.42, -2.0, -2.3, 1.16, 1.1, 0.39, 2.9)


def van():
    return car(5.6, 2.05, 2.5, 1.2, 1.75, 1.0, -2.62, -2.76, 1.25, 1.25, 0.37, 3.5, True)


def pickup():
    length, width, height, radius = 5.9, 2.03, 1.95, 0.41
    h, half, low, belt = length / 2, width / 2, 0.38, 1.22
    side([(-h + 0.05, low + 0.16), (-h, low + 0.34), (-h, belt), (-0.72, belt), (-0.72, belt + 0.02), (1.28, belt + 0.04), (h - 0.2, belt - 0.06), (h, belt - 0.22), (h, low + 0.2), (h - 0.12, low)], width, paint(), 0.06)
    side([(-0.8, belt - 0.02), (-0.62, height), (0.55, height + 0.01), (1.32, belt + 0.02)], width - 0.06, paint(), 0.07, (belt, height, 0.82))
    box((-h + 0.1, -0.86), (-half + 0.12, half - 0.12), (belt - 0.1, belt + 0.012), black(), 0.01)
    top = half - 0.03
    zl, zh = belt + 0.07, height - 0.13
    pane([(0.18, zl), (1.06, zl), (0.56, zh), (0.18, zh)], (top * 0.98, top * 0.86))
    pane([(-0.6, zl), (0.08, zl), (0.08, zh), (-0.5, zh)], (top * 0.98, top * 0.86))
    across((1.26, belt + 0.12), (0.62, height - 0.07), (width * 0.86, width * 0.74), None, 0.03)
    across((-0.64, height - 0.12), (-0.77, belt + 0.1), (width * 0.68, width * 0.76), None, 0.03)
    front, back = 1.85, -1.78
    for x in (front, back):
        arch(x, radius, half)
    axle(front, width + 0.06, radius, 0.27)
    axle(back, width + 0.06, radius, 0.27)
    box((h - 0.05, h + 0.03), (-0.62, 0.62), (low + 0.38, belt - 0.2), black(), 0.04)
    for bar in range(3):
        z = low + 0.48 + bar * 0.12
        box((h + 0.01, h + 0.05), (-0.6, 0.6), (z, z + 0.04), chrome(), 0.01)
    lights(h + 0.01, -h, half, belt - 0.32, belt - 0.26, 0.24)
    box((h - 0.08, h + 0.12), (-half + 0.02, half - 0.02), (low + 0.06, low + 0.3), chrome(), 0.05)
    box((-h - 0.14, -h + 0.05), (-half + 0.05, half - 0.05), (low + 0.1, low + 0.28), chrome(), 0.04)
    for seam in (0.13, 1.2, -0.7):
        both((seam - 0.006, seam + 0.006), (half - 0.004, half + 0.003), (low + 0.2, belt), black(), 0)
    for x in (-0.05, 0.9):
        both((x - 0.24, x - 0.06), (half, half + 0.03), (belt - 0.12, belt - 0.08), black(), 0.01)
    both((-1.2, 1.3), (half - 0.02, half + 0.1), (low - 0.04, low + 0.04), chrome(), 0.02)
    mirrors(1.12, half, belt + 0.08, 0.24)
    plate(-h - 0.13, low + 0.2)
    return length, width, height


def frame(start, end, z=0.85):
    both((start, end), (0.32, 0.44), (z - 0.14, z + 0.14), steel(), 0.01)


def tractor(length, cab, hood, sleeper, roof, aero):
    """Highway tractors: cab and hood lengths, sleeper length (0 for a day cab), roof height."""
    h = length / 2
    half = 1.16
    hood_back = h - hood
    cab_back = hood_back - cab
    sleep_back = cab_back - sleeper
    frame(-h, h - 0.5)
    hood_top, nose_top = 2.0, 1.72 if aero else 1.9
    nose = 0.5 if aero else 0.12
    side([(hood_back, 0.75), (hood_back, hood_top + 0.03), (h - nose, nose_top), (h - 0.05, nose_top - (0.45 if aero else 0.1)), (h, 0.62), (h - 0.4, 0.6)], 2.0 if aero else 1.55, paint(), 0.13)
    if not aero:
        for out in (1, -1):
            side([(h - 1.75, 1.0), (h - 1.6, 1.28), (h - 1.1, 1.42), (h - 0.35, 1.3), (h - 0.02, 0.95), (h - 0.25, 0.9), (h - 0.6, 1.12), (h - 1.1, 1.18), (h - 1.5, 1.05)], 0.5, paint(), 0.06, None, out * 0.95)
    cab_roof = 2.95 if sleeper == 0 or not aero else roof - 0.25
    slope = 0.75 if aero else 0.18
    side([(cab_back, 0.85), (cab_back, cab_roof), (hood_back - slope, cab_roof - 0.06), (hood_back + 0.02, hood_top), (hood_back, 0.85)], 2 * half - 0.1, paint(), 0.1, (2.1, 3.2, 0.92))
    zl, zh = 2.02, 2.68
    foot = hood_back - 0.1 - slope * 0.05
    head = hood_back - 0.12 - slope * 0.72
    pane([(cab_back + 0.22, zl), (foot, zl - 0.06), (head, zh), (cab_back + 0.22, zh)], (half - 0.045, half - 0.085))
    def screen(z):
        """The point of the windshield's slope at a height."""
        return hood_back + 0.02 - (slope + 0.02) * (z - hood_top) / (cab_roof - 0.06 - hood_top), z
    across(screen(hood_top + 0.1), screen(min(cab_roof - 0.2, 2.95)), (2.0, 1.86), None, 0.035)
    both((cab_back + 0.12, cab_back + 0.135), (half - 0.055, half - 0.04), (0.95, 2.8), black(), 0)
    both((cab_back + 0.25, cab_back + 0.45), (half - 0.05, half - 0.01), (1.75, 1.8), chrome(), 0.01)
    if sleeper:
        side([(sleep_back, 0.85), (sleep_back, roof), (cab_back + 0.1, roof), (cab_back + (0.75 if aero else 0.1), roof - (0.4 if aero else 0.0)), (cab_back + 0.05, 0.85)], 2 * half, paint(), 0.1, (2.6, roof + 0.2, 0.93))
        pane([(sleep_back + sleeper * 0.35, 2.0), (sleep_back + sleeper * 0.75, 2.0), (sleep_back + sleeper * 0.75, 2.42), (sleep_back + sleeper * 0.35, 2.42)], (half - 0.002, half - 0.004))
        both((sleep_back + 0.2, sleep_back + 0.9), (half - 0.004, half + 0.006), (1.05, 1.7), paint(), 0.03)
    if aero:
        side([(sleep_back - 0.35, 0.42), (sleep_back - 0.35, 1.25), (cab_back + 0.3, 1.2), (hood_back - 0.2, 0.95), (hood_back - 0.1, 0.42)], 2.42, paint(), 0.06)
    for out in (1, -1):
        y = out * 0.9
        if not aero:
            cylinder((sleep_back + 0.2, y, 0.72), (hood_back - 0.15, y, 0.72), 0.33, chrome(), 0.03)
            for band in (0.35, 0.75):
                x = sleep_back + 0.2 + (hood_back - sleep_back - 0.35) * band
                cylinder((x, y, 0.72), (x + 0.06, y, 0.72), 0.338, steel(), 0)
            cylinder((cab_back - 0.1, out * 1.08, 1.0), (cab_back - 0.1, out * 1.08, 3.75), 0.085, chrome(), 0.01)
            cylinder((h - 1.0, out * 0.86, 1.25), (h - 0.5, out * 0.86, 1.32), 0.2, chrome(), 0.03)
        box((hood_back - 0.32, hood_back - 0.18), sorted((out * 1.2, out * 1.42)), (1.95, 2.6), chrome() if not aero else paint(), 0.04)
        box((hood_back - 0.3, hood_back - 0.22), sorted((out * 1.0, out * 1.25)), (2.25, 2.31), black(), 0.01)
        box((h - 0.22, h + 0.01), sorted((out * 0.62, out * 0.98)), (0.98, 1.2), lamp(), 0.05)
        both((-h + 0.05, -h + 0.1), (0.5, 1.15), (0.25, 0.85), black(), 0.01)
    box((h - 0.06, h + 0.04), (-0.5, 0.5), (0.85, nose_top - 0.28), black(), 0.05)
    count = 9
    for index in range(count):
        y = -0.44 + index * 0.88 / (count - 1)
        box((h + 0.02, h + 0.06), (y - 0.022, y + 0.022), (0.88, nose_top - 0.31), chrome(), 0.005)
    box((h - 0.12, h + 0.14), (-1.18, 1.18), (0.42, 0.78), chrome() if not aero else paint(), 0.07)
    for light in range(5):
        y = -0.7 + light * 0.35
        box((hood_back - slope - 0.35, hood_back - slope - 0.2), (y - 0.06, y + 0.06), (cab_roof - 0.02, cab_roof + 0.05), amber(), 0.02)
    cylinder((-h + 1.6, 0, 1.02), (-h + 1.6, 0, 1.1), 0.5, steel(), 0.01)
    side([(-h + 0.9, 0.98), (-h + 2.2, 0.98), (-h + 2.0, 1.14), (-h + 1.0, 1.06)], 0.95, steel(), 0.02)
    axle(h - 1.15, 2.4, 0.52, 0.28)
    axle(-h + 0.95, 2.44, 0.52, 0.27, True)
    axle(-h + 2.3, 2.44, 0.52, 0.27, True)
    both((-h + 0.02, -h + 0.06), (0.6, 0.9), (0.78, 0.92), red(), 0.01)
    return length, 2.5, roof if sleeper else 3.0


def long_nose():
    return tractor(8.2, 1.35, 2.1, 1.7, 3.05, False)


def aero_sleeper():
    return tractor(7.7, 1.5, 1.5, 1.75, 3.85, True)


def day_cab():
    return tractor(6.4, 1.6, 1.75, 0, 3.0, True)


def box_on_wheels(h, front, floor, top, mat, ribs=True):
    """The box of a van trailer or truck."""
    box((-h, front), (-1.28, 1.28), (floor, top), mat, 0.025)
    if ribs:
        count = int((front + h) / 0.6)
        for index in range(1, count):
            x = -h + index * (front + h) / count
            both((x - 0.02, x + 0.02), (1.278, 1.3), (floor + 0.1, top - 0.1), mat, 0.004)
    for z in (floor + 0.04, top - 0.06):
        both((-h, front), (1.27, 1.305), (z - 0.05, z + 0.05), chrome(), 0.01)
    both((-h + 0.4, front - 0.3), (1.3, 1.31), (floor + 0.1, floor + 0.16), red(), 0)
    for out in (1, -1):
        box((-h - 0.03, -h + 0.01), sorted((out * 0.03, out * 1.2)), (floor + 0.08, top - 0.1), mat, 0.01)
        for y in (0.35, 0.85):
            cylinder((-h - 0.05, out * y, floor + 0.1), (-h - 0.05, out * y, top - 0.12), 0.02, chrome(), 0, None, 10)
        box((-h - 0.04, -h + 0.01), sorted((out * 0.75, out * 1.2)), (floor - 0.12, floor - 0.02), red(), 0.01)
    box((-h - 0.02, -h + 0.1), (-1.25, 1.25), (floor - 0.14, floor), steel(), 0.01)


def trailer_gear(h, x_axles, leg):
    frame(-h + 0.3, h - 0.6, 1.02)
    for x in x_axles:
        axle(x, 2.5, 0.51, 0.27, True)
    for out in (1, -1):
        box((leg - 0.09, leg + 0.09), sorted((out * 0.85, out * 1.03)), (0.1, 1.1), steel(), 0.01)
        box((leg - 0.2, leg + 0.2), sorted((out * 0.75, out * 1.12)), (0.02, 0.1), steel(), 0.01)
        box((-h + 0.1, -h + 0.14), sorted((out * 0.55, out * 1.2)), (0.3, 0.95), rubber(), 0.005)
    box((-h, -h + 0.1), (-1.1, 1.1), (0.5, 0.6), steel(), 0.01)


def dry_van():
    h = 6.6
    trailer_gear(h, (-h + 1.5, -h + 2.75), h - 3.0)
    box_on_wheels(h, h, 1.15, 4.1, paint())
    return 2 * h, 2.6, 4.1


def reefer():
    size = dry_van()
    h = 6.6
    box((h - 0.02, h + 0.5), (-1.0, 1.0), (2.0, 3.95), white(), 0.08)
    box((h + 0.48, h + 0.53), (-0.8, 0.8), (2.9, 3.7), black(), 0.03)
    return size


def flatbed():
    h = 6.8
    trailer_gear(h, (-h + 1.0, -h + 3.2), h - 3.1)
    box((-h, h), (-1.3, 1.3), (1.32, 1.5), steel(), 0.02)
    wood = __import__("kit").material("deck", (0.22, 0.13, 0.07), 0.75)
    for board in range(9):
        y = -1.2 + board * 0.27
        box((-h + 0.05, h - 0.05), (y, y + 0.25), (1.5, 1.535), wood, 0.006)
    for index in range(20):
        both((-h + 0.3 + index * 0.66, -h + 0.42 + index * 0.66), (1.29, 1.36), (1.34, 1.44), paint(), 0.01)
    both((-h, h), (1.28, 1.33), (1.44, 1.52), paint(), 0.01)
    box((h - 0.08, h), (-1.28, 1.28), (1.5, 2.3), paint(), 0.02)
    return 2 * h, 2.66, 2.4


def cab_over(h):
    """The short-nosed cab of medium trucks."""
    side([(h - 1.9, 0.75), (h - 1.9, 2.45), (h - 1.25, 2.55), (h - 0.85, 2.45), (h - 0.62, 1.62), (h - 0.12, 1.4), (h, 1.1), (h - 0.02, 0.6), (h - 0.3, 0.55)], 2.15, paint(), 0.1, (1.6, 2.6, 0.88))
    pane([(h - 1.7, 1.62), (h - 0.82, 1.55), (h - 0.98, 2.22), (h - 1.7, 2.22)], (1.06, 0.98))
    across((h - 0.64, 1.66), (h - 0.86, 2.36), (1.9, 1.72), None, 0.035)
    box((h - 0.05, h + 0.03), (-0.6, 0.6), (0.78, 1.15), black(), 0.04)
    for bar in range(4):
        box((h + 0.01, h + 0.05), (-0.58, 0.58), (0.82 + bar * 0.085, 0.85 + bar * 0.085), chrome(), 0.005)
    box((h - 0.1, h + 0.12), (-1.1, 1.1), (0.45, 0.72), chrome(), 0.06)
    for out in (1, -1):
        box((h - 0.12, h + 0.01), sorted((out * 0.66, out * 1.0)), (0.9, 1.12), lamp(), 0.05)
        box((h - 0.85, h - 0.75), sorted((out * 1.12, out * 1.36)), (1.6, 2.05), black(), 0.03)
        both((h - 1.78, h - 1.77), (1.07, 1.08), (0.8, 2.2), black(), 0)
        both((h - 1.6, h - 1.42), (1.07, 1.1), (1.4, 1.45), chrome(), 0.01)
    arch(h - 0.95, 0.5, 1.08, 0.4)
    axle(h - 0.95, 2.24, 0.48, 0.27)


def box_truck():
    h = 4.0
    frame(-h + 0.2, h - 0.6, 0.82)
    cab_over(h)
    box_on_wheels(h, h - 2.05, 1.1, 3.7, white(), True)
    axle(-h + 1.9, 2.4, 0.48, 0.26, True)
    box((-h + 3.0, -h + 4.2), (0.5, 1.1), (0.45, 0.95), black(), 0.03)
    return 2 * h, 2.6, 3.7


def dump_truck():
    h = 4.1
    frame(-h + 0.2, h - 0.6, 0.9)
    cab_over(h)
    side([(-h, 1.25), (-h + 0.1, 2.75), (h - 2.15, 2.75), (h - 2.1, 1.15), (h - 2.6, 1.1), (-h + 0.4, 1.1)], 2.45, steel(), 0.04)
    box((-h + 0.2, h - 2.25), (-1.1, 1.1), (2.5, 2.77), black(), 0.02)
    side([(h - 2.15, 2.55), (h - 2.1, 2.85), (h - 0.8, 2.9), (h - 0.8, 2.8)], 2.2, steel(), 0.02)
    for index in range(6):
        x = -h + 0.5 + index * 0.95
        both((x - 0.06, x + 0.06), (1.22, 1.29), (1.2, 2.72), steel(), 0.01)
    axle(-h + 1.0, 2.4, 0.52, 0.27, True)
    axle(-h + 2.3, 2.4, 0.52, 0.27, True)
    return 2 * h, 2.6, 2.95


def excavator():
    for out in (1, -1):
        y = out * 1.15
        side([(-1.9, 0.2), (-2.15, 0.5), (-1.9, 0.85), (1.9, 0.85), (2.15, 0.5), (1.9, 0.2), (1.6, 0.03), (-1.6, 0.03)], 0.6, rubber(), 0.06, None, y)
        for pad in range(26):
            x = -1.8 + pad * 0.144
            box((x, x + 0.1), sorted((y - 0.31, y + 0.31)), (0.84, 0.89), steel(), 0.005)
            box((x, x + 0.1), sorted((y - 0.31, y + 0.31)), (0.0, 0.04), steel(), 0.005)
        for roller in range(7):
            x = -1.5 + roller * 0.5
            cylinder((x, y + out * 0.25, 0.3), (x, y + out * 0.33, 0.3), 0.17, steel(), 0.02)
        for end in (-1.75, 1.75):
            cylinder((end, y + out * 0.25, 0.45), (end, y + out * 0.33, 0.45), 0.33, steel(), 0.03)
    cylinder((0, 0, 0.7), (0, 0, 1.05), 0.75, steel(), 0.02)
    side([(-2.3, 1.15), (-2.45, 1.5), (-2.35, 2.1), (-0.4, 2.2), (0.9, 2.05), (0.9, 1.05), (-2.0, 1.05)], 2.6, paint(), 0.1)
    side([(-2.5, 1.1), (-2.62, 1.5), (-2.5, 1.95), (-1.9, 2.0), (-1.9, 1.05)], 2.65, black(), 0.1)
    side([(-0.35, 1.1), (-0.35, 2.95), (0.75, 2.95), (1.15, 2.0), (1.1, 1.1)], 0.95, paint(), 0.06, None, 0.78)
    for y in (1.27, 0.29):
        side([(-0.2, 1.75), (-0.2, 2.82), (0.68, 2.82), (1.0, 2.0), (0.98, 1.75)], 0.02, glass(), 0, None, y)
    across((1.13, 1.3), (0.79, 2.85), (0.8, 0.8), None, 0.03)
    import bpy
    bpy.data.objects[-1].location.y = 0.78
    boom = [(0.7, 1.7), (0.9, 1.35), (2.9, 3.55), (4.9, 3.2), (4.95, 3.55), (2.7, 4.25)]
    side(boom, 0.42, paint(), 0.04, None, -0.1)
    side([(4.6, 3.7), (5.05, 3.55), (5.35, 1.35), (5.15, 1.25), (4.75, 3.0), (4.5, 3.45)], 0.32, paint(), 0.03, None, -0.1)
    side([(5.0, 1.4), (5.4, 1.35), (5.55, 0.7), (5.1, 0.12), (4.5, 0.2), (4.35, 0.35), (4.8, 0.55), (4.95, 0.95)], 1.0, steel(), 0.03, None, -0.1)
    for tooth in range(5):
        y = -0.55 + tooth * 0.22
        box((4.2, 4.45), (y, y + 0.08), (0.2, 0.3), steel(), 0.01)
    cylinder((1.3, -0.1, 1.5), (2.6, -0.1, 3.2), 0.09, chrome(), 0)
    cylinder((3.0, -0.1, 4.2), (4.6, -0.1, 3.65), 0.08, chrome(), 0)
    cylinder((-1.6, -0.7, 2.1), (-1.6, -0.7, 2.6), 0.07, black(), 0)
    return 8.6, 2.9, 4.3


def wheel_loader():
    side([(-3.0, 1.0), (-3.1, 1.6), (-2.9, 2.15), (-0.9, 2.25), (-0.7, 1.0)], 1.9, paint(), 0.12)
    box((-3.15, -2.95), (-0.9, 0.9), (0.8, 1.5), black(), 0.05)
    side([(-0.9, 1.5), (-0.9, 3.3), (0.35, 3.3), (0.65, 1.9), (0.6, 1.4)], 1.5, paint(), 0.08)
    pane([(-0.75, 1.95), (0.52, 1.95), (0.28, 3.1), (-0.75, 3.1)], (0.75, 0.75))
    across((0.62, 1.95), (0.38, 3.15), (1.35, 1.35), None, 0.03)
    box((-1.0, 0.5), (-0.85, 0.85), (3.28, 3.42), paint(), 0.05)
    side([(0.5, 0.9), (0.5, 1.5), (1.9, 1.4), (2.0, 0.9)], 1.1, paint(), 0.06)
    for out in (1, -1):
        side([(0.9, 1.7), (1.2, 1.95), (2.6, 1.2), (3.4, 0.6), (3.2, 0.42), (2.3, 0.9)], 0.18, paint(), 0.03, None, out * 0.55)
    side([(3.1, 0.15), (3.2, 1.2), (3.55, 1.25), (3.5, 0.5), (4.3, 0.12), (4.2, 0.05)], 2.8, steel(), 0.03)
    cylinder((1.2, 0, 1.6), (2.9, 0, 1.2), 0.09, chrome(), 0)
    yellow = paint()
    for x in (-1.75, 1.55):
        axle(x, 2.7, 0.8, 0.62, False, yellow)
        both((x - 0.85, x + 0.85), (0.75, 1.35), (1.62, 1.7), black(), 0.03)
    for out in (1, -1):
        box((0.55, 0.7), sorted((out * 0.55, out * 0.8)), (1.55, 1.75), lamp(), 0.03)
    return 7.6, 2.9, 3.4


def bus():
    h = 5.6
    side([(-h, 0.45), (-h, 2.9), (-h + 0.2, 3.1), (h - 1.5, 3.1), (h - 1.25, 2.9), (h - 1.0, 1.75), (h - 0.1, 1.6), (h, 1.2), (h, 0.5)], 2.4, paint(), 0.12)
    for index in range(10):
        x = -h + 0.4 + index * 0.92
        pane([(x, 1.85), (x + 0.8, 1.85), (x + 0.8, 2.6), (x, 2.6)], (1.2, 1.2))
    across((h - 1.02, 1.85), (h - 1.24, 2.8), (2.1, 2.1), None, 0.035)
    for z in (1.0, 1.35, 1.7):
        both((-h + 0.1, h - 0.6), (1.19, 1.22), (z, z + 0.05), black(), 0.01)
    box((h - 0.05, h + 0.04), (-0.6, 0.6), (0.75, 1.3), black(), 0.04)
    box((h - 0.1, h + 0.15), (-1.2, 1.2), (0.4, 0.68), black(), 0.05)
    lights(h + 0.01, -h, 1.2, 1.0, 1.1, 0.24)
    for out in (1, -1):
        box((h - 1.2, h - 1.1), sorted((out * 1.24, out * 1.5)), (2.0, 2.5), black(), 0.03)
    for x in (h - 1.3, -h + 3.0):
        arch(x, 0.5, 1.2, 0.4)
    axle(h - 1.3, 2.46, 0.5, 0.27)
    axle(-h + 3.0, 2.46, 0.5, 0.27, True)
    return 2 * h, 2.5, 3.15


builders = {
    "long-nose-sleeper": long_nose, "aero-sleeper": aero_sleeper, "day-cab": day_cab, "crew-pickup": pickup,
    "dry-van": dry_van, "box-truck": box_truck, "suv": suv, "sedan": sedan, "excavator": excavator,
    "cargo-van": van, "flatbed-trailer": flatbed, "dump-truck": dump_truck, "reefer-trailer": reefer,
    "wheel-loader": wheel_loader, "bus": bus,
}


def build(name):
    return builders[name]()
