"""The bodies. Each builder stands its vehicle with its middle at x=0 and answers (length, width, height)."""
from . import aero_sleeper, cab_over, dump, flatbeds, long_nose, straight, tanker, tow_truck, vans
from . import bus, cargo_van, coupe, motorcycle, pickup, rv, sedan, suv
from . import backhoe, box_trailers, excavator, flatbed_trailer, forklift, lowboy_trailer, wheel_loader

TRUCKS = (aero_sleeper, cab_over, dump, flatbeds, long_nose, straight, tanker, tow_truck, vans)
CARS = (bus, cargo_van, coupe, motorcycle, pickup, rv, sedan, suv)
TRAILERS = (box_trailers, flatbed_trailer, lowboy_trailer)
MACHINES = (backhoe, excavator, forklift, wheel_loader)

builders = {}
for family in (*TRUCKS, *CARS, *TRAILERS, *MACHINES):
    builders.update(family.builders)


def build(name):
    """Stands the named body in the scene and answers its size."""
    return builders[name]()


def is_light(name):
    """Whether a body is a car or the like, sold clean."""
    return any(name in family.builders for family in CARS)
