"""What the tests do with the viewer's pages: each step raises a Failure that says what is wrong."""

import json
import time
import urllib.parse

from browsers import PATIENCE, Browser, Failure

STEPS = {}
# A picture of few splats is quick to draw on a CPU.
SMALL = "detail=0.05"


def step(name, kind=Browser):
    """Adds a step, which runs in browsers of a kind."""
    def add(function):
        STEPS[name] = kind, function
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
