"""Runs the tests of the package in headless Chromium, and in Firefox where it is installed.

    run.py TARGET                     the tests of the package in this folder of builds
    run.py --site FOLDER PAGE..       pages of a folder that has all that they load
"""

import functools
import http.server
import pathlib
import shutil
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "demos" / "gallery" / "web"))

from browsers import PATIENCE, Chromium, Failure, Firefox  # noqa: E402


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the page."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm", ".js": "text/javascript",
    }

    def log_message(self, *_):
        pass


def run(browser, page):
    """Runs the page, and returns how many of its tests pass and fail."""
    name = type(browser).__name__
    browser.go(page)
    begun = time.monotonic()
    while not (results := browser.run("return window.results || null")):
        if time.monotonic() - begun > 5 * PATIENCE:
            done = browser.run("return window.progress || 'nothing'")
            raise Failure(f"{name} is not done; the last test is {done}: {browser.complaints()}")
        time.sleep(0.2)
    failed = [result for result in results if "error" in result]
    for result in results:
        print(f"{name}: {result['name']}: {result.get('error', 'ok')}")
    return len(results) - len(failed), len(failed)


def run_pages(folder, pages):
    """Runs pages of a folder in all browsers, and returns the exit status."""
    passed = failed = 0
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        for kind in (Chromium, Firefox):
            if kind is Firefox and (missing := Firefox.missing()):
                print(f"Firefox was not tried: there is no {missing}")
                continue
            browser = kind()
            try:
                for page in pages:
                    own = run(browser, f"http://127.0.0.1:{server.server_address[1]}/{page}")
                    passed, failed = passed + own[0], failed + own[1]
            finally:
                browser.close()
    except Failure as failure:
        print(f"web: {failure}", file=sys.stderr)
        return 1
    finally:
        server.shutdown()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    if sys.argv[1] == "--site":
        return run_pages(sys.argv[2], sys.argv[3:])
    package = pathlib.Path(sys.argv[1]) / "npm" / "brooklet"
    with tempfile.TemporaryDirectory() as folder:
        for file in ("page.html", "tests.js"):
            shutil.copy(HERE / file, folder)
        shutil.copytree(package, f"{folder}/brooklet")
        return run_pages(folder, ["page.html"])


sys.exit(main())
