"""How many processor cores this process may use."""

import os
from contextlib import suppress
from pathlib import Path


def cores() -> int:
    """Physical cores that the process may run on, at most its quota in a container: what a model runs best with."""
    try:
        usable = os.sched_getaffinity(0)
    except AttributeError:  # not on macOS and Windows
        usable = set(range(os.cpu_count() or 1))
    # Threads of one core share its arithmetic units: a second one on it slows a matrix product down.
    physical = len({_siblings(cpu) for cpu in usable})
    return max(1, min(physical, _quota()))


def _siblings(cpu: int) -> str:
    with suppress(OSError):
        return Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text()
    return str(cpu)


def _quota() -> int:
    """The cores that the container's quota allows, rounded; without one, more than there are."""
    with suppress(OSError, ValueError):
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        return max(1, round(int(quota) / int(period)))  # "max" is no number
    return 1 << 16
