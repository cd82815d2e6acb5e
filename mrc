#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# One command for everything: run, test, bench, soak, reproduce, doc, setup. See ./mrc help.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
build=${MRC_BUILD_DIR:-$root/build/release}
[[ $build == /* ]] || build=$PWD/$build
state=$root/build # log, lock, virtual environment
if [[ -n ${MRC_BUILD_DIR:-} ]] && ! { mkdir -p "$state" && [[ -w $state ]]; } 2>/dev/null; then
  state=$build.state # sources that cannot be written to
fi
log=$state/mrc.log
venv=$state/venv
wheel_build=${build%/*}/wheel # the library for ns-3's Python wheel

build_packages=(g++ cmake ninja-build ccache libns3-dev ns3 libboost-dev
  libdeflate-dev)
test_packages=(libgtest-dev python3-venv)
python_packages=(python3-venv python3-dev) # pip compiles parts of cppyy
bench_packages=(python3 valgrind)
tree_packages=(g++ cmake ninja-build ccache python3 libboost-dev libdeflate-dev)
doc_packages=(python3-sphinx)
fuzz_packages=(clang-14 libclang-rt-14-dev)
if [[ -n ${CMAKE_PREFIX_PATH:-} ]]; then # an installed ns-3 of the user's own
  build_packages=(g++ cmake ninja-build ccache libboost-dev libdeflate-dev)
fi

say() {
  printf 'mrc: %s\n' "$*" >&2
}

die() {
  say "$@"
  exit 1
}

# die, after the end of the log
die_with_log() {
  {
    tail -n 60 "$log"
    say "$* (whole log: $log)"
  } >&2
  exit 1
}

# die, after the first errors of the compiler and the linker in the log, or its end if there are none
die_with_errors() {
  local errors
  errors=$(awk '/: (fatal )?error: |: undefined reference to |: multiple definition of |cannot find -l/ {
      if (++count > 5) { exit }
      lines = 4
    }
    /^(In file included| +from) / { lines = 0 }
    /^\[[0-9]+\/[0-9]+\]|^ninja: / { lines = 0 }
    lines-- > 0' "$log")
  [[ -n $errors ]] || die_with_log "$@"
  printf '%s\n' "$errors" >&2
  die "$* (whole log: $log)"
}

# nearest WORD: that line of standard input which is WORD but for a few letters; nothing if there is none
nearest() {
  awk -v word="$1" '
    function least(a, b) { return a < b ? a : b }
    function distance(a, b,    i, j, row, last, above) {
      for (j = 0; j <= length(b); j++) { row[j] = j }
      for (i = 1; i <= length(a); i++) {
        last = row[0]
        row[0] = i
        for (j = 1; j <= length(b); j++) {
          above = row[j]
          row[j] = least(least(row[j], row[j - 1]) + 1, last + (substr(a, i, 1) != substr(b, j, 1)))
          last = above
        }
      }
      return row[length(b)]
    }
    BEGIN { best = int(length(word) / 3) + 2 }
    {
      d = distance(word, $0)
      if (d < best || (index($0, word) > 0 && name == "")) { best = least(d, best); name = $0 }
    }
    END { print name }'
}

usage() {
  cat <<'TEXT'
usage: ./mrc run NAME [ARGUMENTS]  build what is missing and run an example
       ./mrc run FILE [ARGUMENTS]  the same with a script of your own, FILE.cc or FILE.py
       ./mrc test [SUITE]          build and run all tests, or one suite
       ./mrc bench [ARGUMENTS]     build and run the benchmarks
       ./mrc soak --seeds=A..B     kill and revive parts of random fabrics (--help says more)
       ./mrc mutate                make small wrong edits: do the tests see them? (--help says more)
       ./mrc reproduce             make the tables of doc/validation.rst: minutes
       ./mrc reproduce --losses    losses that were none, over 20 seeds of each load
       ./mrc reproduce --short     shorter runs, each figure against its stored band
       ./mrc python SCRIPT         run a Python script with ns-3's wheel and this module
       ./mrc tree [--remove] DIR   put the module into an ns-3 source tree, build and test it there
       ./mrc doc                   build the documents into build/doc
       ./mrc fuzz [SECONDS]        feed readers and decoders with random input, each so long (60)
       ./mrc setup                 install and build everything that the others need
       ./mrc help                  this text

Each command installs the Debian packages that it misses. CMAKE_PREFIX_PATH=PREFIX in the environment
selects an installed ns-3 other than Debian's, MRC_BUILD_DIR=FOLDER another folder to build in than
build/release: one that is new, empty, or holds such a build.
TEXT
}

# --- packages -----------------------------------------------------------------------------------

# prints those of the given packages that are not installed
missing_packages() {
  local installed package
  installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null |
    sed -n 's/^ii *//p') || true
  for package in "$@"; do
    grep -qxF -- "$package" <<<"$installed" || printf '%s\n' "$package"
  done
}

apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
    -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1 </dev/null
}

