#!/usr/bin/env python3
"""The same answer on four hosts of two ranks each, which scripts/multi-host plays with network namespaces, as on one
rank; and the modes that share memory in a node do see nodes of two: no message passes between its ranks.
multi_host.py SOURCE_DIR BUILD_DIR; exit status 77 (skipped) where multi-host cannot run."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

HOSTS, RANKS = 4, 2


def run(command, folder, deck, program, *options):
    """Summary of a run, or None where hosts cannot be played here."""
    result = subprocess.run([*command, program, f"i={deck}", f"o={folder}", "progress=off", "ncycle=60", *options],
                            capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=250)
    if result.returncode == 77:
        print(result.stdout)
        return None
    if result.returncode:
        raise SystemExit(f"{' '.join(options)}: exit status {result.returncode}\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return json.loads((folder / "summary.json").read_text())


def messages(summary):
    """Sent between ranks of one host, and between hosts, as the MPI profile tells them."""
    pairs = summary["mpi"]["pairs"]
    return pairs["messages"] - pairs["messages_between_nodes"], pairs["messages_between_nodes"]


def main():
    source, build = map(Path, sys.argv[1:3])
    program = str(build / "crumple")
    with tempfile.TemporaryDirectory() as scratch:
        folder, deck = Path(scratch) / "out", Path(scratch) / "tube.k"
        subprocess.run([sys.executable, source / "inputs/generate.py", "tube", "--elements", "600", "-o", deck], check=True,
                       capture_output=True)
        expected = run(["mpirun", "--allow-run-as-root", "-np", "1"], folder, deck, program)["state_hash"]
        multi_host = [str(source / "scripts/multi-host"), "--hosts", str(HOSTS), "--ranks", str(RANKS)]
        faults, sent = [], {}
        for options in (("transport=p2p", "collectives=fused"), ("transport=shared", "collectives=shared"),
                        ("transport=rma", "collectives=persistent"), ("transport=neighbor", "collectives=nonblocking")):
            summary = run(multi_host, folder, deck, program, *options)
            if summary is None:
                return 77
            sent[options[0]] = messages(summary)
            print(options, summary["state_hash"], "messages inside hosts, between hosts:", sent[options[0]])
            if summary["mpi"]["nodes"] != HOSTS:
                faults.append(f"{options}: {summary['mpi']['nodes']} nodes instead of {HOSTS}")
            if summary["state_hash"] != expected:
                faults.append(f"{options}: state hash {summary['state_hash']} instead of {expected}")
        # what is left inside hosts with shared memory is set-up at contact searches, not the exchange of each step
        if sent["transport=shared"][0] * 4 > sent["transport=p2p"][0]:
            faults.append("shared memory did not take over the messages inside hosts")
        if sent["transport=shared"][1] == 0:
            faults.append("no messages between hosts: they were not seen as different nodes")
        print(*faults, sep="\n")
        return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
