"""What the tests do with the viewer's pages: each step raises a Failure that says what is wrong."""

import json
import time
import urllib.parse

from browsers import PATIENCE, Failure

STEPS = {}
# A picture of few splats is quick to draw on a CPU.
SMALL = "detail=0.05"


def step(name):
    def add(function):
        STEPS[name] = function
        return function
    return add


def wait(browser, script, what):
    """Waits until a script returns something true, and returns that."""
    begun = time.monotonic()
    while not (value := browser.run(script)):
        if time.monotonic() - begun > PATIENCE:
            raise Failure(f"{what}: not after {PATIENCE} s; the page says {browser.run('return document.body.innerText')!r}")
        time.sleep(0.1)
    return value


def check(condition, what):
    if not condition:
        raise Failure(what)


def show(browser, address):
    """Opens a page of the viewer, and waits for a picture or an error."""
    browser.go(address)
    wait(browser, "return window.splats && (splats.drawn || splats.error !== null)", f"{address} shows something")
    return browser.run("return splats.error")


# Draws a frame and counts the pixels that are not empty, before the browser takes the picture away.
COVERED = """
const { viewer, camera } = splats;
viewer.draw(camera);
const { gl } = viewer;
const pixels = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4);
gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
return pixels.filter((value, i) => i % 4 === 3 && value > 8).length;
"""


@step("the island is shown, on a desk and on a phone")
def island(browser, address, pictures):
    for width, height in ((1200, 800), (390, 780)):
        browser.resize(width, height)
        error = show(browser, f"{address}/index.html?{SMALL}")
        check(error is None, f"the page shows an error: {error}")
        check(browser.run(COVERED) > 10000, "the picture is nearly empty")
        # Firefox makes no window that is narrower than 500 pixels.
        shown, wide = browser.run("return [innerWidth, document.documentElement.scrollWidth]")
        check(wide <= shown <= max(width, 500), f"the page is {wide} pixels wide in a window of {shown}, which should have {width}")
        is_open = browser.run("return document.getElementById('panel').open")
        check(is_open == (width > 640), f"at {width} pixels, the panel is {'open' if is_open else 'closed'}")
        browser.picture(pictures / f"{type(browser).__name__.lower()}-{width}.png")
    browser.resize(640, 480)


@step("files of each form load and are drawn")
def files(browser, address, _):
    for name in ("good.ply", "good.splat", "good2.spz", "good3.spz", "good4.spz"):
        error = show(browser, f"{address}/index.html?url=files/{name}")
        check(error is None, f"{name}: {error}")
        count = browser.run("return splats.splats.count")
        check(count == 3, f"{name} has {count} splats instead of 3")
        covered = browser.run(COVERED)
        check(covered > 500, f"{name} covers {covered} pixels")
        check(name in browser.run("return document.getElementById('scene').textContent"), f"{name} is not named")


@step("bad files say what is wrong, and at which byte")
def bad(browser, address, _):
    cases = {
        "short.ply": "ends in splat 2 (byte ", "short.splat": "has only 31 (byte 64)", "claims.spz": "hold at most",
        "other.txt": 'begins with "6e 6f 20 73"', "missing.ply": "the server answers 404",
    }
    for name, message in cases.items():
        error = show(browser, f"{address}/index.html?url=files/{name}")
        check(error and message in error, f"{name}: the error is {error!r}, without {message!r}")
        shown = browser.run("const note = document.getElementById('note'); return note.hidden ? null : note.innerText")
        check(shown and error in shown and name in shown, f"{name}: the page shows {shown!r}")
        check(browser.run("return document.getElementById('progress').hidden"), f"{name}: it goes on loading")


@step("a file is dropped on the page, after a bad one")
def drop(browser, address, _):
    show(browser, f"{address}/index.html?{SMALL}")
    for name in ("short.splat", "good.splat"):
        browser.run(f"""
            window.done = false;
            fetch("files/{name}").then((answer) => answer.arrayBuffer()).then((bytes) => {{
                const dataTransfer = new DataTransfer();
                dataTransfer.items.add(new File([bytes], "{name}"));
                document.body.dispatchEvent(new DragEvent("drop", {{ dataTransfer, bubbles: true, cancelable: true }}));
                window.done = true;
            }});
        """)
        if name == "short.splat":
            wait(browser, "return window.done && splats.error", "the bad file is refused")
    wait(browser, "return splats.drawn && splats.splats.count === 3", "the dropped file is shown")
    check(browser.run("return splats.error === null && document.getElementById('note').hidden"), "the note of the bad file stays")


