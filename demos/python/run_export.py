"""Runs what `brooklet export` wrote, without brooklet: plan.json and its shaders, on OpenGL ES 3.0 without a display.

    brooklet export argsort --bits 16 --count 1000 -o order
    python3 run_export.py order -i keys=keys.f32 -o order=order.f32

Files are float32 without a header, as `numpy.tofile` writes them and `numpy.fromfile` reads them. It needs Python alone, and a driver (on
Debian: apt-get install libegl1 libgl1-mesa-dri). It is also an example of a host of one's own: it follows the guide's page on export, and
calls EGL and OpenGL by ctypes.
"""

import argparse
import array
import ctypes
import functools
import json
import pathlib
import sys

# Constants of EGL and OpenGL ES, by their names there.
EGL_SURFACE_TYPE, EGL_NONE, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT = 0x3033, 0x3038, 0x3040, 0x40
EGL_CONTEXT_MAJOR_VERSION, EGL_OPENGL_ES_API, EGL_PLATFORM_SURFACELESS_MESA = 0x3098, 0x30A0, 0x31DD
TRIANGLES, FLOAT, RGBA, TEXTURE_2D, TEXTURE_2D_ARRAY = 0x0004, 0x1406, 0x1908, 0x0DE1, 0x8C1A
TEXTURE_MAG_FILTER, TEXTURE_MIN_FILTER, NEAREST, TEXTURE0 = 0x2800, 0x2801, 0x2600, 0x84C0
FRAGMENT_SHADER, VERTEX_SHADER, COMPILE_STATUS, LINK_STATUS = 0x8B30, 0x8B31, 0x8B81, 0x8B82
FRAMEBUFFER, FRAMEBUFFER_COMPLETE, COLOR_ATTACHMENT0, EXTENSIONS = 0x8D40, 0x8CD5, 0x8CE0, 0x1F03
# The format of a texture in memory, and of its texels as they are uploaded.
FORMATS = {"R32F": (0x822E, 0x1903, 1), "RG32F": (0x8230, 0x8227, 2), "RGBA32F": (0x8814, 0x1908, 4)}


class Failure(Exception):
    """What does not work, in a line."""


@functools.cache
def context():
    """Makes a context of OpenGL ES 3.0 current, and returns a function that calls OpenGL's functions by their names."""
    try:
        egl = ctypes.CDLL("libEGL.so.1")
    except OSError as error:
        raise Failure(f"{error}: on Debian, apt-get install libegl1 libgl1-mesa-dri") from None
    pointer, integer = ctypes.c_void_p, ctypes.c_int
    for name in ("eglGetProcAddress", "eglGetPlatformDisplay", "eglGetDisplay", "eglCreateContext"):
        getattr(egl, name).restype = pointer
    egl.eglGetProcAddress.argtypes = [ctypes.c_char_p]
    display = pointer(egl.eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, None, None) or egl.eglGetDisplay(None))
    if not egl.eglInitialize(display, None, None):
        raise Failure("no display of EGL: on Debian, apt-get install libegl1 libgl1-mesa-dri")
    wanted = (integer * 5)(EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE)
    config, count = pointer(), integer()
    if not egl.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(count)) or not count.value:
        raise Failure("EGL has no configuration for OpenGL ES 3.0")
    egl.eglBindAPI(EGL_OPENGL_ES_API)
    made = egl.eglCreateContext(display, config, None, (integer * 3)(EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE))
    if not made or not egl.eglMakeCurrent(display, None, None, pointer(made)):
        raise Failure("EGL has no context of OpenGL ES 3.0")

    def call(name, *arguments, result=None):
        address = egl.eglGetProcAddress(name.encode())
        if not address:
            raise Failure(f"the driver has no {name}")
        kinds = {int: integer, float: ctypes.c_float}
        values = [kinds[type(one)](one) if type(one) in kinds else one for one in arguments]
        return ctypes.CFUNCTYPE(result)(address)(*values)

    return call


