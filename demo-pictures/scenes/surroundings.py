"""What stands round the vehicle that is photographed."""
import building
import distant
import kit
import landscape
import parked


def surroundings(rows=True):
    """Builds the yard's buildings, fences and lamps, and parks rows of vehicles."""
    building.warehouse()
    landscape.landscape()
    for x, y in ((-44, 34), (-14, 35), (20, 35), (50, 34)):
        _lamp_post(x, y)
    if rows:
        _rows([parked.fleet(build) for build in (distant.tractor, distant.trailer, distant.pickup)])


def _rows(others):
    """Vehicles nose to the yard, with gaps as on a day when some have been sold."""
    colours = list(parked.COLOURS)
    places = [
        (-47, 29, 0), (-41.5, 29, 1), (-30.5, 28.5, 0), (-25, 29, 2), (-19.5, 29, 2), (-8.5, 29, 0),
        (13, 29.5, 1), (19, 29, 0), (24.5, 29, 0), (30, 29, 2), (41, 29.5, 1), (46.5, 29.5, 1),
    ]
    for number, (x, y, kind) in enumerate(places):
        colour = "white" if kind == 1 else colours[(number * 5 + 2) % len(colours)]
        parked.park(others[kind], x, y + (4 if kind == 1 else 0), -90, colour)


def _lamp_post(x, y):
    metal = kit.material("post", (0.3, 0.31, 0.32), 0.45, 0.8)
    foot = kit.material("lamp foot", (0.3, 0.29, 0.27), 0.9)
    kit.cylinder((x, y, 0), (x, y, 0.7), 0.28, foot, 0.02)
    kit.cylinder((x, y, 0.7), (x, y, 9.6), 0.1, metal, 0, 0.06, 16)
    for out in (-1, 1):
        kit.cylinder((x, y, 9.5), (x + out * 1.2, y, 9.7), 0.035, metal, 0, None, 8)
        ends = sorted((x + out * 1.0, x + out * 1.75))
        kit.box(ends, (y - 0.16, y + 0.16), (9.66, 9.76), kit.black(), 0.03)
