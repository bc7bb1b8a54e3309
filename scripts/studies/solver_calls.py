"""What a run of implicit analysis did over time: the calls of its solver (solver.csv), the requests to the files of
factors (factor_io.c), the states of the machine's processors and the bytes of a disk. Used by solver_io.py."""
import csv
import os
import pathlib
import threading
import time

from command_line import Late

np = Late("numpy")
REQUEST = [("begin", "f8"), ("seconds", "f8"), ("bytes", "i8"), ("kind", "i4"), ("process", "i4")]
STATES = ["user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal"]   # of /proc/stat
SECTOR = 512                                                                      # [bytes] of /proc/diskstats


def read_calls(path):
    """Rows of solver.csv with numbers where there are some."""
    with open(path, encoding="utf-8") as file:
        return [{name: value if name in ("call", "ordering") else float(value) for name, value in row.items()}
                for row in csv.DictReader(file)]


def read_requests(folder):
    """The requests of all ranks by their time; kind 0 reads, 1 writes, 2 what brings a file to the disk."""
    parts = [np.fromfile(path, dtype=REQUEST) for path in sorted(pathlib.Path(folder).glob("trace.*"))]
    return np.sort(np.concatenate([np.empty(0, REQUEST), *parts]), order="begin")


def within(requests, calls):
    """Those that begin within one of the calls."""
    if not calls:
        return requests[:0]
    begin = np.array([call["begin"] for call in calls])
    end = begin + [call["seconds"] for call in calls]
    place = np.searchsorted(begin, requests["begin"], side="right") - 1
    return requests[(place >= 0) & (requests["begin"] <= end[np.maximum(place, 0)])]


class Sampler:
    """Of the whole machine, and of the disk of a folder where the system tells: samples while it is open."""

    def __init__(self, folder, interval=0.1):
        device = os.stat(folder).st_dev
        self.disk = (os.major(device), os.minor(device))
        self.interval = interval
        self.times, self.cpu, self.bytes = [], [], []
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.sample)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *problem):
        self.ended.set()
        self.thread.join()
        self.take()

    def sample(self):
        while not self.ended.is_set():
            self.take()
            self.ended.wait(self.interval)

    def take(self):
        with open("/proc/stat", encoding="ascii") as file:
            self.cpu.append([int(word) / os.sysconf("SC_CLK_TCK") for word in file.readline().split()[1:1 + len(STATES)]])
        moved = [0, 0]
        with open("/proc/diskstats", encoding="ascii") as file:
            for line in file:
                words = line.split()
                if (int(words[0]), int(words[1])) == self.disk:
                    moved = [int(words[5]) * SECTOR, int(words[9]) * SECTOR]
        self.bytes.append(moved)
        self.times.append(time.time())

    def cpu_seconds(self):
        """{state: seconds of all processors}; system with interrupts, user with nice."""
        spent = dict(zip(STATES, np.array(self.cpu[-1]) - self.cpu[0]))
        return {"user": spent["user"] + spent["nice"], "system": spent["system"] + spent["irq"] + spent["softirq"],
                "iowait": spent["iowait"]}

    def shares(self):
        """(middle of each interval since 1970, {state: share of all processors}, MB/s read, MB/s written)."""
        times, cpu, moved = np.array(self.times), np.array(self.cpu), np.array(self.bytes, dtype=float)
        kept = np.concatenate([[True], np.diff(times) > 0.5 * self.interval])
        times, cpu, moved = times[kept], cpu[kept], moved[kept]
        spent = np.diff(cpu, axis=0)
        of = dict(zip(STATES, (spent / np.maximum(spent.sum(axis=1, keepdims=True), 1e-9)).T))
        seconds = np.diff(times)
        read, written = 1e-6 * np.diff(moved, axis=0).T / seconds
        return 0.5 * (times[1:] + times[:-1]), {"user": of["user"] + of["nice"],
                                                "system": of["system"] + of["irq"] + of["softirq"],
                                                "waiting for disks": of["iowait"]}, read, written
