# Shared by the scripts of this folder; sourced, never run. Works from any directory.
# Names it sets: ROOT (of the source tree), BUILD, CACHE, VENV, KOKKOS (where setup keeps it), NVCC (where get_nvcc
# keeps it). Functions: say, fail, bad_option, drop_build_of_others, quietly, quietly_in_steps, ranks_available,
# jobs_available, vector_sets, isa_names, widest_set, huge_pages, mpi_environment, python_has, build_kokkos, get_nvcc,
# wants_help, show_head, check_options, ranks_among, need_program.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BUILD=${CRUMPLE_BUILD:-$ROOT/build}
CACHE=${CRUMPLE_CACHE:-$HOME/.cache/crumple}
VENV=$ROOT/.venv
KOKKOS_VERSION=4.7.0
KOKKOS=$CACHE/kokkos-$KOKKOS_VERSION-static
NVCC=$CACHE/nvcc-13.0.88/bin/nvcc
# So that a second checkout, wherever it lies, finds the objects of the first in ccache.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$ROOT} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}
# ccache's manual asks for these with precompiled headers. CCACHE_DEPEND: a hit needs the same text, comments included:
# "#pragma once" knows a header by its text, and one in a precompiled header of an older comment is read twice.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros} CCACHE_DEPEND=${CCACHE_DEPEND:-1}
# The precompiled headers of a state of the sources take 0.4 GB there. An object that was compiled with one is found only
# as long as that one is.
export CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-15G}

say() { printf '== %s\n' "$*"; }

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# bad_option MESSAGE: for a command line that makes no sense.
bad_option() {
  local name=scripts/${0##*/}
  printf '%s: %s; see %s --help\n' "$name" "$*" "$name" >&2
  exit 2
}

# drop_build_of_others: in a copy of a checkout the build folder belongs to the original, which cmake would go on building.
# A folder elsewhere, named by CRUMPLE_BUILD, may be the original's own.
drop_build_of_others() {
  local owner
  owner=$(sed -n 's/^CMAKE_HOME_DIRECTORY:[A-Z]*=//p' "$BUILD/CMakeCache.txt" 2>/dev/null || true)
  if [ -z "$owner" ] || [ "$owner" -ef "$ROOT" ]; then return; fi
  if [ ! "$BUILD" -ef "$ROOT/build" ] && [ -d "$owner" ]; then
    echo "CRUMPLE_BUILD=$BUILD is of $owner, expected a folder of this checkout, or a new one" >&2
    exit 2
  fi
  say "$BUILD is of $owner: building afresh"
  rm -rf "$BUILD"
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

# show_steps LOG: every 30 seconds, how far the ninja that writes the log has come and how long it will still take; runs
# beside ninja until it is killed, or the calling script ends.
show_steps() {
  local begin=$SECONDS step count left
  while sleep "${CRUMPLE_PROGRESS_SECONDS:-30}" >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    read -r step count < <(sed -n 's/^\[\([0-9]*\)\/\([0-9]*\)\].*/\1 \2/p' "$1" 2>/dev/null | tail -n 1) || continue
    [ "$step" -gt 0 ] || continue  # ninja looks at its own files first
    left=$(((SECONDS - begin) * (count - step) / step))
    if [ $left -lt 60 ]; then left="less than 1 min"; else left="about $(((left + 30) / 60)) min"; fi
    echo "   $step of $count, $left left"
  done
}

# quietly_in_steps LOG COMMAND...: quietly, for a build by ninja, with a line on its progress every 30 seconds.
quietly_in_steps() {
  local follower status=0
  rm -f "$1"
  show_steps "$1" &
  follower=$!
  (quietly "$@") || status=$?
  kill "$follower" 2>/dev/null || true
  wait "$follower" 2>/dev/null || true
  return $status
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

# The instruction sets of vectors that kernels can be built for here, what isa= takes, and the widest that this machine
# has.
vector_sets() { if [[ $(uname -m) == aarch64 ]]; then echo "neon;sve256;sve512"; else echo "sse2;avx2;avx512"; fi; }
isa_names() { echo "auto scalar $(vector_sets | tr ';' ' ')"; }
widest_set() {
  local name widest sve_bytes
  sve_bytes=$(cat /proc/sys/abi/sve_default_vector_length 2>/dev/null || echo 0)
  for name in $(vector_sets | tr ';' ' '); do
    case $name in
      avx2) grep -qsw avx2 /proc/cpuinfo || break ;;
      avx512) grep -qsw avx512bw /proc/cpuinfo || break ;;
      sve*) [ "${name#sve}" -eq $((8 * sve_bytes)) ] || continue ;;
    esac
    widest=$name
  done
  echo "$widest"
}

# huge_pages: where Linux gives huge pages only to those who ask, has the C library ask for all memory (glibc 2.35 or
# newer; others ignore it). A car in mid-crash then takes a tenth less CPU time on a virtual machine.
huge_pages() {
  grep -qs '\[madvise\]' /sys/kernel/mm/transparent_hugepage/enabled || return 0
  export GLIBC_TUNABLES=${GLIBC_TUNABLES:+$GLIBC_TUNABLES:}glibc.malloc.hugetlb=1
}

