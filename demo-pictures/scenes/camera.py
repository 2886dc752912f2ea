"""A photographer's camera: at eye height, held level, so near that the vehicle fills the frame."""
import math
from array import array
import bpy
from mathutils import Vector

# Degrees round the vehicle (0 in front, 90 at its right side), lens, share of the frame's width and height.
VIEWS = {
    "front-three-quarter": dict(angle=36, lens=50, wide=0.85, tall=0.8, stop=2.8),
    "rear-three-quarter": dict(angle=146, lens=50, wide=0.84, tall=0.8, stop=2.8),
    "side": dict(angle=90, lens=70, wide=0.9, tall=0.78, stop=3.5),
    "front": dict(angle=7, lens=75, wide=0.72, tall=0.84, stop=4),
    "rear": dict(angle=173, lens=75, wide=0.72, tall=0.84, stop=4),
}
ASPECT = 1.5


def points_of(objects, most=12000):
    """Where the surface of these objects is: some of their vertices, modifiers applied, and their ends."""
    graph = bpy.context.evaluated_depsgraph_get()
    solid = [obj for obj in objects if obj.type == "MESH" and obj.data.vertices]
    each = max(24, most // max(1, len(solid)))
    found = []
    for obj in solid:
        vertices = obj.evaluated_get(graph).data.vertices
        flat = array("f", bytes(12 * len(vertices)))
        vertices.foreach_get("co", flat)
        chosen = set(range(0, len(vertices), max(1, len(vertices) // each)))
        for axis in range(3):
            along = flat[axis::3]
            chosen.update((along.index(min(along)), along.index(max(along))))
        found.extend(obj.matrix_world @ Vector(flat[at * 3:at * 3 + 3]) for at in chosen)
    return found


class Frame:
    """How points fall in the frame of a level camera that stands at a distance in a direction."""

    def __init__(self, points, towards, eye_height, lens, aspect):
        lows = [min(point[axis] for point in points) for axis in range(3)]
        highs = [max(point[axis] for point in points) for axis in range(3)]
        self.size = [high - low for low, high in zip(lows, highs)]
        self.middle = Vector(((lows[0] + highs[0]) / 2, (lows[1] + highs[1]) / 2, 0))
        right = Vector((-towards.y, towards.x, 0))
        self.parts = [
            (towards.dot(point - self.middle), right.dot(point - self.middle), point.z - eye_height)
            for point in points
        ]
        self.scale, self.aspect = lens / 36, aspect

    def edges(self, distance):
        """Left, right, bottom and top in shares of the frame, 0 in its middle."""
        across, up = [], []
        for ahead, aside, above in self.parts:
            scale = self.scale / max(distance - ahead, 0.3)
            across.append(aside * scale)
            up.append(above * scale)
        return min(across), max(across), min(up) * self.aspect, max(up) * self.aspect

    def distance(self, wide, tall):
        """How near the camera may stand for the points to keep to a share of the frame."""
        near, far = 2.0, 70.0
        for _ in range(16):
            between = (near + far) / 2
            left, right, bottom, top = self.edges(between)
            if right - left > wide or top - bottom > tall:
                near = between
            else:
                far = between
        return far


def stand(view, points, aspect=ASPECT):
    """Stands the camera for a view of a vehicle with these points; answers the camera."""
    look = VIEWS[view]
    length = max(point.x for point in points) - min(point.x for point in points)
    height = max(point.z for point in points)
    angle = math.radians(look["angle"])
    # Long vehicles are taken with a wider lens, or the camera would stand outside the yard.
    lens = look["lens"] * (1.0 if length < 7 else 0.86 if length < 9.5 else 0.72)
    eye_height = 0.95 if length < 3 and height < 1.6 else 1.5 if height < 2.2 else 1.65
    towards = Vector((math.cos(angle), -math.sin(angle), 0))
    frame = Frame(points, towards, eye_height, lens, aspect)
    distance = frame.distance(look["wide"], look["tall"])
    left, right, bottom, top = frame.edges(distance)
    eye = frame.middle + towards * distance + Vector((0, 0, eye_height))
    camera = place(eye, eye - towards, lens)
    # The back moves in its frame, not the camera: uprights stay upright and the horizon level.
    camera.data.shift_x = (right + left) / 2
    camera.data.shift_y = (bottom - (1 - top + bottom) * 0.42 + 0.5) / aspect
    nearest = max(ahead for ahead, _, _ in frame.parts)
    focus(camera, distance - nearest * 0.55, look["stop"])
    return camera


def place(eye, aim, lens):
    """Stands a new camera at a point, looking at another."""
    data = bpy.data.cameras.new("camera")
    data.lens, data.sensor_width, data.sensor_fit = lens, 36, "HORIZONTAL"
    obj = bpy.data.objects.new("camera", data)
    obj.location = eye
    obj.rotation_mode = "QUATERNION"
    obj.rotation_quaternion = (Vector(aim) - Vector(eye)).to_track_quat("-Z", "Y")
    bpy.context.collection.objects.link(obj)
    bpy.context.scene.camera = obj
    return obj


def focus(camera, distance, stop):
    """Focuses at a distance with the depth of field of an aperture."""
    camera.data.dof.use_dof = True
    camera.data.dof.focus_distance = distance
    camera.data.dof.aperture_fstop = stop
    camera.data.dof.aperture_blades = 7


def detail(eye, aim, lens=50, stop=4):
    """A close view from a body's `details`: from where, at what; sharp there."""
    camera = place(Vector(eye), Vector(aim), lens)
    focus(camera, (Vector(aim) - Vector(eye)).length, stop)
    return camera