# do the given packages only save time?
are_optional() {
  local package
  for package in "$@"; do
    [[ $package == ccache || $package == libdeflate-dev ]] || return
  done
}

need_packages() {
  local missing line
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    need_tools "$@"
    return
  fi
  mapfile -t missing < <(missing_packages "$@")
  [[ ${missing[*]} != "" ]] || return 0
  line="apt-get update && apt-get install --no-install-recommends ${missing[*]}"
  as_root=()
  if ((EUID != 0)); then
    are_optional "${missing[@]}" && return
    sudo -n true 2>/dev/null || die "packages are missing; as root: $line"
    as_root=(sudo -n)
  fi
  say "installing ${missing[*]}"
  # lists that are empty or stale show as a failure
  apt install --no-install-recommends "${missing[@]}" ||
    { apt update && apt install --no-install-recommends "${missing[@]}"; } ||
    die_with_log "could not install the packages; as root: $line"
}

# on a system without Debian's packages: the programs must be there, and CMake looks for the rest
need_tools() {
  local tool missing=()
  for tool in c++ cmake ninja; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  ((${#missing[@]} == 0)) ||
    die "this is no Debian system: install ${missing[*]} (in Debian's names, all that is needed: $*)"
}

# --- build --------------------------------------------------------------------------------------

# is the build directory configured, and with the given CACHE ENTRIES (NAME:BOOL=VALUE)?
is_configured() {
  local entry
  [[ -f $build/build.ninja && -f $build/mrc-stamp && $(<"$build/mrc-stamp") == "$(stamp)" ]] ||
    return
  for entry in "$@"; do
    grep -qxF -- "$entry" "$build/CMakeCache.txt" || return
  done
}

# what the configuration depends on and CMake does not watch
stamp() {
  printf '%s|%s' "$root" "${CMAKE_PREFIX_PATH:-}"
}

# a folder that holds anything but a build of this module is nobody's but the user's
check_build_folder() {
  local refused="give MRC_BUILD_DIR another folder, which need not exist; nothing was changed"
  [[ ! -e $build || -d $build ]] || die "$build is no folder: $refused"
  [[ -d $build && -n $(ls -A "$build") ]] || return 0
  [[ ! -e $build/CMakeLists.txt ]] || die "$build is a folder of sources: $refused"
  [[ -f $build/mrc-stamp ]] || grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt" ||
    die "$build is no folder of a build of $root: $refused"
}

configure() {
  check_build_folder
  say "configuring"
  if [[ -f $build/mrc-stamp ]] && ! is_configured; then
    # made for other sources or another ns-3: CMake begins anew, and deletes nothing but its own
    rm -rf "$build/CMakeCache.txt" "$build/CMakeFiles"
  fi
  mkdir -p "$build"
  printf 'unfinished' >"$build/mrc-stamp" # ours from here on, even if CMake is stopped
  (cd "$root" && cmake --preset release -B "$build" "${@/#/-D}") >>"$log" 2>&1 ||
    die_with_log "could not configure the build"
  stamp >"$build/mrc-stamp"
}

# announce_build FILES: what is to come; a file takes a processor some two seconds
announce_build() {
  local processors minutes
  processors=$(nproc)
  minutes=$((($1 * 2 + processors * 60 - 1) / (processors * 60)))
  if (($1 < 100)); then
    say "building (log: $log)"
  else
    say "building $1 files, once: about $minutes min on $processors processors, less with ccache (log: $log)"
  fi
}

# reads ninja's output: all of it into the log, its progress as one line on standard error
follow_build() {
  local line announced=no
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ $line =~ ^\[([0-9]+/[0-9]+)\] ]] || continue
    if [[ $announced == no ]]; then
      announce_build "${BASH_REMATCH[1]#*/}"
    fi
    announced=yes
    if [[ -t 2 ]]; then
      printf '\rmrc: building [%s] ' "${BASH_REMATCH[1]}" >&2
    fi
  done
  if [[ -t 2 && $announced == yes ]]; then
    printf '\n' >&2
  fi
}

build_targets() {
  cmake --build "$build" --target "$@" 2>&1 | follow_build || die_with_errors "the build failed"
}

# one builder at a time; the lock must not outlive this script in the program it starts
lock() {
  { mkdir -p "$state" && : >>"$state/.lock" && : >>"$log"; } 2>/dev/null ||
    die "cannot write to $state: set MRC_BUILD_DIR to a folder that can be written, such as \$HOME/mrc/release"
  exec 9>"$state/.lock"
  flock 9
  : >"$log"
}

unlock() {
  exec 9>&-
}

# need_python NAME REQUIREMENTS: installs what pip needs for NAME into build/venv, once; a failure is
# remembered, ./mrc setup tries again
need_python() {
  local flag=$venv/$1
  [[ ! -f $flag.complete || $root/$2 -nt $flag.complete ]] || return 0
  if [[ -f $flag.failed && $command != setup ]]; then
    say "$1 is not installed, what needs it is skipped (./mrc setup tries again)"
    return 1
  fi
  say "installing $1 into build/venv"
  rm -f "$flag.failed"
  if { [[ -x $venv/bin/pip ]] || python3 -m venv --clear "$venv"; } >>"$log" 2>&1 &&
    "$venv/bin/pip" install -q -r "$root/$2" >>"$log" 2>&1; then
    touch "$flag.complete"
  else
    say "$1 could not be installed (see $log), what needs it is skipped"
    mkdir -p "$venv"
    touch "$flag.failed"
    return 1
  fi
}

# want_program NAME TEST: a program, and Debian package, without which only a test is skipped
want_program() {
  local name=$1 test=$2
  command -v "$name" >/dev/null && return
  if [[ -f $root/build/no-$name && $command != setup ]]; then
    say "$name is not installed, $test is skipped (./mrc setup tries again)"
    return
  fi
  rm -f "$root/build/no-$name"
  (need_packages "$name") && command -v "$name" >/dev/null && return
  say "$name could not be installed, $test is skipped"
  touch "$root/build/no-$name"
}

# scapy is the second opinion on the wire format
need_scapy() {
  need_python scapy test/requirements.txt || true
}

# ns-3's wheel, and the library built against it
prepare_python() {
  # the functions below see these
  local build=$wheel_build entries=(MRC_UNIT_TESTS:BOOL=OFF "MRC_WERROR:BOOL=${MRC_WERROR:-OFF}")
  check_build_folder
  if [[ ! -f $venv/ns3.complete || ! -f $build/build.ninja ]]; then
    need_packages "${build_packages[@]}" "${python_packages[@]}"
  fi
  need_python ns3 test/python/requirements.txt || return 1
  local -x CMAKE_PREFIX_PATH
  CMAKE_PREFIX_PATH=$(echo "$venv"/lib/python3*/site-packages/ns3)
  is_configured "${entries[@]}" || configure "${entries[@]}"
  build_targets mrc
}

prepare_build() {
  is_configured && return
  check_build_folder
  need_packages "${build_packages[@]}"
  configure
}

prepare_tests() {
  local entries=(MRC_UNIT_TESTS:BOOL=ON MRC_PYTHON_TESTS:BOOL=ON)
  if [[ -n ${MRC_WERROR:-} ]]; then # .ci/run sets it, and a build directory of its own
    entries+=("MRC_WERROR:BOOL=$MRC_WERROR")
  fi
  if ! is_configured "${entries[@]}"; then
    check_build_folder
    need_packages "${build_packages[@]}" "${test_packages[@]}"
    configure "${entries[@]}"
  fi
  need_scapy
  want_program tshark "the test of captures" # the second opinion on captures
  want_program spin "the model check"
}

# the Python test takes the python3 of build/venv, if that has ns-3's wheel
export_python() {
  export PATH=$venv/bin:$PATH PYTHONPATH=$root/python MRC_PYTHON_BUILD=$wheel_build
}

# the state of large fabrics on huge pages, where the system lets programs ask for them
export_huge_pages() {
  export GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}
}