# mpi_environment RANKS: what runs with that many ranks here need: huge pages unless ranks share cores, and what Open
# MPI asks for.
mpi_environment() {
  local version
  [ "$1" -gt "$(ranks_available)" ] || huge_pages
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

# build_kokkos FOLDER [cmake options]: builds Kokkos and installs it into the folder. Its own sources travel inside the
# source archive of the Python package pygenten (Sandia); see docs/running.md for what else will do. No CPU architecture
# is set: Kokkos would hand its flags on to everything that links it. Static, so that an installed
# or packaged program needs nothing of the cache of the user who built it.
build_kokkos() {
  local folder=$1
  shift
  local work sum=e620f05c742905e2db705d875f1cac92ef0ed453f9e6734e9beda26cc0f9cce7
  local options=(-DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON
    -DCMAKE_CXX_STANDARD=20 -DKokkos_ENABLE_SERIAL=ON -DKokkos_ENABLE_OPENMP=ON -DKokkos_ENABLE_TESTS=OFF
    -DKokkos_ENABLE_EXAMPLES=OFF "$@")
  say "building Kokkos $KOKKOS_VERSION once into $folder (about 2 minutes)"
  mkdir -p "$CACHE"
  work=$(mktemp -d "$CACHE/kokkos-build.XXXXXX")
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  quietly "$CACHE/kokkos-download.log" "$VENV/bin/python" -m pip download -q --disable-pip-version-check --no-deps \
    --no-binary=pygenten --dest "$work" pygenten==0.1.5
  echo "$sum  $work/pygenten-0.1.5.tar.gz" | sha256sum --check --status ||
    fail "the archive pygenten-0.1.5.tar.gz is not the expected one (sha256 differs); install Kokkos >= 4.7 yourself"
  tar -xzf "$work/pygenten-0.1.5.tar.gz" -C "$work" --wildcards '*/tpls/kokkos/*'
  command -v ccache >/dev/null && options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  quietly "$CACHE/kokkos-configure.log" cmake -G Ninja -S "$work"/pygenten-0.1.5/tpls/kokkos -B "$work/build" \
    -DCMAKE_INSTALL_PREFIX="$folder" "${options[@]}"
  quietly_in_steps "$CACHE/kokkos-build.log" cmake --build "$work/build" -j "$(jobs_available)"
  quietly "$CACHE/kokkos-install.log" cmake --install "$work/build"
}

# get_nvcc: unpacks NVIDIA's compiler (270 MB) from its Python packages, once, as $NVCC; fails where they cannot be had.
# It needs no GPU, driver or SDK. Packages of CUDA 12 lack the front end.
get_nvcc() {
  local work wheel
  [ ! -x "$NVCC" ] || return 0
  mkdir -p "$CACHE"
  work=$(mktemp -d "$CACHE/nvcc-unpack.XXXXXX")
  if "$VENV/bin/python" -m pip download -q --disable-pip-version-check --no-deps --dest "$work" nvidia-cuda-nvcc==13.0.88 \
    nvidia-nvvm==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85 \
    >"$CACHE/nvcc.log" 2>&1; then
    for wheel in "$work"/*.whl; do "$VENV/bin/python" -m zipfile -e "$wheel" "$work"; done
    chmod +x "$work"/nvidia/cu13/bin/* "$work"/nvidia/cu13/nvvm/bin/*
    mv -T "$work/nvidia/cu13" "${NVCC%/bin/nvcc}" 2>/dev/null || true  # another call may have been faster
  fi
  rm -rf "$work"
  [ -x "$NVCC" ]
}

# wants_help ARGUMENT...: whether -h or --help is among them. A script that shows its help builds and installs nothing.
wants_help() {
  case " $* " in
    *" -h "* | *" --help "*) return 0 ;;
    *) return 1 ;;
  esac
}

# show_head: the comment at the head of the calling script.
show_head() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; }

# check_options PROGRAM ARGUMENT...: has the Python program, a path in scripts/, read its options before anything is
# built or installed, and ends the script where they are wrong. Where help is asked for, it shows the options and the
# examples at the head of the calling script, and ends.
check_options() {
  local program=$ROOT/scripts/$1
  shift
  if wants_help "$@"; then
    python3 "$program" --help
    printf '\nexamples:\n'
    sed -n 's/^#   e\.g\. */  /p' "$0"
    exit 0
  fi
  CRUMPLE_CHECK_OPTIONS=1 python3 "$program" "$@" || exit $?
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

# need_program [ARGUMENT...]: exports CRUMPLE_PROGRAM; builds the program of this tree where the environment names no
# other, with the kernels that isa= among the arguments asks for.
need_program() {
  local isa=auto argument
  for argument in "$@"; do
    case ${argument,,} in isa=*) isa=${argument#*=} ;; esac
  done
  [ -n "${CRUMPLE_PROGRAM:-}" ] || "$ROOT/scripts/build" --target crumple --isa "${isa,,}"
  export CRUMPLE_PROGRAM=${CRUMPLE_PROGRAM:-$BUILD/crumple}
}
