"""An installed program runs, and another CMake project finds it. installed.py CMAKE BUILD_DIR"""
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = """cmake_minimum_required(VERSION 3.22)
project(user NONE)
find_package(crumple 0.1 REQUIRED)
file(WRITE ${CMAKE_BINARY_DIR}/inputs "${crumple_INPUTS}")
enable_testing()
add_test(NAME help COMMAND crumple::crumple --help)
"""


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def main():
    cmake, build = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        prefix, user = Path(name) / "prefix", Path(name) / "user"
        run(cmake, "--install", build, "--prefix", prefix)
        user.mkdir()
        (user / "CMakeLists.txt").write_text(PROJECT)
        run(cmake, "-S", user, "-B", user / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
        assert "100% tests passed" in run(Path(cmake).with_name("ctest"), "--test-dir", user / "build")
        generator = Path((user / "build/inputs").read_text()) / "generate.py"
        run(sys.executable, generator, "tube", "-o", user / "tube.k")
        text = run(prefix / "bin/crumple", f"i={user / 'tube.k'}", f"o={user / 'out'}", "ncycle=5")
        assert "N o r m a l" in text, text
        manual = list((prefix / "share").glob("doc/crumple/manual/running.md"))
        assert len(manual) == 1
        print("runs from", prefix)


main()
