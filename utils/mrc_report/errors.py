# SPDX-License-Identifier: GPL-2.0-only
"""What is said of files that are not as they should be."""


class InputError(Exception):
    """What is wrong with what was given."""


def not_readable(error, place):
    """What is wrong with a file, or with this place, that the system does not let read."""
    return InputError(f"{error.filename or place}: {error.strerror}; expected a file that can be read")


def not_utf8(path):
    """What is wrong with a file that is no UTF-8."""
    data = path.read_bytes()
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return InputError(f"{path}:{line}: byte 0x{data[error.start]:02x}; expected UTF-8")
    return InputError(f"{path} changes while it is read")
