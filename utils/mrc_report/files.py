# SPDX-License-Identifier: GPL-2.0-only
"""Writes files as a whole: an older one stays until the new one is there, on the disk."""

import contextlib
import os
import pathlib
import secrets
import shutil


@contextlib.contextmanager
def replacing(path, place=os.replace):
    """Gives the name of a new file beside this one. If nothing failed, `place` moves it to this name at the end."""
    target = pathlib.Path(os.path.realpath(path))  # a link stays one
    new = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        yield new
        if target.exists():
            shutil.copymode(target, new)
        with open(new, "rb") as file:
            os.fsync(file.fileno())
        place(new, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with contextlib.suppress(OSError):  # mostly it is not there
            new.unlink()


def write_texts(path, texts):
    """Writes texts in UTF-8, one behind the other. What is no file of a disk, such as /dev/stdout, is written as it is."""
    is_no_file = path.exists() and not path.is_file()
    try:
        with contextlib.nullcontext(path) if is_no_file else replacing(path) as new:
            with open(new, "w", encoding="utf-8", newline="") as file:
                file.writelines(texts)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
