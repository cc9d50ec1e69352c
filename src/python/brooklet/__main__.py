"""`python -m brooklet`: the command."""

from __future__ import annotations

import ctypes
import os
import sys

from . import _library


def main() -> int:
    """Runs the command with the arguments of this process, and returns its exit code."""
    words = ["brooklet", *sys.argv[1:]]
    # As the system has them: UTF-8 on Windows.
    texts = [word.encode() if sys.platform == "win32" else os.fsencode(word) for word in words]
    return int(_library.command()(len(texts), (ctypes.c_char_p * len(texts))(*texts)))


if __name__ == "__main__":
    sys.exit(main())
