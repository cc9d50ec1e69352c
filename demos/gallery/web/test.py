"""Drives the gallery's page through its addresses, in headless Chromium, and in Firefox where it is installed."""

import json
import pathlib
import re
import subprocess
import sys
import time
import urllib.parse

from browsers import PATIENCE, Chromium, Failure, browsers, serving, wait

TARGET = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "target")
PICTURES = TARGET / "gallery-test"
NATIVE = TARGET / "debug" / "gallery"
# What comes before an address whose results are times, and not to be compared.
SHOWN = "shown: "
ADDRESSES = pathlib.Path(__file__).with_name("addresses.txt")


def ready(browser, what):
    """Waits until the page has computed what it shows."""
    begun = time.monotonic()
    while True:
        state = json.loads(browser.run("return window.gallery || '{}'"))
        if state.get("error"):
            raise Failure(f"{what}: the page shows an error: {state['error']}")
        if state.get("ready"):
            return state
        if time.monotonic() - begun > PATIENCE:
            raise Failure(f"{what}: not ready after {PATIENCE} s: {state}, {browser.complaints()}")
        time.sleep(0.05)


def native(address):
    """What the native program computes at the address."""
    pairs = urllib.parse.parse_qsl(address.lstrip("#"), keep_blank_values=True)
    arguments = [part for key, value in pairs for part in (f"--{key}", value)]
    done = subprocess.run([NATIVE, "--results", *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"{address}: the native program fails: {done.stderr}")
    return json.loads(done.stdout)


def compare(address, here, there):
    """Compares two results, value for value."""
    # A browser has no compute shaders.
    if not here or not here.keys() <= there.keys():
        raise Failure(f"{address}: the page computes {sorted(here)}, the native program {sorted(there)}")
    for name, values in here.items():
        if values != there[name]:
            pairs = zip(values, there[name]) if isinstance(values, list) else [(values, there[name])]
            differ = [f"at {at}: {a} and {b}" for at, (a, b) in enumerate(pairs) if a != b][:4]
            raise Failure(f"{address}: {name} of the page and of the native program differ {'; '.join(differ)}")


def says(browser, words, what):
    """Waits until the page says, instead of the gallery, these words."""
    begun = time.monotonic()
    while words not in (text := browser.run("return document.getElementById('note').innerText")):
        if time.monotonic() - begun > PATIENCE:
            raise Failure(f"{what}: the page does not say {words!r} but {text!r}")
        time.sleep(0.05)
    print(f"ok: {what}: {words!r}")


def walk(browser, page, addresses):
    """Shows every address, and compares."""
    name = type(browser).__name__
    browser.go(page)
    browser.resize(1280, 800)
    ready(browser, "the page")
    first = browser.run("return performance.getEntriesByName('gallery-first-frame')[0].startTime")
    print(f"ok: {name}: the first frame after {first / 1000:.2f} s")
    for index, line in enumerate(addresses):
        address = "#" + line.removeprefix(SHOWN)
        browser.run(f"location.hash = {json.dumps(address)}")
        state = ready(browser, address)
        if not line.startswith(SHOWN):
            compare(address, state["results"], native(address))
        wanted = dict(urllib.parse.parse_qsl(address.lstrip("#")))
        shown = dict(urllib.parse.parse_qsl(state["address"].lstrip("#")))
        if not wanted.items() <= shown.items():
            raise Failure(f"{address}: the page went to {state['address']}")
        picture = re.sub("[^A-Za-z0-9.-]+", "-", address).strip("-")
        browser.picture(PICTURES / f"{name.lower()}-{index:02}-{picture}.png")
        print(f"ok: {name}: {address}")
    if complaints := browser.complaints():
        raise Failure(f"the browser complains: {complaints}")


def viewer(browser, page):
    """Opens the viewer of splats, where the page has it, as its menu does."""
    browser.go(page)
    ready(browser, "the page")
    there = browser.run("return document.getElementById('splats')?.href ?? ''")
    if (TARGET / "gallery" / "splats").exists() != bool(there):
        raise Failure(f"the page links to {there or 'no viewer of splats'}: is it there?")
    if there:
        browser.go(there)
        wait(browser, "return location.pathname.endsWith('/splats/') && window.splats?.drawn === true")
        print("ok: the page links to the viewer of splats, which draws")
        browser.go(page)
        ready(browser, "the page")


def puzzles(browser, page):
    """Opens the puzzles, where the page has them: by an address, by the menu, and where there is no WebGL; and goes back."""
    if not (TARGET / "gallery" / "puzzles").exists():
        print("the page has no puzzles: demos/puzzles/page/build builds them")
        return
    there = "return location.pathname.endsWith('/puzzles/index.html') && location.hash === '#7' && !document.getElementById('check').disabled"
    browser.go("about:blank")
    browser.go(f"{page}#scene=puzzle&puzzle=7")
    wait(browser, there)
    browser.go(browser.run("return document.getElementById('gallery').href"))
    ready(browser, "the page again")
    browser.run("location.hash = '#scene=puzzle&puzzle=7'; return null")
    wait(browser, there)
    browser.go(page)
    ready(browser, "the page")
    without = Chromium(graphics=False)
    try:
        without.go(page)
        says(without, "The puzzles need no graphics", "without WebGL")
        without.go(without.run("return document.querySelector('#note a').href"))
        wait(without, "return document.getElementById('check')?.disabled === false")
    finally:
        without.close()
    print("ok: the page leads to the puzzles, also without WebGL, and they lead back")


def refusals(browser, page):
    """Shows what the page says where it cannot run, or no longer."""
    context = "document.getElementById('gallery').getContext('webgl2')"
    browser.run(f"{context}.getExtension('WEBGL_lose_context').loseContext()")
    says(browser, "context was lost", "a lost context")
    browser.picture(PICTURES / "lost.png")
    browser.go((TARGET / "gallery" / "index.html").resolve().as_uri())
    says(browser, "needs a server", "opened as a file")
    without = Chromium(graphics=False)
    try:
        without.go(page)
        says(without, "No WebGL 2", "without WebGL")
        without.picture(PICTURES / "without-webgl.png")
    finally:
        without.close()


def main():
    addresses = [line for line in ADDRESSES.read_text().splitlines() if line and not line.startswith("#")]
    passed = 3
    try:
        with serving(TARGET / "gallery") as place:
            for browser in browsers():
                walk(browser, f"{place}/", addresses)
                if isinstance(browser, Chromium):
                    viewer(browser, f"{place}/")
                    puzzles(browser, f"{place}/")
                    refusals(browser, f"{place}/")
                passed += len(addresses) + 1
    except Failure as failure:
        print(f"gallery: {failure}", file=sys.stderr)
        return 1
    print(f"{passed} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
