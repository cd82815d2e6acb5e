# SPDX-License-Identifier: GPL-2.0-only
#
# ./mrc check: several threads beside one, and what they share. Sourced by ./mrc.

run_check() {
  (($# <= 1)) || die "check $*: expected one of --threads, --threads=N and --races"
  case ${1:-} in
    --threads) check_threads 2 3 5 8 ;;
    --threads=[2-9] | --threads=[1-5][0-9] | --threads=6[0-4]) check_threads "${1#*=}" ;;
    --races) check_races ;;
    *) die "check${1:+ $1}: expected --threads, --threads=N with N 2 .. 64, or --races" ;;
  esac
}

# check_threads N...: examples, workloads, random scenarios and random faults on one thread and on so many.
# Random scenarios are always run on 2, 3, 5 and 8.
check_threads() {
  local checks=$root/test/command-line programs only=()
  (($# > 1)) || only=("--threads=$1")
  mapfile -t programs < <(python3 "$checks/check-threads-examples.py" --programs)
  lock
  prepare_build
  build_targets "${programs[@]}" mrc-soak mrc-test-runner
  unlock
  python3 "$checks/check-threads.py" "$build/examples" --all "${only[@]}"
  python3 "$checks/check-threads-examples.py" "$build/examples" --all "${only[@]}"
  MRC_ALL=1 ctest --test-dir "$build" --output-on-failure --no-tests=error -R '^mrc-equivalence$'
  local threads
  for threads in "$@"; do
    "$build/test/soak/mrc-soak" --seeds=1..200 --fixed --threads="$threads" --quiet
  done
}

# ThreadSanitizer ends a program at its first report, with status 66
check_races() {
  local races=$root/build/races status=0
  lock
  need_packages "${build_packages[@]}" "${clang_packages[@]}"
  say "configuring"
  (cd "$root" && cmake --preset races) >>"$log" 2>&1 || die_with_log "could not configure the build"
  build=$races build_targets mrc-races
  unlock
  export TSAN_OPTIONS="halt_on_error=1 exitcode=66"
  "$races/test/races/mrc-planted-race" >>"$log" 2>&1 || status=$?
  ((status == 66)) || die_with_log "a race that was planted ended with status $status; expected 66"
  say "a planted race is found"
  python3 "$root/test/command-line/check-threads.py" "$races/examples" --few
  # threads that take turns
  "$races/examples/mrc-stock-traffic" --bytes=200000 --ns3::mrc::FabricProfile::Threads=3
  # steps of a job, and a link that loses packets
  "$races/examples/mrc-training" --job=step_4.0.et --quiet --fail=port-up:1.0/loss=5%@0ns --ns3::mrc::FabricProfile::Threads=3
  "$races/test/soak/mrc-soak" --seeds=1..10 --threads=3 --wall=600
}