@functools.cache
def program(name, vertex, fragment):
    """Compiles and links a program."""
    gl = context()
    log = ctypes.create_string_buffer(4096)
    done = ctypes.c_int()
    linked = gl("glCreateProgram", result=ctypes.c_uint)
    for kind, text in ((VERTEX_SHADER, vertex), (FRAGMENT_SHADER, fragment)):
        shader = gl("glCreateShader", kind, result=ctypes.c_uint)
        gl("glShaderSource", shader, 1, ctypes.byref(ctypes.c_char_p(text)), None)
        gl("glCompileShader", shader)
        gl("glGetShaderiv", shader, COMPILE_STATUS, ctypes.byref(done))
        if not done.value:
            gl("glGetShaderInfoLog", shader, len(log), None, log)
            raise Failure(f"{name}: {log.value.decode()}")
        gl("glAttachShader", linked, shader)
    gl("glLinkProgram", linked)
    gl("glGetProgramiv", linked, LINK_STATUS, ctypes.byref(done))
    if not done.value:
        gl("glGetProgramInfoLog", linked, len(log), None, log)
        raise Failure(f"{name}: {log.value.decode()}")
    return linked


def manifest_of(folder):
    """Reads the manifest of an export."""
    file = folder / "plan.json"
    if not file.is_file():
        raise Failure(f"{folder} is no export: there is no {file}")
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise Failure(f"{file} is no JSON: {error}") from None
    if not isinstance(manifest, dict) or (manifest.get("format"), manifest.get("version")) != ("brooklet-export", 1):
        raise Failure(f"{file} is no export of version 1")
    return manifest


def find(what, ports, name):
    """Returns the input, output or constant of this name."""
    for port in ports:
        if port["name"] == name:
            return port
    raise Failure(f"there is no {what} {name}: there are {', '.join(port['name'] for port in ports) or 'none'}")


