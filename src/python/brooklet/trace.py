"""Traces: what a device has done."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._library import call, described_by

if TYPE_CHECKING:
    from .device import Device


class Trace:
    """Every pass, upload and read back of a device within a `with`. `Device.trace` makes one.

    A pass has `kernel`, `width`, `height` and `outputs`; on an emulated chip whose speed is known also `predicted_ms`, its time there. Streams
    that operators make are computed when they are needed, and so may be their passes.

    >>> import brooklet
    >>> device = brooklet.Device("nv40")
    >>> x = device.stream([3.0, 1.0, 2.0, 0.0])
    >>> with device.trace() as trace:
    ...     y = (2 * x).read()
    >>> len(trace.passes), trace.passes[0]["predicted_ms"] > 0, len(trace.readbacks)
    (1, True, 1)
    """

    def __init__(self, device: Device) -> None:
        self._device = device
        self._recorded: dict[str, Any] | None = None

    def __enter__(self) -> Trace:
        call("trace_start", self._device.handle)
        self._recorded = None
        return self

    def __exit__(self, *_: object) -> None:
        self._recorded = self.json()
        call("trace_stop", self._device.handle)

    def json(self) -> dict[str, Any]:
        """What was recorded so far: `device`, `passes`, `uploads`, `readbacks`, and sums of predicted times where there are any."""
        if self._recorded is not None:
            return self._recorded
        recorded: dict[str, Any] = json.loads(described_by("trace_read", self._device.handle))
        return recorded

    @property
    def passes(self) -> list[dict[str, Any]]:
        """The passes, in order."""
        return list(self.json()["passes"])

    @property
    def uploads(self) -> list[dict[str, Any]]:
        """The uploads, in order."""
        return list(self.json()["uploads"])

    @property
    def readbacks(self) -> list[dict[str, Any]]:
        """The read backs, in order."""
        return list(self.json()["readbacks"])

    def __repr__(self) -> str:
        own = self.json()
        return f"<brooklet.Trace: {len(own['passes'])} passes, {len(own['uploads'])} uploads, {len(own['readbacks'])} read backs>"
