"""Times whole processes from outside."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass
class Measurement:
    """One run of one command. Times are in seconds."""

    wall: float
    user: float
    system: float
    peak_mib: float  # of the largest process
    others: float  # user time of other processes meanwhile
    output: str

    @property
    def is_noisy(self):
        """Whether other processes took more than a tenth of a processor, and more than three of the kernel's ticks."""
        return self.others > max(0.1 * self.wall, 3 / TICKS_PER_SECOND)


class Patience:
    """Waits for the machine to become quiet, but in total no longer than the given seconds."""

    def __init__(self, seconds):
        self.seconds = seconds

    def wait(self):
        while self.seconds > 0:
            start, busy = time.monotonic(), busy_seconds()
            time.sleep(0.25)
            elapsed = time.monotonic() - start
            if busy_seconds() - busy <= 0.16 * elapsed * os.cpu_count():
                return
            self.seconds -= elapsed
            if self.seconds <= 0:
                print("  the machine does not become quiet; going on", file=sys.stderr, flush=True)


def processor_times():
    """Returns the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, … in ticks."""
    with open("/proc/stat", encoding="ascii") as file:
        return [int(word) for word in file.readline().split()[1:]]


def busy_seconds():
    user, nice, system, _, _, irq, softirq = processor_times()[:7]
    return (user + nice + system + irq + softirq) / TICKS_PER_SECOND


def user_seconds():
    user, nice = processor_times()[:2]
    return (user + nice) / TICKS_PER_SECOND


def measure(command, environment=None, limit=300):
    """Runs a command to its end; a command that fails or takes longer than the limit ends this program."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        busy = user_seconds()
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, start_new_session=True,
            env={**os.environ, **(environment or {})})
        signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGKILL))
        signal.alarm(limit)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        signal.alarm(0)
        busy = user_seconds() - busy
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            errors.seek(0)
            sys.exit(f"{' '.join(command)} ended with {process.returncode}\n{errors.read().decode()[-2000:]}")
        output.seek(0)
        return Measurement(
            wall=wall, user=usage.ru_utime, system=usage.ru_stime, peak_mib=usage.ru_maxrss / 1024,
            others=max(0, busy - usage.ru_utime), output=output.read().decode())