# Dispatches events as a visitor makes them.
EVENTS = """
const canvas = document.getElementById("picture");
canvas.setPointerCapture = () => {};
const pointer = (type, pointerId, x, y, rest = {}) =>
    canvas.dispatchEvent(new PointerEvent(type, { pointerId, clientX: x, clientY: y, bubbles: true, cancelable: true, ...rest }));
const key = (name, rest = {}) =>
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...rest }));
const { camera } = splats;
const state = () => [camera.yaw, camera.pitch, camera.distance, ...camera.target];
const changes = {};
const change = (name, act) => {
    camera.reset();
    const before = state();
    act();
    changes[name] = state().map((value, i) => value - before[i]);
};
change("drag", () => { pointer("pointerdown", 1, 100, 100); pointer("pointermove", 1, 150, 120); pointer("pointerup", 1, 150, 120); });
change("nothing held", () => pointer("pointermove", 1, 300, 300));
change("right drag", () => {
    pointer("pointerdown", 1, 100, 100, { button: 2 }); pointer("pointermove", 1, 150, 120); pointer("pointerup", 1, 150, 120);
});
change("pinch", () => {
    pointer("pointerdown", 1, 100, 100); pointer("pointerdown", 2, 200, 100);
    pointer("pointermove", 1, 50, 100); pointer("pointermove", 2, 250, 100);
    pointer("pointerup", 1, 50, 100); pointer("pointerup", 2, 250, 100);
});
change("two fingers", () => {
    pointer("pointerdown", 1, 100, 100); pointer("pointerdown", 2, 200, 100);
    pointer("pointermove", 1, 140, 100); pointer("pointermove", 2, 240, 100);
    pointer("pointerup", 1, 0, 0); pointer("pointerup", 2, 0, 0);
});
change("wheel", () => canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: 100, bubbles: true, cancelable: true })));
change("arrow", () => key("ArrowLeft"));
change("shift and arrow", () => key("ArrowUp", { shiftKey: true }));
change("plus", () => key("+"));
change("zero", () => { key("+"); key("0"); });
return JSON.stringify(changes);
"""


@step("mouse, touch and keyboard move the camera")
def controls(browser, address, _):
    show(browser, f"{address}/index.html?{SMALL}")
    changes = json.loads(browser.run(EVENTS))
    # Where to yaw, pitch and distance change, and whether the target does: fingers that move one by one leave a rest.
    for name, (yaw, pitch, distance, target) in {
        "drag": (-1, 1, 0, 0), "nothing held": (0, 0, 0, 0), "right drag": (0, 0, 0, 1), "pinch": (0, 0, -1, None),
        "two fingers": (0, 0, 0, 1), "wheel": (0, 0, 1, 0),
        "arrow": (-1, 0, 0, 0), "shift and arrow": (0, 0, 0, 1), "plus": (0, 0, -1, 0), "zero": (0, 0, 0, 0),
    }.items():
        got = changes[name]
        signs = [0 if abs(value) < 1e-9 else (value > 0) - (value < 0) for value in got[:3]]
        moved = any(abs(value) > 1e-9 for value in got[3:])
        check(signs == [yaw, pitch, distance] and target in (moved, None), f"{name} changes the camera by {got}")


@step("the worker sorts when it is chosen, and figures are shown")
def worker(browser, address, _):
    show(browser, f"{address}/index.html?{SMALL}&turn&count")
    text = "return document.getElementById('{}').textContent"
    wait(browser, "return splats.viewer.counts.frames > 5", "the scene turns")
    check(browser.run("return splats.viewer.counts.old") == 0, "the GPU draws in an old order")
    wait(browser, text.format("wrong") + " === '0'", "no wrong neighbours are shown")
    browser.run("document.getElementById('cpu').click()")
    wait(browser, "return splats.viewer.counts.old > 0", "the worker draws in an old order")
    wait(browser, text.format("cpu-time") + ".endsWith('ms')", "the worker's time is shown")
    wait(browser, text.format("wrong") + " > '0'", "wrong neighbours are shown")


