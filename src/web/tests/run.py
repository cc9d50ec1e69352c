"""Runs the tests of the package in headless Chromium, and in Firefox where it is installed.

    run.py TARGET                     the tests of the package in this folder of builds
    run.py TARGET PAGE                the figures of a page that measures, such as overhead.html
    run.py --site FOLDER PAGE..       pages of a folder that has all that they load
"""

import contextlib
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "demos" / "gallery" / "web"))

from browsers import PATIENCE, Failure, Quiet, browsers, serving, wait  # noqa: E402


POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"


class Served(Quiet):
    """Serves one of the pages under a content security policy."""

    def end_headers(self):
        if self.path.startswith("/csp.html"):
            self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()


def hidden(browser, page):
    """Sorts in a tab that another one hides. Returns how many tests pass and fail."""
    name = type(browser).__name__
    browser.go(page)
    wait(browser, "return window.ready")
    first = browser.command("tab")
    other = browser.command("newtab", {"type": "tab"})["handle"]
    browser.command("switch", {"handle": other})
    time.sleep(2)
    browser.command("switch", {"handle": first})
    found, still = browser.run("return [window.sorted ?? null, window.hiddenStill ?? null]")
    if found is None:
        print(f"{name}: a hidden tab was not tried: this browser hides none when another is opened")
        return 0, 0
    right = found == [1, 2, 3] and still
    print(f"{name}: a hidden tab computes: {'ok' if right else found}")
    return int(right), int(not right)


def example(browser, page, colours):
    """Opens an example, and counts the colours of its picture. Returns how many tests pass and fail."""
    browser.go(page)
    wait(browser, "return document.body.dataset.done || document.querySelector('#said').textContent || null")
    said, found = browser.run(
        "const canvas = document.querySelector('canvas');"
        "const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);"
        "return [document.querySelector('#said').textContent, new Set(new Uint32Array(data.buffer)).size]"
    )
    right = not said and found in colours
    print(f"{type(browser).__name__}: {page.rsplit('/', 1)[1]}: {'ok' if right else said or f'{found} colours'}")
    return int(right), int(not right)


def run(browser, page):
    """Runs the page, and returns how many of its tests pass and fail."""
    name = type(browser).__name__
    browser.go(page)
    results = wait(browser, "return window.results || null", 5 * PATIENCE)
    failed = [result for result in results if "error" in result]
    for result in results:
        print(f"{name}: {result['name']}: {result.get('error', 'ok')}")
    return len(results) - len(failed), len(failed)


@contextlib.contextmanager
def vite(bundlers):
    """Vite's server for development, and its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = ["node_modules/.bin/vite", "--host", "127.0.0.1", "--port", str(port), "--strictPort", "--logLevel", "error"]
    server = subprocess.Popen(command, cwd=bundlers)
    try:
        for _ in range(10 * PATIENCE):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait()


def in_browsers(folder, work):
    """Does the work with each browser and the address of the folder. Returns the exit status: tests that fail make it 1."""
    passed = failed = 0
    try:
        with serving(folder, Served) as place:
            for browser in browsers():
                for own in work(browser, place):
                    passed, failed = passed + own[0], failed + own[1]
    except Failure as failure:
        print(f"web: {failure}", file=sys.stderr)
        return 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def measured(browser, page):
    """Prints the figures of a page that measures."""
    browser.go(page)
    for line in wait(browser, "return window.figures"):
        print(f"{type(browser).__name__}: {line}")
    return 0, 0


def main():
    if sys.argv[1] == "--site":
        pages = sys.argv[3:]
        return in_browsers(sys.argv[2], lambda browser, place: (run(browser, f"{place}/{page}") for page in pages))
    npm = pathlib.Path(sys.argv[1]) / "npm"
    with tempfile.TemporaryDirectory() as folder:
        for file in HERE.iterdir():
            if file.suffix in (".html", ".js"):
                shutil.copy(file, folder)
        shutil.copytree(npm / "brooklet", f"{folder}/brooklet")
        if len(sys.argv) > 2:
            return in_browsers(folder, lambda browser, place: [measured(browser, f"{place}/{sys.argv[2]}")])
        shutil.copytree(npm / "bundles", f"{folder}/bundles")
        shutil.copytree(HERE.parents[2] / "demos" / "web", f"{folder}/examples", ignore=shutil.ignore_patterns("brooklet"))
        shutil.copytree(npm / "brooklet", f"{folder}/examples/brooklet")
        pages = ["page.html", "csp.html", *sorted(f"bundles/{own.name}/index.html" for own in (npm / "bundles").iterdir())]

        def work(browser, place):
            for page in pages:
                yield run(browser, f"{place}/{page}")
            with vite(npm / "bundlers") as served:
                yield run(browser, served)
            yield hidden(browser, f"{place}/hidden.html")
            # As many as clusters; a picture of bands; a blur.
            for name, colours in (("kmeans", range(6, 7)), ("distance", range(200, 1 << 24)), ("blur", range(200, 1 << 24))):
                yield example(browser, f"{place}/examples/{name}.html", colours)

        return in_browsers(folder, work)


sys.exit(main())
