"""What the tests do with the controls of the viewer's page, by mouse, touch and keyboard."""

import json

from browsers import Chromium
from steps import SMALL, check, show, step, wait

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
change("button back", () => { key("+"); key("ArrowLeft"); document.getElementById("reset").click(); });
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
        "button back": (0, 0, 0, 0),
    }.items():
        got = changes[name]
        signs = [0 if abs(value) < 1e-9 else (value > 0) - (value < 0) for value in got[:3]]
        moved = any(abs(value) > 1e-9 for value in got[3:])
        check(signs == [yaw, pitch, distance] and target in (moved, None), f"{name} changes the camera by {got}")


@step("a button turns the scene upside down, and another one goes back")
def buttons(browser, address, _):
    show(browser, f"{address}/index.html?{SMALL}")
    up = "return splats.camera.matrices(100, 100).view[5] > 0"
    check(browser.run(up), "the scene begins upside down")
    for wanted in (False, True):
        frames = browser.run("const before = splats.viewer.counts.frames; document.getElementById('flip').click(); return before")
        check(browser.run(up) is wanted, "the button does not turn the scene upside down")
        wait(browser, f"return splats.viewer.counts.frames > {frames}", "the turned scene is drawn")


# The least height of what a finger hits, with what it is, and whether the help for fingers is shown.
TARGETS = """
document.getElementById("panel").open = true;
document.getElementById("note").hidden = document.getElementById("note-close").hidden = false;
const targets = [...document.querySelectorAll("summary, label, button")].map((target) => {
    const { width, height } = target.getBoundingClientRect();
    return [Math.min(width, height), target.innerText];
});
targets.sort(([a], [b]) => a - b);
const visible = (id) => document.getElementById(id).offsetHeight > 0;
return [...targets[0], targets.length, visible("touch-help"), visible("mouse-help")];
"""


# Only Chromium has a command that makes a page believe in a finger.
@step("for a finger, targets are large, and the help is that for touch", kind=Chromium)
def touch(browser, address, pictures):
    finger = lambda there: browser.send("/goog/cdp/execute", {  # noqa: E731
        "cmd": "Emulation.setTouchEmulationEnabled", "params": {"enabled": there}})
    finger(True)
    try:
        for width, height in ((390, 844), (1280, 800)):
            browser.resize(width, height)
            show(browser, f"{address}/index.html?{SMALL}")
            least, name, count, for_touch, for_mouse = browser.run(TARGETS)
            check(count >= 8 and least >= 44, f"at {width} pixels, {name!r} is {least} pixels high or wide")
            check(for_touch and not for_mouse, "the help is not that for touch")
            browser.run("document.getElementById('note').hidden = true")
            browser.picture(pictures / f"touch-{width}.png")
    finally:
        finger(False)
    show(browser, f"{address}/index.html?{SMALL}")
    *_, for_touch, for_mouse = browser.run(TARGETS)
    check(for_mouse and not for_touch, "on a desk, the help is that for touch")
    browser.resize(640, 480)
