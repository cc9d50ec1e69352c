"""Runs many exports in one process, by the runner in demos/python. A file has the jobs, as JSON."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "demos" / "python"))

from run_export import Plan, floats, save  # noqa: E402

for job in json.loads(pathlib.Path(sys.argv[1]).read_text()):
    plan = Plan(job["folder"], job["count"])
    plan.run({name: floats(file) for name, file in job["inputs"].items()}, job["constants"])
    for name, file in job["outputs"].items():
        save(file, plan.read(name))