class Plan:
    """The textures, programs and passes for one number of elements."""

    def __init__(self, folder, count=None):
        self.folder = pathlib.Path(folder)
        manifest = manifest_of(self.folder)
        plans = [plan for plan in manifest["plans"] if count in (None, plan["count"])]
        if not plans:
            raise Failure(f"no plan for {count}: there are {', '.join(str(plan['count']) for plan in manifest['plans'])}")
        self.plan = plans[0]
        self.gl = context()
        if b"EXT_color_buffer_float" not in self.gl("glGetString", EXTENSIONS, result=ctypes.c_char_p):
            raise Failure("the driver has no EXT_color_buffer_float")
        self.gl("glBindVertexArray", self.generated("glGenVertexArrays"))
        self.specs = {spec["name"]: spec for spec in self.plan["textures"]}
        self.textures = {name: self.texture(spec) for name, spec in self.specs.items()}
        self.programs = {}
        for name in {step["program"] for step in self.plan["passes"]}:
            texts = [(self.folder / file).read_bytes() for file in (manifest["vertex"], name)]
            self.programs[name] = program(name, *texts)

    def generated(self, function):
        name = ctypes.c_uint()
        self.gl(function, 1, ctypes.byref(name))
        return name.value

    def texture(self, spec):
        """Allocates a texture, and fills it if the plan has its texels."""
        kind = TEXTURE_2D_ARRAY if spec["layers"] > 1 else TEXTURE_2D
        texture, size = self.generated("glGenTextures"), (spec["width"], spec["height"])
        self.gl("glBindTexture", kind, texture)
        for filter_ in (TEXTURE_MIN_FILTER, TEXTURE_MAG_FILTER):
            self.gl("glTexParameteri", kind, filter_, NEAREST)
        internal = FORMATS[spec["format"]][0]
        if spec["layers"] > 1:
            self.gl("glTexStorage3D", kind, 1, internal, *size, spec["layers"])
        else:
            self.gl("glTexStorage2D", kind, 1, internal, *size)
        if "data" in spec:
            self.upload(spec, texture, array.array("f", map(float, spec["data"])))
        return texture

    def upload(self, spec, texture, numbers):
        """Writes numbers into the texels of a texture, row by row; the rest is 0."""
        _, form, channels = FORMATS[spec["format"]]
        texels = array.array("f", bytes(4 * spec["width"] * spec["height"] * channels))
        texels[:len(numbers)] = numbers
        self.gl("glBindTexture", TEXTURE_2D, texture)
        address = ctypes.c_void_p(texels.buffer_info()[0])
        self.gl("glTexSubImage2D", TEXTURE_2D, 0, 0, 0, spec["width"], spec["height"], form, FLOAT, address)

    def framebuffer(self, targets):
        framebuffer = self.generated("glGenFramebuffers")
        self.gl("glBindFramebuffer", FRAMEBUFFER, framebuffer)
        places = [COLOR_ATTACHMENT0 + number for number in range(len(targets))]
        for place, target in zip(places, targets):
            texture = self.textures[target["texture"]]
            if "layer" in target:
                self.gl("glFramebufferTextureLayer", FRAMEBUFFER, place, texture, 0, target["layer"])
            else:
                self.gl("glFramebufferTexture2D", FRAMEBUFFER, place, TEXTURE_2D, texture, 0)
        self.gl("glDrawBuffers", len(places), (ctypes.c_uint * len(places))(*places))
        status = self.gl("glCheckFramebufferStatus", FRAMEBUFFER, result=ctypes.c_uint)
        if status != FRAMEBUFFER_COMPLETE:
            raise Failure(f"no framebuffer of {len(targets)} targets: {status:#x}")
        return framebuffer

    def run(self, inputs, constants):
        """Fills the inputs, and draws all passes."""
        self.check(inputs, constants)
        for port in self.plan["inputs"]:
            numbers = inputs[port["name"]]
            if len(numbers) != port["numbers"]:
                raise Failure(f"{port['name']} takes {port['numbers']} numbers, not {len(numbers)}")
            self.upload(self.specs[port["texture"]], self.textures[port["texture"]], numbers)
        for step in self.plan["passes"]:
            self.draw(step, constants)

    def check(self, inputs, constants):
        """Fails if an input is missing, or if the plan does not have an input or a constant."""
        for name in inputs:
            find("input", self.plan["inputs"], name)
        missing = [port["name"] for port in self.plan["inputs"] if port["name"] not in inputs]
        if missing:
            raise Failure(f"these inputs are missing: {', '.join(missing)}")
        for name, value in constants.items():
            kind = find("constant", self.plan["constants"], name)["type"]
            wanted, given = int(kind[-1]) if kind[-1].isdigit() else 1, len(value) if isinstance(value, list) else 1
            if given != wanted:
                raise Failure(f"the number of values of {name}, a {kind}, is {given} instead of {wanted}")

    def draw(self, step, constants):
        used = self.programs[step["program"]]
        framebuffer = self.framebuffer(step["targets"])
        width, height = step["viewport"]
        self.gl("glViewport", 0, 0, width, height)
        self.gl("glUseProgram", used)

        def at(name):
            return self.gl("glGetUniformLocation", used, ctypes.c_char_p(name.encode()), result=ctypes.c_int)

        for unit, bound in enumerate(step["inputs"]):
            spec = self.specs[bound["texture"]]
            self.gl("glActiveTexture", TEXTURE0 + unit)
            kind = TEXTURE_2D_ARRAY if spec["layers"] > 1 else TEXTURE_2D
            self.gl("glBindTexture", kind, self.textures[bound["texture"]])
            self.gl("glUniform1i", at(bound["sampler"]), unit)
        self.gl("glActiveTexture", TEXTURE0)
        for uniform in step["uniforms"]:
            value = constants.get(uniform.get("constant"), uniform["value"])
            value = value if isinstance(value, list) else [value]
            whole = uniform["type"] in ("int", "bool", "ivec4")
            numbers = [int(float(one)) if whole else float(one) for one in value]
            self.gl(f"glUniform{len(numbers)}{'i' if whole else 'f'}", at(uniform["name"]), *numbers)
        for x, y, columns, rows in step["rectangles"]:
            edges = (x / width, y / height, (x + columns) / width, (y + rows) / height)
            self.gl("glUniform4f", at("_rects"), *(2.0 * edge - 1.0 for edge in edges))
            self.gl("glDrawArrays", TRIANGLES, 0, 6)
        self.gl("glBindFramebuffer", FRAMEBUFFER, 0)
        self.gl("glDeleteFramebuffers", 1, ctypes.byref(ctypes.c_uint(framebuffer)))

    def read(self, name):
        """Reads an output: its numbers, which for vectors of three are four each."""
        port = find("output", self.plan["outputs"], name)
        spec = self.specs[port["texture"]]
        self.framebuffer([{"texture": port["texture"]}])
        texels = array.array("f", bytes(16 * spec["width"] * spec["height"]))
        address = ctypes.c_void_p(texels.buffer_info()[0])
        self.gl("glReadPixels", 0, 0, spec["width"], spec["height"], RGBA, FLOAT, address)
        numbers = array.array("f", bytes(4 * spec["width"] * spec["height"] * spec["channels"]))
        for channel in range(spec["channels"]):
            numbers[channel::spec["channels"]] = texels[channel::4]
        return numbers[:port["numbers"]]


