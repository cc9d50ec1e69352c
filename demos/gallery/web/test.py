"""Drives the gallery's page in headless Chromium by WebDriver, with Python's standard library alone."""

import base64
import functools
import http.server
import json
import pathlib
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

TARGET = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "target")
PICTURES = TARGET / "gallery-test"
NATIVE = TARGET / "debug" / "examples" / "gallery"
ADDRESSES = pathlib.Path(__file__).with_name("addresses.txt")
# Chromium draws on the CPU, by ANGLE's SwiftShader, which has WebGL 2 with float targets.
FLAGS = [
    "--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
    "--disable-dev-shm-usage", "--no-proxy-server", "--hide-scrollbars", "--window-size=1280,800",
]
PATIENCE = 120


class Failure(Exception):
    """What the test ends with."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the page, and keeps it to itself."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm"}

    def log_message(self, *_):
        pass


class Browser:
    """A session of WebDriver."""

    def __init__(self, driver, flags):
        # Everything is on this machine, whatever proxy there is.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self.address = f"http://127.0.0.1:{driver}/session"
        options = {"goog:chromeOptions": {"args": flags}, "goog:loggingPrefs": {"browser": "ALL"}}
        self.address += "/" + self.call("", {"capabilities": {"alwaysMatch": options}})["sessionId"]

    def call(self, path, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failure(f"the browser refuses {path or 'to start'}: {error.read().decode()[:2000]}") from error

    def run(self, script):
        return self.call("/execute/sync", {"script": script, "args": []})

    def log(self):
        return [entry["message"] for entry in self.call("/se/log", {"type": "browser"}) if entry["level"] == "SEVERE"]

    def picture(self, name):
        PICTURES.mkdir(parents=True, exist_ok=True)
        (PICTURES / name).write_bytes(base64.b64decode(self.call("/screenshot")))

    def close(self):
        self.call("", method="DELETE")


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
            raise Failure(f"{what}: not ready after {PATIENCE} s: {state}, {browser.log()}")
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
    if here.keys() != there.keys():
        raise Failure(f"{address}: the page computes {sorted(here)}, the native program {sorted(there)}")
    for name, values in here.items():
        if values != there[name]:
            pairs = zip(values, there[name]) if isinstance(values, list) else [(values, there[name])]
            differ = [f"at {at}: {a} and {b}" for at, (a, b) in enumerate(pairs) if a != b][:4]
            raise Failure(f"{address}: {name} of the page and of the native program differ {'; '.join(differ)}")


def shows(browser, url, words, what):
    """Checks that a page that cannot run says so in these words."""
    browser.call("/url", {"url": url})
    begun = time.monotonic()
    while words not in (text := browser.run("return document.getElementById('note').innerText")):
        if time.monotonic() - begun > 20:
            raise Failure(f"{what}: the page does not say {words!r} but {text!r}")
        time.sleep(0.05)
    print(f"ok: {what}: {words!r}")


def resize(browser, width, height):
    """Makes the page so large, whatever the browser puts around it."""
    inner = browser.run("return [innerWidth, innerHeight]")
    outer = browser.call("/window/rect")
    size = {"width": outer["width"] + width - inner[0], "height": outer["height"] + height - inner[1]}
    browser.call("/window/rect", size)


def walk(browser, page):
    """Shows every address, and compares."""
    addresses = [f"#{line}" for line in ADDRESSES.read_text().splitlines() if line and not line.startswith("#")]
    browser.call("/url", {"url": page})
    resize(browser, 1280, 800)
    ready(browser, "the page")
    first = browser.run("return performance.getEntriesByName('gallery-first-frame')[0].startTime")
    print(f"ok: the first frame after {first / 1000:.2f} s")
    for index, address in enumerate(addresses):
        browser.run(f"location.hash = {json.dumps(address)}")
        state = ready(browser, address)
        compare(address, state["results"], native(address))
        wanted = dict(urllib.parse.parse_qsl(address.lstrip("#")))
        shown = dict(urllib.parse.parse_qsl(state["address"].lstrip("#")))
        if not wanted.items() <= shown.items():
            raise Failure(f"{address}: the page went to {state['address']}")
        browser.picture(f"{index:02}-{re.sub('[^A-Za-z0-9.-]+', '-', address).strip('-')}.png")
        print(f"ok: {address}")
    if severe := [message for message in browser.log() if "favicon" not in message]:
        raise Failure(f"the browser complains: {severe}")
    return len(addresses)


def main():
    handler = functools.partial(Quiet, directory=TARGET / "gallery")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = f"http://127.0.0.1:{server.server_address[1]}/"
    driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
    try:
        port = next((found[1] for line in driver.stdout if (found := re.search(r"success\w* on port (\d+)", line))), None)
        if port is None:
            raise Failure("chromedriver does not start")
        browser = Browser(port, FLAGS)
        try:
            count = walk(browser, page)
            browser.run(
                "document.getElementById('gallery').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"
            )
            time.sleep(0.5)
            if "context was lost" not in browser.run("return document.getElementById('note').innerText"):
                raise Failure("a lost context: the page does not say so")
            browser.picture("lost.png")
            print("ok: a lost context is said")
            file = (TARGET / "gallery" / "index.html").resolve().as_uri()
            shows(browser, file, "needs a server", "opened as a file")
        finally:
            browser.close()
        browser = Browser(port, [*(flag for flag in FLAGS if "gl" not in flag), "--disable-gpu", "--disable-3d-apis"])
        try:
            shows(browser, page, "No WebGL 2", "without WebGL")
            browser.picture("without-webgl.png")
        finally:
            browser.close()
        print(f"{count + 4} passed, 0 failed")
    except Failure as failure:
        print(f"gallery: {failure}", file=sys.stderr)
        return 1
    finally:
        driver.terminate()
        server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
