"""A short way to write shader graphs: numbers, colours and other nodes' outputs are all just inputs."""
import bpy


class Graph:
    """The nodes of one material; each method adds a node and answers its first output."""

    def __init__(self, mat):
        mat.use_nodes = True
        self.mat = mat
        self.tree = mat.node_tree
        self.shader = self.tree.nodes.get("Principled BSDF")
        self.output = self.tree.nodes["Material Output"]

    def set(self, socket, value):
        """Links an output to a socket, or sets the socket's value."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, tuple) and len(value) == 3 and socket.type == "RGBA":
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def add(self, kind, *values, **named):
        """Adds a node; values fill its inputs in order (None skips one), names with _ for spaces the rest."""
        node = self.tree.nodes.new(kind)
        for socket, value in zip(node.inputs, values):
            if value is not None:
                self.set(socket, value)
        for name, value in named.items():
            self.set(node.inputs[name.replace("_", " ")], value)
        return node

    def principled(self, **named):
        """Fills inputs of the material's own shader."""
        for name, value in named.items():
            self.set(self.shader.inputs[name.replace("_", " ")], value)

    def math(self, operation, a, b=0.5, clamp=False):
        """One arithmetic step on numbers."""
        node = self.add("ShaderNodeMath", a, b)
        node.operation, node.use_clamp = operation, clamp
        return node.outputs[0]

    def mix(self, share, a, b, blend="MIX"):
        """Between two colours by a share."""
        node = self.add("ShaderNodeMixRGB", share, a, b)
        node.blend_type = blend
        return node.outputs[0]

    def range(self, value, low, high, to_low=0.0, to_high=1.0):
        """Maps a number smoothly from one range to another, held at the ends."""
        node = self.add("ShaderNodeMapRange", value)
        node.interpolation_type = "SMOOTHSTEP"
        for name, edge in (("From Min", low), ("From Max", high), ("To Min", to_low), ("To Max", to_high)):
            node.inputs[name].default_value = edge
        return node.outputs[0]

    def plain_for_bounces(self, color):
        """Shows light that has bounced off something matt only a plain colour, which is quickly told."""
        plain = self.add("ShaderNodeBsdfDiffuse", color).outputs[0]
        matt = self.add("ShaderNodeLightPath").outputs["Is Diffuse Ray"]
        full = self.output.inputs["Surface"].links[0].from_socket
        self.set(self.output.inputs["Surface"], self.add("ShaderNodeMixShader", matt, full, plain).outputs[0])

    def place(self, stretch=(1, 1, 1), space="Position"):
        """Where the shaded point is: "Position" in the world, or an output of the texture coordinates."""
        if space == "Position":
            where = self.add("ShaderNodeNewGeometry").outputs["Position"]
        else:
            where = self.add("ShaderNodeTexCoord").outputs[space]
        if stretch == (1, 1, 1):
            return where
        node = self.add("ShaderNodeMapping", where)
        node.inputs["Scale"].default_value = stretch
        return node.outputs[0]

    def noise(self, scale, detail=3.0, stretch=(1, 1, 1), rough=0.55, space="Position"):
        """Cloudy noise by metres: scale is features to the metre."""
        where = self.place(stretch, space)
        node = self.add("ShaderNodeTexNoise", Vector=where, Scale=scale, Detail=detail, Roughness=rough)
        return node.outputs["Fac"]

    def height(self):
        """How far above the ground the shaded point is."""
        return self.add("ShaderNodeSeparateXYZ", self.place()).outputs["Z"]

    def upward(self):
        """1 where the surface faces the sky, 0 where it is upright or faces down."""
        normal = self.add("ShaderNodeNewGeometry").outputs["Normal"]
        return self.math("MAXIMUM", self.add("ShaderNodeSeparateXYZ", normal).outputs["Z"], 0.0)

    def bump(self, height, distance, strength=1.0, normal=None):
        """A normal from heights; distance is what 1 stands for, in metres."""
        node = self.add("ShaderNodeBump", Strength=strength, Distance=distance, Height=height)
        if normal is not None:
            self.set(node.inputs["Normal"], normal)
        return node.outputs[0]

    def edges(self, radius, samples=3):
        """1 on worn edges, 0 on faces: where a rounded normal would turn away from the true one."""
        rounded = self.add("ShaderNodeBevel", radius)
        rounded.samples = samples
        normal = self.add("ShaderNodeNewGeometry").outputs["Normal"]
        dot = self.add("ShaderNodeVectorMath", rounded.outputs[0], normal)
        dot.operation = "DOT_PRODUCT"
        return self.range(dot.outputs["Value"], 0.98, 0.8)
