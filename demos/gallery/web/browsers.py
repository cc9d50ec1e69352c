"""Chromium by WebDriver and Firefox by Marionette, and a server for their pages, with Python's standard library alone."""

import base64
import contextlib
import functools
import http.server
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

PATIENCE = 120
# Chromium draws on the CPU, by ANGLE's SwiftShader, which has WebGL 2 with float targets. `BROOKLET_ANGLE=gl-egl` lets it draw by the driver
# of OpenGL.
ANGLE = os.environ.get("BROOKLET_ANGLE", "swiftshader")
ALLOWED = "--enable-unsafe-swiftshader" if ANGLE == "swiftshader" else "--ignore-gpu-blocklist"
GRAPHICS = ["--use-gl=angle", f"--use-angle={ANGLE}", ALLOWED]
NO_GRAPHICS = ["--disable-gpu", "--disable-3d-apis"]
QUIET = [
    "--headless=new", "--no-sandbox", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--disable-dev-shm-usage", "--no-proxy-server", "--hide-scrollbars",
]
# Firefox talks to nobody but this machine, and takes Mesa's llvmpipe for good enough.
PREFERENCES = {
    "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False, "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9,
    "network.proxy.type": 1, "webgl.force-enabled": True,
}


class Failure(Exception):
    """What the test ends with."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the files of a folder, without a word."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm", ".js": "text/javascript",
    }

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serving(folder, handler=Quiet):
    """Serves a folder to this machine. Gives the address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()


def browsers():
    """Opens Chromium, and then Firefox where it is installed. Each is closed before the next."""
    for kind in (Chromium, Firefox):
        if kind is Firefox and (missing := Firefox.missing()):
            print(f"Firefox was not tried: there is no {missing}")
            continue
        browser = kind()
        try:
            yield browser
        finally:
            browser.close()


def wait(browser, script, patience=PATIENCE):
    """Waits for a value in the page, and returns it."""
    begun = time.monotonic()
    while not (value := browser.run(script)):
        if time.monotonic() - begun > patience:
            done = browser.run("return window.progress || 'nothing'")
            raise Failure(f"{type(browser).__name__}: {script}: the last that is done is {done}: {browser.complaints()}")
        time.sleep(0.1)
    return value


class Browser:
    """What both can do; `command` sends one of WebDriver's commands."""

    def run(self, script):
        """The value of a script in the page."""
        return self.command("execute", {"script": script, "args": []})

    def go(self, url):
        self.command("url", {"url": url})

    def resize(self, width, height):
        """Makes the page so large, whatever the browser puts around it."""
        inner = self.run("return [innerWidth, innerHeight]")
        outer = self.command("rect")
        size = {"width": outer["width"] + width - inner[0], "height": outer["height"] + height - inner[1]}
        self.command("resize", size)

    def picture(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.command("picture")))

    def complaints(self):
        """What the page wrote on the console as an error, where the browser tells."""
        return []


class Chromium(Browser):
    """A session of chromedriver."""

    PATHS = {
        "execute": "/execute/sync", "url": "/url", "rect": "/window/rect", "resize": "/window/rect",
        "picture": "/screenshot", "log": "/se/log", "tab": "/window", "newtab": "/window/new", "switch": "/window",
    }

    def __init__(self, graphics=True):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        ports = (re.search(r"success\w* on port (\d+)", line) for line in self.driver.stdout)
        port = next((found[1] for found in ports if found), None)
        if port is None:
            raise Failure("chromedriver does not start")
        # Everything is on this machine, whatever proxy there is.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self.address = f"http://127.0.0.1:{port}/session"
        flags = [*QUIET, *(GRAPHICS if graphics else NO_GRAPHICS)]
        options = {"goog:chromeOptions": {"args": flags}, "goog:loggingPrefs": {"browser": "ALL"}}
        try:
            self.address += "/" + self.send("", {"capabilities": {"alwaysMatch": options}})["sessionId"]
        except BaseException:
            self.driver.terminate()
            raise

    def send(self, path, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with self.opener.open(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failure(f"Chromium refuses {path or 'to start'}: {error.read().decode()[:2000]}") from error

    def command(self, name, body=None):
        return self.send(self.PATHS[name], body)

    def complaints(self):
        return [entry["message"] for entry in self.command("log", {"type": "browser"}) if entry["level"] == "SEVERE"]

    def close(self):
        with contextlib.suppress(Failure, OSError):
            self.send("", method="DELETE")
        self.driver.terminate()
        self.driver.wait()


class Firefox(Browser):
    """A session of Marionette, on a display of its own: without one Firefox has no WebGL."""

    COMMANDS = {
        "execute": "WebDriver:ExecuteScript", "url": "WebDriver:Navigate", "rect": "WebDriver:GetWindowRect",
        "resize": "WebDriver:SetWindowRect", "picture": "WebDriver:TakeScreenshot",
        "tab": "WebDriver:GetWindowHandle", "newtab": "WebDriver:NewWindow", "switch": "WebDriver:SwitchToWindow",
    }

    @staticmethod
    def missing():
        """What it lacks here, if anything."""
        return ", ".join(name for name in ("firefox-esr", "Xvfb") if shutil.which(name) is None)

    def __init__(self):
        self.count = 0
        self.closing = contextlib.ExitStack()
        with contextlib.ExitStack() as closing:
            home = closing.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            with socket.create_server(("127.0.0.1", 0)) as free:
                port = free.getsockname()[1]
            preferences = {**PREFERENCES, "marionette.port": port}
            with open(f"{home}/user.js", "w", encoding="utf-8") as file:
                for name, value in preferences.items():
                    file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
            screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
            display = self.start(closing, screen, stdout=subprocess.PIPE, text=True)
            place = {**os.environ, "DISPLAY": f":{display.stdout.readline().strip()}", "HOME": home}
            firefox = ["firefox-esr", "--marionette", "--no-remote", "--profile", home]
            self.start(closing, firefox, env=place, stdout=subprocess.DEVNULL)
            self.stream = closing.enter_context(self.connect(port).makefile("rwb"))
            self.receive()
            self.send("WebDriver:NewSession", {"capabilities": {}})
            self.closing = closing.pop_all()

    @staticmethod
    def start(closing, command, **rest):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, **rest)
        closing.callback(process.wait)
        closing.callback(process.terminate)
        return process

    @staticmethod
    def connect(port):
        begun = time.monotonic()
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
            except OSError as error:
                if time.monotonic() - begun > PATIENCE:
                    raise Failure("Firefox does not start") from error
                time.sleep(0.2)

    def receive(self):
        """A message: its length, a colon, and JSON."""
        length = b""
        while (byte := self.stream.read(1)) != b":":
            if not byte:
                raise Failure("Firefox is gone")
            length += byte
        return json.loads(self.stream.read(int(length)))

    def send(self, name, parameters):
        self.count += 1
        message = json.dumps([0, self.count, name, parameters]).encode()
        self.stream.write(str(len(message)).encode() + b":" + message)
        self.stream.flush()
        _, _, error, value = self.receive()
        if error:
            raise Failure(f"Firefox refuses {name}: {error}")
        return value

    def command(self, name, body=None):
        value = self.send(self.COMMANDS[name], body or {})
        return value["value"] if isinstance(value, dict) and value.keys() == {"value"} else value

    def close(self):
        self.closing.close()
