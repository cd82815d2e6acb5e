# SPDX-License-Identifier: GPL-2.0-only
"""What a machine and a build are, for reports."""

import os
import platform
import re
import subprocess


def first_line(path):
    try:
        with open(path, encoding="utf-8") as lines:
            return lines.readline().strip()
    except OSError:
        return "unknown"


def machine():
    model = "unknown"
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return {
        "processor": model,
        "processors": os.cpu_count(),
        "governor": first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "system": platform.platform(),
        "load": os.getloadavg()[0],
    }


def build_facts(build):
    """What the release build was made with, from CMake's cache."""
    cache = {}
    with open(os.path.join(build, "CMakeCache.txt"), encoding="utf-8") as lines:
        for line in lines:
            found = re.match(r"([A-Za-z0-9_]+):[A-Z]+=(.*)", line.strip())
            if found:
                cache[found.group(1)] = found.group(2)
    compiler = cache.get("CMAKE_CXX_COMPILER", "c++")
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    kind = cache.get("CMAKE_BUILD_TYPE", "")
    flags = f"{cache.get('CMAKE_CXX_FLAGS', '')} {cache.get('CMAKE_CXX_FLAGS_' + kind.upper(), '')}"
    return {
        "ns3": ns3_version(cache.get("ns3_DIR", "")),
        "compiler": version.stdout.split("\n")[0],
        "type": kind,
        "flags": flags.strip(),
    }


def ns3_version(folder):
    for name in ("ns3ConfigVersion.cmake", "ns3-config-version.cmake"):
        try:
            with open(os.path.join(folder, name), encoding="utf-8") as lines:
                found = re.search(r'PACKAGE_VERSION "([^"]+)"', lines.read())
        except OSError:
            continue
        if found:
            return found.group(1)
    return "unknown"
