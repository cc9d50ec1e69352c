"""What is exported for the tests, with data for the inputs, and the command that computes the same."""

import array
import random

COUNTS = (1, 1000, 4097, 70001)


def noise(count, seed):
    source = random.Random(seed)
    return floats(source.uniform(-1, 1) for _ in range(count))


def whole(count, seed, largest=4):
    source = random.Random(seed)
    return floats(source.randint(0, largest) for _ in range(count))


def floats(numbers):
    return array.array("f", numbers)


DATA = {
    "noise": lambda count: noise(count, 1),
    "other": lambda count: noise(count, 2),
    "sorted": lambda count: floats(sorted(noise(count, 1))),
    "also sorted": lambda count: floats(sorted(noise(count, 2))),
    "whole": lambda count: whole(count, 3),
    "integers": lambda count: whole(count, 4, 4095),
    "shorts": lambda count: whole(count, 5, 65535),
    "runs": lambda count: floats(sorted(whole(count, 6, 300))),
    "flags": lambda count: floats(float(x > 0.75) for x in noise(count, 7)),
    "positions": lambda count: whole(count, 8, count - 1),
    "vectors": lambda count: noise(4 * count, 9),
}


class Case:
    """An export. `command` has {name} for the file of an input, and {name} for that of an output, whose ending is its format."""

    def __init__(self, export, inputs, command, outputs, *, bound=0.0, shape=None):
        self.export, self.inputs, self.command, self.outputs = export, inputs, command, outputs
        self.bound, self.shape = bound, shape
        self.name = "".join(c if c.isalnum() else "-" for c in export)


# What a result may be off by where it is rounded, relative to the largest element.
ROUNDED = 5 * 2.0 ** -24

CASES = [
    Case("sort", {"keys": "noise"}, "sort {keys} -o {sorted}", {"sorted": "f32"}),
    Case("sort --packed --max-targets 1", {"keys": "noise"}, "sort {keys} -o {sorted}", {"sorted": "f32"}),
    Case(
        "sort --values --stable --descending", {"keys": "whole", "values": "noise"},
        "sort {keys} --stable --descending --values {values} -o {sorted} --values-out {sorted_values}",
        {"sorted": "f32", "sorted_values": "f32"},
    ),
    Case("argsort", {"keys": "noise"}, "argsort {keys} -o {order}", {"order": "csv"}),
    Case("argsort --bits 16", {"keys": "noise"}, "argsort {keys} --bits 16 -o {order}", {"order": "csv"}),
    Case(
        "argsort --bits 16 --range 0,65536 --descending", {"keys": "shorts"},
        "argsort {keys} --bits 16 --descending -o {order}", {"order": "csv"},
    ),
    Case("scan", {"values": "whole"}, "scan {values} -o {scanned}", {"scanned": "f32"}),
    Case(
        "segmented-scan", {"values": "whole", "heads": "flags"}, "scan {values} --segments {heads} -o {scanned}",
        {"scanned": "f32"},
    ),
    Case("reduce --op max", {"values": "noise"}, "reduce {values} --op max", {"reduced": "said"}),
    Case("reduce", {"values": "whole"}, "reduce {values} --op sum", {"reduced": "said"}),
    Case("reduce --op mean", {"values": "noise"}, "reduce {values} --op mean", {"reduced": "said"}, bound=2e-5),
    Case("reduce --op argmin", {"values": "whole"}, "reduce {values} --op argmin", {"position": "said"}),
    Case("filter --keep x>-0.8", {"values": "noise"}, "filter {values} --keep x>-0.8 -o {kept}", {"kept": "f32"}),
    Case("unique", {"keys": "integers"}, "unique {keys} -o {distinct} --counts {counts}", {"distinct": "f32", "counts": "csv"}),
    Case(
        "group", {"keys": "integers", "values": "whole"}, "group {keys} {values} --op sum -o {groups} --values-out {results}",
        {"groups": "f32", "results": "f32"},
    ),
    Case("merge", {"a": "sorted", "b": "also sorted"}, "merge {a} {b} -o {merged}", {"merged": "f32"}),
    Case("search", {"sorted": "sorted", "queries": "other"}, "search {sorted} {queries} -o {positions}", {"positions": "csv"}),
    Case("take", {"values": "noise", "positions": "positions"}, "take {values} {positions} -o {taken}", {"taken": "f32"}),
    Case(
        "put --op sum", {"into": "whole", "positions": "positions", "values": "whole"},
        "put {into} {positions} {values} --op sum -o {result}", {"result": "f32"},
    ),
    Case(
        "histogram --bins 64 --range -1,1", {"values": "noise"}, "histogram {values} --bins 64 --range -1,1 -o {counts}",
        {"counts": "csv"},
    ),
    Case("top -k 1", {"values": "noise"}, "top {values} -k 1 -o {top} --indices {positions}", {"top": "f32", "positions": "csv"}),
    Case(
        "quantile 0,0.25,1", {"values": "noise"}, "quantile {values} 0,0.25,1 -o {quantiles}", {"quantiles": "f32"},
        bound=ROUNDED,
    ),
    Case("random --seed 5", {}, "random --count {count} --seed 5 -o {numbers}", {"numbers": "f32"}),
    Case("map a*x+b -i x -c a=2 -c b=0.5", {"x": "whole"}, "map a*x+b -i x={x} -c a=2 -c b=0.5 -o {mapped}", {"mapped": "f32"}),
    Case("map v.wzyx -i v=vec4", {"v": "vectors"}, None, {"mapped": "f32"}),
]
