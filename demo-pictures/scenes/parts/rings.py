"""Cross-sections that bodies are lofted from."""


def plan(x0, x1, z, half_back, half_front=None, round_back=0.08, round_front=0.12, bow=0.0, tilt=0.0):
    """A closed plan at a height: from the front's middle round the left side; bow pushes the front's middle out.

    tilt lowers the front edge.
    """
    half_front = half_back if half_front is None else half_front
    rb, rf = round_back, round_front
    half = [
        (x1 + bow, 0.0, z - tilt),
        (x1 + bow * 0.75, half_front * 0.5, z - tilt),
        (x1, half_front - rf, z - tilt),
        (x1 - rf * 0.3, half_front - rf * 0.3, z - tilt),
        (x1 - rf, half_front, z - tilt),
        (x1 - (x1 - x0) * 0.5, (half_front + half_back) / 2, z - tilt * 0.4),
        (x0 + rb, half_back, z),
        (x0 + rb * 0.3, half_back - rb * 0.3, z),
        (x0, half_back - rb, z),
        (x0, 0.0, z),
    ]
    return half + [(x, -y, zz) for x, y, zz in reversed(half[1:-1])]


def shrunk(ring, z, inset, tilt=0.0):
    """A ring drawn in towards its middle by an inset, at another height."""
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    x_mid, x_half, y_half = (min(xs) + max(xs)) / 2, (max(xs) - min(xs)) / 2, max(ys)
    front = max(xs)
    made = []
    for x, y, _ in ring:
        nx = x_mid + (x - x_mid) * max(0.02, x_half - inset) / x_half
        made.append(
            (
                nx,
                y * max(0.02, y_half - inset) / y_half,
                z - tilt * max(0, (nx - x_mid)) / max(front - x_mid, 1e-6),
            )
        )
    return made


def roof(ring, rise, edge=0.12, tilt=0.0):
    """Rings from a shell's top ring over a rounded edge to a nearly flat, slightly crowned roof."""
    z = ring[0][2]
    return [
        ring,
        shrunk(ring, z + rise * 0.45, edge * 0.12, tilt),
        shrunk(ring, z + rise * 0.8, edge * 0.5, tilt),
        shrunk(ring, z + rise * 0.95, edge * 1.3, tilt),
        shrunk(ring, z + rise * 1.04, edge * 3.5, tilt),
        shrunk(ring, z + rise * 1.1, edge * 6.5, tilt),
    ]
