"""
Takes the grain out of a rendering with the network of Open Image Denoise (its weights, Apache 2.0, are
fetched by render.sh), for Blender as Debian builds it has no denoiser. Eight samples are enough with it.
"""
import struct
import numpy as np

# The network halves its picture four times; what is cut off at each halving comes back on the way up.
DOWN = (("enc_conv0", "enc_conv1"), ("enc_conv2",), ("enc_conv3",), ("enc_conv4",))
DEEPEST = ("enc_conv5a", "enc_conv5b")
UP = (
    ("dec_conv4a", "dec_conv4b"),
    ("dec_conv3a", "dec_conv3b"),
    ("dec_conv2a", "dec_conv2b"),
    ("dec_conv1a", "dec_conv1b", "dec_conv0"),
)
STEP = 2 ** len(DOWN)


class Network:
    """The weights of a `.tza` file: named arrays of half floats, listed in a table at its end."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.arrays = {}
        at, = struct.unpack_from("<Q", data, 4)
        count, = struct.unpack_from("<I", data, at)
        at += 4
        for _ in range(count):
            length, = struct.unpack_from("<H", data, at)
            name = data[at + 2:at + 2 + length].decode()
            at += 2 + length
            axes = data[at]
            shape = struct.unpack_from(f"<{axes}I", data, at + 1)
            at += 1 + 4 * axes + axes + 1
            start, = struct.unpack_from("<Q", data, at)
            at += 8
            flat = np.frombuffer(data, "<f2", int(np.prod(shape)), start)
            self.arrays[name] = flat.astype(np.float32).reshape(shape)
        # One matrix for each place of a kernel: only those in one piece are multiplied fast.
        self.kernels = {
            name: np.ascontiguousarray(array.transpose(2, 3, 0, 1))
            for name, array in self.arrays.items() if array.ndim == 4
        }

    def convolve(self, name, planes):
        """A 3 x 3 convolution of (channels, height, width) with its edge repeated, and what is below 0 cut."""
        kernel, bias = self.kernels[name + ".weight"], self.arrays[name + ".bias"]
        _, height, width = planes.shape
        padded = np.pad(planes, ((0, 0), (1, 1), (1, 1)))
        out = np.empty((len(bias), height, width), np.float32)
        # In bands, so that what is multiplied stays in the processor's cache.
        for top in range(0, height, 16):
            rows = min(16, height - top)
            total = np.repeat(bias[:, None], rows * width, axis=1)
            for y in range(3):
                for x in range(3):
                    seen = padded[:, top + y:top + y + rows, x:x + width]
                    total += kernel[y, x] @ seen.reshape(len(planes), -1)
            out[:, top:top + rows] = np.maximum(total, 0, out=total).reshape(-1, rows, width)
        return out

    def run(self, planes):
        """The clean picture (3, height, width) of a picture, its albedo and normals (9, height, width)."""
        kept, flow = [], planes
        for names in DOWN:
            kept.append(flow)
            for name in names:
                flow = self.convolve(name, flow)
            flow = _halved(flow)
        for name in DEEPEST:
            flow = self.convolve(name, flow)
        for names in UP:
            flow = np.concatenate((flow.repeat(2, axis=1).repeat(2, axis=2), kept.pop()))
            for name in names:
                flow = self.convolve(name, flow)
        return flow


def _halved(planes):
    """Each channel at half the size, the largest of four kept."""
    channels, height, width = planes.shape
    return planes.reshape(channels, height // 2, 2, width // 2, 2).max(axis=(2, 4))


def denoise(network, picture, albedo, normals):
    """
    Cleans a display-ready picture; all arrays are (height, width, 3) of 0 to 1, normals moved from -1 to 1
    into that range.
    """
    height, width, _ = picture.shape
    planes = np.concatenate((picture, albedo, normals), axis=2).transpose(2, 0, 1).astype(np.float32)
    padding = ((0, 0), (0, -height % STEP), (0, -width % STEP))
    clean = network.run(np.pad(np.clip(planes, 0, 1), padding, mode="edge"))
    return np.clip(clean[:, :height, :width], 0, 1).transpose(1, 2, 0)