# --- commands -----------------------------------------------------------------------------------

# did_you_mean WORD: the end of a sentence, if a line of standard input is nearly WORD
did_you_mean() {
  local name
  name=$(nearest "$1")
  [[ -z $name ]] || printf '; did you mean %s?' "'$name'"
}

examples() {
  local source
  for source in "$root"/examples/*.{cc,py}; do
    if [[ -f $source ]]; then basename "$source" .cc; fi
  done
}

run() {
  local name=${1:-}
  if [[ $name == *.cc && -f $name ]]; then
    shift
    run_script "$name" "$@"
  elif [[ $name == *.py && -f $name ]]; then
    run_python "$@"
  elif [[ $name == */* || $name == *.cc ]]; then
    die "there is no file '$name'$(did_you_mean "$(basename "$name" .cc)" < <(examples))"
  fi
  if [[ -z $name ]] || ! grep -qxF -- "$name" <(examples); then
    [[ -z $name ]] || say "there is no example '$name'$(did_you_mean "$name" < <(examples))"
    say "usage: ./mrc run NAME [ARGUMENTS], where NAME is a file of your own, .cc or .py, or one of:"
    examples | sed 's/^/  /' >&2
    exit 2
  fi
  shift
  if [[ $name == *.py ]]; then
    run_python "$root/examples/$name" "$@"
  fi
  lock
  prepare_build
  build_targets "$name"
  unlock
  export_huge_pages
  exec "$build/examples/$name" "$@"
}

