"""Wrong calls at random of all that the Python package has: each returns, or raises an error of Python's or brooklet's own kind, and what
is right works afterwards.

    python3 -B tests/python/wrong.py [CALLS [SEED]]
"""

import collections
import inspect
import random
import re
import sys
import warnings

import brooklet
import numpy

# What a caller can be told. An AttributeError, an AssertionError or ctypes.ArgumentError would be of our code.
DUE = (TypeError, ValueError, OverflowError, IndexError, KeyError, brooklet.Error)
CG = "float4 main(float2 at : TEXCOORD0, uniform samplerRECT x, uniform float y) : COLOR { return y * texRECT(x, at); }"
BROOK = "kernel void twice(float a<>, out float b<>) { b = 2 * a; }\nreduce void sum(float a<>, reduce float r<>) { r += a; }"
# What speaks of our code, and not of what was given.
OUR_CODE = re.compile(r"ctypes|argument \d+:|has no attribute|unsupported operand|not subscriptable|not iterable|unpack|not callable|a handle")
# What may not run at random: it ends the device, or waits.
LEFT_OUT = {"close", "evaluate"}


def objects(device):
    """One of each class, by the name of the class."""
    return {
        "Stream": device.stream([3.0, 1.0, 2.0]),
        "Integers": device.integers([3, 1, 2]),
        "Device": device,
        "Program": device.program(BROOK),
        "CgProgram": device.cg(CG),
        "SparseMatrix": device.sparse(([1.0, 2.0], [0, 1], [0, 1, 2]), (2, 3)),
    }


def calls(own):
    """All public methods and operators, and the functions of the modules: name, callable, number of parameters."""
    found = []
    for name, thing in own.items():
        for method, _ in inspect.getmembers(type(thing), callable):
            if method in LEFT_OUT or (method.startswith("_") and method not in OPERATORS):
                continue
            found.append((f"{name}.{method}", name, method))
    found += [(f"brooklet.{name}", None, getattr(brooklet, name)) for name in ("map", "where")]
    found.append(("brooklet.catalog.run", None, brooklet.catalog.run))
    found.append(("brooklet.Device", None, brooklet.Device))
    return found


OPERATORS = {"__getitem__", "__add__", "__radd__", "__sub__", "__mul__", "__truediv__", "__pow__", "__mod__", "__lt__", "__len__", "__float__", "__array__"}


def values(device, foreign, closed):
    """What is given, some of it right."""
    return [
        None, True, 0, 1, 2, -1, 2**31, 2**70, -(2**70), 1.5, float("nan"), float("inf"), 1j, "", "x", "sum", "max", "x > 1.0", "((((", "a" * 100_000, "\0", "\ud800",
        b"", b"x", [], [1.0], [1.0, 2.0, 3.0], [[]], [[1.0], [1.0, 2.0]], [None], ["a"], {}, {"x": 1}, (), (3,), (0,), (-1,), (2**40, 2**40), (1,) * 9,
        slice(None), slice(0, 2**70), slice(1, 2, -1), Ellipsis, object(), lambda *_: None, numpy.float32, numpy.zeros(3), numpy.zeros((3, 3), "f4"),
        numpy.array([1, 2, 3]), numpy.array([object()]), numpy.array(["x"]), numpy.zeros(0), numpy.zeros(3, "M8[D]"), numpy.zeros((1,) * 6),
        device.stream([1.0, 2.0, 3.0]), device.stream([]), device.zeros((2, 2)), device.zeros(2, 4), device.integers([1, 2, 3]), foreign, closed, device,
    ]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    warnings.simplefilter("ignore")
    device, other = brooklet.Device("cpu"), brooklet.Device("cpu")
    closed = device.stream([1.0])
    closed.close()
    own = objects(device)
    table = calls(own)
    given = values(device, other.stream([1.0]), closed)
    right = {"type": ["float", "int"], "operator": ["sum", "add", "min"], "axis": [0, None], "shape": [(3,), 3], "text": [BROOK, CG], "method": ["bitonic"]}
    outcomes: collections.Counter[str] = collections.Counter()
    odd: list[str] = []
    for number in range(count):
        name, of, work = chance.choice(table)
        call = getattr(own[of], work) if of else work
        try:
            parameters = list(inspect.signature(call).parameters.values())
        except (TypeError, ValueError):
            parameters = []
        some = [parameter for parameter in parameters if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)]
        needed = sum(parameter.default is parameter.empty for parameter in some)
        # Mostly as many as there may be.
        how_many = chance.randint(needed, max(needed, len(some))) if chance.random() < 0.9 else chance.randint(0, len(some) + 1)
        arguments = []
        for at in range(how_many):
            known = right.get(some[at].name) if at < len(some) else None
            arguments.append(chance.choice(known) if known and chance.random() < 0.7 else chance.choice(given))
        named = {}
        if chance.random() < 0.3 and parameters:
            named[chance.choice(parameters).name] = chance.choice(given)
        said = f"call {number}, {name}({', '.join(repr(a)[:60] for a in arguments)}, **{repr(named)[:80]})"
        try:
            call(*arguments, **named)
            outcomes["returned"] += 1
        except DUE as error:
            outcomes[type(error).__name__] += 1
            if not str(error).strip() or OUR_CODE.search(str(error)):
                odd.append(f"{said} says: {error}")
        except Exception as error:
            odd.append(f"{said}: {type(error).__name__}: {error}")
        if number % 200 == 0:
            assert list(device.stream([3.0, 1.0, 2.0]).sort().read()) == [1.0, 2.0, 3.0], said
    assert not odd, f"{len(odd)} of {count}:\n" + "\n".join(odd[:40])
    assert outcomes["returned"] > 0 and outcomes["TypeError"] > 0 and outcomes["ValueError"] > 0
    print(f"{count} wrong calls of {len(table)} functions: {dict(outcomes)}")


main()
