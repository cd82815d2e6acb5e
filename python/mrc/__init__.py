# SPDX-License-Identifier: GPL-2.0-only
"""Makes ns.mrc of ns-3's Python bindings, and has them take and give what Python scripts expect."""

from . import _load  # noqa: F401: the first
from . import _attributes, _errors, _events, _networks, _texts  # noqa: F401
from ._events import schedule
from ._traces import trace

__all__ = ["schedule", "trace"]