# a C++ script of the user's own
run_script() {
  local entry
  entry=MRC_SCRIPT:FILEPATH=$(realpath -- "$1")
  shift
  lock
  prepare_build
  is_configured "$entry" || configure "$entry"
  build_targets script
  unlock
  export_huge_pages
  exec "$build/script/script" "$@"
}

run_python() {
  (($# > 0)) || die "usage: ./mrc python SCRIPT [ARGUMENTS]"
  lock
  prepare_python || die "ns-3's wheel is missing, see $log"
  unlock
  export_python
  exec python3 "$@"
}

run_tree() {
  lock
  need_packages "${tree_packages[@]}"
  unlock
  exec python3 "$root/test/tree.py" "$@"
}

run_tests() {
  local select=()
  lock
  prepare_tests
  if [[ -n ${1:-} ]]; then
    # one that is new in CMakeLists.txt is there once CMake has run again
    if ! has_suite "$1" && cmake -B "$build" >>"$log" 2>&1 && ! has_suite "$1"; then
      say "there is no suite '$1'; the suites are:"
      suites | sed 's/^/  /' >&2
      exit 2
    fi
    select=(-R "^${1//./\\.}\$")
  fi
  build_targets all
  if [[ ${1:-mrc-python} == mrc-python ]]; then
    prepare_python || true # its test is skipped
  fi
  unlock
  export_python
  exec ctest --test-dir "$build" --output-on-failure --no-tests=error -j "$(nproc)" "${select[@]}"
}

has_suite() {
  grep -qxF -- "$1" <(suites)
}

suites() {
  ctest --test-dir "$build" -N | sed -n 's/^ *Test *#[0-9]*: //p'
}

run_bench() {
  [[ -f $root/bench/bench.py ]] || die "bench/bench.py is missing"
  lock
  if ! command -v valgrind >/dev/null || ! command -v python3 >/dev/null; then
    need_packages "${bench_packages[@]}"
  fi
  prepare_build
  build_targets bench/all mrc-fabric # whose main job is watched
  unlock
  exec python3 "$root/bench/bench.py" --build="$build" "$@"
}

run_mutate() {
  lock
  prepare_tests
  build_targets all
  unlock
  export_python
  exec python3 "$root/test/mutate/mutate.py" --build="$build" "$@"
}

run_soak() {
  lock
  prepare_build
  build_targets mrc-soak
  unlock
  exec "$build/test/soak/mrc-soak" "$@"
}

# the tables of doc/validation.rst, or the same at reduced length
run_reproduce() {
  lock
  prepare_build
  build_targets mrc-validation mrc-incast mrc-fabric
  unlock
  export_huge_pages
  export MRC_BUILD_DIR=$build
  exec python3 "$root/doc/validation/reproduce.py" "$@"
}

build_doc() {
  lock
  command -v sphinx-build >/dev/null || need_packages "${doc_packages[@]}"
  sphinx-build -q -W --keep-going -b html "$root/doc" "$root/build/doc" >>"$log" 2>&1 ||
    die_with_log "the documents have errors"
  say "documents: build/doc/index.html"
}

# fuzz_one NAME SECONDS: runs a fuzzer and prints a line that begins with ok or FAIL
fuzz_one() {
  local name=$1 seconds=$2 dir=$root/build/fuzz runs
  mkdir -p "$dir/found/$name"
  if "$dir/test/fuzz/$name-fuzz" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
    -print_final_stats=1 -artifact_prefix="$dir/$name-" "$dir/found/$name" \
    "$root/test/fuzz/corpus/$name" >"$dir/$name.log" 2>&1; then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$dir/$name.log")
    say_line "ok $name: $runs inputs"
  else
    say_line "FAIL $name: see build/fuzz/$name.log, which names the input"
    return 1
  fi
}

say_line() {
  printf '%s\n' "$*"
}

fuzz() {
  local seconds=${1:-60} names status=0
  [[ $seconds =~ ^[1-9][0-9]{0,5}$ ]] || die "fuzz: '$seconds' seconds; expected 1 .. 999999"
  lock
  need_packages "${build_packages[@]}" "${fuzz_packages[@]}"
  if [[ ! -f $root/build/fuzz/build.ninja ]]; then
    say "configuring"
    (cd "$root" && cmake --preset fuzz) >>"$log" 2>&1 || die_with_log "could not configure the build"
  fi
  build=$root/build/fuzz build_targets mrc-fuzz
  unlock
  mapfile -t names < <(basename -a -s -fuzz.cc "$root"/test/fuzz/*-fuzz.cc)
  # as many at a time as there are processors
  export root
  export -f fuzz_one say_line
  printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one "$1" "$2"' _ {} "$seconds" ||
    status=1
  exit "$status"
}

setup() {
  lock
  need_packages "${build_packages[@]}" "${test_packages[@]}" "${bench_packages[@]}" \
    "${doc_packages[@]}" "${python_packages[@]}"
  prepare_tests
  build_targets all
  prepare_python || true
  say "ready: ./mrc run NAME, ./mrc test, ./mrc bench, ./mrc doc"
}

command=${1:-help}
(($# == 0)) || shift
case $command in
  run) run "$@" ;;
  test) run_tests "$@" ;;
  bench) run_bench "$@" ;;
  soak) run_soak "$@" ;;
  mutate) run_mutate "$@" ;;
  reproduce) run_reproduce "$@" ;;
  python) run_python "$@" ;;
  tree) run_tree "$@" ;;
  doc) build_doc ;;
  fuzz) fuzz "$@" ;;
  setup) setup ;;
  help | -h | --help) usage ;;
  *)
    commands='run test bench soak mutate reproduce python tree doc fuzz setup help'
    say "there is no command '$command'$(did_you_mean "$command" <<<"${commands// /$'\n'}")"
    usage >&2
    exit 2
    ;;
esac
