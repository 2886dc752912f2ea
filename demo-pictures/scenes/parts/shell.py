"""The volume of a car: large surfaces drawn by curves, cut by each other, every edge rounded.

A Shape holds curves (parts.field.curve) and numbers; volume(shape) answers the field of its skin, with
y as the distance from the middle. The lower body lies between side, deck, nose, tail and floor; the
greenhouse between glass, screen, back light and roof; both are joined with a fillet.
"""
from dataclasses import dataclass, field as member
from typing import Callable
import numpy as np
from . import field as fl


@dataclass
class Shape:
    """The curves of a car. Heights and lengths in metres, y from the middle."""
    half: Callable       # x -> half width at the widest line
    section: Callable    # z -> how far the side lies in from the widest line
    rise: Callable       # x -> how far the side's lines rise or sink along the car
    deck: Callable       # x -> height of hood and trunk at the middle
    crown: Callable      # x -> how much hood and trunk fall toward the side, per square metre
    nose: Callable       # z -> x of the front at the middle
    nose_plan: Callable  # y -> how far the front lies back
    tail: Callable       # z -> x of the rear at the middle
    tail_plan: Callable  # y -> how far the rear lies forward
    low: Callable        # x -> height of the floor
    belt_half: Callable  # x -> half width of the greenhouse at its foot
    belt: Callable       # x -> height of that foot
    lean: Callable       # height above the foot -> how far the glass leans in
    roof: Callable       # x -> height of the roof at the middle
    roof_crown: float    # how much the roof falls toward the side, per square metre
    screen: Callable     # z -> x of the windscreen at the middle
    screen_plan: Callable
    back: Callable       # z -> x of the back light at the middle
    back_plan: Callable
    wheels: tuple = ()   # (x, radius of the arch, height of its middle) of each axle
    shoulder: Callable = lambda x: 0.05 + 0 * x   # radius between side and deck
    corner: float = 0.10     # radius between side and nose or tail
    lip: float = 0.06        # radius between deck and nose or tail
    pillar: float = 0.07     # radius between screens and glass
    cant: float = 0.09       # radius between roof and glass
    root: float = 0.03       # fillet between body and greenhouse
    flare: float = 0.02
    dome: Callable = lambda x, y: 0   # (x, y) -> how far the hood rises over its even curve
    still: float = 0.35      # height below which the side's lines do not rise
    more: list = member(default_factory=list)   # further changes: functions (f, x, y, z) -> f


def slope(curve, at):
    """The slope of a curve."""
    return (curve(at + 0.01) - curve(at - 0.01)) / 0.02


def flares(shape, x, z):
    """How far the arches' lips stand out of the side."""
    out = 0
    for middle, radius, height in shape.wheels:
        d = np.hypot(x - middle, z - height)
        out = out + shape.flare * (1 - fl.step((d - radius) / 0.2))
    return out


def lower(shape, x, y, z):
    """The body below the glass."""
    lines = z - shape.rise(x) * fl.step((z - shape.still) / 0.35)
    side = y - shape.half(x) + shape.section(lines) - flares(shape, x, z)
    deck = fl.slanted(z - shape.deck(x) - shape.dome(x, y) + shape.crown(x) * y * y, slope(shape.deck, x))
    nose = x - shape.nose(z) + shape.nose_plan(y)
    nose = nose / np.sqrt(1 + slope(shape.nose, z) ** 2 + slope(shape.nose_plan, y) ** 2)
    tail = shape.tail(z) + shape.tail_plan(y) - x
    tail = tail / np.sqrt(1 + slope(shape.tail, z) ** 2 + slope(shape.tail_plan, y) ** 2)
    f = fl.both(side, deck, shape.shoulder(x))
    ends = np.maximum(nose, tail)
    f = fl.both(f, ends, shape.lip + (shape.corner - shape.lip) * fl.step((shape.deck(x) - z - 0.05) / 0.25))
    return fl.both(f, shape.low(x) - z, 0.04)


def greenhouse(shape, x, y, z):
    """Glass and roof."""
    up = z - shape.belt(x)
    side = (y - shape.belt_half(x) + shape.lean(up)) / np.sqrt(1 + slope(shape.lean, up) ** 2)
    roof = fl.slanted(z - shape.roof(x) + shape.roof_crown * y * y, slope(shape.roof, x))
    front = fl.slanted(x - shape.screen(z) + shape.screen_plan(y), slope(shape.screen, z))
    back = fl.slanted(shape.back(z) + shape.back_plan(y) - x, slope(shape.back, z))
    f = fl.both(side, roof, shape.cant)
    f = fl.both(f, front, shape.pillar)
    f = fl.both(f, back, shape.pillar)
    return fl.both(f, shape.belt(x) - 0.2 - z, 0.02)


def volume(shape):
    """The field of the whole skin."""
    def f(x, y, z):
        x, y, z = (np.asarray(a, float) for a in (x, y, z))
        found = fl.either(lower(shape, x, y, z), greenhouse(shape, x, y, z), shape.root)
        for change in shape.more:
            found = change(found, x, y, z)
        return found
    return f
