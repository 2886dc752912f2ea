"""Worn surfaces: track steel, ground steel, enamel, iron, mill aluminium, deck wood, seat cloth."""
from materials import DUST, once, film

SOIL = (0.15, 0.115, 0.08)
EARTH = (0.105, 0.08, 0.058)


def soiled(graph, top, most):
    """The share of soil that sticks: most at the ground, none above top, in clumps."""
    fall = graph.range(graph.height(), 0.0, top, most, 0.0)
    clumps = graph.range(graph.noise(6, 6), 0.35, 0.65, 0.15, 1.2)
    return graph.math("MULTIPLY", fall, clumps, True)


def _track(graph):
    rust = graph.range(graph.noise(9, 6), 0.48, 0.7, 0.0, 0.7)
    base = graph.mix(rust, (0.05, 0.046, 0.043), (0.125, 0.075, 0.045))
    worn = graph.math("MULTIPLY", graph.edges(0.01), graph.range(graph.noise(21, 3), 0.3, 0.55))
    soil = soiled(graph, 0.95, 0.6)
    graph.principled(
        Base_Color=graph.mix(soil, graph.mix(worn, base, (0.36, 0.34, 0.32)), EARTH),
        Metallic=graph.math("MULTIPLY", worn, 0.9), Roughness=graph.range(worn, 0, 1, 0.68, 0.36),
        Normal=graph.bump(graph.noise(70, 5), 0.0012),
    )


def track_steel():
    """Track shoes and links: brown steel, bright on its edges, earth in the corners."""
    return once("track steel", _track)


def _polished(graph):
    rust = graph.range(graph.noise(5, 8), 0.52, 0.72, 0.0, 0.85)
    scratches = graph.noise(30, 3, (1, 6, 0.25))
    bright = graph.mix(scratches, (0.3, 0.29, 0.275), (0.5, 0.485, 0.46))
    graph.principled(
        Base_Color=graph.mix(rust, bright, (0.13, 0.075, 0.045)),
        Metallic=graph.range(rust, 0, 0.8, 0.85, 0.1), Roughness=graph.range(rust, 0, 0.7, 0.34, 0.75),
        Normal=graph.bump(scratches, 0.0006),
    )


def polished():
    """Steel that earth keeps bright: cutting edges, teeth, a bucket's inside."""
    return once("polished steel", _polished)


def _enamel(graph):
    scraped = graph.range(graph.noise(4, 7, (1, 1, 0.35)), 0.58, 0.68)
    edges = graph.math("MULTIPLY", graph.edges(0.015), graph.range(graph.noise(17, 4), 0.3, 0.5))
    bare = graph.math("MAXIMUM", edges, graph.math("MULTIPLY", scraped,
        graph.range(graph.noise(26, 4), 0.4, 0.6)))
    steel = graph.mix(graph.range(graph.noise(13, 4), 0.42, 0.6), (0.2, 0.12, 0.075), (0.36, 0.345, 0.32))
    soil = soiled(graph, 1.0, 0.4)
    graph.principled(
        Base_Color=graph.mix(soil, graph.mix(bare, (0.024, 0.024, 0.025), steel), SOIL),
        Metallic=graph.math("MULTIPLY", bare, 0.6), Roughness=graph.range(soil, 0, 0.5, 0.45, 0.85),
        Normal=graph.bump(graph.noise(45, 4), 0.0006),
    )


def bucket_black():
    """A bucket's shell: black enamel worn to steel and rust."""
    return once("bucket enamel", _enamel)


def _iron(graph):
    soil = soiled(graph, 1.3, 0.5)
    dust = film(graph, most=0.35, rest=0.06)
    worn = graph.math("MULTIPLY", graph.edges(0.008), graph.range(graph.noise(19, 3), 0.45, 0.65))
    coat = graph.mix(worn, (0.027, 0.027, 0.029), (0.2, 0.19, 0.18))
    graph.principled(
        Base_Color=graph.mix(soil, graph.mix(dust, coat, DUST), SOIL),
            Roughness=graph.range(dust, 0, 0.5, 0.46, 0.75),
        Normal=graph.bump(graph.noise(130, 3), 0.0003),
    )


def iron():
    """Dark painted iron of frames and castings, with soil low down."""
    return once("frame iron", _iron)


def _aluminium(graph):
    dust = film(graph, most=0.45, rest=0.04)
    streaks = graph.noise(40, 2, (0.15, 1, 1))
    graph.principled(
        Base_Color=graph.mix(dust, graph.mix(streaks, (0.55, 0.56, 0.57), (0.68, 0.69, 0.7)), DUST),
        Metallic=graph.range(dust, 0, 0.6, 0.95, 0.3),
        Roughness=graph.math("ADD", graph.range(streaks, 0.3, 0.7, 0.24, 0.38),
            graph.math("MULTIPLY", dust, 0.5), True),
        Normal=graph.bump(streaks, 0.00012),
    )


def aluminium():
    """Mill-finished aluminium: rails, posts, rub rails, tanks."""
    return once("mill aluminium", _aluminium)


def _wood(graph):
    board = graph.noise(2.4, 2, (0.02, 3.0, 1))
    grain = graph.noise(55, 5, (0.03, 1, 1))
    grey = graph.range(graph.noise(1.1, 5), 0.35, 0.65)
    fresh = graph.mix(grain, (0.13, 0.07, 0.035), (0.3, 0.18, 0.095))
    weathered = graph.mix(grain, (0.13, 0.115, 0.095), (0.27, 0.245, 0.21))
    graph.principled(
        Base_Color=graph.mix(0.5, graph.mix(grey, fresh, weathered), graph.mix(board, (0.3,) * 3, (0.8,) * 3),
            "SOFT_LIGHT"),
        Roughness=0.78, Normal=graph.bump(grain, 0.0015),
    )


def deck_wood():
    """Hardwood deck boards, oiled once and greyed by weather."""
    return once("deck wood", _wood)


def seat_cloth():
    """Woven seat covers."""
    return once("seat cloth", lambda graph: graph.principled(
        Base_Color=graph.mix(graph.noise(400, 1), (0.02, 0.02, 0.022), (0.07, 0.07, 0.075)), Roughness=0.95,
            Specular=0.2))
