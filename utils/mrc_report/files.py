# SPDX-License-Identifier: GPL-2.0-only
"""Writes files as a whole: an older one stays until the new one is there."""

import contextlib
import os
import pathlib
import shutil


@contextlib.contextmanager
def replacing(path):
    """Gives the name of a new file beside this one, which takes its place at the end if nothing failed."""
    target = pathlib.Path(os.path.realpath(path))  # a link stays one
    new = target.with_name(f".mrc-report-{os.getpid()}")
    try:
        yield new
        if target.exists():
            shutil.copymode(target, new)
        os.replace(new, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with contextlib.suppress(OSError):  # mostly it is not there
            new.unlink()


def write_text(path, text):
    """Writes a text in UTF-8. What is no file of a disk, such as /dev/stdout, is written as it is."""
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    with replacing(path) as new:
        new.write_text(text, encoding="utf-8")