def floats(file):
    """Reads float32, the lowest byte first."""
    read = pathlib.Path(file).read_bytes()
    if len(read) % 4:
        raise Failure(f"{file} has {len(read)} bytes: a file of float32 has 4 for each number")
    numbers = array.array("f", read)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def save(file, numbers):
    if sys.byteorder == "big":
        numbers.byteswap()
    pathlib.Path(file).write_bytes(numbers.tobytes())


class Parser(argparse.ArgumentParser):
    """Reads the command line. What is wrong is said in one line."""

    def error(self, message):
        self.exit(2, f"run_export.py: {message}\n")


def pair(text):
    """Reads NAME=FILE."""
    name, equals, file = text.partition("=")
    if not (name and equals and file):
        raise argparse.ArgumentTypeError(f"expected NAME=FILE, found {text}")
    return name, file


def constant(text):
    """Reads NAME=NUMBER or NAME=NUMBER,NUMBER.."""
    name, _, numbers = text.partition("=")
    try:
        return name, [float(number) for number in numbers.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected NAME=NUMBER[,..], found {text}") from None


def main():
    parser = Parser(description="Runs what `brooklet export` wrote.")
    files = {"action": "append", "default": [], "metavar": "NAME=FILE", "type": pair}
    numbers = {"action": "append", "default": [], "metavar": "NAME=NUMBER[,..]", "type": constant}
    parser.add_argument("folder")
    parser.add_argument("-i", "--input", help="an input", **files)
    parser.add_argument("-o", "--output", help="where an output goes", **files)
    parser.add_argument("-c", "--constant", help="a constant of an expression or a kernel", **numbers)
    parser.add_argument("--count", type=int, help="the number of elements, if there are several plans")
    arguments = parser.parse_args()
    try:
        plan = Plan(arguments.folder, arguments.count)
        inputs, constants = dict(arguments.input), dict(arguments.constant)
        plan.check(inputs, constants)
        for name, _ in arguments.output:
            find("output", plan.plan["outputs"], name)
        plan.run({name: floats(file) for name, file in inputs.items()}, constants)
        for name, file in arguments.output:
            save(file, plan.read(name))
    except Failure as failure:
        raise SystemExit(f"run_export.py: {failure}") from None
    except OSError as error:
        raise SystemExit(f"run_export.py: {error.filename}: {error.strerror}") from None


if __name__ == "__main__":
    main()
