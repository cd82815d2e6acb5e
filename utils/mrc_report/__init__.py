# SPDX-License-Identifier: GPL-2.0-only
"""The parts of mrc-report.py."""
