# Shared by the scripts of this folder; sourced, never run. Works from any directory.
# Names it sets: ROOT (of the source tree), BUILD, CACHE, VENV. Functions: say, fail, quietly, ranks_available,
# jobs_available, mpi_environment, python_has, wants_help, ranks_among, need_program.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BUILD=${CRUMPLE_BUILD:-$ROOT/build}
CACHE=${CRUMPLE_CACHE:-$HOME/.cache/crumple}
VENV=$ROOT/.venv
KOKKOS_VERSION=4.7.0
# So that a second checkout, wherever it lies, finds the objects of the first in ccache.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$ROOT} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}

say() { printf '== %s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# quietly LOG COMMAND...: runs the command with its output in LOG; shows the end of it when the command fails.
quietly() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 60 "$log" >&2
    fail "this command failed (whole output in $log): $*"
  fi
}

# Cores this process may use, one per core rather than per hardware thread: Open MPI counts its slots so.
ranks_available() {
  local allowed cores
  allowed=$(nproc)
  cores=$(lscpu -p=CORE,SOCKET 2>/dev/null | grep -v '^#' | sort -u | wc -l)
  if [ "${cores:-0}" -gt 0 ] && [ "$cores" -lt "$allowed" ]; then echo "$cores"; else echo "$allowed"; fi
}

# Compilers that fit into memory at once: about 1.5 GB each.
jobs_available() {
  local by_memory by_cores
  by_cores=$(nproc)
  by_memory=$(awk '/^MemAvailable/ {print int($2 / 1500000)}' /proc/meminfo 2>/dev/null || echo "$by_cores")
  [ "${by_memory:-1}" -ge 1 ] || by_memory=1
  if [ "$by_memory" -lt "$by_cores" ]; then echo "$by_memory"; else echo "$by_cores"; fi
}

# mpi_environment RANKS: what Open MPI needs to start that many ranks here; nothing for other MPI libraries.
mpi_environment() {
  local version
  version=$(mpirun --version 2>/dev/null || true)
  [[ $version == *"Open MPI"* || $version == *OpenRTE* || $version == *"Open-RTE"* ]] || return 0
  if [ "$(id -u)" -eq 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  fi
  if [ "$1" -gt "$(ranks_available)" ]; then
    export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
  fi
}

# python_has MODULE...: whether the virtual environment has these packages (looks at folders, imports nothing).
python_has() {
  local module
  for module in "$@"; do
    compgen -G "$VENV/lib*/python3*/site-packages/$module" >/dev/null ||
      compgen -G "$VENV/lib*/python3*/site-packages/$module.py" >/dev/null || return 1
  done
}

# wants_help ARGUMENT...: whether -h or --help is among them. A script that shows its help builds and installs nothing.
wants_help() {
  case " $* " in
    *" -h "* | *" --help "*) return 0 ;;
    *) return 1 ;;
  esac
}

# ranks_among DEFAULT ARGUMENT...: the number behind -np or --ranks, or the default.
ranks_among() {
  local ranks=$1
  shift
  while [ $# -gt 1 ]; do
    case $1 in -np | --ranks) ranks=$2 ;; esac
    shift
  done
  echo "$ranks"
}

# need_program: exports CRUMPLE_PROGRAM; builds the program of this tree where the environment names no other.
need_program() {
  [ -n "${CRUMPLE_PROGRAM:-}" ] || "$ROOT/scripts/build" --target crumple
  export CRUMPLE_PROGRAM=${CRUMPLE_PROGRAM:-$BUILD/crumple}
}
