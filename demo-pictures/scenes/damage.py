"""Photographs damage close by, of the kinds that condition reports note, each on a part of some body."""
import os
import sys
import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bodies
import camera
import ground
import light
import materials
import picture
import surroundings
from parts import damage

# Body, from where, at what, how damaged: the mark's half size across and up, or the dent's reach and depth.
SHOTS = {
    "bumper-scuff": dict(body="sedan", eye=(3.5, -1.75, 0.95), aim=(2.2, -0.72, 0.5), marks=[
        (damage.scrapes, (0.17, 0.05)), (damage.scuff, (0.24, 0.09))]),
    "windshield-chip": dict(body="sedan", eye=(2.05, -1.0, 1.55), aim=(0.8, -0.42, 1.1), marks=[
        (damage.star, (0.05, 0.05))]),
    "curb-rash": dict(body="sedan", eye=(-1.3, -2.3, 0.4), aim=(-1.35, -0.9, 0.335), marks=[
        (damage.rash, (0.24, 0.24))]),
    "rocker-rust": dict(body="sedan", eye=(0.1, -2.3, 0.75), aim=(0.93, -0.9, 0.27), marks=[
        (damage.rust, (0.15, 0.06))]),
    "tailgate-crease": dict(body="crew-pickup", eye=(-4.6, -1.35, 1.35), aim=(-2.9, -0.2, 0.9),
        dents=[((0.4, 0.09, 0.018), 0.012)]),
    "hood-chips": dict(body="aero-sleeper", eye=(5.0, -1.0, 1.85), aim=(3.92, -0.28, 1.5), marks=[
        (damage.chips, (0.26, 0.17))]),
    "bumper-scrape": dict(body="aero-sleeper", eye=(5.6, -2.6, 1.2), aim=(3.46, -1.18, 0.6), marks=[
        (damage.scrapes, (0.26, 0.08)), (damage.scuff, (0.3, 0.1))]),
    "frame-rust": dict(body="day-cab", eye=(-3.0, -1.9, 1.9), aim=(-0.95, -0.3, 0.9), marks=[
        (damage.rust, (0.3, 0.12))]),
    "box-scuffs": dict(body="box-truck", eye=(-0.6, -4.2, 1.9), aim=(-2.0, -1.25, 1.7), marks=[
        (damage.scuff, (0.6, 0.16)), (damage.scrapes, (0.45, 0.05))]),
    "bent-guard": dict(body="dry-van", eye=(-10.0, -2.9, 1.15), aim=(-8.1, -0.82, 0.56),
        dents=[((0.6, 0.28, 0.4), 0.14)]),
    "counterweight-scrapes": dict(body="excavator", eye=(-6.3, -2.7, 1.9), aim=(-4.15, -1.0, 1.45), marks=[
        (damage.scrapes, (0.32, 0.12))]),
    "cylinder-weep": dict(body="excavator", eye=(1.05, -2.7, 2.3), aim=(-0.15, -0.45, 2.42), marks=[
        (damage.oil, (0.07, 0.16))]),
    "rub-rail-dent": dict(body="bus", eye=(-0.7, -2.8, 1.35), aim=(-2.1, -1.2, 1.12),
        dents=[((0.22, 0.3, 0.09), 0.05)]),
}


def photograph(name, shots, out, samples, width):
    """Builds a body with all that is damaged on it and takes its shots."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bodies.build(name)
    if bodies.is_light(name):
        materials.wash(0.3)
    for look in shots.values():
        for size, depth in look.get("dents", ()):
            damage.dent(damage.Sight(look["eye"], look["aim"]), size, depth)
        for build, size in look.get("marks", ()):
            damage.mark(damage.Sight(look["eye"], look["aim"]), size, build)
    ground.ground()
    surroundings.surroundings()
    for shot, look in shots.items():
        light.light(light.time_for(name), look["eye"][0] < look["aim"][0])
        camera.detail(look["eye"], look["aim"], 60, 5.6)
        picture.expose(os.path.join(out, "damage", shot), samples, width)


def main():
    """blender -b -P damage.py -- <out folder> <samples> <width> [shot ...]"""
    out, samples, width, *wanted = sys.argv[sys.argv.index("--") + 1:]
    os.makedirs(os.path.join(out, "damage"), exist_ok=True)
    chosen = {shot: look for shot, look in SHOTS.items() if not wanted or shot in wanted}
    for name in dict.fromkeys(look["body"] for look in chosen.values()):
        shots = {shot: look for shot, look in chosen.items() if look["body"] == name}
        photograph(name, shots, out, int(samples), int(width))


if __name__ == "__main__":
    main()