@step("a lost context comes back")
def lost(browser, address, _):
    show(browser, f"{address}/index.html?{SMALL}")
    before = browser.run(COVERED)
    browser.run("window.loss = splats.viewer.gl.getExtension('WEBGL_lose_context'); loss.loseContext()")
    note = wait(browser, "const note = document.getElementById('note'); return note.hidden ? null : note.innerText", "the page says so")
    check("graphics driver" in note, f"the page says {note!r}")
    browser.run("splats.drawn = false; loss.restoreContext()")
    wait(browser, "return splats.drawn && document.getElementById('note').hidden", "the picture comes back")
    after = browser.run(COVERED)
    check(before == after, f"{before} pixels were covered, and {after} are")


# Puts a ball at a part of the way to the camera, draws it with and without splats, and returns the colours in the middle.
BALL = """
const { knot, solid, mesh, pose, renderer } = splats;
const gl = renderer.getContext();
const eye = pose.eye();
const middle = () => {
    splats.render();
    const pixel = new Uint8Array(4);
    gl.readPixels(gl.drawingBufferWidth >> 1, gl.drawingBufferHeight >> 1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return [...pixel];
};
const at = (part) => solid.position.set(...pose.target.map((value, i) => value + part * (eye[i] - value)));
const look = (ballIsSeen, splatsAreSeen) => {
    knot.visible = false; solid.visible = ballIsSeen; mesh.visible = splatsAreSeen;
    return middle();
};
at(0.6);
const before = { solid: look(true, false), both: look(true, true), splats: look(false, true) };
at(-0.9);
const behind = { both: look(true, true), splats: look(false, true) };
return JSON.stringify({ before, behind });
"""


# Turns the camera, draws, and counts neighbours of the order that are the wrong way around by more than a step of their range.
TURNED = """
const { mesh, pose, render } = splats;
const { x, y, z, count } = mesh.splats;
window.wrong = undefined;
pose.orbit(2.5, 0);
render();
const m = mesh.modelViewMatrix.elements;
const depths = Float64Array.from(x, (_, i) => Math.max(-(m[2] * x[i] + m[6] * y[i] + m[10] * z[i]), m[14]));
const range = depths.reduce((a, b) => Math.max(a, b)) - depths.reduce((a, b) => Math.min(a, b));
mesh.order.read().then((order) => {
    window.wrong = order.filter((splat, i) => i > 0 && depths[splat] > depths[order[i - 1]] + (2 * range) / 65536).length;
    window.sorted = new Set(order).size === count;
});
"""


@step("in a scene of three.js, objects hide splats, and splats hide objects")
def three(browser, address, pictures):
    error = show(browser, f"{address}/three/index.html?turn=0&{SMALL}")
    check(error is None, f"the page shows an error: {error}")
    browser.picture(pictures / f"{type(browser).__name__.lower()}-three.png")
    browser.run(TURNED)
    wait(browser, "return window.wrong !== undefined", "the order is read")
    wrong, whole = browser.run("return [window.wrong, window.sorted]")
    check(wrong == 0 and whole, f"after a turn, {wrong} neighbours are in the wrong order; each splat is there once: {whole}")
    found = json.loads(browser.run(BALL))
    before, behind = found["before"], found["behind"]
    far = lambda a, b: max(abs(x - y) for x, y in zip(a, b)) > 20  # noqa: E731
    check(far(before["solid"], before["splats"]), f"the object looks like the splats: {before}")
    check(before["both"] == before["solid"], f"splats behind an object are seen: {before}")
    check(not far(behind["both"], behind["splats"]), f"an object behind splats is seen: {behind}")


@step("a measurement prints its figures")
def bench(browser, address, _):
    browser.go(f"{address}/index.html?bench=1000,20000")
    report = wait(browser, "return window.splats && (splats.report || splats.error)", "the figures are there")
    check(isinstance(report, dict), f"the page shows an error: {report}")
    shown = json.loads(browser.run("return document.getElementById('report').textContent"))
    check([result["count"] for result in shown["results"]] == [1000, 20000], f"the figures are {shown}")
    for result in shown["results"]:
        fine = result["gpu"]["median"] > 0 and result["worker"]["median"] >= 0 and result["draws"] > 0
        check(fine, f"the figures are {result}")


def without_webgl(browser, address):
    """A browser without WebGL is told so, with a link."""
    error = show(browser, f"{address}/index.html?{urllib.parse.urlencode({'detail': '0.01'})}")
    check(error and "WebGL 2" in browser.run("return document.getElementById('note').innerText"), f"the page says {error!r}")
    link = browser.run("const link = document.getElementById('note-link'); return link.hidden ? null : link.href")
    check(link and "webgl" in link, f"the link is {link!r}")
