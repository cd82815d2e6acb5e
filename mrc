#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# One command for everything: run, test, sweep, bench, soak, reproduce, doc, setup. See ./mrc help.

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

for part in words packages build run doc fuzz check ranks sweep; do
  # shellcheck source=/dev/null
  source "$root/utils/$part.sh"
done

usage() {
  cat <<'TEXT'
usage: ./mrc run NAME [ARGUMENTS]  build what is missing and run an example
       ./mrc run FILE [ARGUMENTS]  the same with a script of your own, FILE.cc or FILE.py
       ./mrc run --ranks=N NAME [ARGUMENTS]  the same over N processes of MPI, for some examples: doc/ranks.rst
       ./mrc sweep FILE            run a grid of scenarios on all cores, and make a table (--help says more)
       ./mrc test [SUITE]          build and run all tests, or one suite
       ./mrc bench [ARGUMENTS]     build and run the benchmarks
       ./mrc soak --seeds=A..B     kill and revive parts of random fabrics
       ./mrc check --threads[=N]   runs on several threads come to what one thread comes to
       ./mrc check --races         several threads under ThreadSanitizer: some minutes
       ./mrc mutate                make small wrong edits: do the tests see them? (--help says more)
       ./mrc reproduce [NAME]      the paper's figures beside ours, as a table and a page of pictures (--help says more)
       ./mrc reproduce STUDY       such as x16 or q-timeout: doc/studies/index.rst has them all
       ./mrc reproduce --quick     the same with fewer seeds and sizes, in at most 20 minutes
       ./mrc reproduce --tables    make the tables of doc/validation.rst: minutes
       ./mrc reproduce --losses    losses that were none, over 20 seeds of each load
       ./mrc reproduce --short     shorter runs, each figure against its stored band
       ./mrc report FOLDER...      a page of HTML of a run or two of mrc-fabric --csv=FOLDER
       ./mrc python SCRIPT         run a Python script with ns-3's wheel and this module
       ./mrc tree [--remove] DIR   put the module into an ns-3 source tree, build and test it there
       ./mrc doc [--api]           build the documents into build/doc; --api: the API's reference too
       ./mrc fuzz [SECONDS]        feed readers and decoders with random input, each so long (60)
       ./mrc setup [--mpi[=ns3]]   install and build everything that the others need; --mpi: and MPI and
                                   Scotch; --mpi=ns3: and ns-3's module mpi, which Debian's ns-3 lacks
       ./mrc help                  this text

Each command installs the Debian packages that it misses. CMAKE_PREFIX_PATH=PREFIX in the environment
selects an installed ns-3 other than Debian's, MRC_BUILD_DIR=FOLDER another folder to build in than
build/release: one that is new, empty, or holds such a build.
TEXT
}

run_report() {
  command -v python3 >/dev/null || die "python3 is missing: apt-get install python3"
  exec python3 "$root/utils/mrc-report.py" "$@"
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
  if [[ ${1:-} == mrc-browser ]]; then want_browser; fi
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
    prepare_python || true # the test of Python is skipped
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

# asks_help ARGUMENTS: whether one of them asks for help, which needs no build
asks_help() {
  local argument
  for argument in "$@"; do
    if [[ $argument == -h || $argument == --help ]]; then return 0; fi
  done
  return 1
}

run_bench() {
  [[ -f $root/bench/bench.py ]] || die "bench/bench.py is missing"
  if asks_help "$@"; then
    need_interpreter
    exec python3 "$root/bench/bench.py" --build="$build" "$@"
  fi
  lock
  if ! command -v valgrind >/dev/null || ! command -v python3 >/dev/null; then
    need_packages "${bench_packages[@]}"
  fi
  prepare_build
  build_targets bench/all mrc-fabric # bench.py watches its main job
  unlock
  if [[ " $* " == *" --ranks"* ]]; then prepare_ranks mrc-bench; fi
  exec python3 "$root/bench/bench.py" --build="$build" "$@"
}

run_mutate() {
  local mutate=("$root/test/mutate/mutate.py" --build="$build") needs
  need_interpreter
  needs=$(python3 "${mutate[@]}" --needs "$@") || exit
  if [[ $needs == build ]]; then
    lock
    prepare_tests
    build_targets all
    unlock
    export_python
  fi
  exec python3 "${mutate[@]}" "$@"
}

run_soak() {
  lock
  prepare_build
  build_targets mrc-soak
  unlock
  exec "$build/test/soak/mrc-soak" "$@"
}

# the paper's figures beside ours; the tables of doc/validation.rst, or the same at reduced length
run_reproduce() {
  if asks_help "$@"; then
    need_interpreter
    exec python3 "$root/doc/validation/reproduce.py" "$@"
  fi
  lock
  prepare_build
  build_targets mrc-validation mrc-incast mrc-fabric mrc-training mrc-job-life mrc-grey-link
  unlock
  export_huge_pages
  export MRC_BUILD_DIR=$build
  exec python3 "$root/doc/validation/reproduce.py" "$@"
}

# install_beside [PACKAGE...]: these, and what else no file of the build needs. One processor does that while others compile.
install_beside() {
  need_packages "$@"
  want_test_programs
  if [[ -n ${MRC_CI:-} ]]; then want_browser; fi
  need_scapy
  need_python ns3 test/python/requirements.txt || true
}

setup() {
  local mpi=() first=() later=("${bench_packages[@]}" "${doc_packages[@]}" "${python_packages[@]}") beside
  case ${1:-} in
    --mpi | --mpi=ns3) mpi=("${mpi_packages[@]}" "${scotch_packages[@]}") ;;
    '') ;;
    *) die "setup $1: expected --mpi, or --mpi=ns3" ;;
  esac
  if [[ ${1:-} == --mpi=ns3 ]]; then build_ns3_mpi; fi
  lock
  if [[ -n ${MRC_CI:-} ]]; then
    later+=("${ci_packages[@]}")
  else
    first=("${later[@]}") # a user hears at once of all that is missing
  fi
  need_packages "${build_packages[@]}" "${test_packages[@]}" "${mpi[@]}" "${first[@]}"
  configure_tests # before all else that builds: another configuration would compile everything anew
  install_beside "${later[@]}" &
  beside=$!
  build_targets all
  wait "$beside" || exit # which has said why
  if [[ -f $venv/ns3.complete ]]; then prepare_python || true; fi
  unlock
  if ((${#mpi[@]} > 0)); then prepare_ranks; fi
  say "ready: ./mrc run NAME, ./mrc test, ./mrc bench, ./mrc doc"
}

command=${1:-help}
(($# == 0)) || shift
case $command in
  run) run "$@" ;;
  sweep) run_sweep "$@" ;;
  test) run_tests "$@" ;;
  bench) run_bench "$@" ;;
  soak) run_soak "$@" ;;
  check) run_check "$@" ;;
  mutate) run_mutate "$@" ;;
  reproduce) run_reproduce "$@" ;;
  report) run_report "$@" ;;
  python) run_python "$@" ;;
  tree) run_tree "$@" ;;
  doc) build_doc "$@" ;;
  fuzz) fuzz "$@" ;;
  setup) setup "$@" ;;
  help | -h | --help) usage ;;
  *)
    commands='run sweep test bench soak check mutate reproduce report python tree doc fuzz setup help'
    say "there is no command '$command'$(did_you_mean "$command" <<<"${commands// /$'\n'}")"
    usage >&2
    exit 2
    ;;
esac
