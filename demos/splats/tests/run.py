"""Runs the tests of the viewer in headless Chromium, and in Firefox where it is installed. Pictures are left in target/splats-test.

The arguments are the folder of builds, and a part of the names of the tests that are run.
"""

import itertools
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "demos" / "gallery" / "web"))

import steps  # noqa: E402
import steps_controls  # noqa: E402, F401
import steps_notes  # noqa: E402, F401
from browsers import PATIENCE, Chromium, Failure, browsers, serving  # noqa: E402

TARGET = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "target")


def run_page(browser, address, only):
    """Runs the page of tests. Yields its results."""
    browser.go(f"{address}/page.html?{urllib.parse.urlencode({'only': only})}")
    begun = time.monotonic()
    shown = 0
    while True:
        done, results = browser.run("return [window.results !== undefined, window.done || []]")
        for result in results[shown:]:
            yield result["name"], result.get("error")
        shown = len(results)
        if done:
            return
        if time.monotonic() - begun > 5 * PATIENCE:
            doing = browser.run("return window.progress || 'the modules'")
            raise Failure(f"{type(browser).__name__} is not done with {doing}: {browser.complaints()}")
        time.sleep(0.2)


def run_steps(browser, address, only):
    """Drives the pages themselves. Yields the results."""
    for name, (kind, step) in steps.STEPS.items():
        if only not in name or not isinstance(browser, kind):
            continue
        try:
            step(browser, address, TARGET / "splats-test")
            yield name, None
        except Failure as failure:
            yield name, str(failure)


def main():
    only = sys.argv[2] if len(sys.argv) > 2 else ""
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(TARGET / "splats", folder, dirs_exist_ok=True)
        for file in ("page.html", "page.js", "slow.js"):
            shutil.copy(HERE / file, folder)
        # The viewer's page, with the opening of viewers held back.
        page = pathlib.Path(folder, "index.html").read_text()
        pathlib.Path(folder, "slow.html").write_text(page.replace('src="main.js"', 'src="slow.js"'))
        pathlib.Path(folder, "files").mkdir()
        subprocess.run(["node", HERE / "write_files.mjs", f"{folder}/files"], check=True)
        try:
            with serving(folder) as address:
                for browser in browsers():
                    results = itertools.chain(run_page(browser, address, only), run_steps(browser, address, only))
                    for name, error in results:
                        print(f"{type(browser).__name__}: {name}: {error or 'ok'}", flush=True)
                        passed, failed = passed + (not error), failed + bool(error)
                if not only:
                    plain = Chromium(graphics=False)
                    try:
                        steps.without_webgl(plain, address)
                        print("Chromium without WebGL: the page says so: ok")
                        passed += 1
                    finally:
                        plain.close()
        except (Failure, OSError) as failure:
            print(f"splats: the browser stops: {failure}", file=sys.stderr)
            return 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
