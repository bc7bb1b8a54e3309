#!/usr/bin/env python3
"""Checks that no layer that touches the state calls the C library's elementary functions, whose last bits differ between
processors and versions: src/base/same_bits.hpp has others. Exact functions (sqrt, fmod, floor, frexp, ...) are free.
same_bits.py LIBRARY...; exit status 77 (skipped) without nm."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

NM = os.environ.get("NM", "nm")
INEXACT = re.compile(r"(a?(sin|cos|tan)h?|atan2|sincos|exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|cbrt|hypot|[lt]gamma|"
                     r"erfc?|j[01n]|y[01n])[fl]?(@.*)?")


def calls(library):
    """The elementary functions that a library asks of others."""
    found = subprocess.run([NM, "--undefined-only", "-A", *(["-D"] if ".so" in Path(library).name else []), library],
                           check=True, capture_output=True, text=True).stdout
    for line in found.splitlines():
        where, symbol = line.split()[0], line.split()[-1]
        if INEXACT.fullmatch(symbol):
            yield f"{where} calls {symbol.split('@')[0]}"


def main():
    if not shutil.which(NM):
        print(f"skipped: no {NM}")
        return 77
    faults = [fault for library in sys.argv[1:] for fault in calls(library)]
    print(*faults, sep="\n")
    print(f"{len(sys.argv) - 1} libraries, {len(faults)} calls")
    return 1 if faults or len(sys.argv) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
