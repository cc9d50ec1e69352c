"""Runs exports in headless Chromium, in Firefox where it is installed, and by the runner in Python, and compares what each computes with
what the command does."""

import array
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
sys.path[:0] = [str(ROOT / "demos" / "gallery" / "web"), str(ROOT / "demos" / "python")]

from browsers import PATIENCE, Failure, browsers, serving, wait  # noqa: E402
from cases import CASES, COUNTS, DATA, floats  # noqa: E402
from run_export import Plan  # noqa: E402


def command(words, folder):
    """Runs the command, and returns what it says."""
    done = subprocess.run([BROOKLET, *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Failure(f"{words} fails: {done.stderr}")
    return done.stdout


def expected(case, count, folder):
    """Writes the inputs of a case for this number of elements, and what the command computes; both as float32."""
    files = {"count": str(count)}
    for name, kind in case.inputs.items():
        files[name] = f"{case.name}-{count}-{name}.f32"
        (folder / files[name]).write_bytes(DATA[kind](count).tobytes())
    for name, ending in case.outputs.items():
        files[name] = f"{case.name}-{count}-{name}.{ending}"
    if case.command is None:
        # The texels of four numbers, backwards.
        numbers = DATA[case.inputs["v"]](count)
        results = {"mapped": floats(numbers[k - k % 4 + 3 - k % 4] for k in range(len(numbers)))}
    else:
        said = command([word.format(**files) for word in case.command.split(" ")], folder)
        results = {}
        for name, ending in case.outputs.items():
            if ending == "f32":
                results[name] = floats(array.array("f", (folder / files[name]).read_bytes()))
            else:
                text = said if ending == "said" else (folder / files[name]).read_text()
                results[name] = floats(map(float, text.split()))
    outputs = {}
    for name, numbers in results.items():
        outputs[name] = f"{case.name}-{count}-{name}-expected.f32"
        (folder / outputs[name]).write_bytes(numbers.tobytes())
    return {"inputs": {name: files[name] for name in case.inputs}, "outputs": outputs}


def by_python(job, folder):
    """Runs a job by the runner in Python. Returns what is wrong, if anything."""
    plan = Plan(folder / job["folder"], job["count"])
    read = {name: array.array("f", (folder / file).read_bytes()) for name, file in job["inputs"].items()}
    plan.run(read, {})
    for name, file in job["outputs"].items():
        wanted, found = array.array("f", (folder / file).read_bytes()), plan.read(name)[:]
        # Where the number of results depends on data, the others behind them are undefined.
        if any(port["name"] == "number" for port in plan.plan["outputs"]):
            found = found[:int(plan.read("number")[0])]
        if len(found) != len(wanted):
            return f"{name} has {len(found)} numbers, not {len(wanted)}"
        if job["bound"] == 0:
            if found.tobytes() != wanted.tobytes():
                return f"{name} differs"
            continue
        most = job["bound"] * max(map(abs, wanted))
        if any(abs(a - b) > most for a, b in zip(found, wanted)):
            return f"{name} differs by more than {most}"
    return None


def prepare(folder):
    """Exports all cases, and returns a job for each of their plans."""
    jobs = []
    for case in CASES:
        words = ["export", *case.export.split(" "), "--count", ",".join(map(str, COUNTS)), "-o", case.name]
        command(words, folder)
        for count in COUNTS:
            job = expected(case, count, folder)
            jobs.append({"name": f"{case.export}, {count}", "folder": case.name, "count": count, "bound": case.bound, **job})
    (folder / "jobs.json").write_text(json.dumps(jobs))
    return jobs


def main():
    results = []
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        jobs = prepare(folder)
        for file in ("page.html", "tests.js"):
            shutil.copy(HERE / file, folder)
        for job in jobs:
            wrong = by_python(job, folder)
            results.append(("Python", {"name": job["name"], **({"error": wrong} if wrong else {})}))
        try:
            with serving(place) as address:
                for browser in browsers():
                    browser.go(f"{address}/page.html")
                    found = wait(browser, "return window.results || null", 5 * PATIENCE)
                    results += [(type(browser).__name__, result) for result in found]
        except Failure as failure:
            print(f"export: {failure}", file=sys.stderr)
            return 1
    failed = [(by, result) for by, result in results if "error" in result]
    for by, result in failed:
        print(f"{by}: {result['name']}: {result['error']}")
    for by in dict.fromkeys(by for by, _ in results):
        print(f"{by}: {sum(own == by for own, _ in results)} tests, {sum(own == by for own, _ in failed)} failed")
    return 1 if failed else 0


BROOKLET = os.path.abspath(sys.argv[1])
sys.exit(main())
